import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { descendantsOf, killAll } from '../processes.ts'
import { needsOwnProcess } from './files.ts'
import type { Request, TestEvent, UncaughtError } from './messages.ts'

/** Result of a test file. */
export interface FileResult {
  file: string
  /** In order. A file that was ended lacks its last events. */
  events: TestEvent[]
  /** Output of the tests. */
  output: string
  durationMs: number
  /** Reason why the file was ended or is invalid. */
  trouble?: string
}

export interface WorkerOptions {
  /** Number of files that run at a time. */
  count: number
  /** A file that reports nothing for this long is ended. */
  silenceMs: number
  environment: NodeJS.ProcessEnv
  /** Ends the run: kills the workers and starts no more files. */
  signal: AbortSignal
}

const END_LIMIT_MS = 60_000
const DUMP_LIMIT_MS = 30_000

/** Runs the files in a few processes. Yields each result, and one more for each process that does not end. */
export async function* runFiles(files: string[], options: WorkerOptions): AsyncGenerator<FileResult> {
  const waiting = [...files]
  const results: FileResult[] = []
  let wake = () => {}
  const report = (result: FileResult) => {
    results.push(result)
    wake()
  }
  let running = Math.min(options.count, files.length)
  const all = Array.from({ length: running }, async () => {
    try {
      await work(waiting, options, report)
    } finally {
      running -= 1
      wake()
    }
  })
  while (running > 0 || results.length > 0) {
    const result = results.shift()
    if (result) yield result
    else await new Promise<void>((resolve) => (wake = resolve))
  }
  await Promise.all(all)
}

