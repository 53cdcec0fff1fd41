import Handlebars from 'handlebars'
import { type AssetUrls, type Helper, HelperError, Markup } from './helpers/arguments.ts'
import { assets } from './helpers/assets.ts'
import { codes } from './helpers/codes.ts'
import { formats } from './helpers/formats.ts'
import { logic } from './helpers/logic.ts'
import { numbers } from './helpers/numbers.ts'
import { texts } from './helpers/texts.ts'
import { ITERATIONS_MAX } from './limits.ts'
import type { Region } from './messages.ts'
import type { References } from '@platen/template/references'
import { withCallPosition, wrapPartial, type ParsedPartial } from './partials.ts'
import { parse, checkSourceLimits, positionText, sourceErrorAt } from './source.ts'

/** Settings of the helpers during a fill. */
export interface Mode {
  isPreview: boolean
  region: Region | undefined
  assets?: AssetUrls | undefined
}

/** A compiled source. */
export interface Compiled {
  /**
   * Fills in one element.
   *
   * @param mode `isPreview`: helpers that fail on their values print nothing
   * @returns the HTML
   */
  fill(element: unknown, mode: Mode): string
  /** Approximate memory in bytes. */
  weight: number
}

// Measured: 4.8 MB of plain text take 14.5 MB, 20,000 mustaches take 16 MB, and twice that during compilation.
const WEIGHT_OF_EMPTY = 1_000
const WEIGHT_PER_CHARACTER = 3
const WEIGHT_PER_MUSTACHE = 1_600

/** Additional helpers by name. */
export const HELPERS: Readonly<Record<string, Helper>> = {
  ...logic,
  ...numbers,
  ...formats,
  ...texts,
  ...codes,
  ...assets,
}

/** Handlebars' own helpers, except `log`, which would write to the service's log. */
const BUILT_IN = ['each', 'if', 'lookup', 'unless', 'with']

const COMPILE = {
  knownHelpersOnly: false,
  strict: false,
  compat: false,
  noEscape: false,
  preventIndent: true,
  // Compiled templates call Handlebars' own helpers directly, even when a field has the name, unless they are listed
  // here.
  knownHelpers: { log: false, helperMissing: false },
}
const RUN = { allowProtoPropertiesByDefault: false, allowProtoMethodsByDefault: false }

/** The last argument of a helper. */
type Options = Handlebars.HelperOptions & { name: string; loc?: { start: { line: number; column: number } } }

/**
 * Compiles a source completely, so that every error in it is reported.
 *
 * @throws an Error with the compiler's message
 */
export function check(source: string): void {
  checkSourceLimits(source)
  const tree = parse(source)
  new DecoratorCheck().accept(tree)
  // Handlebars compiles lazily. Only this function compiles the whole tree immediately.
  Handlebars.precompile(tree, COMPILE)
}

/**
 * Compiles a source for filling, in its own environment, so that its definitions are not visible to other templates.
 *
 * @param library the source's references, and the partials that it needs, if any
 */
export function compile(
  source: string,
  library?: { references: References; partials: ParsedPartial[] },
): Compiled {
  if (typeof source !== 'string') throw new TypeError('A template source must be a string')
  const mustaches = checkSourceLimits(source)
  const environment = Handlebars.create()
  const budget = { iterations: 0, partials: 0, partialDepth: 0 }
  const mode: Mode = { isPreview: false, region: undefined, assets: undefined }
  environment.unregisterHelper('log')
  environment.registerHelper('helperMissing', rejectMissingHelper)
  for (const name of BUILT_IN) {
    const original = environment.helpers[name] ?? rejectMissingHelper
    const helper = { each: limitIterations(original, budget), lookup: dataOnly(original) }[name] ?? original
    // Without arguments these helpers throw, unless the data have a field of this name.
    environment.registerHelper(name, preferField(environment, helper, helper))
  }
  for (const [name, helper] of Object.entries(HELPERS))
    environment.registerHelper(name, preferField(environment, adaptHelper(environment, name, helper, mode)))
  for (const { name, parsed } of library?.partials ?? [])
    environment.registerPartial(
      name,
      wrapPartial(environment.compile(parsed.source, COMPILE), { name, parsed }, budget),
    )
  const template = environment.compile(source, COMPILE)
  // Prevents Handlebars from compiling text partials during the fill. Ours are part of the source, or compiled above.
  Reflect.deleteProperty(environment, 'compile')
  return {
    fill(element, requested) {
      Object.assign(budget, { iterations: 0, partials: 0, partialDepth: 0 })
      Object.assign(mode, requested)
      return withCallPosition(() => template(element, RUN), library?.references)
    },
    weight:
      weightOf({ source, mustaches }) +
      (library?.partials ?? []).reduce((sum, { parsed }) => sum + weightOf(parsed), 0),
  }
}

