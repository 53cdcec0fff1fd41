import type { TestError, TestEvent } from './messages.ts'

const RELAYED = new Set(['test:dequeue', 'test:start', 'test:pass', 'test:fail', 'test:diagnostic'])

/** Reporter of a worker process: sends the events of its tests to the runner. */
// Node expects the reporter as the default export.
// oxlint-disable-next-line import/no-default-export
export default async function* relay(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    // After the last file the worker disconnects, and Node reports the end of its own root test.
    if (!process.connected || !RELAYED.has(type)) continue
    const { details, ...rest } = data
    const error = details?.error && { error: plainError(details.error) }
    process.send?.({ type, data: { ...rest, details: { ...details, ...error } } } satisfies TestEvent)
    yield ''
  }
}

/** Converts an error to an object: a copy of an `Error` in another process loses the fields that reporters read. */
function plainError(error: TestError): TestError {
  if (error instanceof SuppressedError) return bothErrors(error)
  const { name, message, stack, failureType, code, cause } = error
  return {
    name,
    message,
    ...(stack && { stack }),
    ...(failureType && { failureType }),
    ...(code && { code }),
    ...(cause instanceof Error && { cause: plainError(cause) }),
  }
}

/** Joins the error of a test and the error of its `using` declarations that came after it. */
function bothErrors({ suppressed, error }: SuppressedError): TestError {
  const own = plainError(asError(suppressed))
  const later = plainError(asError(error))
  return { ...own, stack: `${own.stack}\nThen, at the end of the test: ${later.stack}` }
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}
