import { readdirSync, readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Returns the processes whose command line contains `text`. */
export async function processesNaming(text: string): Promise<number[]> {
  return allProcesses().filter((pid) => read(`/proc/${pid}/cmdline`).includes(text))
}

/**
 * Returns the Chromium processes of a type among the descendants of the process `pid`. Command lines tell browsers from
 * pages: process ids do not, because they start again at 1 on a machine that has started many processes.
 */
export async function chromiumProcesses(type: 'browser' | 'renderer', pid = process.pid): Promise<number[]> {
  const typeOf = (command: string) =>
    command.includes('--type=renderer')
      ? 'renderer'
      : !command.includes('--type=') && command.includes('--remote-debugging-pipe') && 'browser'
  return (await descendantsOf(pid)).filter((child) => typeOf(read(`/proc/${child}/cmdline`)) === type)
}

/** Returns all descendants of the process `pid`. */
export async function descendantsOf(pid: number): Promise<number[]> {
  const parents = new Map(allProcesses().map((process) => [process, parentOf(process)]))
  const pids = new Set([pid])
  for (let before = 0; before !== pids.size;) {
    before = pids.size
    for (const [child, parent] of parents) if (pids.has(parent)) pids.add(child)
  }
  pids.delete(pid)
  return [...pids]
}

function allProcesses(): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
}

function parentOf(pid: number): number {
  return Number(fieldsOf(pid)[1])
}

/** Returns the fields of /proc/PID/stat after the name of the program, which may contain anything. */
function fieldsOf(pid: number): string[] {
  const stat = read(`/proc/${pid}/stat`)
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Reads a file of /proc synchronously, which takes a fifth of the time. @returns '' when the process has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Kills processes with SIGKILL, except those that have ended. */
export function killAll(pids: number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended.
    }
  }
}

/** Returns true for the file of the template host: its source or its bundle. */
export function isHostFile(path: string): boolean {
  return /\/host\.[jt]s$/.test(path)
}

/** Returns the template hosts among the descendants of the process `pid`. */
export async function hostsOf(pid: number): Promise<number[]> {
  const descendants = await descendantsOf(pid)
  return descendants.filter((child) => read(`/proc/${child}/cmdline`).split('\0').some(isHostFile))
}

/** Returns true if the process exists and is no zombie. */
export async function isRunning(pid: number): Promise<boolean> {
  const status = read(`/proc/${pid}/status`)
  return status !== '' && !/^State:\s+[ZX]/m.test(status)
}

/** Returns the CPU time of each renderer process of Chromium so far, in hundredths of a second, by process id. */
export async function workOfPages(): Promise<Map<number, number>> {
  const pages = await chromiumProcesses('renderer')
  return new Map(
    pages.map((pid) => {
      const [user, system] = fieldsOf(pid).slice(11, 13).map(Number)
      return [pid, (user ?? 0) + (system ?? 0)]
    }),
  )
}

/** Returns the bytes of objects and buffers that this process keeps alive, after a garbage collection. */
export function heldBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
