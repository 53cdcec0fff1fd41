import Handlebars from 'handlebars'
import type { SourceLocation } from '../../errors.ts'

/** What a source asks of its account's library. */
export interface References {
  /** The partials that it calls and that are not surely its own inline ones, with the place of each one's first call. */
  partials: ReadonlyMap<string, SourceLocation>
  /** Where it first calls a partial that only the data names. */
  dynamic: SourceLocation | undefined
  /** The assets that it shows; undefined where only the data name one: it may be any. */
  assets: ReadonlySet<string> | undefined
}

// As Handlebars' own lexer knows them: {{> {{~> {{#> {{~#>
const CALLS = /\{\{~?#?>|\basset\b/

/** Whether a text has anything in it that may ask for the library: only such a one need be parsed to know. */
export function mayRefer(source: string): boolean {
  return CALLS.test(source)
}

/** Reads from a parsed source what it asks of the library. */
export function referencesOf(tree: hbs.AST.Program): References {
  const collector = new Collector(inlinePartialsOf(tree))
  collector.accept(tree)
  return collector
}

/**
 * The inline partials that are there wherever the source itself calls one: those that stand in no block. What stands
 * in one is there only within it.
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

class Collector extends Handlebars.Visitor implements References {
  readonly partials = new Map<string, SourceLocation>()
  dynamic: SourceLocation | undefined
  assets: Set<string> | undefined = new Set()
  readonly #own: Set<string>

  constructor(own: Set<string>) {
    super()
    this.#own = own
  }

  override PartialStatement(partial: hbs.AST.PartialStatement): void {
    this.#note(partial)
    super.PartialStatement(partial)
  }

  override PartialBlockStatement(partial: hbs.AST.PartialBlockStatement): void {
    this.#note(partial)
    super.PartialBlockStatement(partial)
  }

  override MustacheStatement(mustache: hbs.AST.MustacheStatement): void {
    this.#noteCall(mustache)
    super.MustacheStatement(mustache)
  }

  override SubExpression(expression: hbs.AST.SubExpression): void {
    this.#noteCall(expression)
    super.SubExpression(expression)
  }

  override BlockStatement(block: hbs.AST.BlockStatement): void {
    this.#noteCall(block)
    super.BlockStatement(block)
  }

  #note({ name, loc }: hbs.AST.PartialStatement | hbs.AST.PartialBlockStatement): void {
    if (name.type === 'SubExpression') {
      this.dynamic ??= loc.start
      return
    }
    // A name of digits is a number to Handlebars, whatever its types say.
    const original: unknown = 'original' in name ? name.original : ''
    const called = String(original)
    if (called === '@partial-block' || this.#own.has(called) || this.partials.has(called)) return
    this.partials.set(called, loc.start)
  }

  #noteCall({ path, params: [name] }: Pick<hbs.AST.MustacheStatement, 'path' | 'params'>): void {
    if (!name || !('original' in path) || path.original !== 'asset') return
    if (name.type === 'StringLiteral') this.assets?.add((name as hbs.AST.StringLiteral).value)
    else this.assets = undefined
  }
}
