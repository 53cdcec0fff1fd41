import Handlebars from 'handlebars'
import type { SourceLocation } from '../../errors.ts'
import { HelperError } from './helpers/arguments.ts'
import { SourceError } from './source.ts'

/** Returns the position of an error in its source, if known. */
export function errorLocation(error: unknown): SourceLocation | undefined {
  if (error instanceof SourceError || error instanceof HelperError) return locationFrom(error.position)
  return error instanceof Handlebars.Exception
    ? locationFrom({ line: error.lineNumber, column: error.column })
    : undefined
}

function locationFrom(location: Partial<SourceLocation> | undefined): SourceLocation | undefined {
  if (location?.line === undefined || location.column === undefined) return undefined
  return { line: location.line, column: location.column }
}
