/** Formats a time for tables: `2026-11-22 01:45:12 UTC`. @param time a Date or an ISO 8601 string. */
export function formatTime(time: Date | string): string {
  return new Date(time)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC')
}
