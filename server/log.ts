import { type DestinationStream, type LoggerOptions, pino } from 'pino'

/** The logger: fields first, then the message. */
export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

// Should a field of such a name ever be logged, its value is not.
const SECRET = [
  'x-api-key',
  'authorization',
  'cookie',
  'key',
  'password',
  'secret',
  'signature',
  'recipient',
  'email',
  'elements',
  'data',
]

/** What a message may quote and no log may hold: keys, signatures, passwords in URLs, e-mail addresses. */
const QUOTED = /tlfy_[\w-]+|(?<=[Ss]ignature=)[^&\s"]+|(?<=:\/\/)[^/\s@]+(?=@)|(?<![\w.+-])[\w.+-]+@[\w.-]+/g
const TEXT_LENGTH_MAX = 8_000

/**
 * Creates the logger. It writes one JSON line for each event. Requests are logged by method and path: a query may hold
 * a signature.
 * @param destination takes the lines; standard output unless given.
 */
export function createLogger(level: string, destination?: DestinationStream) {
  const options: LoggerOptions = {
    level,
    redact: {
      paths: SECRET.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
      censor: '[hidden]',
    },
    serializers: {
      req: (request: { method: string; url: string; id: string }) => ({
        method: request.method,
        path: withoutQuoted(request.url.split('?', 1)[0] ?? ''),
      }),
      err: describedError,
      // A refusal tells its caller what was wrong by quoting it, and that is nobody else's.
      reason: (reason: string) =>
        withoutQuoted(
          reason
            .slice(0, TEXT_LENGTH_MAX)
            .replace(/"(?:[^"\\]|\\[^])*\\?(?:"|$)/g, '"…"')
            .replace(/\?\S*/g, ''),
        ),
      warning: ({ message }: { message: string }) => withoutQuoted(message),
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** Only what is known of every error: those of the database and of mail servers carry what they were about. */
function describedError(error: Error) {
  const { type, message, stack } = pino.stdSerializers.err(error)
  const code = 'code' in error ? String(error.code) : undefined
  return { type, code, message: withoutQuoted(message), stack: withoutQuoted(stack ?? '') }
}

function withoutQuoted(text: string): string {
  return text.slice(0, TEXT_LENGTH_MAX).replace(QUOTED, '…')
}
