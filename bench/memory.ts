import { readFile } from 'node:fs/promises'
import { descendantsOf } from '../test/processes.ts'
import type { Contender } from './contenders/contender.ts'
import type { BenchDocument } from './documents.ts'

const SAMPLE_EVERY = 50
const CALLERS = 4

/** Memory of all processes of a service during renders, including Chromium and PostgreSQL, in MB. */
export interface MemoryUse {
  /** Averages over 1,000 renders each. */
  averages: number[]
}

/** Renders a document repeatedly with concurrent callers. @param pid process of the service. */
export async function measureMemory(
  renders: number,
  contender: Contender,
  document: BenchDocument,
  pid: number,
): Promise<MemoryUse> {
  const samples: number[] = []
  for (let done = 0; done < renders; done += SAMPLE_EVERY) {
    let left = SAMPLE_EVERY
    await Promise.all(
      Array.from({ length: CALLERS }, async () => {
        while (left > 0) {
          left -= 1
          await contender.render(document)
        }
      }),
    )
    samples.push(await memoryOf(pid))
  }
  const samplesPerAverage = Math.min(1_000, renders) / SAMPLE_EVERY
  return {
    averages: Array.from({ length: Math.floor(samples.length / samplesPerAverage) }, (_, at) => {
      const part = samples.slice(at * samplesPerAverage, (at + 1) * samplesPerAverage)
      return Math.round(part.reduce((sum, one) => sum + one, 0) / part.length)
    }),
  }
}

/** Returns the proportional set size (PSS) of a process and its descendants, in MB. */
async function memoryOf(pid: number): Promise<number> {
  const sizes = await Promise.all(
    [pid, ...(await descendantsOf(pid))].map(async (one) => {
      const rollup = await readFile(`/proc/${one}/smaps_rollup`, 'utf8').catch(() => '')
      return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0)
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0) / 1_024
}
