import { ActionIcon, Button, Code, CopyButton as Copying, Group, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'

const SHOWN_MS = 1_500

/**
 * Button that copies `value` to the clipboard.
 * @param props `label`: accessible name, such as "Copy key". `withText`: shows the label on the button.
 */
export function CopyButton(props: { value: string; label: string; withText?: boolean }) {
  return (
    <Copying value={props.value} timeout={SHOWN_MS}>
      {({ copied, copy }) =>
        props.withText ? (
          <Button
            variant="default"
            size="xs"
            onClick={copy}
            leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          >
            {copied ? 'Copied' : props.label}
          </Button>
        ) : (
          <Tooltip label={copied ? 'Copied' : props.label}>
            <ActionIcon
              variant="subtle"
              color={copied ? 'teal' : 'gray'}
              size="sm"
              onClick={copy}
              aria-label={copied ? 'Copied' : props.label}
            >
              {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
            </ActionIcon>
          </Tooltip>
        )
      }
    </Copying>
  )
}

/** Id or another technical text in monospace, with a button that copies it. */
export function CopyText(props: { value: string; label: string; shown?: string }) {
  return (
    <Group gap={4} wrap="nowrap" display="inline-flex" maw="100%">
      <Code
        title={props.value}
        style={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 }}
      >
        {props.shown ?? props.value}
      </Code>
      <CopyButton value={props.value} label={props.label} />
    </Group>
  )
}
