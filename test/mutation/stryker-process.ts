// A process that runs Stryker on one subject and sends its mutants. Stryker ends its process on a signal.

import { join, relative } from 'node:path'
import type { LogLevel, MutantResult } from '@stryker-mutator/api/core'
import { Stryker } from '@stryker-mutator/core'
import { type Mutant, RESULTS_FOLDER } from './mutants.ts'
import { IGNORER, SUBJECT, TEST_RUNNER } from './plugins.ts'
import { subjectNamed } from './subjects.ts'

const OUTCOMES: Partial<Record<MutantResult['status'], Mutant['outcome']>> = {
  Killed: 'killed',
  Timeout: 'timed-out',
  Survived: 'survived',
  NoCoverage: 'not-covered',
}

process.on('disconnect', () => process.exit(1))
const [, , name = '', folder = ''] = process.argv
const { mutated } = subjectNamed(name)
const results = await new Stryker({
  mutate: mutated,
  plugins: [join(import.meta.dirname, 'plugins.ts')],
  testRunner: TEST_RUNNER,
  ignorers: [IGNORER],
  [SUBJECT]: name,
  warnings: false,
  // Tests of each mutant: those that run its line, up to the first that fails.
  coverageAnalysis: 'perTest',
  // A mutant may loop or wait for ever. The margin is for a machine that does other work at the same time.
  timeoutMS: 6_000,
  timeoutFactor: 2,
  // The copy of the project that is changed: what the tests import, and node_modules by a link.
  tempDirName: join(folder, name),
  ignorePatterns: ['/*', '!/packages', '!/test', '!/package.json'],
  cleanTempDir: 'always',
  disableTypeChecks: false,
  reporters: ['html'],
  htmlReporter: { fileName: join(RESULTS_FOLDER, `${name}.html`) },
  logLevel: 'warn' as LogLevel,
  allowConsoleColors: false,
}).runMutationTest()
const mutants = results.flatMap((mutant): Mutant[] => {
  const outcome = OUTCOMES[mutant.status]
  return outcome
    ? [
        {
          file: relative('.', mutant.fileName),
          line: mutant.location.start.line,
          mutator: mutant.mutatorName,
          replacement: mutant.replacement ?? '',
          outcome,
        },
      ]
    : []
})
// The message is sent when the callback is called, and nothing of Stryker keeps the process then.
process.send?.(mutants, () => process.exit())
