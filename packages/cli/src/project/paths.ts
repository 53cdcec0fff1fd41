import { realpath } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { Refusal } from '@platen/template/refusal'

/**
 * Returns true if a path stays below its folder on all systems and is in normal form. Hidden files and folders, such as
 * .git, contain no templates.
 */
export function isPlainPath(path: string): boolean {
  return !/[\\:\p{Cc}]/u.test(path) && path.split('/').every((part) => part !== '' && !part.startsWith('.'))
}

/** Returns the path of a file in `platen.json`. @throws {Refusal} if the file is outside of the folder. */
export function mappedPath(folder: string, file: string): string {
  const path = relative(folder, resolve(file)).split(sep).join('/')
  if (path !== '' && !isAbsolute(path) && isPlainPath(path)) return path
  throw new Refusal(
    'invalid',
    `${file} is hidden or outside this folder, so platen.json cannot list it. Run the command in the folder that contains the file.`,
  )
}

/**
 * Returns the path to write a file of `platen.json` to. The folder may come from another user and contain links.
 * @throws {Refusal} if a link leads out of the folder.
 */
export async function pathInside(folder: string, path: string): Promise<string> {
  const target = join(folder, path)
  const [base, real] = await Promise.all([realpath(folder), nearestReal(target)])
  if (real === base || real.startsWith(base.endsWith(sep) ? base : base + sep)) return target
  throw new Refusal('invalid', `${path} leads to ${real}, which is outside this folder. Nothing was written.`)
}

/** Returns the real path of a file, or of its nearest existing parent folder. */
async function nearestReal(path: string): Promise<string> {
  return await realpath(path).catch(async (error: unknown) => {
    const above = dirname(path)
    if (above === path) throw error
    return await nearestReal(above)
  })
}
