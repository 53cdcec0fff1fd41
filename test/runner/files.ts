import { glob, stat } from 'node:fs/promises'
import { relative } from 'node:path'

/**
 * When a test file runs, by its name. `unit`: pure rules. `usual`: everything else that a change must not break.
 * `campaign`: a repeated fault, in a short form and, in a long run, in full. `long`: in long runs only.
 */
export type Layer = 'unit' | 'usual' | 'campaign' | 'long'

/** Finds the test files of `layers`. */
export async function filesOf(layers: Layer[]): Promise<string[]> {
  const files = (await Array.fromAsync(glob('test/**/*.test.ts'))).toSorted()
  // The longest files first and the shortest last, so that all workers end at about the same time.
  return LONGEST_FIRST.filter((layer) => layers.includes(layer)).flatMap((layer) =>
    files.filter((file) => layerOf(file) === layer),
  )
}

/** Finds test files by their paths or folders. @throws if a path leads to none. */
export async function filesNamed(paths: string[]): Promise<string[]> {
  const lists = await Promise.all(paths.map(filesAt))
  return [...new Set(lists.flat())].toSorted()
}

async function filesAt(path: string): Promise<string[]> {
  const kind = await stat(path).catch(() => undefined)
  const files = kind?.isDirectory() ? await Array.fromAsync(glob(`${path}/**/*.test.ts`)) : [path]
  if (!kind || files.length === 0) throw new Error(`There is no test file at ${path}`)
  return files.map((file) => relative('.', file))
}

const LONGEST_FIRST = ['long', 'campaign', 'usual', 'unit'] as const
const NAMED_LAYERS = ['unit', 'campaign', 'long'] as const

/** Returns true for a file that gets a worker process of its own: it breaks or counts what files share. */
export function needsOwnProcess(file: string): boolean {
  return file.endsWith('.own-process.test.ts')
}

/** Returns the layer of a file. */
export function layerOf(file: string): Layer {
  return NAMED_LAYERS.find((layer) => file.endsWith(`.${layer}.test.ts`)) ?? 'usual'
}
