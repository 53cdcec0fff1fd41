import type { ApiKey, KeyScope } from '../../api/keys.ts'

/** Scopes of an API key, with their labels. */
export const SCOPES: readonly { value: KeyScope; label: string; description: string }[] = [
  { value: 'read', label: 'Read', description: 'Read templates, partials, assets, jobs and usage.' },
  { value: 'render', label: 'Render', description: 'Generate PDFs and previews.' },
  { value: 'write', label: 'Write', description: 'Change and delete templates, partials and assets.' },
]

/** Scopes of a new key: it can make all documents, and cannot change the templates of the account. */
export const DEFAULT_SCOPES: readonly string[] = ['read', 'render']

/** Returns the scopes of a key as text. */
export function scopeText(scopes: readonly KeyScope[]): string {
  if (scopes.length === SCOPES.length) return 'All'
  const labels = SCOPES.filter(({ value }) => scopes.includes(value)).map(({ label }) => label)
  return labels.join(', ')
}

/** Returns the known characters of a key: its prefix and its end. */
export function keyText({ isTest, lastFour }: Pick<ApiKey, 'isTest' | 'lastFour'>): string {
  return `tlfy_${isTest ? 'test_' : ''}…${lastFour}`
}
