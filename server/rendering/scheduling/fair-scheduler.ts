import type { PausableClock } from './deadline.ts'

/** So many at a time; the others wait. */
export interface FairScheduler {
  /**
   * Waits for a turn; rejects with the signal's reason when that comes first.
   * @param partition for whom: see `createFairScheduler`.
   * @param clock is told of the wait and of the turn.
   * @returns what ends the turn.
   */
  acquire(partition: string, signal: AbortSignal, clock?: PausableClock): Promise<Release>
}

/**
 * Ends a turn.
 * @param restMs how long its partition begins no other one, where somebody is about who is quick: what the turn did
 * has kept the others waiting beyond what it took of the turns.
 */
export type Release = (restMs?: number) => void

interface Waiting {
  partition: string
  start: () => void
}

/** Whose turn took longer than this is slow, and remains so for a while. */
const LONG_MS = 1_000
const SLOW_FOR_MS = 60_000
/** Who calls again and again, one call after the other, is back within this. */
const BACK_WITHIN_MS = 30
/** The same, for those who are slow: what they begin beside somebody lasts. */
const QUICK_WITHIN_MS = 1_000
/** Who has many calls waiting pauses so many times as long as its turn took, and no longer than this. */
const PAUSE = { mostTimes: 3, mostMs: 100 }

/**
 * One partition alone may have all turns. It leaves one of them to another that has just had one, and is likely to be
 * back; for a second, where it is slow and the other is not. While it has all, there are as many again for the
 * others, one for each, and twice as many again for those of the others who are not slow: so nobody who is quick
 * waits for somebody else's endless work, as long as that is not of more partitions than all these. Of those who
 * wait, who has the fewest turns comes first.
 *
 * A turn is not all that a call takes of the machine. So whoever has many calls waiting, while somebody is likely to
 * be back who has none waiting, leaves time between its turns: the more calls wait, the more. So does whoever ends a
 * turn with a rest.
 * @param count how many turns one partition may take at the same time.
 * @param options for tests: `now`, milliseconds on a clock; `backWithinMs` and `quickWithinMs`, how long a turn is
 * left to another.
 */
export function createFairScheduler(
  count: number,
  { now = () => performance.now(), backWithinMs = BACK_WITHIN_MS, quickWithinMs = QUICK_WITHIN_MS } = {},
): FairScheduler {
  const waiting: Waiting[] = []
  const taken = new Map<string, number>()
  // Until when; in the order in which they end.
  const slow = new Map<string, number>()
  const likelyBack = new Map<string, NodeJS.Timeout>()
  const pausing = new Map<string, { until: number; timer: NodeJS.Timeout }>()
  let total = 0
  let quickUntil = -Infinity
  let quickIsGone: NodeJS.Timeout | undefined

  const takenBy = (partition: string) => taken.get(partition) ?? 0
  const mayStart = (partition: string) => {
    if (pausing.has(partition)) return false
    if (takenBy(partition) > 0) return total + (isAnybodyExpected(partition) ? 1 : 0) < count
    return total < (isSlow(partition) ? 2 * count : 4 * count)
  }
  const isSlow = (partition: string) => (slow.get(partition) ?? 0) > now()
  const isAnybodyExpected = (partition: string) =>
    likelyBack.size > 0 || (isSlow(partition) && quickUntil > now())
  const begin = (partition: string) => {
    total += 1
    clearTimeout(likelyBack.get(partition))
    likelyBack.delete(partition)
    taken.set(partition, takenBy(partition) + 1)
  }
  const end = (partition: string, begunAt: number, restMs: number) => {
    total -= 1
    const left = takenBy(partition) - 1
    if (left === 0) taken.delete(partition)
    else taken.set(partition, left)
    const ms = now() - begunAt
    if (ms > LONG_MS) becomesSlow(partition)
    if (!isSlow(partition)) {
      quickUntil = now() + quickWithinMs
      clearTimeout(quickIsGone)
      quickIsGone = setTimeout(startWaiting, quickWithinMs).unref()
    }
    // Up to two calls for each turn that it may have are what programs send that share an account.
    const times = Math.min(Math.floor(waitingOf(partition) / (2 * count)), PAUSE.mostTimes)
    const pauseMs = Math.max(restMs, Math.min(times * ms, PAUSE.mostMs))
    if (pauseMs > 0 && isAnybodyQuickBeside(partition)) pause(partition, pauseMs)
    else if (left === 0) expect(partition)
    startWaiting()
  }
  const waitingOf = (partition: string) => waiting.filter((one) => one.partition === partition).length
  const isAnybodyQuickBeside = (partition: string) =>
    [...likelyBack.keys(), ...taken.keys()].some(
      (other) => other !== partition && waitingOf(other) === 0 && !isSlow(other),
    )
  const pause = (partition: string, ms: number) => {
    const goOn = () => {
      pausing.delete(partition)
      startWaiting()
    }
    const until = now() + ms
    const longer = pausing.get(partition)
    if (longer && longer.until > until) return
    clearTimeout(longer?.timer)
    pausing.set(partition, { until, timer: setTimeout(goOn, ms).unref() })
  }
  const expect = (partition: string) => {
    const forget = () => {
      likelyBack.delete(partition)
      startWaiting()
    }
    likelyBack.set(partition, setTimeout(forget, backWithinMs).unref())
  }
  const startWaiting = () => {
    const able = waiting.filter((one) => mayStart(one.partition))
    const fewest = Math.min(...able.map((one) => takenBy(one.partition)))
    const next = able.find((one) => takenBy(one.partition) === fewest)
    if (!next) return
    waiting.splice(waiting.indexOf(next), 1)
    begin(next.partition)
    next.start()
    startWaiting()
  }
  const becomesSlow = (partition: string) => {
    slow.delete(partition)
    slow.set(partition, now() + SLOW_FOR_MS)
    for (const one of slow.keys()) {
      if (isSlow(one)) break
      slow.delete(one)
    }
  }

  return {
    async acquire(partition, signal, clock) {
      signal.throwIfAborted()
      if (mayStart(partition)) {
        begin(partition)
      } else {
        const endWait = clock?.waits()
        await new Promise<void>((resolve, reject) => {
          const start = () => {
            signal.removeEventListener('abort', leave)
            resolve()
          }
          const one = { partition, start }
          const leave = () => {
            waiting.splice(waiting.indexOf(one), 1)
            reject(signal.reason)
          }
          waiting.push(one)
          signal.addEventListener('abort', leave, { once: true })
        }).finally(endWait)
      }
      const endWork = clock?.works()
      const begunAt = now()
      let ended = false
      return (restMs = 0) => {
        if (ended) return
        ended = true
        endWork?.()
        end(partition, begunAt, restMs)
      }
    },
  }
}
