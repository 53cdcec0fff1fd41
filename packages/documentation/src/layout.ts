import type { ApiReference, RouteGroup } from './api-reference.ts'
import type { Entry, Section } from './contents.ts'
import { escape } from './html.ts'
import { type SearchResult, splitAtWords, wordsOf } from './page/ranking.js'
import { addressOf, type Page } from './site.ts'

// The pages work without scripts: code in several languages is a list of blocks, and the search is a form.

/** Returns the HTML document of a page. */
export function pageDocument(page: Page, contents: readonly Section[]): string {
  const { entry, headings, html, summary, previous, next } = page
  const ownHeadings = headings.filter(({ level }) => level === 2 || level === 3)
  return documentOf({
    title: page.title,
    summary,
    contents,
    current: entry,
    main: `<article>${html}</article>
${adjacentPages(previous, next)}`,
    aside:
      ownHeadings.length < 2
        ? ''
        : `<nav class="here" aria-labelledby="here"><h2 id="here">On this page</h2><ul>${ownHeadings
            .map(
              ({ level, anchor, text }) =>
                `<li class="level-${level}"><a href="#${escape(anchor)}">${escape(text)}</a></li>`,
            )
            .join('')}</ul></nav>`,
  })
}

/** Returns the HTML document of search results. */
export function searchDocument(
  query: string,
  results: readonly SearchResult[],
  contents: readonly Section[],
): string {
  const words = wordsOf(query)
  const items = results.map(
    ({ title, address, heading, anchor, excerpt }) =>
      `<li><a href="${address}#${escape(anchor)}">${marked(heading, words)}</a>
<span class="of">${escape(title)}</span><p>${marked(excerpt, words)}</p></li>`,
  )
  const heading = query.trim() === '' ? 'Search' : `Search: ${escape(query)}`
  const list =
    items.length > 0
      ? `<ol class="found">${items.join('\n')}</ol>`
      : `<p>${words.length === 0 ? 'Enter words to search for.' : 'No page contains all of these words.'}</p>`
  return documentOf({
    title: 'Search',
    summary: 'Search the documentation of Platen.',
    contents,
    query,
    main: `<article><h1>${heading}</h1>${list}</article>`,
  })
}

/** Returns the HTML document for an unknown address (404). */
export function missingDocument(contents: readonly Section[]): string {
  return documentOf({
    title: 'Page not found',
    summary: 'This page does not exist.',
    contents,
    main: `<article><h1>Page not found</h1>
<p>The documentation has no page at this address. Use the contents or the search, or start at <a href="/docs">the first page</a>.</p></article>`,
  })
}

/** Returns the page of the API reference, whose script sends requests. */
export function referenceDocument({ html, groups }: ApiReference, contents: readonly Section[]): string {
  return documentOf({
    title: 'API reference',
    summary: 'Every route of the HTTP API of Platen, with its fields, responses and errors.',
    contents,
    routes: groups,
    main: html,
    isReference: true,
  })
}

interface Parts {
  title: string
  summary: string
  contents: readonly Section[]
  current?: Entry
  query?: string
  main: string
  aside?: string
  /** Contents of the API reference. Only on the page of the reference. */
  routes?: readonly RouteGroup[]
  /** True for the page of the API reference, which sends requests and is wider. */
  isReference?: boolean
}

function documentOf({
  title,
  summary,
  contents,
  current,
  query = '',
  main,
  aside = '',
  routes,
  isReference = false,
}: Parts): string {
  const isFirst = current?.name === ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escape(summary)}">
<title>${isFirst ? 'Platen: documentation' : `${escape(title)} · Platen`}</title>
<link rel="stylesheet" href="/docs/site.css">
<script type="module" src="/docs/page/docs.js"></script>${isReference ? '\n<script type="module" src="/docs/page/reference.js"></script>' : ''}
</head>
<body>
<a class="skip" href="#page">Skip to the page</a>
<header>
<a class="brand" href="/docs">Platen <span>documentation</span></a>
<button type="button" popovertarget="contents" class="open">Contents</button>
<form action="/docs/search" role="search"><input type="search" name="q" value="${escape(query)}" placeholder="Search" aria-label="Search the documentation" maxlength="200"></form>
<button type="button" class="open-key" data-opens="key" hidden>Set API key</button>
<nav class="main-links" aria-label="Main links"><a href="/docs/api">API reference</a><a href="/">Dashboard</a></nav>
</header>
<div class="frame${isReference ? ' wide' : ''}">
<nav id="contents" popover aria-label="Contents">
${routes ? routesOf(routes) : ''}${contents.map((section) => sectionOf(section, current)).join('\n')}
</nav>
<main id="page" tabindex="-1">
${main}
</main>
${aside}
</div>
</body>
</html>
`
}

function routesOf(groups: readonly RouteGroup[]): string {
  const lists = groups.map(({ title, routes }) => {
    const links = routes.map((route) => `<li><a href="${route.address}">${escape(route.title)}</a></li>`)
    return `<h2>${escape(title)}</h2><ul>${links.join('')}</ul>`
  })
  return `<h2>API</h2><ul><li><a href="/docs/api" aria-current="page">API reference</a></li></ul>${lists.join('\n')}`
}

function sectionOf({ title, entries, listsApiReference }: Section, current: Entry | undefined): string {
  const links = entries.map((entry) => {
    const here = entry === current ? ' aria-current="page"' : ''
    return `<li><a href="${addressOf(entry)}"${here}>${escape(entry.title)}</a></li>`
  })
  if (listsApiReference) links.unshift('<li><a href="/docs/api">All routes</a></li>')
  return `<h2>${escape(title)}</h2><ul>${links.join('')}</ul>`
}

function adjacentPages(previous: Entry | undefined, next: Entry | undefined): string {
  const link = (entry: Entry, word: string, rel: string) =>
    `<a rel="${rel}" href="${addressOf(entry)}"><span>${word}</span>${escape(entry.title)}</a>`
  return `<nav class="adjacent" aria-label="Previous and next page">${previous ? link(previous, 'Previous', 'prev') : '<span></span>'}${
    next ? link(next, 'Next', 'next') : ''
  }</nav>`
}

/** Escapes a text and marks the words of a search. */
function marked(text: string, words: readonly string[]): string {
  return splitAtWords(text, words)
    .map((piece, index) => (index % 2 === 1 ? `<mark>${escape(piece)}</mark>` : escape(piece)))
    .join('')
}
