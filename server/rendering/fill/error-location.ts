import Handlebars from 'handlebars'
import type { SourceLocation } from '../../errors.ts'
import { HelperError } from './helpers/arguments.ts'
import { SourceError } from './source.ts'

/** Returns the position of an error in its source, if known. */
export function errorLocation(error: unknown): SourceLocation | undefined {
  if (error instanceof SourceError || error instanceof HelperError) return placeFrom(error.place)
  return error instanceof Handlebars.Exception
    ? placeFrom({ line: error.lineNumber, column: error.column })
    : undefined
}

function placeFrom(place: Partial<SourceLocation> | undefined): SourceLocation | undefined {
  if (place?.line === undefined || place.column === undefined) return undefined
  return { line: place.line, column: place.column }
}
