import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PYTHON_SOURCES } from '../sdk/python.ts'
import { type InstalledPackages, installSources } from './packages.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PROGRAM_LIMIT_MS = 120_000

/** Folder of a user with the command line and the clients, and the variables of its shell. */
export interface Workplace extends AsyncDisposable {
  folder: string
  /** Returns the current variables of the shell. */
  environment(): Record<string, string>
  /** Runs a program to its end. @returns its exit code and its output. */
  run(program: Program): Promise<Ran>
  /** Starts a program, and returns after its first output. */
  start(program: Program): Promise<RunningProgram>
}

export interface Program {
  language: string
  code: string
  /** Additional variables for this program only. */
  environment?: NodeJS.ProcessEnv | undefined
}

/** Running program. */
export interface RunningProgram {
  output(): string
  /** Resolves with its exit code. */
  ended: Promise<number | null>
}

export interface Ran {
  code: number | null
  output: string
}

/**
 * Creates the folder and installs Platen there.
 *
 * @param environment first variables of the shell
 * @param installPlaten installs the client, and returns the tool; default: the sources of the repository
 */
export async function openWorkplace(
  environment: NodeJS.ProcessEnv,
  installPlaten: (folder: string) => Promise<InstalledPackages> = installSources,
): Promise<Workplace> {
  const home = await mkdtemp(join(tmpdir(), 'platen-docs-'))
  // As root, PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(home, 0o755)
  const folder = join(home, 'project')
  await mkdir(folder)
  const installed = await installPlaten(folder)
  await install(folder, installed.tool)
  const state = join(home, 'environment')
  const path = [join(folder, 'node_modules/.bin'), dirname(process.execPath), process.env['PATH']]
  let variables: NodeJS.ProcessEnv = {
    PATH: path.join(delimiter),
    HOME: home,
    TMPDIR: home,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    NO_COLOR: '1',
    PYTHONPATH: PYTHON_SOURCES,
    PYTHONDONTWRITEBYTECODE: '1',
    // Shared with all processes of a test run.
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    ...environment,
  }
  const going: ChildProcess[] = []

  const launch = async ({ language, code, environment: more }: Program) => {
    const words = await commandFor(folder, language, code, state)
    const child = spawn(words[0], words.slice(1), {
      cwd: folder,
      env: { ...variables, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8')
      stream.on('data', (text: string) => (output += text))
    }
    return { child, output: () => output }
  }

  return {
    folder,
    environment: () =>
      Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, value ?? ''])),
    async run(program) {
      const { child, output } = await launch(program)
      const timer = setTimeout(() => end(child), PROGRAM_LIMIT_MS)
      await once(child, 'close')
      clearTimeout(timer)
      if (program.language === 'sh') variables = await variablesIn(state, variables, program.environment)
      return { code: child.exitCode, output: output() }
    },
    async start(program) {
      const { child, output } = await launch(program)
      going.push(child)
      const ended = once(child, 'close').then(() => child.exitCode)
      await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), ended])
      if (child.exitCode !== null) throw new Error(`The program exited with ${child.exitCode}: ${output()}`)
      return { output, ended }
    },
    async [Symbol.asyncDispose]() {
      for (const child of going) {
        const closed = once(child, 'close')
        if (end(child)) await closed
      }
      await installed[Symbol.asyncDispose]()
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** Installs the tool in node_modules/.bin, and what the pages use besides it. */
async function install(folder: string, tool: string): Promise<void> {
  const modules = join(folder, 'node_modules')
  await mkdir(join(modules, '.bin'), { recursive: true })
  if (!(await readdir(modules)).includes('@modelcontextprotocol'))
    await symlink(join(ROOT, 'node_modules/@modelcontextprotocol'), join(modules, '@modelcontextprotocol'))
  await writeProgram(join(modules, '.bin/platen'), `exec "${process.execPath}" "${tool}" "$@"`)
  // npx takes longer to find an installed program than the program takes to run, so this stands in for it.
  await writeProgram(join(modules, '.bin/npx'), 'exec "$@"')
  const scripts = { start: 'platen start' }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', scripts }))
}

async function writeProgram(file: string, command: string): Promise<void> {
  await rm(file, { force: true })
  await writeFile(file, `#!/bin/sh\n${command}\n`, { mode: 0o755 })
}

async function commandFor(
  folder: string,
  language: string,
  code: string,
  state: string,
): Promise<[string, ...string[]]> {
  if (language === 'sh') {
    // Variables of this block are kept for the blocks after it.
    const script = `set -a -e -o pipefail; trap 'env -0 > "${state}"' EXIT\n${code}`
    return ['bash', '-c', script]
  }
  if (language === 'python') return ['python3', '-W', 'error', '-c', code]
  const file = join(folder, `block.${language}`)
  await writeFile(file, code)
  return [process.execPath, file]
}

async function variablesIn(
  state: string,
  before: NodeJS.ProcessEnv,
  more: NodeJS.ProcessEnv = {},
): Promise<NodeJS.ProcessEnv> {
  const text = await readFile(state, 'utf8').catch(() => undefined)
  if (text === undefined) return before
  const pairs = text.split('\0').map((line): [string, string] => {
    const at = line.indexOf('=')
    return [line.slice(0, at), line.slice(at + 1)]
  })
  const own = new Set(['', '_', 'PWD', 'OLDPWD', 'SHLVL', ...Object.keys(more)])
  return Object.fromEntries(pairs.filter(([name]) => !own.has(name)))
}

/** Ends a program and its child processes. */
function end({ pid, exitCode, signalCode }: ChildProcess): boolean {
  if (pid === undefined || exitCode !== null || signalCode !== null) return false
  try {
    process.kill(-pid, 'SIGTERM')
    return true
  } catch {
    return false
  }
}

/** Returns true when the machine has a program. */
export async function isInstalled(program: string): Promise<boolean> {
  const child = spawn('bash', ['-c', `command -v ${program}`], { stdio: 'ignore' })
  await once(child, 'close')
  return child.exitCode === 0
}
