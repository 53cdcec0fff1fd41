import Handlebars from 'handlebars'
import type { Place } from '../../errors.ts'
import { HelperError } from './helpers/arguments.ts'
import { SourceError } from './source.ts'

/** Where in its source the reason for a failure lies, if that is known. */
export function placeOf(error: unknown): Place | undefined {
  if (error instanceof SourceError || error instanceof HelperError) return placeFrom(error.place)
  return error instanceof Handlebars.Exception
    ? placeFrom({ line: error.lineNumber, column: error.column })
    : undefined
}

function placeFrom(place: Partial<Place> | undefined): Place | undefined {
  if (place?.line === undefined || place.column === undefined) return undefined
  return { line: place.line, column: place.column }
}
