import { Badge } from '@mantine/core'

const COLOURS: Record<Tone, string> = {
  good: 'teal',
  bad: 'red',
  busy: 'blue',
  waiting: 'yellow',
  off: 'gray',
}

/** Kind of a state, which selects its colour. */
export type Tone = 'good' | 'bad' | 'busy' | 'waiting' | 'off'

/** Label of a state, with a dot in the colour of its tone. */
export function StatusBadge(props: { tone: Tone; label: string }) {
  return (
    <Badge
      variant="default"
      radius="sm"
      tt="none"
      fw={500}
      miw="max-content"
      leftSection={<Dot tone={props.tone} />}
    >
      {props.label}
    </Badge>
  )
}

function Dot(props: { tone: Tone }) {
  return (
    <span
      aria-hidden
      style={{
        display: 'block',
        width: 7,
        height: 7,
        borderRadius: '50%',
        background: `var(--mantine-color-${COLOURS[props.tone]}-6)`,
      }}
    />
  )
}
