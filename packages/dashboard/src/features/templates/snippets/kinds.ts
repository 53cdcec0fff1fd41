/** Names of the snippets in the menu. */
export const SNIPPETS = {
  table: 'Table of a list',
  header: 'Header and footer',
  break: 'Page break',
  condition: 'Condition',
  currency: 'Currency amount',
  date: 'Date',
  qrCode: 'QR code',
} as const

/** Kind of a snippet. */
export type SnippetKind = keyof typeof SNIPPETS
