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
/** Scripts of the pages, by the names of their addresses below `/docs/page/`. */
export const SCRIPTS = Object.fromEntries(
  ['docs.js', 'key.js', 'ranking.js', 'reference.js', 'search.js'].map((name) => [
    name,
    new URL(`page/${name}`, import.meta.url),
  ]),
)
