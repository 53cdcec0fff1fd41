import { BadRequest, Changed, NotFound, PlatenError, RateLimited } from '../../../../sdk/src/index.ts'
import { plain } from '../texts.ts'

const TOO_LARGE = 413

/** Why the service has refused this one file; undefined where the next would fare no better. */
export function reasonOf(error: unknown, file: string, changed: () => string): string | undefined {
  if (error instanceof Changed) return changed()
  if (error instanceof BadRequest)
    return `${plain(file)}: ${error.message}${error.detail === undefined ? '' : `\n${plainLines(error.detail)}`}`
  const isOfFile = error instanceof NotFound || error instanceof RateLimited
  if (isOfFile || (error instanceof PlatenError && error.status === TOO_LARGE))
    return `${plain(file)}: ${error.message}`
  return undefined
}

function plainLines(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${plain(line)}`)
    .join('\n')
}
