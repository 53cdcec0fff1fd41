// npm test: all test files, three at a time, or those that are named as arguments. A file that fails beside others,
// which take the processors and the disk from it as no machine of its own would, is run once more, alone. It says so
// then, since what fails beside others may be a race that is ours. More than a few failures are no accident.

import { glob } from 'node:fs/promises'
import { relative } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { makeDataFolder } from './data-folder.ts'

const AT_ONCE = 3
/** Of one test. */
const LIMIT_MS = 600_000
const SECOND_TRIES_MAX = 5
/** Of all files: a file whose tests have ended but whose process does not is ended by it. */
const RUN_LIMIT_MS = 1_800_000

const named = process.argv.slice(2)
const files = named.length > 0 ? named : await Array.fromAsync(glob('test/**/*.test.ts'))
await using _ = await makeDataFolder()
const failed = await failing(files.toSorted(), AT_ONCE)
const isHopeless = failed.length > SECOND_TRIES_MAX
const failedAgain = failed.length > 0 && !isHopeless ? await failing(failed, 1) : failed
for (const file of failed) {
  if (failedAgain.includes(file)) console.log(`${file} failed${isHopeless ? '' : ' twice'}`)
  else console.log(`${file} failed beside others, and passed alone`)
}
process.exitCode = failedAgain.length > 0 ? 1 : 0

/** Runs test files and reports on them. @returns those in which something failed. */
async function failing(chosen: string[], concurrency: number): Promise<string[]> {
  const stream = run({
    files: chosen,
    concurrency,
    timeout: LIMIT_MS,
    signal: AbortSignal.timeout(RUN_LIMIT_MS),
  })
  const found = new Set<string>()
  stream.on('test:fail', ({ file, todo }) => {
    if (file !== undefined && todo === undefined) found.add(relative('.', file))
  })
  for await (const line of stream.compose(spec)) process.stdout.write(line)
  return [...found]
}
