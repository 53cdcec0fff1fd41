import { stat } from 'node:fs/promises'
import { format, parse } from 'node:path'
import { CallerError } from '../../caller.ts'
import { withoutControls } from '../../output/texts.ts'

/** Returns the files of the parts of a result: `all.pdf`, `all-2.pdf`. */
export function partFiles(output: string, count: number): string[] {
  const { dir, name, ext } = parse(output)
  return Array.from({ length: count }, (_, index) =>
    index === 0 ? output : format({ dir, name: `${name}-${index + 1}`, ext }),
  )
}

/**
 * Checks that the parts after the first one replace no file: the caller named only the first.
 * @throws {CallerError}
 */
export async function requireNew([, ...further]: readonly string[], batchId: string): Promise<void> {
  for (const file of further) {
    const isPresent = await stat(file).then(
      () => true,
      () => false,
    )
    if (!isPresent) continue
    throw new CallerError(
      `The result has ${further.length + 1} files, and ${withoutControls(file)} exists. Nothing was written.`,
      { next: `Use another --output: platen batches wait ${batchId} --output FILE` },
    )
  }
}
