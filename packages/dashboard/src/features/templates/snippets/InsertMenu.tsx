import { Button, Menu } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { SNIPPETS, type SnippetKind } from './kinds.ts'

const KINDS = Object.keys(SNIPPETS) as SnippetKind[]

/** Menu with an image and snippets to insert into the source. */
export function InsertMenu(props: { onInsert: (kind: SnippetKind) => void; onImage: () => void }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" color="gray" size="compact-sm" fw={500} leftSection={<IconPlus size={16} />}>
          Insert
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={props.onImage}>Image…</Menu.Item>
        {KINDS.map((kind) => (
          <Menu.Item key={kind} onClick={() => props.onInsert(kind)}>
            {SNIPPETS[kind]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
