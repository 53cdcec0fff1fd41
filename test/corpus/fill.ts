import { compile } from '../../packages/renderer/src/fill/handlebars.ts'
import { parseSource, requiredPartials } from '../../packages/renderer/src/fill/library-partials.ts'

/** Fills a template as a template host does. @param partials of the account, by name. */
export function fillTemplate(source: string, data: unknown, partials: Record<string, string>): string {
  const root = parseSource(source)
  const required = requiredPartials(
    root,
    { partials: Object.keys(partials).map((name) => [name, name]), assets: [] },
    (name) => parseSource(partials[name] ?? ''),
  )
  if (required.kind !== 'known') throw new Error('All partials are known')
  const { references } = root
  return compile(source, { references, partials: required.partials }).fill(data, {
    isPreview: false,
    region: undefined,
  })
}
