import { CallerError } from '../caller.ts'

const LENGTH_MAX = 1_000
const [ENTER, LINE_END, DELETE, BACKSPACE, INTERRUPT, END] = ['\r', '\n', '\u007f', '\b', '\u0003', '\u0004']

/** Reads a secret from the terminal without echo, or the first line of a pipe. @throws the reason of the signal. */
export async function promptSecret(
  question: string,
  options: { canPrompt: boolean; signal: AbortSignal },
): Promise<string> {
  return options.canPrompt
    ? await readFromTerminal(question, options.signal)
    : await readFirstLine(options.signal)
}

async function readFromTerminal(question: string, signal: AbortSignal): Promise<string> {
  const { stdin, stderr } = process
  // Before the prompt, because earlier input would be echoed.
  stdin.setRawMode(true).setEncoding('utf8').resume()
  stderr.write(question)
  try {
    return await new Promise((resolve, reject) => {
      let text = ''
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
      stdin.on('data', (keys: string) => {
        for (const key of keys) {
          if (key === ENTER || key === LINE_END || key === END) return resolve(text.trim())
          // In raw mode the terminal sends Ctrl-C as a key.
          if (key === INTERRUPT) return void process.kill(process.pid, 'SIGINT')
          text = key === DELETE || key === BACKSPACE ? text.slice(0, -1) : (text + key).slice(0, LENGTH_MAX)
        }
      })
    })
  } finally {
    stdin.setRawMode(false).pause().removeAllListeners('data')
    stderr.write('\n')
  }
}

async function readFirstLine(signal: AbortSignal): Promise<string> {
  const { stdin } = process
  let text = ''
  const stop = () => stdin.destroy(signal.reason as Error)
  signal.addEventListener('abort', stop, { once: true })
  for await (const chunk of stdin.setEncoding('utf8')) {
    text += String(chunk)
    if (text.includes('\n')) break
    if (text.length > LENGTH_MAX)
      throw new CallerError('The input is too long for an API key.', { next: 'Enter only the key.' })
  }
  return (text.split('\n', 1)[0] ?? '').trim()
}
