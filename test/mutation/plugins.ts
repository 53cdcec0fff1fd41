// Plugins of Stryker: a test runner for `node:test`, with a process for each mutant, and a filter of mutants.

import type { StrykerOptions } from '@stryker-mutator/api/core'
import {
  commonTokens,
  declareFactoryPlugin,
  declareValuePlugin,
  PluginKind,
  tokens,
} from '@stryker-mutator/api/plugin'
import {
  type DryRunOptions,
  type DryRunResult,
  DryRunStatus,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestRunner,
  TestStatus,
} from '@stryker-mutator/api/test-runner'
import { texts } from './ignored.ts'
import { runTests } from './run-tests.ts'
import { subjectNamed } from './subjects.ts'

export const TEST_RUNNER = 'node-test'
export const IGNORER = 'texts'
/** Name of the option with the subject. */
export const SUBJECT = 'platenSubject'
/** The process of the tests is killed before Stryker kills this one. */
const TIMEOUT_MARGIN_MS = 500

// The name that Stryker looks for.
export const strykerPlugins = [
  declareFactoryPlugin(PluginKind.TestRunner, TEST_RUNNER, createTestRunner),
  declareValuePlugin(PluginKind.Ignore, IGNORER, texts),
]

createTestRunner.inject = tokens(commonTokens.options)
function createTestRunner(options: StrykerOptions): TestRunner {
  const { tests: files } = subjectNamed(String(options[SUBJECT]))
  const cwd = process.cwd()

  return {
    capabilities: () => ({ reloadEnvironment: true }),
    async dryRun({ timeout }: DryRunOptions): Promise<DryRunResult> {
      const mutantCoverage = { static: {}, perTest: {} }
      const result = await runTests(
        { files, instrumenter: { mutantCoverage } },
        { cwd, timeoutMs: timeout - TIMEOUT_MARGIN_MS },
      )
      if (result.kind === 'timed-out') return { status: DryRunStatus.Timeout }
      if (result.kind === 'failed') {
        return { status: DryRunStatus.Error, errorMessage: `${result.test}: ${result.reason}` }
      }
      return {
        status: DryRunStatus.Complete,
        tests: result.tests.map(({ id, durationMs }) => ({
          id,
          name: id,
          timeSpentMs: durationMs,
          status: TestStatus.Success,
        })),
        mutantCoverage: result.instrumenter.mutantCoverage ?? mutantCoverage,
      }
    },
    async mutantRun({
      activeMutant,
      hitLimit,
      testFilter: only,
      timeout,
    }: MutantRunOptions): Promise<MutantRunResult> {
      const result = await runTests(
        {
          files,
          only,
          instrumenter: { activeMutant: activeMutant.id, hitCount: 0, ...(hitLimit && { hitLimit }) },
        },
        { cwd, timeoutMs: timeout - TIMEOUT_MARGIN_MS },
      )
      if (result.kind === 'timed-out') return { status: MutantRunStatus.Timeout }
      const nrOfTests = only?.length ?? 0
      if (result.kind === 'passed') return { status: MutantRunStatus.Survived, nrOfTests }
      return {
        status: MutantRunStatus.Killed,
        killedBy: [result.test],
        failureMessage: result.reason,
        nrOfTests,
      }
    },
  }
}
