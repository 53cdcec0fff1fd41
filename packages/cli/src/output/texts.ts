/**
 * Replaces control and format characters in untrusted text, so that it cannot move the cursor or hide a part of itself.
 */
export function withoutControls(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '\uFFFD')
}

/** Replaces control characters in untrusted text of several lines. Keeps line breaks and tabs. */
export function printable(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]/gu, '\uFFFD')
}

/** Formats a size with its unit. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

/** Formats a count with its noun: `1 page`, `2 pages`. */
export function formatCount(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`
}

/** Quotes a word for a shell, if necessary. */
export function quoteForShell(text: string): string {
  return /^[\p{L}\p{N}._/-]+$/u.test(text) ? text : `'${withoutControls(text).replaceAll("'", `'\\''`)}'`
}