/** Runs waiting files until there are none, in one process after the other. */
async function work(waiting: string[], options: WorkerOptions, report: (result: FileResult) => void) {
  const folder = await mkdtemp(join(tmpdir(), 'platen-test-worker-'))
  try {
    while (waiting.length > 0 && !options.signal.aborted)
      await workInOneProcess(waiting, folder, options, report)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs waiting files until there are none, the next needs a process of its own, or the process ends. */
async function workInOneProcess(
  waiting: string[],
  folder: string,
  options: WorkerOptions,
  report: (result: FileResult) => void,
) {
  const worker = startWorker(folder, options)
  const taken: FileResult[] = []
  for (let isAlone = false; !isAlone;) {
    const file = waiting[0]
    if (file === undefined) break
    isAlone = needsOwnProcess(file)
    if (isAlone && taken.length > 0) break
    waiting.shift()
    const result = await runFile(worker, file, folder, options)
    taken.push(result)
    report(result)
    if (result.trouble !== undefined && hasExited(worker)) return
  }
  const { output, handles } = await endWorker(worker, folder, options)
  const reason = handles === undefined ? wrongExit(worker, taken) : 'did not end by itself'
  if (reason === undefined) return
  const files = taken.map(({ file }) => file)
  const trouble = [`The process of these files ${reason}.`, ...files, handles ?? ''].join('\n')
  report({ file: 'the end of a process', events: [], output, durationMs: 0, trouble })
}

/** @returns undefined for the exit code 0, and for 1 if a test or a file has failed: Node sets it. */
function wrongExit({ child }: Worker, taken: FileResult[]): string | undefined {
  const hasFailed = taken.some(
    ({ events, trouble }) => trouble !== undefined || events.some(({ type }) => type === 'test:fail'),
  )
  if (child.exitCode === 0 || (child.exitCode === 1 && hasFailed)) return undefined
  return `ended with ${exitOf(child)}`
}

function hasExited({ child }: Worker): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

function exitOf({ signalCode, exitCode }: ChildProcess): string {
  return signalCode ?? `exit code ${exitCode}`
}

interface Worker {
  child: ChildProcess
  exited: Promise<void>
  /** Returns the output since the last call. */
  takeOutput(): string
}

function startWorker(folder: string, { environment }: WorkerOptions): Worker {
  let output = ''
  const child = fork(join(import.meta.dirname, 'worker.ts'), [], {
    execArgv: [
      `--test-reporter=${join(import.meta.dirname, 'relay.ts')}`,
      '--report-on-signal',
      `--report-directory=${folder}`,
      '--report-exclude-env',
      // Services leave much garbage when they start. More room for it saves a twelfth of the processor time of API tests.
      '--min-semi-space-size=32',
      '--max-semi-space-size=64',
    ],
    env: environment,
    // Ctrl+C reaches the runner alone, which ends the workers and what they have started.
    detached: true,
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  }
  // A message to a process that has just ended cannot be sent. Its exit is what is reported.
  child.on('error', () => {})
  return {
    child,
    exited: new Promise((resolve) => child.once('exit', () => resolve())),
    takeOutput() {
      const taken = output
      output = ''
      return taken
    },
  }
}

async function runFile(
  worker: Worker,
  file: string,
  folder: string,
  { silenceMs, signal }: WorkerOptions,
): Promise<FileResult> {
  const begun = performance.now()
  const events: TestEvent[] = []
  const result = (trouble?: string): FileResult => ({
    file,
    events,
    output: worker.takeOutput(),
    durationMs: performance.now() - begun,
    ...(trouble !== undefined && { trouble }),
  })
  const { promise: ended, resolve: end } = Promise.withResolvers<
    'done' | 'exited' | 'silent' | 'interrupted'
  >()
  const onAbort = () => end('interrupted')
  let timer = setTimeout(() => end('silent'), silenceMs)
  const uncaught: string[] = []
  const onMessage = (message: TestEvent | UncaughtError) => {
    if ('uncaught' in message) return void uncaught.push(message.uncaught)
    events.push(message)
    clearTimeout(timer)
    timer = setTimeout(() => end('silent'), silenceMs)
    const { type, data } = message
    if (data.nesting === 0 && (type === 'test:pass' || type === 'test:fail')) end('done')
  }
  worker.child.on('message', onMessage)
  // Also when it has ended since the last file.
  void worker.exited.then(() => end('exited'))
  signal.addEventListener('abort', onAbort)
  worker.child.send({ file } satisfies Request)
  const how = await ended
  clearTimeout(timer)
  worker.child.off('message', onMessage)
  signal.removeEventListener('abort', onAbort)
  if (how === 'done') {
    if (uncaught.length > 0) return result(['No test has caught:', ...uncaught].join('\n'))
    // For example because it awaits a promise of another file before its first `describe`.
    return events.some(({ data }) => data.nesting > 0) ? result() : result('The file has no tests.')
  }
  if (how === 'exited') {
    return result(`Its process ended: ${exitOf(worker.child)}.`)
  }
  if (how === 'interrupted') {
    await killTree(worker)
    return result('The run was interrupted.')
  }
  const handles = await dumpAndKill(worker, folder)
  return result(`No test started or ended for ${silenceMs / 1000} s.\n${handles}`)
}

/** Waits until the process ends by itself. @returns its open handles if it does not. */
async function endWorker(
  worker: Worker,
  folder: string,
  { silenceMs }: WorkerOptions,
): Promise<{ output: string; handles?: string }> {
  worker.child.send('end' satisfies Request)
  const limitMs = Math.min(END_LIMIT_MS, silenceMs)
  const isOver = await Promise.race([worker.exited, delay(limitMs, 'late', { ref: false })])
  if (isOver !== 'late') return { output: worker.takeOutput() }
  const handles = await dumpAndKill(worker, folder)
  return { output: worker.takeOutput(), handles }
}

/** Kills a process and its descendants. @returns its stack and its open handles. */
async function dumpAndKill(worker: Worker, folder: string): Promise<string> {
  worker.child.kill('SIGUSR2')
  const dump = await readDump(folder)
  await killTree(worker)
  return dump
}

async function killTree({ child, exited }: Worker): Promise<void> {
  if (child.pid === undefined) return
  killAll([child.pid, ...(await descendantsOf(child.pid))])
  await exited
}

/** Reads the report that Node writes on the signal. */
async function readDump(folder: string): Promise<string> {
  const deadline = Date.now() + DUMP_LIMIT_MS
  while (Date.now() < deadline) {
    await delay(100)
    for (const name of await readdir(folder)) {
      const text = await readFile(join(folder, name), 'utf8')
      try {
        const dump: Dump = JSON.parse(text)
        await rm(join(folder, name))
        return describeDump(dump)
      } catch {
        // The report is not complete yet.
      }
    }
  }
  return 'The process did not write a report.'
}

/** https://nodejs.org/api/report.html */
interface Dump {
  javascriptStack: { message?: string; stack?: string[] }
  libuv: {
    type: string
    is_active: boolean
    is_referenced?: boolean
    fd?: number
    pid?: number
    localEndpoint?: unknown
    remoteEndpoint?: unknown
  }[]
}

function describeDump({ javascriptStack, libuv }: Dump): string {
  const handles = libuv
    .filter((handle) => handle.is_active && handle.is_referenced)
    .map(
      ({ type, fd, pid, localEndpoint, remoteEndpoint }) =>
        `  ${type} ${JSON.stringify({ fd, pid, localEndpoint, remoteEndpoint })}`,
    )
  const stack = (javascriptStack.stack ?? []).map((line) => `  ${line}`)
  return ['Running:', ...stack, 'Open handles:', ...handles].join('\n')
}
