import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Refusal } from '../../errors.ts'
import { startLimited } from '../limited-process.ts'
import { createTurns } from '../turns.ts'
import { COMPILE_LIMIT_MS, FILL_LIMIT_MS, HEAP_MB } from './limits.ts'
import { type Answer, type Question, READY } from './messages.ts'

/** The processes in which Handlebars compiles and fills. Whatever a template does there costs its own call only. */
export interface TemplateHosts extends AsyncDisposable {
  /** Compiles a source. @throws {Refusal} `invalid`, with the compiler's message as detail. */
  check(source: string, partition: string, signal: AbortSignal): Promise<void>
  /**
   * Fills a source with each element of a JSON array.
   * @returns the HTML of each, in order.
   * @throws {Refusal} `invalid`, with the reason as detail.
   */
  fill(
    request: {
      partition: string
      source: string
      contentVersion: string
      elements: string
      /** Helpers that cannot work with what they are given print nothing then. */
      isPreview?: boolean
    },
    signal: AbortSignal,
  ): Promise<string[]>
}

interface Host {
  process: ChildProcess
  /** Resolves when the process has ended, with what ended it. */
  ended: Promise<string>
  ready: Promise<void>
  jobs: number
}

/** Idle hosts kept ready beyond those at work: one starts in 150 ms, and in seconds when all processors are busy. */
const SPARE = 1
/** After so many, a host is replaced, so that nothing a template left in it lasts. */
const JOBS_MAX = 5_000
const START_LIMIT_MS = 15_000
const RESTART_PAUSE_MS = 1_000

/**
 * Starts the hosts.
 * @param options `count`: how many work at the same time for one partition; for all together see `createTurns`; `user`: whom they run as, where we are root.
 */
export async function createTemplateHosts(options: {
  count: number
  user: { uid: number; gid: number } | undefined
}): Promise<TemplateHosts> {
  const turns = createTurns(options.count)
  const alive = new Set<Host>()
  const idle: Host[] = []
  let closing = false
  for (let host = 0; host < options.count + SPARE; host += 1) idle.push(start())
  await Promise.all(idle.map((host) => host.ready))

  return {
    async check(source, partition, signal) {
      const answer = await ask(partition, { kind: 'check', source }, COMPILE_LIMIT_MS, signal)
      if (answer.kind === 'done') return
      throw new Refusal('invalid', 'Invalid Handlebars template', { detail: reasonOf(answer) })
    },
    async fill({ partition, source, contentVersion, elements, isPreview = false }, signal) {
      const limitMs = COMPILE_LIMIT_MS + FILL_LIMIT_MS
      const question = { kind: 'fill', contentVersion, elements, isPreview } as const
      // Most often the source is compiled already, and it may be large.
      const first = await ask(partition, question, limitMs, signal)
      const answer =
        first.kind === 'source needed'
          ? await ask(partition, { ...question, source }, limitMs, signal)
          : first
      if (answer.kind === 'done') return answer.html
      throw new Refusal('invalid', 'The template could not be filled with this data.', {
        detail: reasonOf(answer),
      })
    },
    async [Symbol.asyncDispose]() {
      closing = true
      const ends = [...alive].map((host) => host.ended)
      for (const host of alive) host.process.kill('SIGKILL')
      await Promise.all(ends)
    },
  }

  async function ask(
    partition: string,
    question: Question,
    limitMs: number,
    signal: AbortSignal,
  ): Promise<Answer> {
    const endTurn = await turns.take(partition, signal)
    try {
      // Were all of them killed at once, each may have to be found dead before the first new one serves.
      for (let attempt = 0; attempt <= 2 * options.count + SPARE; attempt += 1) {
        const answer = await askHost(question, limitMs, signal)
        if (answer) return answer
      }
      throw new Error('Template hosts were killed again and again over one call')
    } finally {
      endTurn()
    }
  }

  /** @returns undefined when the host was killed from outside: its work can be tried again. */
  async function askHost(
    question: Question,
    limitMs: number,
    signal: AbortSignal,
  ): Promise<Answer | undefined> {
    const host = takeIdle()
    if (!(await isReady(host))) return undefined
    const late = AbortSignal.timeout(limitMs)
    const kill = () => void host.process.kill('SIGKILL')
    const stop = AbortSignal.any([signal, late])
    stop.addEventListener('abort', kill, { once: true })
    host.process.send(question)
    const outcome = await Promise.race([answerOf(host), host.ended])
    stop.removeEventListener('abort', kill)
    if (typeof outcome !== 'string') {
      giveBack(host)
      return outcome
    }
    signal.throwIfAborted()
    if (late.aborted) return { kind: 'refused', reason: `it takes longer than ${limitMs / 1000} s` }
    // Node ends itself by SIGABRT when its heap is full.
    return outcome === 'SIGABRT'
      ? { kind: 'refused', reason: `it needs more than ${HEAP_MB} MB of memory` }
      : undefined
  }

  function takeIdle(): Host {
    const host = idle.shift() ?? start()
    if (idle.length < SPARE) idle.push(start())
    return host
  }

  function giveBack(host: Host): void {
    host.jobs += 1
    if (host.jobs >= JOBS_MAX) return void host.process.kill('SIGKILL')
    // First in line again: its templates are compiled.
    idle.unshift(host)
    if (idle.length > 2 * options.count + SPARE) idle.at(-1)?.process.kill('SIGKILL')
  }

  function start(): Host {
    const host = startHost(options.user)
    alive.add(host)
    void host.ended.then(() => replace(host))
    return host
  }

  /** Whatever ended it, idle or at work, another takes its place. */
  async function replace(host: Host): Promise<void> {
    alive.delete(host)
    const index = idle.indexOf(host)
    if (index !== -1) idle.splice(index, 1)
    // One that never came up would be followed by another at once, and another.
    if (!(await isReady(host))) await delay(RESTART_PAUSE_MS, undefined, { ref: false })
    if (!closing && idle.length < options.count + SPARE) idle.push(start())
  }
}

function reasonOf(answer: Answer): string {
  return answer.kind === 'refused' ? answer.reason : 'the template failed'
}

function startHost(user: { uid: number; gid: number } | undefined): Host {
  const child = startLimited(new URL('host.ts', import.meta.url), {
    heapMb: HEAP_MB,
    user,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `exit ${code}`))
    child.once('error', (error) => resolve(error.message))
  })
  const ready = becameReady(child, ended)
  ready.catch(() => {})
  // A message to a process that has just ended fails; its end says so already.
  child.on('error', () => {})
  return { process: child, ended, ready, jobs: 0 }
}

/** Whether it has come up; it may have been killed before. */
async function isReady(host: Host): Promise<boolean> {
  return await host.ready.then(
    () => true,
    () => false,
  )
}

async function becameReady(child: ChildProcess, ended: Promise<string>): Promise<void> {
  const started = once(child, 'message', { signal: AbortSignal.timeout(START_LIMIT_MS) })
  const [first] = await Promise.race([started, ended.then((end) => [end])])
  if (first !== READY) throw new Error(`A template host did not start: ${String(first)}`)
}

async function answerOf(host: Host): Promise<Answer> {
  return await new Promise((resolve) => host.process.once('message', (answer: Answer) => resolve(answer)))
}
