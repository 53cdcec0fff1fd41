import { fieldsAt, scopeIn } from './fields.ts'
import { mustachesIn, openBlocks } from './mustaches.ts'

/** Helper that a template may call. */
export interface KnownHelper {
  name: string
  example: string
  result: string
  /** True for a block helper. */
  isBlock: boolean
  parameters: readonly { name: string; description: string }[]
}

/** Names that a template may refer to. */
export interface KnownNames {
  /** Sample data. */
  data: unknown
  helpers: readonly KnownHelper[]
  /** Names of the partials of the account. */
  partials: readonly string[]
  /** Assets of the account. */
  assets: readonly { name: string; contentType: string }[]
}

/** Suggestion of the completion. */
export interface Suggestion {
  label: string
  kind: 'field' | 'helper' | 'keyword' | 'partial' | 'asset'
  /** Text beside the label: the type or value of a field. */
  detail?: string
  /** Text for the selected suggestion. */
  info?: string
  /** Helper that is called. */
  helper?: KnownHelper
}

const LOOP_VARIABLES = ['@index', '@key', '@first', '@last']

/**
 * Returns the suggestions at the end of `before`; `undefined` outside of an open mustache.
 * @returns `from`: offset at which the typed part of the suggestion starts.
 */
export function suggestionsAt(
  before: string,
  { data, helpers, partials, assets }: KnownNames,
): { from: number; options: Suggestion[] } | undefined {
  const last = [...mustachesIn(before)].at(-1)
  if (!last || last.to < before.length || isClosed(before.slice(last.from)) || last.kind === 'comment')
    return undefined
  const asset = /\basset\s+["']([^"']*)$/.exec(last.inside)?.[1]
  if (asset !== undefined) {
    const options = assets.map(({ name, contentType }) => ({
      label: name,
      kind: 'asset' as const,
      detail: contentType,
    }))
    return { from: before.length - asset.length, options }
  }
  if (isInString(last.inside)) return undefined
  const partial = /^\{\{~?#?>\s*([\w-]*)$/.exec(before.slice(last.from))?.[1]
  if (partial !== undefined) {
    const options = partials.map((label) => ({ label, kind: 'partial' as const }))
    return { from: before.length - partial.length, options }
  }
  const blocks = openBlocks(before.slice(0, last.from))
  const input = /(?<![\w@.$/-])[\w@.$/-]*$/.exec(last.inside)?.[0] ?? ''
  if (last.kind === 'close') {
    const innermost = blocks.at(-1)
    return {
      from: before.length - input.length,
      options: innermost ? [{ label: innermost.name, kind: 'keyword' }] : [],
    }
  }
  const scope = scopeIn(data, blocks)
  const path = /^(.*[./])[^./]*$/.exec(input)?.[1] ?? ''
  const fields = fieldsAt(scope, path).map(({ name, summary }): Suggestion => ({
    label: name,
    kind: 'field',
    detail: summary,
  }))
  const from = before.length - input.length + path.length
  if (path !== '') return { from, options: fields }
  const isCalled = /^\s*[\w@.$/-]*$/.test(last.inside) || /\(\s*[\w@.$/-]*$/.test(last.inside)
  const isBlock = last.kind === 'open' && !last.inside.includes('(') && isCalled
  return {
    from,
    options: [
      ...(isBlock ? [] : fields),
      ...(isBlock ? [] : namesIn(scope.names)),
      ...(isCalled ? helpersFor(helpers, isBlock) : []),
      ...(isCalled && !isBlock && blocks.length > 0 ? [{ label: 'else', kind: 'keyword' } as const] : []),
      ...(isBlock ? [] : variables(blocks.some(({ name }) => name === 'each'))),
    ],
  }
}

function isClosed(mustache: string): boolean {
  return mustache.startsWith('{{{') ? mustache.endsWith('}}}') : mustache.endsWith('}}')
}

function isInString(inside: string): boolean {
  return inside.replace(/"[^"]*"|'[^']*'/g, '').search(/["']/) !== -1
}

function namesIn(names: ReadonlyMap<string, unknown>): Suggestion[] {
  return Array.from(names.keys(), (label) => ({ label, kind: 'field' }))
}

function helpersFor(helpers: readonly KnownHelper[], isBlock: boolean): Suggestion[] {
  return helpers
    .filter((helper) => !isBlock || helper.isBlock)
    .map((helper) => ({
      label: helper.name,
      kind: 'helper',
      info: `${helper.example}\n${helper.result}`,
      helper,
    }))
}

function variables(isInLoop: boolean): Suggestion[] {
  const labels = ['this', '@root', ...(isInLoop ? LOOP_VARIABLES : [])]
  return labels.map((label) => ({ label, kind: 'keyword' }))
}
