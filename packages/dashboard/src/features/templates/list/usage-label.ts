import type { TemplateOverview } from '../../../api/templates.ts'

/** Returns the number of pages of a template in the last 30 days, as text. */
export function usageLabel({ pages }: Pick<TemplateOverview, 'pages'>): string {
  if (pages === 0) return 'Not used in 30 days'
  return `${pages.toLocaleString()} ${pages === 1 ? 'page' : 'pages'} in 30 days`
}
