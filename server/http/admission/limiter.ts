import { unlessAborted } from '../../rendering/scheduling/abort.ts'

/** Room for as many calls as can be served while an answer still makes sense. */
export interface AdmissionLimiter {
  /**
   * Takes a place, which is to be left.
   * @param partition for whom: how many may wait is counted for each by itself.
   * @returns undefined where there is none, and a call would wait for too long.
   */
  acquire(partition: string): Permit | undefined
}

/** What a call has from its arrival to its answer. */
export interface Permit {
  /** Whether others come first. */
  isQueued(): boolean
  /** Waits for its turn, in the order in which its partition's calls came. @throws the signal's reason. */
  wait(signal: AbortSignal): Promise<void>
  /** Leaves it. @param served Whether it has had what all here wait for: only such calls say how long that takes. */
  release(served: boolean): void
}

interface Partition {
  calls: number
  atWork: number
  line: Set<() => void>
  /** When the first of those that are there without a pause came. */
  since: number
  /** What each call takes of all turns' time; undefined until one was served. */
  msEach: number | undefined
}

/** How much the latest call says of how long the next will take. */
const LATEST_SHARE = 1 / 8
/** Of the calls that may be there: whoever has hardly any finds a place while others have all of them. */
const ROOM_LEFT = 2

/**
 * Little's law: who comes waits for as long as those before it take. Nobody's calls wait for more than their share
 * of others', since turns are taken by partition: so it is a partition's own calls that are counted, each for as long
 * as they took lately with so many partitions about. What is in the way, whatever it is, is in that time: slow
 * documents, a machine that others use, jobs.
 *
 * Most wait here, where they cost nothing: as many are let on as keep busy what they would wait for.
 *
 * A burst, which comes when none has been served yet, or which the first have hardly begun to tell of, is taken as if
 * calls took what is usual.
 * @param options `turns`: as many are served at once, and find a place at any rate; `atWorkMax`: so many are let on,
 * for all partitions together, but never fewer than `turns` for one; `usualMs`: what a call takes of
 * a turn where nothing is known yet; `waitMs`: what a call may wait; `callsMax`: all that may be there; `now`: for
 * tests, milliseconds on a clock.
 */
export function createAdmissionLimiter(options: {
  turns: number
  atWorkMax: number
  usualMs: number
  waitMs: number
  callsMax: number
  now?: () => number
}): AdmissionLimiter {
  const { turns, atWorkMax, waitMs, callsMax, now = () => performance.now() } = options
  const usualMs = options.usualMs / turns
  const partitions = new Map<string, Partition>()
  let all = 0

  const msEachOf = ({ since, msEach = usualMs }: Partition) =>
    now() - since < waitMs ? Math.min(msEach, usualMs) : msEach
  const mayBegin = ({ atWork }: Partition) =>
    atWork < Math.max(turns, Math.floor(atWorkMax / Math.max(partitions.size, 1)))
  const letOn = (own: Partition) => {
    for (const begin of own.line) {
      if (!mayBegin(own)) return
      own.line.delete(begin)
      begin()
    }
  }

  return {
    acquire(partition) {
      const since = now()
      const own = partitions.get(partition) ?? newPartition(since)
      const about = partitions.size + (own.calls === 0 ? 1 : 0)
      const share = (own.calls + 1) * about
      if (all >= ROOM_LEFT * callsMax) return undefined
      if (own.calls >= turns && (share > callsMax || share * msEachOf(own) > waitMs)) return undefined
      all += 1
      own.calls += 1
      partitions.set(partition, own)
      const [before, turn] = [own.calls, createTurn(own)]
      let isThere = true
      return {
        ...turn,
        release(served) {
          if (!isThere) return
          isThere = false
          all -= 1
          own.calls -= 1
          turn.end()
          if (own.calls === 0) partitions.delete(partition)
          if (!served) return
          const ms = (now() - since) / Math.max(before, turns) / about
          own.msEach = own.msEach === undefined ? ms : own.msEach + (ms - own.msEach) * LATEST_SHARE
        },
      }
    },
  }

  function createTurn(own: Partition) {
    const { promise, resolve } = Promise.withResolvers<void>()
    let isAtWork = false
    const begin = () => {
      own.atWork += 1
      isAtWork = true
      resolve()
    }
    const isNext = () => own.line.size === 0 && mayBegin(own)
    return {
      isQueued: () => !isAtWork && !isNext(),
      async wait(signal: AbortSignal) {
        signal.throwIfAborted()
        if (!isAtWork && isNext()) begin()
        else if (!isAtWork) own.line.add(begin)
        await unlessAborted(promise, signal)
      },
      end() {
        own.line.delete(begin)
        if (isAtWork) own.atWork -= 1
        letOn(own)
      },
    }
  }
}

function newPartition(since: number): Partition {
  return { calls: 0, atWork: 0, line: new Set(), since, msEach: undefined }
}
