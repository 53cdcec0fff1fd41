import { glob, readFile, stat } from 'node:fs/promises'
import { relative } from 'node:path'

/**
 * What a file's name says of it. `unit`: pure rules. `usual`: anything else that a change must not break. `campaign`: the
 * same, which does more in a long run. `long`: for long runs alone.
 */
export type Layer = 'unit' | 'usual' | 'campaign' | 'long'

/** Finds the test files of layers. */
export async function filesOf(layers: Layer[]): Promise<string[]> {
  const files = await Array.fromAsync(glob('test/**/*.test.ts'))
  return files.filter((file) => layers.includes(layerOf(file))).toSorted()
}

/** Finds the test files that are named by their paths or folders. @throws where one names none. */
export async function filesNamed(paths: string[]): Promise<string[]> {
  const found = await Promise.all(paths.map(filesAt))
  return [...new Set(found.flat())].toSorted()
}

async function filesAt(path: string): Promise<string[]> {
  const kind = await stat(path).catch(() => undefined)
  const files = kind?.isDirectory() ? await Array.fromAsync(glob(`${path}/**/*.test.ts`)) : [path]
  if (!kind || files.length === 0) throw new Error(`There is no test file at ${path}`)
  return files.map((file) => relative('.', file))
}

const LAYERS = ['unit', 'campaign', 'long'] as const
const OWN_PROCESS = '// Own process:'

/** Returns the files that share no process with others. The first line of such a file says so, and why. */
export async function wantOwnProcess(files: string[]): Promise<Set<string>> {
  const wanted = await Promise.all(
    files.map(async (file) => (await readFile(file, 'utf8')).startsWith(OWN_PROCESS)),
  )
  return new Set(files.filter((_, index) => wanted[index]))
}

/** Returns the layer of a file. */
export function layerOf(file: string): Layer {
  return LAYERS.find((layer) => file.endsWith(`.${layer}.test.ts`)) ?? 'usual'
}
