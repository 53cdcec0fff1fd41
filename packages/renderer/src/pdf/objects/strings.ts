/** Returns a text string (ISO 32000-2, 7.9.2.2): printable ASCII as a literal string, everything else as UTF-16. */
export function textString(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return `(${text.replace(/[\\()]/g, String.raw`\$&`)})`
  return hexString(Buffer.from(`\uFEFF${text}`, 'utf16le').swap16())
}

/** Returns a byte string in hexadecimal. */
export function hexString(bytes: Buffer): string {
  return `<${bytes.toString('hex').toUpperCase()}>`
}

/** Returns a name (ISO 32000-2, 7.3.5). */
export function pdfName(text: string): string {
  const bytes = Buffer.from(text)
  return `/${Array.from(bytes, (byte) =>
    /[A-Za-z0-9._+-]/.test(String.fromCharCode(byte))
      ? String.fromCharCode(byte)
      : `#${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('')}`
}

/** Returns a date (ISO 32000-2, 7.9.4). @param iso ISO 8601, in UTC. */
export function dateString(iso: string): string {
  return `(D:${new Date(iso).toISOString().slice(0, 19).replace(/\D/g, '')}Z)`
}

/** Decodes a text string, literal or hexadecimal. */
export function decodeText(string: string): string {
  const bytes = decodeBytes(string)
  if (bytes[0] !== 0xfe || bytes[1] !== 0xff) return bytes.toString('latin1')
  return Buffer.from(bytes.subarray(2, bytes.length - (bytes.length % 2)))
    .swap16()
    .toString('utf16le')
}

/** Returns the bytes of a string, literal or hexadecimal. */
export function decodeBytes(string: string): Buffer {
  const inner = string.slice(1, -1)
  if (string.startsWith('<')) return Buffer.from(inner.replace(/\s/g, ''), 'hex')
  const plain = inner.replace(/\\([0-7]{1,3}|[^])/g, (_, escaped: string) =>
    /^[0-7]/.test(escaped)
      ? String.fromCharCode(Number.parseInt(escaped, 8) & 0xff)
      : (CONTROLS[escaped] ?? escaped),
  )
  return Buffer.from(plain, 'latin1')
}

const CONTROLS: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
