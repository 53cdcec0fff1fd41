import type { RouteGroup } from './api-reference.ts'
import type { IndexedPage } from './page/ranking.js'
import { addressOf, type Page } from './site.ts'

/** Returns the entries of pages in the search index. */
export function indexPages(pages: readonly { page: Page; forContributors: boolean }[]): IndexedPage[] {
  return pages.map(({ page, forContributors }) => ({
    title: page.title,
    address: addressOf(page.entry),
    forContributors,
    passages: page.passages.map(({ heading, words }) => ({
      heading: heading.text,
      anchor: heading.anchor,
      text: words.trim(),
    })),
  }))
}

/** Returns the entry of the API reference in the search index. */
export function indexReference(groups: readonly RouteGroup[]): IndexedPage {
  return {
    title: 'API reference',
    address: '/docs/api',
    forContributors: false,
    passages: groups.flatMap(({ routes }) =>
      routes.map(({ address, title, route }) => ({
        heading: title,
        anchor: address.slice(1),
        text: route,
      })),
    ),
  }
}
