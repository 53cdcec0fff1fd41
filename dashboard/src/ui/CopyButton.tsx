import { ActionIcon, Button, Code, CopyButton as Copying, Group, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'

const SHOWN_MS = 1_500

/**
 * Copies `value`.
 * @param props `label`: what is copied, for its name ("Copy key"). `withText`: the label is written on it.
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

/** An id or another text for machines, in monospace, with a button that copies it. */
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
