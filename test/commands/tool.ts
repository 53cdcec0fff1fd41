import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { eventually } from '../harness.ts'
import { runTool } from '../process.ts'
import { programVariables } from '../variables.ts'
import { callTool } from './call.ts'

const CLI = fileURLToPath(new URL('../../server/cli.ts', import.meta.url))

/** The tool as somebody has it on a machine of their own: with a home, and nothing of the service's. */
export interface Tool extends AsyncDisposable {
  /** Where it keeps what `platen login` is given. */
  folder: string
  environment: NodeJS.ProcessEnv
  /** Runs it to its end, in a process of its own. */
  run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }>
  /** Runs it to its end with --json. @returns its value, or its complaint. */
  json(...args: string[]): Promise<Answered>
  /** Does the same in this process, for a call that writes nothing but its result or its error. */
  call(...args: string[]): Promise<Answered>
  /** Starts it, for what waits for something. */
  start(...args: string[]): RunningTool
}

// A test asserts what it reads of them.
// oxlint-disable-next-line typescript/no-explicit-any
type Answered = { code: number; value: any; error: any }

/** A tool that is still at work. */
export interface RunningTool {
  /** Waits for a value on its standard error. */
  told(): Promise<Record<string, string>>
  write(text: string): void
  interrupt(): void
  ended: Promise<{ code: number; stdout: string; stderr: string }>
}

/** Gives somebody the tool. @param url of the service; undefined: nobody has told it. */
export async function giveTool(url: string | undefined, more: NodeJS.ProcessEnv = {}): Promise<Tool> {
  const home = await mkdtemp(join(tmpdir(), 'platen-home-'))
  const environment = {
    PATH: process.env['PATH'],
    HOME: home,
    // There is no service on this machine.
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
    told: () =>
      eventually(() => {
        if (child.exitCode !== null) throw new Error(`The tool has ended: ${stderr}`)
        return stderr.includes('\n') && JSON.parse(stderr.split('\n', 1)[0] ?? '')
      }),
    write: (text) => void child.stdin.end(text),
    interrupt: () => void child.kill('SIGINT'),
    ended,
  }
}
