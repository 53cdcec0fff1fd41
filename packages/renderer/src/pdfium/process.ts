import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { startLimited } from '../isolation/limited-process.ts'
import { networkIsolation } from '../isolation/network-isolation.ts'
import { lowerPriority, watchWork } from '../isolation/processes.ts'
import type { UnprivilegedUser } from '../isolation/unprivileged.ts'
import { programFile } from '../programs.ts'
import { LOCKED, NOT_FOUND } from './exit-codes.ts'

/** Result of a program, or the reason why there is none. `failed`: the process ended because of its input. */
export type PdfiumResult = { output: Buffer } | { failure: 'locked' | 'not-found' | 'late' | 'failed' }

// PDFium's memory is not part of the heap: see program.ts.
const HEAP_MB = 256
/** Processor time. A sheet takes 0.1 s, a large image on it 2 s. */
export const PDFIUM_LIMIT_MS = 10_000

/**
 * Runs a program on a PDF, in its own process that can only compute.
 *
 * @param options `user`: user of the process, when the service runs as root; `nice`: priority from 1 to 19, the lowest;
 * 0 leaves it unchanged
 * @throws the signal's reason when it aborts
 */
export async function runPdfium(
  program: URL,
  pdf: Buffer,
  options: { args: string[]; user: UnprivilegedUser | undefined; signal: AbortSignal; nice?: number },
): Promise<PdfiumResult> {
  const { args, user, signal, nice = 0 } = options
  const isolation = await networkIsolation()
  signal.throwIfAborted()
  const { child, confined } = startLimited(programFile(program), {
    heapMb: HEAP_MB,
    user,
    isolation,
    stdio: ['pipe', 'pipe', 'ignore', 'ipc'],
    args,
  })
  const { stdin, stdout, pid } = child
  if (!stdin || !stdout || pid === undefined) throw new Error('The process of PDFium did not start')
  if (nice > 0) lowerPriority(pid, nice)
  const kill = () => void child.kill('SIGKILL')
  signal.addEventListener('abort', kill, { once: true })
  let isLate = false
  const stopWatching = watchWork(pid, [
    {
      ms: PDFIUM_LIMIT_MS,
      reached() {
        isLate = true
        kill()
      },
    },
  ])
  // The process may end before it has read all input. The event `exit` handles its end.
  stdin.on('error', () => {})
  try {
    const ended = Promise.all([buffer(stdout), once(child, 'exit')])
    ended.catch(() => {})
    await confined.catch((error: unknown) => {
      signal.throwIfAborted()
      throw error
    })
    stdin.end(pdf)
    if (child.connected) child.disconnect()
    const [output, [code]] = await ended
    signal.throwIfAborted()
    if (isLate) return { failure: 'late' }
    if (code === LOCKED) return { failure: 'locked' }
    if (code === NOT_FOUND) return { failure: 'not-found' }
    return code === 0 ? { output } : { failure: 'failed' }
  } finally {
    stopWatching()
    signal.removeEventListener('abort', kill)
    kill()
  }
}
