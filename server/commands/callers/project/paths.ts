import { realpath } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { Refusal } from '../../../errors.ts'

/**
 * Whether a path leads from its folder downwards on every system, and is written in only one way. Hidden files and
 * folders, such as .git, hold no templates.
 */
export function isPlainPath(path: string): boolean {
  return !/[\\:\p{Cc}]/u.test(path) && path.split('/').every((part) => part !== '' && !part.startsWith('.'))
}

/** The path by which a file that the caller names is kept in `platen.json`. @throws {Refusal} outside its folder. */
export function mappedPath(folder: string, file: string): string {
  const path = relative(folder, resolve(file)).split(sep).join('/')
  if (path !== '' && !isAbsolute(path) && isPlainPath(path)) return path
  throw new Refusal(
    'invalid',
    `${file} is hidden or outside this folder, so platen.json cannot list it. Run the command in the folder that contains the file.`,
  )
}

/**
 * Where a file of `platen.json` is written. The file may have come with somebody else's folder, links with it.
 * @throws {Refusal} where a link leads out of the folder.
 */
export async function placeInside(folder: string, path: string): Promise<string> {
  const target = join(folder, path)
  const [base, real] = await Promise.all([realpath(folder), nearestReal(target)])
  if (real === base || real.startsWith(base.endsWith(sep) ? base : base + sep)) return target
  throw new Refusal('invalid', `${path} leads to ${real}, which is outside this folder. Nothing was written.`)
}

/** The real path of a file, or of the nearest folder above it that there is. */
async function nearestReal(path: string): Promise<string> {
  return await realpath(path).catch(async (error: unknown) => {
    const above = dirname(path)
    if (above === path) throw error
    return await nearestReal(above)
  })
}
