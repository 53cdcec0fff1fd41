import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { junit, spec } from 'node:test/reporters'
import type { TestError, TestEvent } from './messages.ts'
import type { FileResult } from './workers.ts'

const SLOWEST_SHOWN = 10

/**
 * Writes the results to the terminal as the files end, then the slowest files.
 * @param options `showsOutput`: shows also the output of files that pass.
 * @returns true if all passed.
 */
export async function reportOn(
  results: AsyncIterable<FileResult>,
  { junitFile, showsOutput }: { junitFile: string; showsOutput: boolean },
): Promise<boolean> {
  const all: FileResult[] = []
  const terminal = async function* () {
    for await (const result of results) {
      all.push(result)
      if (result.output !== '' && (showsOutput || hasFailed(result)))
        process.stdout.write(`${result.output.trimEnd()}\n`)
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

/** The events of a file as reporters read them. A file with trouble fails, and gets the ends that it lacks. */
function* eventsOf({ file, events, trouble, durationMs }: FileResult): Generator<TestEvent> {
  const open: OpenTest[] = []
  for (const event of events) {
    const { type, data } = event
    const isEnd = type === 'test:pass' || type === 'test:fail'
    if (trouble !== undefined && isEnd && data.nesting === 0) continue
    track(open, event)
    if (type === 'test:dequeue') continue
    // The summary of each process.
    if (type === 'test:diagnostic' && data.nesting === 0) continue
    yield { ...event, data: { ...data, ...withError(event) } }
  }
  if (trouble === undefined) return
  if (open[0]?.nesting !== 0) open.unshift({ name: file, nesting: 0, isReported: false })
  const error = Object.assign(new Error(trouble), { stack: trouble })
  yield* endsOf(open, { duration_ms: durationMs, error })
}

/** A test or suite that runs. Node reports its start when it reports the first of its results. */
interface OpenTest {
  name: string
  nesting: number
  isReported: boolean
}

function track(open: OpenTest[], { type, data: { name = '', nesting } }: TestEvent): void {
  const index = open.findIndex((test) => test.name === name && test.nesting === nesting)
  const test = open[index]
  if (type === 'test:dequeue') open.push({ name, nesting, isReported: false })
  if (type === 'test:start' && test) test.isReported = true
  if ((type === 'test:pass' || type === 'test:fail') && test) open.splice(index, 1)
}

/** Ends the tests that run, from the inside out. Reporters nest tests by their order. */
function* endsOf(open: OpenTest[], details: TestEvent['data']['details'] & object): Generator<TestEvent> {
  const entered: OpenTest[] = []
  const leaveTo = function* (nesting: number): Generator<TestEvent> {
    while ((entered.at(-1)?.nesting ?? -1) >= nesting) {
      const test = entered.pop()
      if (test) yield { type: 'test:fail', data: { name: test.name, nesting: test.nesting, details } }
    }
  }
  for (const test of open.toSorted((one, other) => Number(other.isReported) - Number(one.isReported))) {
    yield* leaveTo(test.nesting)
    if (!test.isReported) yield { type: 'test:start', data: { name: test.name, nesting: test.nesting } }
    entered.push(test)
  }
  yield* leaveTo(0)
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
    events.filter(({ type, data }) => (type === 'test:pass' || type === 'test:fail') && data.nesting > 0),
  )
  const lines = failed.map(({ file }) => `  ${file}`)
  return [
    `${results.length} files, ${ends.length} tests and groups, ${failed.length} files failed`,
    ...lines,
  ].join('\n')
}
