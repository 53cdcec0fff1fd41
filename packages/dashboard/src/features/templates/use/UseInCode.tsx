import { Anchor, Drawer, Stack, Tabs, Text } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../../base/paths.ts'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { readData } from '../sample-data.ts'
import { type Call, curlFor, pythonFor, typeScriptFor } from './code-samples.ts'

const LANGUAGES: { name: string; write: (call: Call) => string }[] = [
  { name: 'curl', write: curlFor },
  { name: 'TypeScript', write: typeScriptFor },
  { name: 'Python', write: pythonFor },
]

/** Drawer with code samples that render the template with its sample data. */
export function UseInCode(props: {
  isOpen: boolean
  onClose: () => void
  templateId: string
  sampleData: string
}) {
  const { templateId, sampleData } = props
  return (
    <Drawer opened={props.isOpen} onClose={props.onClose} position="right" size="lg" title="Use in code">
      {props.isOpen && readData(sampleData).value !== undefined ? (
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            Renders the saved template with the sample data.{' '}
            <Anchor component={Link} to={paths.apiKeys()} inherit>
              Create an API key
            </Anchor>{' '}
            and set it as the environment variable PLATEN_API_KEY.
          </Text>
          <Tabs defaultValue="curl">
            <Tabs.List aria-label="Language">
              {LANGUAGES.map(({ name }) => (
                <Tabs.Tab key={name} value={name}>
                  {name}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {LANGUAGES.map(({ name, write }) => (
              <Tabs.Panel key={name} value={name} pt="md">
                <CodeBlock
                  label={name}
                  code={write({ baseUrl: window.location.origin, templateId, data: sampleData })}
                />
              </Tabs.Panel>
            ))}
          </Tabs>
        </Stack>
      ) : (
        <Text size="sm">The sample data is not valid. Correct it to see the code.</Text>
      )}
    </Drawer>
  )
}
