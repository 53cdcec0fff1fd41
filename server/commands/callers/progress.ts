import type { Terminal } from './caller.ts'

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const FRAME_MS = 100
const CLEAR_LINE = '\r\u001B[K'

/** Shows a person that something is under way, and for how long. In a pipe nothing is shown. */
export async function showProgress<Done>(
  { isWatched, width }: Terminal,
  what: string,
  work: () => Promise<Done>,
): Promise<Done> {
  if (!isWatched) return await work()
  const began = performance.now()
  let frame = 0
  const timer = setInterval(() => {
    const line = progressLine(what, { frame, ms: performance.now() - began, width })
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

/** What is shown at a moment: one line, however narrow the terminal is. */
export function progressLine(
  what: string,
  { frame, ms, width }: { frame: number; ms: number; width: number },
): string {
  const seconds = Math.floor(ms / 1_000)
  const line = `${FRAMES[frame % FRAMES.length]} ${what}${seconds > 0 ? `, ${seconds} s` : ''}`
  return line.slice(0, Math.max(1, width - 1))
}

/** Says what a person or a program should know, though the call goes on. */
export function warn(terminal: Terminal, warning: string): void {
  terminal.tell(warning, { warning })
}
