import type { Terminal } from '../caller.ts'

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const FRAME_MS = 100
const CLEAR_LINE = '\r\u001B[K'

/**
 * Shows progress and elapsed time while `work` runs. Shows nothing in a pipe.
 * @param what the text, or a function that returns the current one.
 */
export async function showProgress<Done>(
  { showsProgress, width }: Terminal,
  what: string | (() => string),
  work: () => Promise<Done>,
): Promise<Done> {
  if (!showsProgress) return await work()
  const began = performance.now()
  let frame = 0
  const timer = setInterval(() => {
    const line = progressLine(typeof what === 'string' ? what : what(), {
      frame,
      ms: performance.now() - began,
      width,
    })
    process.stderr.write(`${CLEAR_LINE}${line}`)
    frame += 1
  }, FRAME_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    process.stderr.write(CLEAR_LINE)
  }
}

/** Formats the progress line for the width of the terminal. */
export function progressLine(
  what: string,
  { frame, ms, width }: { frame: number; ms: number; width: number },
): string {
  const seconds = Math.floor(ms / 1_000)
  const line = `${FRAMES[frame % FRAMES.length]} ${what}${seconds > 0 ? `, ${seconds} s` : ''}`
  return line.slice(0, Math.max(1, width - 1))
}

/** Prints a warning as text or JSON. The command continues. */
export function warn(terminal: Terminal, warning: string): void {
  terminal.print(warning, { warning })
}
