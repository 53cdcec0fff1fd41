import { readdir } from 'node:fs/promises'

/** Root of the repository. */
export const ROOT = new URL('../../', import.meta.url)

/** Returns every page of docs/ as a path from the repository's root. */
export async function docsPages(): Promise<string[]> {
  const files = await readdir(new URL('docs/', ROOT), { recursive: true })
  return files
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`)
    .toSorted()
}

/** Returns all Markdown pages: those of docs/ and those beside it. */
export async function allPages(): Promise<string[]> {
  return [
    'README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'SECURITY.md',
    'packages/client/README.md',
    'packages/client-python/README.md',
    ...(await docsPages()),
  ]
}
