import Handlebars from 'handlebars'
import type { SourcePosition } from './refusal.ts'

/** References of a source to its account's library. */
export interface References {
  /** Names of the partials that it calls, except its own inline ones, with the position of the first call. */
  partials: ReadonlyMap<string, SourcePosition>
  /** Position of the first call of a partial whose name comes from the data. */
  dynamic: SourcePosition | undefined
  /** Names of its assets; `undefined` when a name comes from the data, so that it may be any. */
  assets: ReadonlySet<string> | undefined
}

// Opening tags as Handlebars' lexer defines them: {{> {{~> {{#> {{~#>
const CALLS = /\{\{~?#?>|\basset\b/

/** Returns true if a text may refer to the library. Only such a text has to be parsed. */
export function mayRefer(source: string): boolean {
  return CALLS.test(source)
}

/** Returns the references of a parsed source. */
export function referencesOf(tree: hbs.AST.Program): References {
  const collector = new Collector(inlinePartialsOf(tree))
  collector.accept(tree)
  return collector
}

/**
 * Returns the inline partials that are visible in the whole source: those outside of blocks. An inline partial in a
 * block is visible only within it.
 */
function inlinePartialsOf(tree: hbs.AST.Program): Set<string> {
  return new Set(
    tree.body.flatMap((statement) => {
      if (statement.type !== 'DecoratorBlock') return []
      const [name] = (statement as hbs.AST.DecoratorBlock).params
      return name?.type === 'StringLiteral' ? [(name as hbs.AST.StringLiteral).value] : []
    }),
  )
}

/** Collects the references of a source while it visits the parsed tree. */
class Collector extends Handlebars.Visitor implements References {
  readonly partials = new Map<string, SourcePosition>()
  dynamic: SourcePosition | undefined
  assets: Set<string> | undefined = new Set()
  readonly #inlinePartials: Set<string>

  constructor(inlinePartials: Set<string>) {
    super()
    this.#inlinePartials = inlinePartials
  }

  override PartialStatement(partial: hbs.AST.PartialStatement): void {
    this.#addPartial(partial)
    super.PartialStatement(partial)
  }

  override PartialBlockStatement(partial: hbs.AST.PartialBlockStatement): void {
    this.#addPartial(partial)
    super.PartialBlockStatement(partial)
  }

  override MustacheStatement(mustache: hbs.AST.MustacheStatement): void {
    this.#addAsset(mustache)
    super.MustacheStatement(mustache)
  }

  override SubExpression(expression: hbs.AST.SubExpression): void {
    this.#addAsset(expression)
    super.SubExpression(expression)
  }

  override BlockStatement(block: hbs.AST.BlockStatement): void {
    this.#addAsset(block)
    super.BlockStatement(block)
  }

  #addPartial({ name, loc }: hbs.AST.PartialStatement | hbs.AST.PartialBlockStatement): void {
    if (name.type === 'SubExpression') {
      this.dynamic ??= loc.start
      return
    }
    // Handlebars parses a name of digits as a number, unlike its types.
    const original: unknown = 'original' in name ? name.original : ''
    const called = String(original)
    if (called === '@partial-block' || this.#inlinePartials.has(called) || this.partials.has(called)) return
    this.partials.set(called, loc.start)
  }

  #addAsset({ path, params: [name] }: Pick<hbs.AST.MustacheStatement, 'path' | 'params'>): void {
    if (!name || !('original' in path) || path.original !== 'asset') return
    if (name.type === 'StringLiteral') this.assets?.add((name as hbs.AST.StringLiteral).value)
    else this.assets = undefined
  }
}
