import { readdir, readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'

// Linux' own account of processes. Where there is none, nothing takes anything and nothing can be done.

const TICKS_PER_SECOND = 100

/** What a process has for itself, in MB: not what it shares with others, such as the program. */
export async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = ['RssAnon', 'RssShmem', 'VmSwap'].map((name) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0),
  )
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024
}

/** For how long all threads of a process together have had a processor, in milliseconds; 0 when it has ended. */
export async function processorTimeOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // Behind the program's name, which is in brackets and may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 1000) / TICKS_PER_SECOND
}

/**
 * For how long each thread has had a processor or waited for one, in milliseconds: on a busy machine an endless
 * loop gets little, but it never stops asking.
 */
export async function processorWantedBy(pid: number): Promise<Map<string, number>> {
  const wanted = new Map<string, number>()
  for (const thread of await threadsOf(pid)) {
    const text = await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '')
    const [had = 0, waited = 0] = text.split(' ').map(Number)
    wanted.set(thread, (had + waited) / 1_000_000)
  }
  return wanted
}

/** Gives a process what others leave it. @param nice from 1 to 19, which gets least. */
export async function lowerPriority(pid: number, nice: number): Promise<void> {
  // To Linux each thread has a priority of its own.
  for (const thread of await threadsOf(pid)) unlessEnded(() => setPriority(Number(thread), nice))
}

/** Ends a process at once. */
export function kill(pid: number): void {
  unlessEnded(() => void process.kill(pid, 'SIGKILL'))
}

const threadsOf = (pid: number) => readdir(`/proc/${pid}/task`).catch(() => [])

function unlessEnded(work: () => void): void {
  try {
    work()
  } catch {
    // It has ended already.
  }
}
