import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setPriority } from 'node:os'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageFolder } from '../programs.ts'
import { CONFINED } from './confine.ts'
import { limitDescriptors, type NetworkIsolation } from './network-isolation.ts'
import type { UnprivilegedUser } from './unprivileged.ts'

const require = createRequire(import.meta.url)
/** Folders that a program needs besides its own: those of this package and of `@platen/template`, and the installed packages. */
const READABLE = [
  packageFolder('@platen/renderer'),
  packageFolder('@platen/template'),
  ...(require.resolve.paths('handlebars') ?? [])
    .filter((folder) => basename(folder) === 'node_modules' && existsSync(folder))
    .map((folder) => `${folder}/`),
]
/** On a busy processor, the process gets a third of the time that the service and its database get. */
const NICE = 5
// On a machine with busy processors, a start takes many times as long as usual.
const START_LIMIT_MS = 60_000

/** A process with almost no rights, while it starts. */
export interface LimitedProcess {
  child: ChildProcess
  /** Resolves when every limit is active. Input may be sent from then on. Otherwise rejects, and ends the process. */
  confined: Promise<void>
}

/**
 * Starts a program that processes untrusted input, as a process that can only compute: an empty environment,
 * Node's permission model (read access to its own folder and the packages), no network, a memory limit. Its priority is
 * lower than that of the service and its database.
 *
 * @param program file of the program. It calls `confine` when it is loaded. Its own arguments begin at
 * `process.argv[3]`
 * @param options `user`: the user that the process becomes, when the service runs as root; `stdio`: has an 'ipc'
 * channel for its reports
 */
export function startLimited(
  program: URL,
  options: {
    heapMb: number
    user: UnprivilegedUser | undefined
    isolation: NetworkIsolation
    stdio: StdioOptions
    args?: string[]
  },
): LimitedProcess {
  const file = fileURLToPath(program)
  const { user, isolation, args = [] } = options
  const [command = process.execPath, ...rest] = [
    ...(isolation.namespace ?? []),
    process.execPath,
    '--permission',
    ...[`${dirname(file)}/`, ...READABLE].map((folder) => `--allow-fs-read=${folder}`),
    `--max-old-space-size=${options.heapMb}`,
    '--disable-proto=delete',
    '--disable-sigusr1',
    '--no-warnings',
    file,
    user ? `${user.uid}:${user.gid}` : '',
    ...args,
  ]
  // JSON serialisation would escape text first, which takes ten times as long for megabytes.
  const child = spawn(command, rest, { cwd: '/', env: {}, stdio: options.stdio, serialization: 'advanced' })
  if (child.pid !== undefined) setPriority(child.pid, NICE)
  const confined = awaitConfinement(child, isolation, user)
  confined.catch(() => child.kill('SIGKILL'))
  return { child, confined }
}

async function awaitConfinement(
  child: ChildProcess,
  isolation: NetworkIsolation,
  user: UnprivilegedUser | undefined,
): Promise<void> {
  const settled = new AbortController()
  const signal = AbortSignal.any([settled.signal, AbortSignal.timeout(START_LIMIT_MS)])
  try {
    const ended = once(child, 'exit', { signal }).then(([code, end]) => `it ended with ${code ?? end}`)
    const first = await Promise.race([once(child, 'message', { signal }).then(([message]) => message), ended])
    if (first !== CONFINED) throw new Error(`A process for untrusted input did not start: ${String(first)}`)
    if (isolation.descriptorLimit && child.pid !== undefined) await limitDescriptors(child.pid, user)
  } finally {
    settled.abort()
  }
}
