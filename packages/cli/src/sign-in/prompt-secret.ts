import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** Reads a secret from the terminal without echo, or the first line of a pipe. @throws if the signal is aborted. */
export async function promptSecret(
  question: string,
  { canPrompt, signal }: { canPrompt: boolean; signal: AbortSignal },
): Promise<string> {
  const { stdin, stderr } = process
  // Receives the keys instead of the terminal.
  const output = new Writable({ write: (_keys, _encoding, done) => done() })
  // Before the question is shown, because earlier input would be echoed.
  const prompt = createInterface({ input: stdin, output, terminal: canPrompt })
  // The terminal sends Ctrl-C as a key.
  prompt.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  if (canPrompt) stderr.write(question)
  try {
    const [line = ''] = await Promise.race([
      once(prompt, 'line', { signal }),
      once(prompt, 'close', { signal }),
    ])
    return String(line).trim()
  } finally {
    prompt.close()
    if (canPrompt) stderr.write('\n')
  }
}
