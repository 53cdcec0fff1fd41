import Handlebars from 'handlebars'
import { HELPER_DESCRIPTIONS } from '@platen/template/helper-descriptions'
import { referencesOf } from '@platen/template/references'
import { withoutControls } from '../output/texts.ts'

const HELPERS = new Set(HELPER_DESCRIPTIONS.map(({ name }) => name))

/**
 * Returns warnings for calls of helpers and partials that do not exist. Such a source can be stored but not rendered. A
 * source with a syntax error has no warnings, because the service rejects it.
 * @param partials names of the partials beside it and in the account.
 */
export function warningsOf(source: string, partials: ReadonlySet<string>): string[] {
  const tree = parsed(source)
  if (!tree) return []
  const calls = new HelperCalls()
  calls.accept(tree)
  const missing = [...referencesOf(tree).partials].filter(([name]) => !partials.has(name))
  return [
    ...[...calls.unknown].map(
      ([name, line]) => `line ${line}: there is no helper "${withoutControls(name)}".`,
    ),
    ...missing.map(([name, { line }]) => `line ${line}: there is no partial "${withoutControls(name)}".`),
  ]
}

/** Collects calls of unknown helpers. Only calls with arguments count: a name alone is a field of the data. */
class HelperCalls extends Handlebars.Visitor {
  /** Line of the first call, by helper name. */
  readonly unknown = new Map<string, number>()

  override MustacheStatement(mustache: hbs.AST.MustacheStatement): void {
    if (hasArguments(mustache)) this.#note(mustache)
    super.MustacheStatement(mustache)
  }

  override BlockStatement(block: hbs.AST.BlockStatement): void {
    if (hasArguments(block)) this.#note(block)
    super.BlockStatement(block)
  }

  override SubExpression(expression: hbs.AST.SubExpression): void {
    this.#note(expression)
    super.SubExpression(expression)
  }

  #note({ path, loc }: Pick<hbs.AST.MustacheStatement, 'path' | 'loc'>): void {
    const name = 'original' in path ? path.original : ''
    if (!HELPERS.has(name) && !this.unknown.has(name)) this.unknown.set(name, loc.start.line)
  }
}

function hasArguments({ params, hash }: Pick<hbs.AST.MustacheStatement, 'params' | 'hash'>): boolean {
  // The type is wrong: a call without named arguments has no hash.
  const optionalHash: hbs.AST.Hash | undefined = hash
  return params.length > 0 || (optionalHash?.pairs.length ?? 0) > 0
}

function parsed(source: string): hbs.AST.Program | undefined {
  try {
    return Handlebars.parse(source)
  } catch {
    return undefined
  }
}
