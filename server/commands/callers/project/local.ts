import { createHash } from 'node:crypto'
import { mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Refusal } from '../../../errors.ts'
import { readText, writeWhole } from '../files.ts'
import { placeInside } from './paths.ts'

/** A source on this machine. */
export interface LocalSource {
  text: string
  contentVersion: string
}

/** The source in a file that must be there. @throws {Refusal} */
export async function readLocal(folder: string, file: string): Promise<LocalSource> {
  const text = await readText(join(folder, file))
  if (text.trim() === '') throw new Refusal('invalid', `${file} is empty.`)
  return { text, contentVersion: versionOf(text) }
}

/** The source in a file; undefined where there is none. @throws {Refusal} for what is no text. */
export async function findLocal(folder: string, file: string): Promise<LocalSource | undefined> {
  if (!(await stat(join(folder, file)).catch(() => undefined))) return undefined
  const text = await readText(join(folder, file))
  return { text, contentVersion: versionOf(text) }
}

/** Writes a file below the folder. @throws {Refusal} where a link leads out of it. */
export async function writeLocal(folder: string, file: string, content: string | Uint8Array): Promise<void> {
  const path = await placeInside(folder, file)
  await mkdir(dirname(path), { recursive: true })
  await writeWhole(path, content)
}

/** As the service counts: SHA-256 of the source, hex. */
function versionOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
