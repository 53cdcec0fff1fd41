// npm test: runs the test files of some layers, or those at the given paths. `--silence SECONDS` sets the time after
// which a file that reports nothing is ended.

import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bundleFolder } from '../../packages/renderer/src/programs.ts'
import { SCALE } from '../scale.ts'
import { filesNamed, filesOf, type Layer, layerOf } from './files.ts'
import { startDatabases } from './postgres.ts'
import { reportOn } from './report.ts'
import { createRunFolder } from './run-folder.ts'
import { runFiles } from './workers.ts'

// Most files wait for Chromium, PostgreSQL or a child process for half of their time.
const FILES_PER_PROCESSOR = 2
const SILENCE_MS = 120_000
// A single test of a long run may take this long.
const LONG_SILENCE_MS = 1_800_000
const JUNIT_FILE = 'test-results/junit.xml'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { unit: { type: 'boolean' }, long: { type: 'boolean' }, silence: { type: 'string' } },
})
const layers: Layer[] = values.unit
  ? ['unit']
  : values.long
    ? ['campaign', 'long']
    : ['unit', 'usual', 'campaign']
const files = positionals.length > 0 ? await filesNamed(positionals) : await filesOf(layers)
process.exitCode = (await runAll(files)) ? 0 : 1

async function runAll(files: string[]): Promise<boolean> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await createRunFolder())
  // Everything that a run starts reads it.
  process.env['TMPDIR'] = folder.path
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => interrupted.abort())
  // Tests that start many processes take half as long with bundles of the current sources.
  if (!existsSync(bundleFolder())) await import('../../packages/renderer/build.ts')
  const needDatabases = files.some((file) => layerOf(file) !== 'unit')
  const databases = needDatabases ? stack.use(await startDatabases()) : undefined
  const environment = {
    ...process.env,
    ...databases?.variables,
    ...(values.long && { [SCALE]: 'long' }),
    NODE_COMPILE_CACHE: join(folder.path, 'compiled'),
  }
  const results = runFiles(files, {
    count: Math.ceil(availableParallelism() * FILES_PER_PROCESSOR),
    silenceMs: silenceMs(),
    environment,
    signal: interrupted.signal,
  })
  // Whoever names files reads what they write.
  const hasPassed = await reportOn(results, { junitFile: JUNIT_FILE, showsOutput: positionals.length > 0 })
  if (!values.long || positionals.length > 0) return hasPassed
  Object.assign(process.env, environment)
  const { testMutants } = await import('../mutation/mutation-tests.ts')
  const { SUBJECTS } = await import('../mutation/subjects.ts')
  return (await testMutants(SUBJECTS, { lists: false, signal: interrupted.signal })) && hasPassed
}

function silenceMs(): number {
  if (values.silence === undefined) return values.long ? LONG_SILENCE_MS : SILENCE_MS
  const seconds = Number(values.silence)
  if (!(seconds > 0)) throw new Error(`--silence must be a number of seconds, not "${values.silence}"`)
  return seconds * 1_000
}
