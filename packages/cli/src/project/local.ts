import { createHash } from 'node:crypto'
import { mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Refusal } from '@platen/template/refusal'
import { readText, writeFileAtomically } from '../files.ts'
import { pathInside } from './paths.ts'

/** Source on this machine. */
export interface LocalSource {
  text: string
  contentVersion: string
}

/** Reads the source in a file. @throws {Refusal} if the file does not exist or is empty. */
export async function readLocal(folder: string, file: string): Promise<LocalSource> {
  const text = await readText(join(folder, file))
  if (text.trim() === '') throw new Refusal('invalid', `${file} is empty.`)
  return { text, contentVersion: versionOf(text) }
}

/** Reads the source in a file. `undefined` if it does not exist. @throws {Refusal} if it is not text. */
export async function findLocal(folder: string, file: string): Promise<LocalSource | undefined> {
  if (!(await stat(join(folder, file)).catch(() => undefined))) return undefined
  const text = await readText(join(folder, file))
  return { text, contentVersion: versionOf(text) }
}

/** Writes a file below the folder. @throws {Refusal} if a link leads out of the folder. */
export async function writeLocal(folder: string, file: string, content: string | Uint8Array): Promise<void> {
  const path = await pathInside(folder, file)
  await mkdir(dirname(path), { recursive: true })
  await writeFileAtomically(path, content)
}

/** Same hash as that of the service: SHA-256 in hex. */
function versionOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
