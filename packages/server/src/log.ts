import { type DestinationStream, type LoggerOptions, pino } from 'pino'

export type { Log } from '@platen/renderer/service'

/** Names of fields whose values are redacted. */
const SECRET_FIELDS = [
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

/** Matches secrets and personal data in messages: API keys, signatures, passwords in URLs, e-mail addresses. */
const SECRET_PATTERN =
  /tlfy_[\w-]+|(?<=[Ss]ignature=)[^&\s"]+|(?<=:\/\/)[^/\s@]+(?=@)|(?<![\w.+-])[\w.+-]+@[\w.-]+/g
const TEXT_LENGTH_MAX = 8_000

/**
 * Creates the logger. It writes one JSON line per event. Requests are logged by method and path, because a query can
 * contain a signature.
 * @param destination receives the lines; default: standard output.
 */
export function createLogger(level: string, destination?: DestinationStream) {
  const options: LoggerOptions = {
    level,
    redact: {
      paths: SECRET_FIELDS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
      censor: '[hidden]',
    },
    serializers: {
      req: (request: { method: string; url: string; id: string }) => ({
        method: request.method,
        path: redacted(request.url.split('?', 1)[0] ?? ''),
      }),
      err: serializedError,
      // The message of a refusal can quote data of the caller, which the log must not contain.
      reason: (reason: string) =>
        redacted(
          reason
            .slice(0, TEXT_LENGTH_MAX)
            .replace(/"(?:[^"\\]|\\[^])*\\?(?:"|$)/g, '"…"')
            .replace(/\?\S*/g, ''),
        ),
      warning: ({ message }: { message: string }) => redacted(message),
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

/**
 * Returns the standard fields of an error. Errors of the database and of mail servers contain further data, which may
 * be personal.
 */
function serializedError(error: Error) {
  const { type, message, stack } = pino.stdSerializers.err(error)
  const code = 'code' in error ? String(error.code) : undefined
  return { type, code, message: redacted(message), stack: redacted(stack ?? '') }
}

/** Replaces API keys, signatures, passwords in URLs and e-mail addresses in a text, and shortens it. */
export function redacted(text: string): string {
  return text.slice(0, TEXT_LENGTH_MAX).replace(SECRET_PATTERN, '…')
}
