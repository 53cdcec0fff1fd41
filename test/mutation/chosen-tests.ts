// Stands in for `node:test` in test files: declares only the tests that are to run. Node's own filter by name cannot
// choose tests in several files that one process imports.

import { it as declare } from 'node:test'

export { after, before, describe, mock } from 'node:test'

let chosen: readonly string[] | undefined

/** Chooses tests by their ids, for the files that are imported from now on; undefined chooses all. */
export function choose(ids: readonly string[] | undefined): void {
  chosen = ids
}

type Declaration = Parameters<typeof declare>

/** `it` of `node:test`, for tests that are chosen. A test with the same name in another group is declared, too. */
export function it(...declaration: Declaration): Promise<void> | undefined {
  const [name] = declaration
  if (chosen && !chosen.some((id) => id.endsWith(` > ${String(name)}`))) return undefined
  return declare(...declaration)
}
