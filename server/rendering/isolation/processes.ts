import { readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

// Linux' own account of processes. Where there is none, nothing takes anything and nothing can be done.
// It is in memory, and read at once: that takes a tenth of what asking for it and coming back would.

const TICKS_PER_SECOND = 100
const LOOK_EVERY_MS = 50

/** What a process has for itself, in MB: not what it shares with others, such as the program. */
export function memoryOf(pid: number): number {
  const status = read(`/proc/${pid}/status`)
  const kilobytes = status.matchAll(/^(?:RssAnon|RssShmem|VmSwap):\s+(\d+) kB/gm)
  return kilobytes.reduce((sum, [, one]) => sum + Number(one), 0) / 1024
}

/** For how long all threads of a process together have had a processor, in milliseconds; 0 when it has ended. */
export function processorTimeOf(pid: number): number {
  const stat = read(`/proc/${pid}/stat`)
  // Behind the program's name, which is in brackets and may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 1000) / TICKS_PER_SECOND
}

/**
 * For how long each thread has had a processor or waited for one, in milliseconds: on a busy machine an endless
 * loop gets little, but it never stops asking.
 */
export function processorWantedBy(pid: number): Map<string, number> {
  const wanted = new Map<string, number>()
  for (const thread of threadsOf(pid)) {
    const text = read(`/proc/${pid}/task/${thread}/schedstat`)
    const [had = 0, waited = 0] = text.split(' ').map(Number)
    wanted.set(thread, (had + waited) / 1_000_000)
  }
  return wanted
}

/**
 * Watches a process at work. Time on the clock says little where all processors are busy: what counts is what it
 * has had of one. Where that cannot be told the clock counts after all.
 * @param steps what is done when it has worked for so long, the shortest first.
 * @returns what ends the watch.
 */
export function watchWork(pid: number, steps: readonly { ms: number; reached: () => void }[]): () => void {
  const begunAt = performance.now()
  let begunAtMs: number | undefined
  let reached = 0
  const look = () => {
    const now = processorTimeOf(pid)
    begunAtMs ??= now
    const workedMs = now === 0 ? performance.now() - begunAt : now - begunAtMs
    for (let step = steps[reached]; step && workedMs >= step.ms; step = steps[reached]) {
      reached += 1
      step.reached()
    }
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  return () => clearInterval(timer)
}

/** Gives a process what others leave it. @param nice from 1 to 19, which gets least. */
export function lowerPriority(pid: number, nice: number): void {
  // To Linux each thread has a priority of its own.
  for (const thread of threadsOf(pid)) unlessEnded(() => setPriority(Number(thread), nice))
}

/** Ends a process at once. */
export function kill(pid: number): void {
  unlessEnded(() => void process.kill(pid, 'SIGKILL'))
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

/** A file's text, which is none when the process has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function unlessEnded(work: () => void): void {
  try {
    work()
  } catch {
    // It has ended already.
  }
}
