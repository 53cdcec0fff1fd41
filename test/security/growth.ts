import { scaled } from '../scale.ts'

/** A function over text or bytes of a caller, with inputs that are as hard for it as possible. */
export interface Row {
  name: string
  run: (input: never) => unknown
  /** Inputs of size `n`, one for each way to make it hard. */
  inputs: Record<string, (n: number) => unknown>
  /** The largest size that the service accepts. */
  most: number
}

/** Creates a row of the table. The function may throw: rejecting its input must not take long either. */
export function row<Input>(
  name: string,
  most: number,
  run: (input: Input) => unknown,
  inputs: Record<string, (n: number) => Input>,
): Row {
  return { name, most, run, inputs }
}

const SMALLEST = 256
/** A quadratic function takes far more than a second for this size, which is enough to see it. */
const LARGEST = scaled({ short: 128 * 1024, long: Infinity })
const STEP = 4
/** From here on times are far above those of the garbage collector and the timer. */
const CLEAR_MS = 10
const RUNS = 3
/** For an input of sixteen times the size, linear time is sixteenfold and quadratic time is 256-fold. */
const TIMES_MAX = 64
/** A function that is quicker than this with the largest input needs no proof. */
const QUICK_MS = 10
const TRIES = 3

/**
 * Measures whether the time of a function grows faster than the size of its input. It is the processor time of this
 * process that counts, so other programs on the machine do not. A suspicious result is measured again, since memory
 * that is collected just then counts as well.
 * @returns the times, for a function that grows too fast.
 */
export function tooFastGrowth(
  run: (input: never) => unknown,
  make: (n: number) => unknown,
  most: number,
): string | undefined {
  let slowest: string | undefined
  for (let again = 0; again < TRIES; again += 1) {
    const { size, sixteenthMs, wholeMs } = growthOf(run, make, most)
    if (wholeMs < QUICK_MS || wholeMs <= TIMES_MAX * sixteenthMs) return undefined
    slowest = `${sixteenthMs} ms for a sixteenth of ${size}, ${wholeMs} ms for all of it`
  }
  return slowest
}

/** Measures over inputs that grow fourfold, up to the largest, or to the second whose time is clear. */
function growthOf(run: (input: never) => unknown, make: (n: number) => unknown, most: number) {
  const largest = Math.min(most, LARGEST)
  const times: number[] = []
  for (let size = SMALLEST; ; size *= STEP) {
    const now = Math.min(size, largest)
    const wholeMs = timeOf(run, make(now))
    const wasClear = (times.at(-1) ?? 0) >= CLEAR_MS
    times.push(wholeMs)
    if (wasClear || now === largest) return { size: now, sixteenthMs: times.at(-3) ?? times[0] ?? 0, wholeMs }
  }
}

/** The least of several times, in milliseconds. */
function timeOf(run: (input: never) => unknown, input: unknown): number {
  let least = Infinity
  for (let again = 0; again < RUNS; again += 1) {
    const before = process.cpuUsage()
    try {
      run(input as never)
    } catch {
      // It is refused.
    }
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1_000)
    // A function that is not linear at all: once is enough.
    if (least > 20 * CLEAR_MS) break
  }
  return least
}
