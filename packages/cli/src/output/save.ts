import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Download } from '@platen/client'
import { UsageError } from '../command.ts'
import { CallerError } from '../caller.ts'
import { writeFileAtomically } from '../files.ts'
import { withoutControls } from './texts.ts'

/** Checks the output before the render is charged. @throws {CallerError} @throws {UsageError} */
export async function checkOutput(output: string | undefined): Promise<void> {
  if (output === undefined) return
  if (output === '-') {
    if (process.stdout.isTTY)
      throw new UsageError(
        'Refusing to write a PDF to the terminal. Use --output FILE or redirect standard output.',
      )
    return
  }
  const next = 'Use another --output.'
  const [stats, folder] = await Promise.all(
    [output, dirname(output)].map((path) => stat(path).catch(() => undefined)),
  )
  if (stats?.isDirectory()) throw new CallerError(`${withoutControls(output)} is a folder.`, { next })
  if (!folder?.isDirectory())
    throw new CallerError(
      `${withoutControls(output)} cannot be written: the folder ${withoutControls(dirname(output))} does not exist.`,
      { next },
    )
}

/** Downloads a PDF and writes it atomically. `-` is standard output. */
export async function save(pdf: Download, output: string, signal: AbortSignal): Promise<void> {
  const bytes = await pdf.download({ signal })
  if (output !== '-') return await writeFileAtomically(output, bytes)
  if (!process.stdout.write(bytes)) await once(process.stdout, 'drain', { signal })
}
