import type { TemplateOverview } from '../queries.ts'

/** How much a template was used lately, in words. */
export function wordsForUse({ pages }: Pick<TemplateOverview, 'pages'>): string {
  if (pages === 0) return 'Not used in 30 days'
  return `${pages.toLocaleString()} ${pages === 1 ? 'page' : 'pages'} in 30 days`
}
