import { Alert, Anchor, Drawer, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../../base/paths.ts'
import { readData } from '../sample-data.ts'
import { CodeTabs } from './CodeTabs.tsx'
import { renderCall } from './code-samples.ts'

/** Drawer with code samples that render the template with the selected data and the PDF options. */
export function UseInCode(props: {
  isOpen: boolean
  onClose: () => void
  templateId: string
  data: string
  pdfOptions: string
  /** True when the editor shows texts that are not published. */
  isUnpublished: boolean
}) {
  const { templateId, data, pdfOptions } = props
  return (
    <Drawer opened={props.isOpen} onClose={props.onClose} position="right" size="lg" title="Use in code">
      {props.isOpen && readData(data).value !== undefined ? (
        <Stack gap="md">
          {props.isUnpublished && (
            <Alert color="yellow" p="sm" title="Your changes are not published">
              The code renders the published version. Publish your changes to use them here.
            </Alert>
          )}
          <Text size="sm" c="dimmed">
            Renders the published version with the selected data.{' '}
            <Anchor component={Link} to={paths.apiKeys()} inherit>
              Create an API key
            </Anchor>{' '}
            and set it as the environment variable PLATEN_API_KEY.
          </Text>
          <CodeTabs
            call={renderCall({ baseUrl: window.location.origin, templateId, data, options: pdfOptions })}
          />
        </Stack>
      ) : (
        <Text size="sm">The selected data is not valid. Correct it to see the code.</Text>
      )}
    </Drawer>
  )
}
