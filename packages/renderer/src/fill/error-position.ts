import Handlebars from 'handlebars'
import type { SourcePosition } from '@platen/template/refusal'
import { HelperError } from './helpers/arguments.ts'
import { SourceError } from './source.ts'

/** Returns the position of an error in its source, if known. */
export function errorPosition(error: unknown): SourcePosition | undefined {
  if (error instanceof SourceError || error instanceof HelperError) return positionFrom(error.position)
  return error instanceof Handlebars.Exception
    ? positionFrom({ line: error.lineNumber, column: error.column })
    : undefined
}

function positionFrom(position: Partial<SourcePosition> | undefined): SourcePosition | undefined {
  if (position?.line === undefined || position.column === undefined) return undefined
  return { line: position.line, column: position.column }
}
