/** Request of the runner to a worker: run a file, or end. */
export type Request = { file: string } | 'end'

/** An error that no test has caught, with its stack. */
export interface UncaughtError {
  uncaught: string
}

/** An event of `node:test`, as a worker sends it: the fields that the runner reads. */
export interface TestEvent {
  type: string
  data: {
    name?: string
    /** 0 is the file; its suites and tests are deeper. */
    nesting: number
    message?: string
    todo?: string | boolean
    details?: { duration_ms?: number; error?: TestError }
  }
}

/** The error of a failed test. */
export interface TestError extends Error {
  failureType?: string
  code?: string
}
