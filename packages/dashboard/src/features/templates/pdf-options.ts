import type { PdfOptions } from '../../api/templates.ts'

/** Parsed options, or the reason why a preview cannot use them. */
export type Options = { value: PdfOptions; problem?: undefined } | { value?: undefined; problem: string }

/** Parses PDF options. An empty text has none. The service checks the fields. */
export function readOptions(text: string): Options {
  if (text.trim() === '') return { value: {} }
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { value }
  } catch {}
  return { problem: 'The PDF options are not a valid JSON object.' }
}
