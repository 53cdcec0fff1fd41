import Handlebars from 'handlebars'
import { HelperError } from './helpers/arguments.ts'
import { PARTIAL_CALLS_DEPTH_MAX, PARTIAL_CALLS_MAX } from './limits.ts'
import { errorPosition } from './error-position.ts'
import type { References } from '@platen/template/references'
import { positionText, SourceError } from './source.ts'

/** A parsed partial of the library. */
export interface ParsedPartial {
  name: string
  parsed: { source: string; references: References; mustaches: number }
}

/**
 * Wraps a compiled library partial, so that errors in it name the partial: their lines refer to its source.
 *
 * @throws {PartialError} also for too deep nesting, for example when the data name partials in a circle
 */
export function wrapPartial(
  compiled: Handlebars.TemplateDelegate,
  { name, parsed }: ParsedPartial,
  budget: { partials: number; partialDepth: number },
): Handlebars.TemplateDelegate {
  return (context, options) => {
    budget.partials += 1
    budget.partialDepth += 1
    try {
      if (budget.partials > PARTIAL_CALLS_MAX)
        throw new PartialError(
          `Partials are included more than ${PARTIAL_CALLS_MAX.toLocaleString('en')} times for one element. Send less data per element.`,
        )
      if (budget.partialDepth > PARTIAL_CALLS_DEPTH_MAX)
        throw new PartialError(
          `Partials are nested more than ${PARTIAL_CALLS_DEPTH_MAX} levels deep at "${name}". Check the names of partials in the data.`,
        )
      return withCallPosition(() => compiled(context, options), parsed.references)
    } catch (error) {
      const hasAuthorMessage = error instanceof HelperError || error instanceof SourceError
      if (!hasAuthorMessage && !(error instanceof Handlebars.Exception)) throw error
      const text = error.message.includes('(line') ? '' : positionText(errorPosition(error))
      throw new PartialError(`in the partial "${name}": ${error.message}${text}`, { cause: error })
    } finally {
      budget.partialDepth -= 1
    }
  }
}

/**
 * An error in a library partial. The message contains its position, because the template's author has another source.
 */
class PartialError extends Error {
  override name = 'PartialError'
}

const NOT_FOUND = /^The partial (.*) could not be found$/s

/** Adds the position of the call to an error about a missing partial, which Handlebars omits. */
export function withCallPosition(fill: () => string, references: References | undefined): string {
  try {
    return fill()
  } catch (error) {
    const name = error instanceof Handlebars.Exception ? NOT_FOUND.exec(error.message)?.[1] : undefined
    if (name === undefined || !(error instanceof Error)) throw error
    const position = references?.partials.get(name) ?? references?.dynamic
    throw new SourceError(error.message, { position, cause: error })
  }
}
