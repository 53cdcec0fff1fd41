import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { junit, spec } from 'node:test/reporters'
import type { TestError, TestEvent } from './messages.ts'
import type { FileResult } from './workers.ts'

const SLOWEST_SHOWN = 10

/** Writes what became of the files to the terminal as they end, then the slowest of them. @returns whether all passed. */
export async function reportOn(results: AsyncIterable<FileResult>, junitFile: string): Promise<boolean> {
  const all: FileResult[] = []
  const terminal = async function* () {
    for await (const result of results) {
      all.push(result)
      if (result.output !== '') process.stdout.write(`${result.output.trimEnd()}\n`)
      yield* eventsOf(result)
    }
  }
  for await (const text of Readable.from(terminal()).compose(new spec())) process.stdout.write(text)
  await mkdir(dirname(junitFile), { recursive: true })
  await writeFile(junitFile, Readable.from(all.flatMap((result) => [...eventsOf(result)])).compose(junit))
  const failed = all.filter(hasFailed)
  process.stdout.write(`\n${slowest(all)}\n\n${summary(all, failed)}\n`)
  return failed.length === 0
}

/** The events of a file as reporters read them. A file that was ended gets the end that it lacks. */
function* eventsOf({ file, events, trouble, durationMs }: FileResult): Generator<TestEvent> {
  for (const event of events) {
    // The summary of each process.
    if (event.type === 'test:diagnostic' && event.data.nesting === 0) continue
    yield { ...event, data: { ...event.data, ...withError(event) } }
  }
  if (trouble === undefined) return
  const error = Object.assign(new Error(trouble), { stack: trouble })
  yield { type: 'test:fail', data: { name: file, nesting: 0, details: { duration_ms: durationMs, error } } }
}

function withError({ data: { details } }: TestEvent): Pick<TestEvent['data'], 'details'> {
  return details?.error ? { details: { ...details, error: revived(details.error) } } : {}
}

/** Makes an `Error` of what was sent as an object. */
function revived({ cause, ...fields }: TestError): TestError {
  const error = Object.assign(new Error(fields.message), fields)
  if (typeof cause === 'object' && cause && 'message' in cause) error.cause = revived(cause as TestError)
  return error
}

function hasFailed({ events, trouble }: FileResult): boolean {
  return (
    trouble !== undefined || events.some(({ type, data }) => type === 'test:fail' && data.todo === undefined)
  )
}

function slowest(results: FileResult[]): string {
  const lines = results
    .toSorted((one, other) => other.durationMs - one.durationMs)
    .slice(0, SLOWEST_SHOWN)
    .map(({ file, durationMs }) => `${(durationMs / 1000).toFixed(1).padStart(7)} s  ${file}`)
  return ['Slowest files:', ...lines].join('\n')
}

function summary(results: FileResult[], failed: FileResult[]): string {
  const ends = results.flatMap(({ events }) =>
    events.filter(({ type, data }) => (type === 'test:pass' || type === 'test:fail') && data.nesting > 1),
  )
  const lines = failed.map(({ file }) => `  ${file}`)
  return [
    `${results.length} files, ${ends.length} tests and groups, ${failed.length} files failed`,
    ...lines,
  ].join('\n')
}
