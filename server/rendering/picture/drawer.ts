import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { UnprivilegedUser } from '../unprivileged.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const READABLE = ['server/rendering/picture/', 'node_modules/', 'package.json']
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
  const child = spawn(
    process.execPath,
    [
      '--permission',
      ...READABLE.map((path) => `--allow-fs-read=${ROOT}${path}`),
      `--max-old-space-size=${HEAP_MB}`,
      '--disable-proto=delete',
      '--no-warnings',
      fileURLToPath(new URL('draw.ts', import.meta.url)),
      ...(user ? [String(user.uid), String(user.gid)] : []),
    ],
    { cwd: '/', env: {}, stdio: ['pipe', 'pipe', 'ignore'] },
  )
  const kill = () => void child.kill('SIGKILL')
  signal.addEventListener('abort', kill, { once: true })
  // It may end before it has read everything; its end says so already.
  child.stdin.on('error', () => {})
  child.stdin.end(pdf)
  try {
    const [picture, [code]] = await Promise.all([buffer(child.stdout), once(child, 'exit')])
    signal.throwIfAborted()
    if (code !== 0 || picture.length === 0) throw new Error('The first sheet could not be drawn')
    return picture
  } finally {
    signal.removeEventListener('abort', kill)
    kill()
  }
}
