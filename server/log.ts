import { type DestinationStream, type LoggerOptions, pino } from 'pino'

/** The logger: fields first, then the message. */
export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

// Values of fields with these names are redacted.
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

/** Patterns that are redacted in messages: keys, signatures, passwords in URLs, e-mail addresses. */
const QUOTED = /tlfy_[\w-]+|(?<=[Ss]ignature=)[^&\s"]+|(?<=:\/\/)[^/\s@]+(?=@)|(?<![\w.+-])[\w.+-]+@[\w.-]+/g
const TEXT_LENGTH_MAX = 8_000

/**
 * Creates the logger. It writes one JSON line per event. Requests are logged by method and path without the query,
 * which may contain a signature.
 *
 * @param destination receives the lines; default: standard output
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
      // The reason of a refusal quotes the caller's input.
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

/** Logs only standard properties of errors: those of the database and of mail servers contain data. */
function describedError(error: Error) {
  const { type, message, stack } = pino.stdSerializers.err(error)
  const code = 'code' in error ? String(error.code) : undefined
  return { type, code, message: withoutQuoted(message), stack: withoutQuoted(stack ?? '') }
}

function withoutQuoted(text: string): string {
  return text.slice(0, TEXT_LENGTH_MAX).replace(QUOTED, '…')
}
