import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, readlink } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Log } from '../log.ts'
import type { UnprivilegedUser } from './unprivileged.ts'

/**
 * Kernel layers that deny network access to a process. A third layer, the loader block, is always active: `confine`
 * blocks sockets inside the process.
 */
export interface NetworkIsolation {
  /** Command that starts a program in its own network namespace; `undefined` when the kernel does not allow it. */
  namespace: readonly string[] | undefined
  /**
   * True when the limit of open descriptors of a running process can be set to 0: the kernel then rejects every new
   * socket. Open descriptors keep working.
   */
  descriptorLimit: boolean
}

/**
 * Commands for root and for other users, who need user namespaces. `unshare` executes the program in its own process,
 * so the pid stays the same.
 */
const NAMESPACE_COMMANDS = {
  root: ['unshare', '--net', '--'],
  user: ['unshare', '--user', '--map-current-user', '--net', '--'],
}
/** Time limit of a probe. A probe takes less, even on a busy machine. */
const PROBE_LIMIT_MS = 20_000
const ADVICE =
  'Install unshare and prlimit (the package util-linux) and allow user namespaces: see docs/operate/containers.md.'
const OWN_NAMESPACE = '/proc/self/ns/net'

let detected: Promise<NetworkIsolation> | undefined

/** Detects which layers this machine allows, by using them once. The result is cached for the life of the process. */
export function networkIsolation(): Promise<NetworkIsolation> {
  detected ??= detect()
  return detected
}

/** Describes the active layers for operators, with advice when no kernel layer is active. */
export function describeIsolation(isolation: NetworkIsolation): { layers: string[]; detail: string } {
  const layers = [
    ...(isolation.namespace ? ['network namespace'] : []),
    ...(isolation.descriptorLimit ? ['descriptor limit'] : []),
    'loader block',
  ]
  const active = `template hosts and drawing processes have no network: ${layers.join(' + ')}`
  return { layers, detail: hasKernelLayer(isolation) ? active : `${active} only. ${ADVICE}` }
}

/** Logs a warning when no kernel layer is active. */
export function warnWithoutKernelLayer(isolation: NetworkIsolation, log: Pick<Log, 'warn'>): void {
  if (hasKernelLayer(isolation)) return
  log.warn(
    { layers: describeIsolation(isolation).layers },
    `The kernel does not block network access of template hosts and drawing processes. ${ADVICE}`,
  )
}

function hasKernelLayer({ namespace, descriptorLimit }: NetworkIsolation): boolean {
  return namespace !== undefined || descriptorLimit
}

/**
 * Sets the limit of open descriptors of a running process to 0, so that the kernel rejects every new socket.
 *
 * @param user owner of the process, when the service runs as root
 * @throws an Error when the limit could not be set
 */
export async function limitDescriptors(pid: number, user: UnprivilegedUser | undefined): Promise<void> {
  await run('prlimit', ['--pid', String(pid), '--nofile=0:0'], user)
}

async function detect(): Promise<NetworkIsolation> {
  const command = process.getuid?.() === 0 ? NAMESPACE_COMMANDS.root : NAMESPACE_COMMANDS.user
  const [hasNamespace, descriptorLimit] = await Promise.all([
    succeeds(startsInNamespace(command)),
    succeeds(limitsDescriptors()),
  ])
  return { namespace: hasNamespace ? command : undefined, descriptorLimit }
}

async function startsInNamespace([program = '', ...args]: readonly string[]): Promise<boolean> {
  const inside = await run(program, [...args, 'readlink', OWN_NAMESPACE])
  return inside.trim() !== (await readlink(OWN_NAMESPACE))
}

async function limitsDescriptors(): Promise<boolean> {
  const child = spawn('cat', { cwd: '/', env: {}, stdio: ['pipe', 'pipe', 'ignore'] })
  // A failed start and an early end make the probe fail below.
  for (const part of [child, child.stdin]) part.on('error', () => {})
  try {
    const { pid } = child
    if (pid === undefined) return false
    // The echo shows that the process has loaded its libraries, which needs descriptors.
    child.stdin.write('.')
    await once(child.stdout, 'data', { signal: AbortSignal.timeout(PROBE_LIMIT_MS) })
    await limitDescriptors(pid, undefined)
    return /^Max open files +0 +0 /m.test(await readFile(`/proc/${pid}/limits`, 'utf8'))
  } finally {
    child.kill('SIGKILL')
  }
}

async function run(program: string, args: string[], user?: UnprivilegedUser): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, {
    cwd: '/',
    env: {},
    timeout: PROBE_LIMIT_MS,
    ...user,
  })
  return stdout
}

async function succeeds(probe: Promise<boolean>): Promise<boolean> {
  return await probe.catch(() => false)
}
