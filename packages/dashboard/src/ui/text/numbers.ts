const whole = new Intl.NumberFormat('en')
const short = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

/** Formats an integer: "1,234". */
export function count(value: number): string {
  return whole.format(value)
}

/** Formats a count with its noun: "1 page", "2 pages". */
export function countOf(value: number, noun: string): string {
  return `${whole.format(value)} ${value === 1 ? noun : `${noun}s`}`
}

/** Formats a size in bytes: "12.3 kB". */
export function bytes(value: number): string {
  if (value < 1_000) return `${value} B`
  return value < 1_000_000 ? `${short.format(value / 1_000)} kB` : `${short.format(value / 1_000_000)} MB`
}

/** Formats a duration: "0.4 ms", "85 ms", "1.2 s", "3 min 5 s". */
export function duration(milliseconds: number): string {
  if (milliseconds < 10) return `${short.format(milliseconds)} ms`
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`
  if (milliseconds < 60_000) return `${short.format(milliseconds / 1_000)} s`
  const seconds = Math.round(milliseconds / 1_000)
  return `${whole.format(Math.floor(seconds / 60))} min ${seconds % 60} s`
}

/** Formats a share in percent: "12 %". "–" when the total is 0. */
export function share(part: number, all: number): string {
  return all === 0 ? '–' : `${short.format((part / all) * 100)} %`
}
