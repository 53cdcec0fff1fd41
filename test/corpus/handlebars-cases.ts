import { createContext, Script } from 'node:vm'

/** A case of Handlebars' own specification that needs only a template, data and partials. */
export interface Case {
  name: string
  source: string
  input: unknown
  partials: Record<string, string>
  /** The expected text. `undefined`: the template must fail. */
  expected: string | undefined
}

/** Result of reading a file of the specification. */
export interface Cases {
  cases: Case[]
  /** Number of cases that need what a caller of Platen cannot pass: helpers, functions, options of the compiler. */
  unsupported: number
}

/** Parts of a case that a caller of Platen cannot pass. */
const UNSUPPORTED = [
  'withHelper',
  'withHelpers',
  'withDecorator',
  'withDecorators',
  'withCompileOptions',
  'withRuntimeOptions',
]

/**
 * Reads the cases of a file of `spec/`. Runs it with functions that record the cases instead of running them. A test
 * that needs more than these functions records nothing after its error.
 */
export function readCases(file: string, text: string): Cases {
  const result: Cases = { cases: [], unsupported: 0 }
  let path: string[] = [file]
  const within = (name: string, work: () => void) => {
    const outer = path
    path = [...path, name]
    try {
      work()
    } catch {
      // The test uses the API of the compiler.
    } finally {
      path = outer
    }
  }
  const expectTemplate = (source: string) => {
    const item = {
      name: path.join(' › '),
      source,
      input: {} as unknown,
      partials: {} as Record<string, string>,
    }
    let isSupported = true
    const end = (expected: string | undefined) => {
      const arePartialsTexts = Object.values(item.partials).every((partial) => typeof partial === 'string')
      if (isSupported && arePartialsTexts && isData(item.input)) result.cases.push({ ...item, expected })
      else result.unsupported += 1
    }
    const bench = {
      withInput: (input: unknown) => (Object.assign(item, { input }), bench),
      withPartial: (name: string, partial: string) => (
        Object.assign(item.partials, { [name]: partial }),
        bench
      ),
      withPartials: (partials: Record<string, string>) => (Object.assign(item.partials, partials), bench),
      withMessage: () => bench,
      toCompileTo: (expected: string) => end(expected),
      toThrow: () => end(undefined),
      ...Object.fromEntries(UNSUPPORTED.map((name) => [name, () => ((isSupported = false), bench)])),
    }
    return bench
  }
  const suite = Object.assign(within, { skip: () => {} })
  const context: Record<string, unknown> = {
    describe: suite,
    it: suite,
    beforeEach: () => {},
    afterEach: () => {},
    expectTemplate,
    Handlebars: {},
    CompilerContext: {},
  }
  context['global'] = context
  new Script(text, { filename: file }).runInContext(createContext(context))
  return result
}

/** Returns whether a value is the same after it was sent as JSON. */
function isData(value: unknown): boolean {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return true
  if (Array.isArray(value)) return value.every(isData)
  if (typeof value !== 'object') return false
  const prototype: unknown = Object.getPrototypeOf(value)
  const isPlain = prototype !== null && Object.getPrototypeOf(prototype) === null
  return isPlain && Object.values(value).every(isData)
}
