import { Tabs } from '@mantine/core'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { type Call, LANGUAGES } from './code-samples.ts'

/** Call in each language, in tabs. */
export function CodeTabs({ call }: { call: Call }) {
  return (
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
          <CodeBlock label={name} code={write(call)} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
