import { useSyncExternalStore } from 'react'

const TICK_MS = 30_000
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

/** Relative time with the exact time as a tooltip. `at`: ISO 8601. */
export function RelativeTime(props: { at: string }) {
  const now = useSyncExternalStore(subscribe, () => clock)
  const at = new Date(props.at)
  return (
    <time dateTime={props.at} title={exact.format(at)} style={{ whiteSpace: 'nowrap' }}>
      {describe(at.getTime() - now)}
    </time>
  )
}

/** Formats a difference: "3 minutes ago", "in 2 days", "just now". */
function describe(differenceMs: number): string {
  const unit = UNITS.find(([, lengthMs]) => Math.abs(differenceMs) >= lengthMs)
  if (!unit) return 'just now'
  return relative.format(Math.trunc(differenceMs / unit[1]), unit[0])
}

let clock = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(tick, TICK_MS)
  if (Date.now() - clock > TICK_MS) queueMicrotask(tick)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function tick(): void {
  clock = Date.now()
  for (const listener of listeners) listener()
}
