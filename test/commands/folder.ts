import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { programVariables } from '../variables.ts'

const TOOL = fileURLToPath(new URL('../../server/cli.ts', import.meta.url))

/** What the tool has said and how it ended. */
interface Ended {
  code: number
  stdout: string
  stderr: string
}

/** The tool, called in a folder and with a home of its own; the last argument may be what it reads. */
export function inFolder(folder: string, environment: NodeJS.ProcessEnv) {
  return async (...args: (string | { input: string })[]): Promise<Ended> => {
    const child = startInFolder(folder, environment, ...args.filter((one) => typeof one === 'string'))
    child.stdin.on('error', () => {})
    child.stdin.end(args.map((one) => (typeof one === 'string' ? '' : one.input)).join(''))
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ])
    return { code: Number(code ?? 1), stdout, stderr }
  }
}

/** The same, while it runs. */
export function startInFolder(folder: string, environment: NodeJS.ProcessEnv, ...args: string[]) {
  return spawn(process.execPath, [TOOL, ...args], {
    cwd: folder,
    env: { ...programVariables(), HOME: folder, ...environment },
  })
}