function weightOf({ source, mustaches }: { source: string; mustaches: number }): number {
  return WEIGHT_OF_EMPTY + source.length * WEIGHT_PER_CHARACTER + mustaches * WEIGHT_PER_MUSTACHE
}

/** Rejects all decorators except the built-in `inline`, because they run during the set-up of a template. */
class DecoratorCheck extends Handlebars.Visitor {
  override Decorator = rejectDecorator
  override DecoratorBlock = (block: hbs.AST.DecoratorBlock) => {
    rejectDecorator(block)
    this.accept(block.program)
  }
}

function rejectDecorator({ path, loc }: hbs.AST.Decorator | hbs.AST.DecoratorBlock): void {
  const name = 'original' in path ? path.original : ''
  if (name === 'inline') return
  throw sourceErrorAt(`there is no decorator named "${name}"`, loc.start)
}

/** Wraps `each` so that it fails when all its loops together iterate too often. */
function limitIterations(each: Handlebars.HelperDelegate, budget: { iterations: number }) {
  return function (this: unknown, ...args: unknown[]): unknown {
    const [list] = args
    if (typeof list === 'object' && list)
      budget.iterations += Array.isArray(list) ? list.length : Object.keys(list).length
    if (budget.iterations > ITERATIONS_MAX)
      throw new HelperError(
        `{{#each}} iterates more than ${ITERATIONS_MAX.toLocaleString('en')} times for one element. Send less data per element.`,
      )
    return Reflect.apply(each, this, args)
  }
}

/** Wraps `lookup` so that it hides functions that Handlebars stores beside the data, such as `@partial-block`. */
function dataOnly(lookup: Handlebars.HelperDelegate) {
  return function (this: unknown, ...args: unknown[]): unknown {
    return withoutFunction(Reflect.apply(lookup, this, args))
  }
}

/**
 * Wraps a helper so that a field of the data takes precedence: a name without arguments is a field, even when a helper
 * has this name. Handlebars itself would call the helper, so `{{sum}}` would print 0 for `{"sum": "1234.56"}`.
 *
 * @param withoutField called for a name without arguments when the data has no such field. By default the field counts
 * as missing
 */
function preferField(
  environment: typeof Handlebars,
  helper: Handlebars.HelperDelegate,
  withoutField?: Handlebars.HelperDelegate,
) {
  return function (this: unknown, ...args: unknown[]): unknown {
    const options = args.at(-1) as Options
    if (args.length > 1 || Object.keys(options.hash).length > 0) return Reflect.apply(helper, this, args)
    const hasField = typeof this === 'object' && this !== null && Object.hasOwn(this, options.name)
    if (!hasField && withoutField) return Reflect.apply(withoutField, this, args)
    const value = hasField ? withoutFunction(Reflect.get(this, options.name)) : undefined
    const isBlock = typeof options.fn === 'function'
    return isBlock ? environment.helpers['blockHelperMissing']?.call(this, value, options) : value
  }
}

function withoutFunction(value: unknown): unknown {
  return typeof value === 'function' ? undefined : value
}

/**
 * Rejects calls of helpers that do not exist. A missing name without arguments is a field, for which Handlebars prints
 * nothing.
 */
function rejectMissingHelper(this: unknown, ...args: unknown[]): undefined {
  const options = args.at(-1) as Options
  if (args.length === 1 && options.name !== 'helperMissing') return undefined
  throw new HelperError(`there is no helper named "${options.name}"${positionText(options.loc?.start)}`, {
    position: options.loc?.start,
  })
}

/** Converts a helper of ours to one of Handlebars. */
function adaptHelper(environment: typeof Handlebars, name: string, helper: Helper, mode: Mode) {
  return (...args: unknown[]): unknown => {
    const options = args.at(-1) as Options
    try {
      const result = helper({
        values: args.slice(0, -1).map(withoutFunction),
        region: mode.region,
        assets: mode.assets,
        hash: Object.fromEntries(
          Object.entries(options.hash).map(([name, value]) => [name, withoutFunction(value)]),
        ),
      })
      return result instanceof Markup ? new environment.SafeString(result.html) : result
    } catch (error) {
      if (!(error instanceof HelperError)) throw error
      if (mode.isPreview) return ''
      throw new HelperError(`${name}: ${error.message}${positionText(options.loc?.start)}`, {
        position: options.loc?.start,
        cause: error,
      })
    }
  }
}
