import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { programVariables } from '../variables.ts'

const TOOL = fileURLToPath(new URL('../../packages/cli/src/bin.ts', import.meta.url))
const RESIDENT_TOOL = new URL('resident-tool.ts', import.meta.url)
/** Marks the end of the output of a command of the resident tool. */
export const END = '\n\0end of the command\0'

/** Output and exit code of the tool. */
interface Ended {
  code: number
  stdout: string
  stderr: string
}

/** Runs the tool. The last argument may be its standard input. */
type RunTool = (...args: (string | { input: string })[]) => Promise<Ended>

/** A command for the resident tool. */
export interface ToolRequest {
  args: string[]
  input: string
}

/** Runs the tool in a folder that is also its home. The last argument may be its standard input. */
export function inFolder(folder: string, environment: NodeJS.ProcessEnv): RunTool {
  return async (...args) => {
    const { args: words, input } = requestOf(args)
    const child = startInFolder(folder, environment, ...words)
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ])
    return { code: Number(code ?? 1), stdout, stderr }
  }
}

/**
 * Runs the tool in one process for all commands, because loading it takes most of the time of a command. The process
 * starts with the first command. For tests of what commands do. Tests of the process itself use `inFolder`.
 */
export function residentTool(
  folder: string,
  environment: NodeJS.ProcessEnv,
): AsyncDisposable & { run: RunTool } {
  let child: ReturnType<typeof startResident> | undefined
  return {
    async run(...args) {
      child ??= startResident(folder, environment)
      const { stdout, stderr } = child
      if (!stdout || !stderr) throw new Error('The tool has no outputs')
      const ended = Promise.all([untilEnd(stdout), untilEnd(stderr), once(child, 'message')])
      child.send(requestOf(args))
      const [out, err, [code]] = await ended
      return { code: Number(code), stdout: out, stderr: err }
    },
    async [Symbol.asyncDispose]() {
      if (!child) return
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

/** Starts the tool and returns the running process. */
export function startInFolder(folder: string, environment: NodeJS.ProcessEnv, ...args: string[]) {
  return spawn(process.execPath, [TOOL, ...args], optionsFor(folder, environment))
}

function startResident(folder: string, environment: NodeJS.ProcessEnv) {
  return fork(RESIDENT_TOOL, { ...optionsFor(folder, environment), silent: true })
}

function optionsFor(folder: string, environment: NodeJS.ProcessEnv) {
  return { cwd: folder, env: { ...programVariables(), HOME: folder, ...environment } }
}

function requestOf(args: Parameters<RunTool>): ToolRequest {
  return {
    args: args.filter((one) => typeof one === 'string'),
    input: args.map((one) => (typeof one === 'string' ? '' : one.input)).join(''),
  }
}

/** Reads an output of the resident tool up to the end of its command. */
async function untilEnd(output: Readable): Promise<string> {
  let read = ''
  for await (const piece of output.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    read += piece
    if (read.endsWith(END)) return read.slice(0, -END.length)
  }
  throw new Error(`The tool has ended: ${read}`)
}
