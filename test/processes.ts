import { readFile, readdir } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { ServiceProcess } from './process.ts'

/** Returns the processes whose command line contains `text`. */
export async function processesNaming(text: string): Promise<number[]> {
  const found: number[] = []
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const command = await readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => '')
    if (command.includes(text)) found.push(Number(entry))
  }
  return found
}

/** Returns the processes of a service whose command line contains `text`. */
export async function ownProcesses(service: ServiceProcess, text: string): Promise<number[]> {
  const own = await descendantsOf(service.child.pid ?? 0)
  return (await processesNaming(text)).filter((pid) => own.includes(pid)).toSorted((a, b) => a - b)
}

/** Returns all descendants of the process `pid`. */
export async function descendantsOf(pid: number): Promise<number[]> {
  const parents = new Map<number, number>()
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const status = await readFile(`/proc/${entry}/status`, 'utf8').catch(() => '')
    parents.set(Number(entry), Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]))
  }
  const found = new Set([pid])
  for (let before = 0; before !== found.size;) {
    before = found.size
    for (const [child, parent] of parents) if (found.has(parent)) found.add(child)
  }
  found.delete(pid)
  return [...found]
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

/** Returns the template hosts among the descendants of the process `pid`. */
export async function hostsOf(pid: number): Promise<number[]> {
  const hosts: number[] = []
  for (const child of await descendantsOf(pid)) {
    const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')
    if (command.includes('fill/host.ts')) hosts.push(child)
  }
  return hosts.toSorted((one, other) => one - other)
}

/** Returns true if the process exists and is no zombie. */
export async function isRunning(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => undefined)
  return status !== undefined && !/^State:\s+[ZX]/m.test(status)
}

/** Returns the CPU time of each renderer process of Chromium so far, in hundredths of a second, by process id. */
export async function workOfPages(): Promise<Map<number, number>> {
  const counts = new Map<number, number>()
  for (const pid of await descendantsOf(process.pid)) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (!command.includes('--type=renderer')) continue
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number)
    counts.set(pid, (user ?? 0) + (system ?? 0))
  }
  return counts
}

/** Returns the bytes of objects and buffers that this process keeps alive, after a garbage collection. */
export function heldBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
