import type { InstrumenterContext } from '@stryker-mutator/api/core'

/** Request to a test process: run test files, or send the state after the last test. */
export type Request = TestRequest | 'end'

export interface TestRequest {
  /** Paths of the test files, relative to the working directory. */
  files: string[]
  /** Ids of the tests to run; all by default. */
  only?: readonly string[] | undefined
  /** State of the instrumented code at first: the active mutant and the limit of its executions. */
  instrumenter: InstrumenterContext
  /** A changed source that replaces that of a file. */
  replaced?: ReplacedSource | undefined
}

export interface ReplacedSource {
  /** Absolute path. */
  file: string
  source: string
}

/** Answer of a test process to `end`. */
export interface TestsEnded {
  tests: TestDuration[]
  instrumenter: InstrumenterContext
}

export interface TestDuration {
  /** Names of the test and of all groups that it is in. */
  id: string
  durationMs: number
}
