import type { ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { startLimited } from '../isolation/limited-process.ts'
import { type NetworkIsolation, networkIsolation } from '../isolation/network-isolation.ts'
import { lowerPriority, watchWork } from '../isolation/processes.ts'
import { createFairScheduler } from '@platen/capacity/fair-scheduler'
import { programFile } from '../programs.ts'
import type { UnprivilegedUser } from '../isolation/unprivileged.ts'
import type { PausableClock } from '@platen/capacity/pausable-deadline'
import type { Load } from '@platen/capacity/load'
import type { TenantUsage } from '@platen/capacity/tenant-usage'
import { createTemplateFiller, type TemplateFiller } from './filling.ts'
import { HEAP_MB } from './limits.ts'
import type { HostResponse, HostRequest } from './messages.ts'

/** Processes that compile and fill templates, and validate data. A failure affects its own call only. */
export interface TemplateHosts extends TemplateFiller, AsyncDisposable {
  /** Returns the load of the hosts. */
  load(): Load
}

/** A process, with its state. */
interface Host {
  process: ChildProcess
  /** Resolves when the process has ended, with the reason. */
  ended: Promise<string>
  ready: Promise<void>
  /** Number of requests so far. */
  requests: number
  /** Tenant whose long work has lowered the host's priority. The host serves only this tenant from then on. */
  slowFor: string | undefined
}

/** Idle hosts that are kept ready. A start takes 100 ms, and seconds when all processors are busy. */
const SPARE = 1
/** A host is replaced after this many requests, which limits the effect of anything that a template left in it. */
const REQUESTS_MAX = 5_000
/** Most work takes a few milliseconds. After this processor time the priority of the host is lowered. */
const LONG_MS = 50
const LONG_NICE = 10
/** A lowered priority cannot be raised again, so a slow host is replaced sooner. */
const SLOW_REQUESTS_MAX = 100
const RESTART_PAUSE_MS = 1_000

/**
 * Starts the template hosts.
 *
 * @param options `count`: concurrent requests per tenant; for the total see `createFairScheduler`; `user`: user of
 * the processes, when the service runs as root; `usage`: use of all tenants of the process; `workLimitMs`: lowers the limits of processor time for one call
 */
export async function createTemplateHosts(options: {
  count: number
  user: UnprivilegedUser | undefined
  usage: TenantUsage
  workLimitMs?: number
}): Promise<TemplateHosts> {
  const isolation = await networkIsolation()
  const { workLimitMs = Infinity } = options
  const scheduler = createFairScheduler(options.count, options.usage)
  const alive = new Set<Host>()
  const idle: Host[] = []
  let closing = false
  keepSpare()
  await Promise.all(idle.map((host) => host.ready))

  return {
    ...createTemplateFiller(send),
    load: () => scheduler.load(),
    async [Symbol.asyncDispose]() {
      closing = true
      const ends = [...alive].map((host) => host.ended)
      for (const host of alive) host.process.kill('SIGKILL')
      await Promise.all(ends)
    },
  }

  async function send(
    tenant: string,
    request: HostRequest,
    limitMs: number,
    signal: AbortSignal,
    clock?: PausableClock,
  ): Promise<HostResponse> {
    const release = await scheduler.acquire(tenant, signal, clock)
    try {
      // If all hosts were killed at once, each may be detected only by a failed request.
      for (let attempt = 0; attempt <= 2 * options.count + SPARE; attempt += 1) {
        const response = await sendToHost(tenant, request, Math.min(limitMs, workLimitMs), signal)
        if (response) return response
      }
      throw new Error('Template hosts were killed repeatedly during one call')
    } finally {
      release()
    }
  }

  /**
   * Sends a request to an idle host.
   *
   * @returns `undefined` when the host was killed from outside, so that the request can be repeated
   */
  async function sendToHost(
    tenant: string,
    request: HostRequest,
    limitMs: number,
    signal: AbortSignal,
  ): Promise<HostResponse | undefined> {
    const host = takeHost(tenant)
    const { pid } = host.process
    if (!(await isReady(host)) || pid === undefined) return undefined
    if (signal.aborted) returnToPool(host)
    signal.throwIfAborted()
    const kill = () => void host.process.kill('SIGKILL')
    signal.addEventListener('abort', kill, { once: true })
    host.process.send(request)
    let isLate = false
    const stopWatching = watchWork(pid, [
      { ms: LONG_MS, reached: () => lowerHostPriority(host, pid, tenant) },
      {
        ms: limitMs,
        reached() {
          isLate = true
          kill()
        },
      },
    ])
    const outcome = await Promise.race([responseOf(host), host.ended])
    stopWatching()
    signal.removeEventListener('abort', kill)
    if (typeof outcome !== 'string') {
      returnToPool(host)
      return outcome
    }
    signal.throwIfAborted()
    if (isLate) return limitExceeded(request, `time limit of ${limitMs / 1000} s`)
    // Node aborts with SIGABRT when its heap is full.
    return outcome === 'SIGABRT' ? limitExceeded(request, `memory limit of ${HEAP_MB} MB`) : undefined
  }

  function takeHost(tenant: string): Host {
    const host =
      idle.find(({ slowFor }) => slowFor === tenant) ??
      idle.find(({ slowFor }) => slowFor === undefined) ??
      start()
    removeIdle(host)
    keepSpare()
    return host
  }

  function keepSpare(): void {
    const fastCount = idle.filter(({ slowFor }) => slowFor === undefined).length
    for (let missing = SPARE - fastCount; missing > 0; missing -= 1) idle.push(start())
  }

  function lowerHostPriority(host: Host, pid: number, tenant: string): void {
    host.slowFor = tenant
    host.requests = Math.max(host.requests, REQUESTS_MAX - SLOW_REQUESTS_MAX)
    lowerPriority(pid, LONG_NICE)
  }

  function returnToPool(host: Host): void {
    host.requests += 1
    if (host.requests >= REQUESTS_MAX) return void host.process.kill('SIGKILL')
    // The next request uses this host, because its templates are compiled.
    idle.unshift(host)
    if (idle.length <= 2 * options.count + SPARE) return
    const dispensable = idle.findLast(({ slowFor }) => slowFor !== undefined) ?? idle.at(-1)
    dispensable?.process.kill('SIGKILL')
  }

  function removeIdle(host: Host): void {
    const index = idle.indexOf(host)
    if (index !== -1) idle.splice(index, 1)
  }

  function start(): Host {
    const host = startHost(options.user, isolation)
    alive.add(host)
    void host.ended.then(() => replace(host))
    return host
  }

  /** Starts another host when one has ended for any reason. */
  async function replace(host: Host): Promise<void> {
    alive.delete(host)
    removeIdle(host)
    // Waits after a failed start, to avoid a rapid loop of starts.
    if (!(await isReady(host))) await delay(RESTART_PAUSE_MS, undefined, { ref: false })
    if (!closing) keepSpare()
  }
}

/** Work and remedy for messages, by kind of request. */
const WORK: Readonly<Record<HostRequest['kind'], { name: string; remedy: string }>> = {
  check: { name: 'Compiling the template', remedy: 'Simplify the template.' },
  fill: { name: 'Filling the template', remedy: 'Simplify the template, or send less data.' },
  'check schema': { name: 'Compiling the schema', remedy: 'Simplify the schema.' },
  validate: { name: 'Validating the data', remedy: 'Simplify the schema, or send less data.' },
}

function limitExceeded({ kind }: HostRequest, limit: string): HostResponse {
  const { name, remedy } = WORK[kind]
  return { kind: 'refused', reason: `${name} exceeds the ${limit}. ${remedy}` }
}

function startHost(user: UnprivilegedUser | undefined, isolation: NetworkIsolation): Host {
  const { child, confined } = startLimited(programFile(new URL('host.ts', import.meta.url)), {
    heapMb: HEAP_MB,
    user,
    isolation,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `exit ${code}`))
    child.once('error', (error) => resolve(error.message))
  })
  // Sending to a process that has just ended fails. The event `exit` handles its end.
  child.on('error', () => {})
  return { process: child, ended, ready: confined, requests: 0, slowFor: undefined }
}

/** Waits until a host is ready. Returns false when it ended before. */
async function isReady(host: Host): Promise<boolean> {
  return await host.ready.then(
    () => true,
    () => false,
  )
}

async function responseOf(host: Host): Promise<HostResponse> {
  return await new Promise((resolve) =>
    host.process.once('message', (response: HostResponse) => resolve(response)),
  )
}
