/** A time as people read it in a table: `2026-11-22 01:45:12 UTC`. @param time as ISO 8601, if it is a text. */
export function timeInWords(time: Date | string): string {
  return new Date(time)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC')
}
