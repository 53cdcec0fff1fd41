import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { Refusal } from '@platen/template/refusal'
import { startLimited } from '../isolation/limited-process.ts'
import { networkIsolation } from '../isolation/network-isolation.ts'
import { lowerPriority, watchWork } from '../isolation/processes.ts'
import type { UnprivilegedUser } from '../isolation/unprivileged.ts'
import { programFile } from '../programs.ts'
import { EXIT_CODES } from './exit-codes.ts'

/** Error of a drawing process that ended because of its input. */
export class DrawingFailed extends Error {
  override name = 'DrawingFailed'
}

/** Number of a sheet, and the maximum size of its image, which keeps the sheet's proportions. */
export interface View {
  /** From 1. */
  sheet: number
  /** In pixels. */
  widthMax: number
  heightMax: number
}

const THUMBNAIL: View = { sheet: 1, widthMax: 400, heightMax: 800 }

// PDFium's memory is not part of the heap: see draw.ts.
const HEAP_MB = 256
/** Processor time. A sheet takes 0.1 s, a large image on it 2 s. */
const DRAW_LIMIT_MS = 10_000
/** Priority of thumbnails, for which no call waits. From 1 to 19, the lowest. */
const THUMBNAIL_NICE = 15

/**
 * Draws the first sheet of a PDF within 400 by 800 pixels.
 *
 * @throws as `drawSheet`
 */
export async function drawFirstSheet(
  pdf: Buffer,
  user: UnprivilegedUser | undefined,
  signal: AbortSignal,
): Promise<Buffer> {
  return await drawSheet(pdf, THUMBNAIL, user, signal, THUMBNAIL_NICE)
}

/**
 * Draws a sheet of a PDF as a PNG of at most 12 million pixels, in its own process.
 *
 * @param user user of the process, when the service runs as root
 * @param nice priority from 1 to 19, the lowest; 0 leaves it unchanged
 * @throws {Refusal} `invalid` for a sheet that does not exist, for a PDF with a password, and for one that takes too
 * long
 * @throws {DrawingFailed} for other input that cannot be drawn
 * @throws the signal's reason when it aborts
 */
export async function drawSheet(
  pdf: Buffer,
  { sheet, widthMax, heightMax }: View,
  user: UnprivilegedUser | undefined,
  signal: AbortSignal,
  nice = 0,
): Promise<Buffer> {
  const isolation = await networkIsolation()
  signal.throwIfAborted()
  const { child, confined } = startLimited(programFile(new URL('draw.ts', import.meta.url)), {
    heapMb: HEAP_MB,
    user,
    isolation,
    stdio: ['pipe', 'pipe', 'ignore', 'ipc'],
    args: [sheet, widthMax, heightMax].map(String),
  })
  const { stdin, stdout, pid } = child
  if (!stdin || !stdout || pid === undefined) throw new Error('The drawing process did not start')
  if (nice > 0) lowerPriority(pid, nice)
  const kill = () => void child.kill('SIGKILL')
  signal.addEventListener('abort', kill, { once: true })
  let isLate = false
  const stopWatching = watchWork(pid, [
    {
      ms: DRAW_LIMIT_MS,
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
    const [image, [code]] = await ended
    signal.throwIfAborted()
    if (code === EXIT_CODES.noSuchSheet) throw cannotDraw(`It has no sheet ${sheet}.`)
    if (code === EXIT_CODES.locked) throw cannotDraw('It has a password.')
    if (isLate) throw cannotDraw(`Drawing it exceeds the time limit of ${DRAW_LIMIT_MS / 1_000} s.`)
    if (code !== 0 || image.length === 0) throw new DrawingFailed('The sheet could not be drawn')
    return image
  } finally {
    stopWatching()
    signal.removeEventListener('abort', kill)
    kill()
  }
}

function cannotDraw(detail: string): Refusal {
  return new Refusal('invalid', 'This document cannot be drawn as an image.', { detail })
}
