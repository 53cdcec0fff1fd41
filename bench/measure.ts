import type { Contender } from './contenders/contender.ts'
import type { BenchDocument } from './documents.ts'

/** In milliseconds. */
export interface Latency {
  median: number
  p95: number
}

/**
 * Measures the latency of single renders. The contenders alternate, so that variations of the machine affect all of
 * them.
 * @returns the latencies by name of the contender.
 */
export async function measureLatencies(
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
 * Measures renders per second with concurrent callers. The contenders alternate, for 2 seconds each.
 * @returns the medians by name of the contender.
 */
export async function measureThroughputs(
  contenders: Contender[],
  document: BenchDocument,
  { callers, repetitions }: { callers: number; repetitions: number },
): Promise<Map<string, number>> {
  const rates = new Map<string, number[]>(contenders.map(({ name }) => [name, []]))
  for (let repetition = -1; repetition < repetitions; repetition += 1) {
    for (const contender of contenders) {
      const rate = await rendersPerSecond(contender, document, callers)
      if (repetition >= 0) rates.get(contender.name)?.push(rate)
    }
  }
  return new Map(Array.from(rates, ([name, list]) => [name, rounded(quantile(list, 0.5))]))
}

/** Rounds to the precision of the measurement. */
export function rounded(value: number, decimals = 1): number {
  return Number(value.toFixed(decimals))
}

const MEASUREMENT_MS = 2_000

async function rendersPerSecond(
  { render }: Contender,
  document: BenchDocument,
  callers: number,
): Promise<number> {
  const started = performance.now()
  let renders = 0
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() - started < MEASUREMENT_MS) {
        await render(document)
        renders += 1
      }
    }),
  )
  return (renders / (performance.now() - started)) * 1_000
}

/** Returns a quantile of the values. @param share 0.5 for the median, 0.95 for p95. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
