import { readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

// Reads /proc. On systems without it, all values are 0 or empty. /proc is in memory, so synchronous reads take a tenth
// of the time of asynchronous ones.

const TICKS_PER_SECOND = 100
const CHECK_EVERY_MS = 50

/** Returns the private memory of a process in MB. Memory that it shares, such as that of its program, does not count. */
export function memoryOf(pid: number): number {
  const status = read(`/proc/${pid}/status`)
  const kilobytes = status.matchAll(/^(?:RssAnon|RssShmem|VmSwap):\s+(\d+) kB/gm)
  return kilobytes.reduce((sum, [, one]) => sum + Number(one), 0) / 1024
}

/** Returns the processor time of all threads of a process in milliseconds; 0 when it has ended. */
export function processorTimeOf(pid: number): number {
  const stat = read(`/proc/${pid}/stat`)
  // After the program's name, which is in brackets and may contain anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 1000) / TICKS_PER_SECOND
}

/**
 * Returns, for each thread, the milliseconds in which it ran or waited for a processor. On a busy machine an endless
 * loop gets little processor time, but always waits for more.
 */
export function processorDemandOf(pid: number): Map<string, number> {
  const demand = new Map<string, number>()
  for (const thread of threadsOf(pid)) {
    const text = read(`/proc/${pid}/task/${thread}/schedstat`)
    const [ran = 0, waited = 0] = text.split(' ').map(Number)
    demand.set(thread, (ran + waited) / 1_000_000)
  }
  return demand
}

/**
 * Watches the processor time of a process, because elapsed time means little when all processors are busy. Elapsed time
 * is used only when the processor time is not available.
 *
 * @param steps actions after amounts of processor time, in ascending order
 * @returns a function that ends the watch
 */
export function watchWork(pid: number, steps: readonly { ms: number; reached: () => void }[]): () => void {
  const begunAt = performance.now()
  let workAtStartMs: number | undefined
  let reached = 0
  const check = () => {
    const now = processorTimeOf(pid)
    workAtStartMs ??= now
    const workedMs = now === 0 ? performance.now() - begunAt : now - workAtStartMs
    for (let step = steps[reached]; step && workedMs >= step.ms; step = steps[reached]) {
      reached += 1
      step.reached()
    }
  }
  const timer = setInterval(check, CHECK_EVERY_MS)
  return () => clearInterval(timer)
}

/**
 * Lowers the priority of a process.
 *
 * @param nice from 1 to 19, the lowest priority
 */
export function lowerPriority(pid: number, nice: number): void {
  // On Linux each thread has its own priority.
  for (const thread of threadsOf(pid)) unlessEnded(() => setPriority(Number(thread), nice))
}

/** Kills a process. */
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

/** Returns a file's text, or '' when the process has ended. */
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
    // The process has already ended.
  }
}
