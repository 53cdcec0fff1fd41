import { existsSync } from 'node:fs'

/**
 * Folder with the Markdown files of the pages, at their paths in the repository: `pages/` of the installed package, or
 * the repository itself.
 */
export const PAGES =
  [new URL('../pages/', import.meta.url)].find((folder) => existsSync(folder)) ??
  new URL('../../../', import.meta.url)
/** Folder with the pictures of the pages. */
export const PICTURES = new URL('docs/pictures/', PAGES)
/** Stylesheet of all pages. */
export const STYLE = new URL('site.css', import.meta.url)
/** Script of the API reference. */
export const REFERENCE_SCRIPT = new URL('page/reference.js', import.meta.url)
