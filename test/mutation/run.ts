// npm run test:mutation: runs mutation tests of all subjects, or of those that are named.

import { join } from 'node:path'
import { startDatabases } from '../runner/postgres.ts'
import { createRunFolder } from '../runner/run-folder.ts'
import { testMutants } from './mutation-tests.ts'
import { SUBJECTS, subjectNamed } from './subjects.ts'

const names = process.argv.slice(2)
const subjects = names.length > 0 ? names.map(subjectNamed) : SUBJECTS
process.exitCode = (await runAll()) ? 0 : 1

async function runAll(): Promise<boolean> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await createRunFolder())
  // Everything that a run starts reads it.
  process.env['TMPDIR'] = folder.path
  process.env['NODE_COMPILE_CACHE'] = join(folder.path, 'compiled')
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => interrupted.abort())
  const databases = stack.use(await startDatabases())
  Object.assign(process.env, databases.variables)
  return await testMutants(subjects, { lists: names.length > 0, signal: interrupted.signal })
}
