import { readdir } from 'node:fs/promises'

/** The repository. */
export const ROOT = new URL('../../', import.meta.url)

/** Every page of docs/, from the repository's root. */
export async function docsPages(): Promise<string[]> {
  const files = await readdir(new URL('docs/', ROOT), { recursive: true })
  return files
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`)
    .toSorted()
}

/** All Markdown that people read: these, and what lies beside. */
export async function allPages(): Promise<string[]> {
  return [
    'README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'SECURITY.md',
    'sdk/README.md',
    'sdk/python/README.md',
    ...(await docsPages()),
  ]
}
