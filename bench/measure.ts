import type { Contender } from './contenders/contender.ts'
import type { BenchDocument } from './documents.ts'

/** Milliseconds. */
export interface Latency {
  median: number
  p95: number
}

/**
 * Times one render after the other, the contenders in turn, so that the machine's moods strike all of them.
 * @returns by the contenders' names.
 */
export async function latencies(
  contenders: Contender[],
  document: BenchDocument,
  rounds: number,
): Promise<Map<string, Latency>> {
  const times = new Map<string, number[]>(contenders.map(({ name }) => [name, []]))
  const warmUp = Math.max(2, Math.round(rounds / 8))
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const { name, render } of contenders) {
      const started = performance.now()
      await render(document)
      if (round >= 0) times.get(name)?.push(performance.now() - started)
    }
  }
  return new Map(
    Array.from(times, ([name, list]) => [name, { median: quantile(list, 0.5), p95: quantile(list, 0.95) }]),
  )
}

/**
 * Renders a second of one contender with so many callers at once, then of the next, again and again.
 * @returns renders a second, the median of all turns, by the contenders' names.
 */
export async function throughputs(
  contenders: Contender[],
  document: BenchDocument,
  { callers, turns }: { callers: number; turns: number },
): Promise<Map<string, number>> {
  const rates = new Map<string, number[]>(contenders.map(({ name }) => [name, []]))
  for (let turn = -1; turn < turns; turn += 1) {
    for (const contender of contenders) {
      const rate = await rendersASecond(contender, document, callers)
      if (turn >= 0) rates.get(contender.name)?.push(rate)
    }
  }
  return new Map(Array.from(rates, ([name, list]) => [name, rounded(quantile(list, 0.5))]))
}

/** To so many decimals: more would say what was not measured. */
export function rounded(value: number, decimals = 1): number {
  return Number(value.toFixed(decimals))
}

const TURN_MS = 2_000

async function rendersASecond(
  { render }: Contender,
  document: BenchDocument,
  callers: number,
): Promise<number> {
  const started = performance.now()
  let renders = 0
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() - started < TURN_MS) {
        await render(document)
        renders += 1
      }
    }),
  )
  return (renders / (performance.now() - started)) * 1_000
}

/** The value that `share` of all are not above. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
