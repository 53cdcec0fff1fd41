/** A text of others on a terminal: without what could move the cursor or hide a part of it. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '\uFFFD')
}

/** Bytes as people say them. */
export function sizeInWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

/** `1 page`, `2 pages`. */
export function counted(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`
}

/** A word as a shell takes it back. */
export function word(text: string): string {
  return /^[\p{L}\p{N}._/-]+$/u.test(text) ? text : `'${plain(text).replaceAll("'", `'\\''`)}'`
}
