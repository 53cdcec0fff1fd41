import type { Tone } from '../ui/text/StatusBadge.tsx'

/** Returns the tone of an HTTP status. */
export function toneOf(status: number): Tone {
  if (status < 400) return 'good'
  if (status >= 500) return 'bad'
  return status === 429 || status === 499 ? 'off' : 'waiting'
}

/** Classes of statuses, for the filter. */
export const STATUS_CLASSES = [
  { value: '2xx', label: '2xx: succeeded' },
  { value: '4xx', label: '4xx: rejected' },
  { value: '5xx', label: '5xx: failed' },
  { value: '400', label: '400: not valid' },
  { value: '402', label: '402: too few credits' },
  { value: '404', label: '404: not found' },
  { value: '429', label: '429: too many calls' },
]
