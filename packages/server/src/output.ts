import type { OperatorTerminal } from './app.ts'
import type { Config } from './config.ts'
import { createLogger } from './log.ts'
import { mailMessage } from './operations/start-message.ts'

/** Standard output, with its properties. */
interface Output {
  isTerminal: boolean
  colors: boolean
  destination: { write(text: string): void }
}

/** A terminal that a person reads. Links and addresses are shown only there. */
type Terminal = OperatorTerminal & { write(text: string): void }

/**
 * Opens the log in the format of `LOG_FORMAT`. `auto` is text on a terminal and JSON lines elsewhere.
 * @returns the logger; the terminal, if the log is text on a terminal.
 */
export async function openOutput(
  { logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>,
  { isTerminal, colors, destination }: Output,
): Promise<{ logger: ReturnType<typeof createLogger>; terminal: Terminal | undefined }> {
  const format = logFormat === 'auto' ? (isTerminal ? 'text' : 'json') : logFormat
  if (format === 'json') return { logger: createLogger(logLevel, destination), terminal: undefined }
  // Loaded on demand, because JSON logs do not need it.
  const { textDestination } = await import('./log-text.ts')
  const write = (text: string) => destination.write(text)
  return {
    logger: createLogger(logLevel, textDestination({ write, colors })),
    terminal: isTerminal ? { write, showMail: (mail) => write(mailMessage(mail)) } : undefined,
  }
}
