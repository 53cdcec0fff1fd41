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
import type { References } from './references.ts'
import { withCallPosition, compiledPartial, type CompiledPartial } from './partials.ts'
import { parse, checkSourceLimits, SourceError } from './source.ts'

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
const WEIGHT_PER_CHARACTER = 3
const WEIGHT_PER_TAG = 1_600

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
  library?: { references: References; partials: CompiledPartial[] },
): Compiled {
  if (typeof source !== 'string') throw new TypeError('A template source must be a string')
  const tags = checkSourceLimits(source)
  const environment = Handlebars.create()
  const budget = { iterations: 0, partials: 0, partialDepth: 0 }
  const mode: Mode = { isPreview: false, region: undefined, assets: undefined }
  environment.unregisterHelper('log')
  environment.registerHelper('helperMissing', refuseMissing)
  for (const name of BUILT_IN) {
    const original = environment.helpers[name] ?? refuseMissing
    const helper = { each: countingEach(original, budget), lookup: dataOnly(original) }[name] ?? original
    // Without arguments they throw, unless the data have such a field.
    environment.registerHelper(name, unlessField(environment, helper, helper))
  }
  for (const [name, helper] of Object.entries(HELPERS))
    environment.registerHelper(name, unlessField(environment, adapted(environment, name, helper, mode)))
  for (const { name, parsed } of library?.partials ?? [])
    environment.registerPartial(
      name,
      compiledPartial(environment.compile(parsed.source, COMPILE), { name, parsed }, budget),
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
      weightOf({ source, tags }) +
      (library?.partials ?? []).reduce((sum, { parsed }) => sum + weightOf(parsed), 0),
  }
}

function weightOf({ source, tags }: { source: string; tags: number }): number {
  return source.length * WEIGHT_PER_CHARACTER + tags * WEIGHT_PER_TAG
}

/** Rejects all decorators except the built-in `inline`, because they run during the set-up of a template. */
class DecoratorCheck extends Handlebars.Visitor {
  override Decorator = refuseDecorator
  override DecoratorBlock = (block: hbs.AST.DecoratorBlock) => {
    refuseDecorator(block)
    this.accept(block.program)
  }
}

function refuseDecorator({ path, loc }: hbs.AST.Decorator | hbs.AST.DecoratorBlock): void {
  const name = 'original' in path ? path.original : ''
  if (name === 'inline') return
  throw new SourceError(
    `there is no decorator named "${name}" (line ${loc.start.line}, column ${loc.start.column})`,
    { position: loc.start },
  )
}

function countingEach(each: Handlebars.HelperDelegate, budget: { iterations: number }) {
  return function (this: unknown, ...args: unknown[]): unknown {
    const [list] = args
    if (typeof list === 'object' && list)
      budget.iterations += Array.isArray(list) ? list.length : Object.keys(list).length
    if (budget.iterations > ITERATIONS_MAX)
      throw new HelperError(`each iterates more than ${ITERATIONS_MAX} times`)
    return Reflect.apply(each, this, args)
  }
}

/**
 * Templates read data only: functions that Handlebars stores beside the data, such as `@partial-block`, are hidden.
 */
function dataOnly(lookup: Handlebars.HelperDelegate) {
  return function (this: unknown, ...args: unknown[]): unknown {
    return withoutFunction(Reflect.apply(lookup, this, args))
  }
}

/**
 * Data before helpers: a name without arguments is a field of the data, even when a helper has this name. Handlebars
 * itself would call the helper, so `{{sum}}` would print 0 for `{"sum": "1234.56"}`.
 *
 * @param withoutField called for a name without arguments when the data has no such field. By default the field counts
 * as missing
 */
function unlessField(
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
function refuseMissing(this: unknown, ...args: unknown[]): undefined {
  const options = args.at(-1) as Options
  if (args.length === 1 && options.name !== 'helperMissing') return undefined
  throw new HelperError(`there is no helper named "${options.name}"${positionText(options)}`, {
    position: options.loc?.start,
  })
}

function adapted(environment: typeof Handlebars, name: string, helper: Helper, mode: Mode) {
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
      throw new HelperError(`${name}: ${error.message}${positionText(options)}`, {
        position: options.loc?.start,
        cause: error,
      })
    }
  }
}

function positionText({ loc }: Options): string {
  return loc ? ` (line ${loc.start.line}, column ${loc.start.column})` : ''
}
