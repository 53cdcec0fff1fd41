import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { TestEvent } from '../runner/messages.ts'
import type { Request, TestRequest, TestsEnded } from './messages.ts'

/** Result of test files against one mutant. */
export type TestsResult =
  | ({ kind: 'passed' } & TestsEnded)
  | { kind: 'failed'; test: string; reason: string }
  | { kind: 'timed-out' }

export interface TestsOptions {
  /** Folder in which the paths of the test files are. */
  cwd: string
  timeoutMs: number
}

/** Runs test files in a process of their own, up to the first test that fails. The process is killed afterwards. */
export async function runTests(request: TestRequest, options: TestsOptions): Promise<TestsResult> {
  const { only } = request
  // A file of which no test runs is not imported.
  const files = request.files.filter((file) => only?.some((id) => id.startsWith(`${file} > `)) ?? true)
  const child = startTestProcess(options.cwd)
  const exited = once(child, 'exit')
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<TestsResult>((resolve, reject) => {
      let remaining = files.length
      timer = setTimeout(() => resolve({ kind: 'timed-out' }), options.timeoutMs)
      child.on('error', reject)
      child.on('message', (message: TestEvent | TestsEnded) => {
        if ('tests' in message) return resolve({ kind: 'passed', ...message })
        const { type, data } = message
        if (type === 'test:fail' && data.todo === undefined) return resolve(failure(message))
        if (data.nesting === 0 && type === 'test:pass') remaining -= 1
        if (remaining === 0) child.send('end' satisfies Request)
      })
      child.once('exit', (code, signal) =>
        resolve({ kind: 'failed', test: 'the process', reason: `ended with ${signal ?? code}` }),
      )
      child.send({ ...request, files } satisfies Request)
    })
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
    await exited
  }
}

function startTestProcess(cwd: string): ChildProcess {
  return fork(join(import.meta.dirname, 'test-process.ts'), [], {
    cwd,
    execArgv: [`--test-reporter=${join(import.meta.dirname, '..', 'runner', 'relay.ts')}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

function failure({ data }: TestEvent): TestsResult {
  const { cause, message } = data.details?.error ?? {}
  const reason = cause instanceof Object && 'message' in cause ? String(cause.message) : (message ?? '')
  return { kind: 'failed', test: data.name ?? '', reason }
}
