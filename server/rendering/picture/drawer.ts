import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { startLimited } from '../limited-process.ts'
import type { UnprivilegedUser } from '../unprivileged.ts'

const HEAP_MB = 256

/**
 * Draws the first sheet of a PDF as a PNG, within 400 by 800 pixels, in a process of its own.
 * @param user as whom that runs, where we are root.
 * @throws the signal's reason when that ends it; an Error when it cannot be drawn.
 */
export async function drawFirstSheet(
  pdf: Buffer,
  user: UnprivilegedUser | undefined,
  signal: AbortSignal,
): Promise<Buffer> {
  signal.throwIfAborted()
  const child = startLimited(new URL('draw.ts', import.meta.url), {
    heapMb: HEAP_MB,
    user,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const { stdin, stdout } = child
  if (!stdin || !stdout) throw new Error('The process that draws has no pipes')
  const kill = () => void child.kill('SIGKILL')
  signal.addEventListener('abort', kill, { once: true })
  // It may end before it has read everything; its end says so already.
  stdin.on('error', () => {})
  stdin.end(pdf)
  try {
    const [picture, [code]] = await Promise.all([buffer(stdout), once(child, 'exit')])
    signal.throwIfAborted()
    if (code !== 0 || picture.length === 0) throw new Error('The first sheet could not be drawn')
    return picture
  } finally {
    signal.removeEventListener('abort', kill)
    kill()
  }
}
