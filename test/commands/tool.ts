import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { eventually } from '../harness.ts'
import { runTool } from '../process.ts'
import { programVariables } from '../variables.ts'
import { callTool } from './call.ts'

const CLI = fileURLToPath(new URL('../../packages/cli/src/bin.ts', import.meta.url))

/** The tool on a machine of a user: with a home folder, and without the data of a service. */
export interface Tool extends AsyncDisposable {
  /** Folder for the credentials of `platen login`. */
  folder: string
  environment: NodeJS.ProcessEnv
  /** Runs the tool in a process of its own. */
  run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }>
  /** Runs the tool with --json. @returns the value on standard output and the error on standard error. */
  json(...args: string[]): Promise<Answered>
  /** Runs the tool in this process, for a call that writes only its result or its error. */
  call(...args: string[]): Promise<Answered>
  /** Starts the tool, for commands that wait. */
  start(...args: string[]): RunningTool
}

// Tests assert the fields that they read.
// oxlint-disable-next-line typescript/no-explicit-any
type Answered = { code: number; value: any; error: any }

/** Running process of the tool. */
export interface RunningTool {
  /** Waits for the first JSON value on standard error. */
  nextMessage(): Promise<Record<string, string>>
  write(text: string): void
  interrupt(): void
  /** Returns the standard output so far. */
  output(): string
  /** Returns the standard error so far. */
  errors(): string
  ended: Promise<{ code: number; stdout: string; stderr: string }>
}

/** Creates the tool. @param url of the service; `undefined` to set none. */
export async function createTool(url: string | undefined, more: NodeJS.ProcessEnv = {}): Promise<Tool> {
  const home = await mkdtemp(join(tmpdir(), 'platen-home-'))
  const environment = {
    PATH: process.env['PATH'],
    HOME: home,
    // This machine has no service.
    DATA_DIR: join(home, 'data'),
    PLATEN_URL: url,
    ...more,
  }
  const started: RunningTool[] = []
  return {
    folder: join(home, '.config', 'platen'),
    environment,
    run: (...args) => runTool(args, environment),
    json: async (...args) => answered(await runTool([...args, '--json'], environment)),
    call: async (...args) => answered(await callTool([...args, '--json'], environment)),
    start(...args) {
      const running = start(args, environment)
      started.push(running)
      return running
    },
    async [Symbol.asyncDispose]() {
      for (const running of started) running.interrupt()
      await Promise.all(started.map(({ ended }) => ended))
      await rm(home, { recursive: true, force: true })
    },
  }
}

function answered({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }): Answered {
  const last = stderr.trim().split('\n').at(-1) ?? ''
  return {
    code,
    value: stdout === '' ? undefined : JSON.parse(stdout),
    error: last === '' ? undefined : JSON.parse(last),
  }
}

function start(args: string[], environment: NodeJS.ProcessEnv): RunningTool {
  const child = spawn(process.execPath, [CLI, ...args], { env: { ...programVariables(), ...environment } })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const ended = new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    child.once('close', (code) => resolve({ code: code ?? 1, stdout, stderr }))
  })
  return {
    nextMessage: () =>
      eventually(() => {
        if (child.exitCode !== null) throw new Error(`The tool has ended: ${stderr}`)
        return stderr.includes('\n') && JSON.parse(stderr.split('\n', 1)[0] ?? '')
      }),
    write: (text) => void child.stdin.end(text),
    interrupt: () => void child.kill('SIGINT'),
    output: () => stdout,
    errors: () => stderr,
    ended,
  }
}
