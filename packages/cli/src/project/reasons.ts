import { BadRequest, Changed, NotFound, PlatenError, RateLimited } from '@platen/client'
import { withoutControls } from '../output/texts.ts'

const TOO_LARGE = 413

/**
 * Returns the reason not to send a file that exceeds the limit of the service, else `undefined`.
 * @param bytesMax the limit for this kind of file.
 */
export function sizeRefusal(
  { file, content, kind }: { file: string; content: string | Uint8Array; kind: string },
  bytesMax: number,
): string | undefined {
  const bytes = typeof content === 'string' ? Buffer.byteLength(content) : content.length
  if (bytes <= bytesMax) return undefined
  const [size, limit] = [bytes, bytesMax].map((count) => count.toLocaleString('en'))
  return `${withoutControls(file)} has ${size} bytes. The limit for ${kind} is ${limit} bytes. Nothing was sent.`
}

/** Returns the reason why the service rejected this file. `undefined` if the error would also affect the next file. */
export function refusalReasonOf(error: unknown, file: string, changed: () => string): string | undefined {
  if (error instanceof Changed) return changed()
  if (error instanceof BadRequest)
    return `${withoutControls(file)}: ${error.message}${error.detail === undefined ? '' : `\n${plainLines(error.detail)}`}`
  const isOfFile = error instanceof NotFound || error instanceof RateLimited
  if (isOfFile || (error instanceof PlatenError && error.status === TOO_LARGE))
    return `${withoutControls(file)}: ${error.message}`
  return undefined
}

function plainLines(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${withoutControls(line)}`)
    .join('\n')
}
