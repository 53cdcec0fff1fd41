import { pino } from 'pino'

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

/** One JSON line an event, on standard output. Requests are logged by method and path: a query may hold a signature. */
export function createLogger(level: string) {
  return pino({
    level,
    redact: {
      paths: SECRET.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
      censor: '[hidden]',
    },
    serializers: {
      req: (request: { method: string; url: string; id: string }) => ({
        method: request.method,
        path: request.url.split('?', 1)[0],
      }),
      err: pino.stdSerializers.err,
    },
  })
}
