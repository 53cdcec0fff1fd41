import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import type { Contender } from './contenders/contender.ts'
import { startFloor } from './contenders/floor.ts'
import { startPlaten } from './contenders/platen.ts'
import { benchDocuments } from './documents.ts'
import { latencies, throughputs } from './measure.ts'

const documents = await benchDocuments()
await using floor = await startFloor(1)
await using platen = await startPlaten(documents)
for (const d of documents) {
  const l = await latencies([floor, platen], d, d.name === 'one page' ? 150 : 25)
  console.log(
    d.name,
    [...l].map(([n, { median, p95 }]) => `${n} ${median.toFixed(1)} (p95 ${p95.toFixed(1)})`).join('; '),
    'ratio',
    ((l.get('Platen')?.median ?? 0) / (l.get('bare tab')?.median ?? 1)).toFixed(2),
  )
}
await using two = await startFloor(2)
const four = await platen.withAccounts(4)
for (const callers of [1, 2, 4, 8]) {
  const r = await throughputs([two, platen, four], documents[0]!, { callers, turns: 3 })
  console.log(callers, 'callers', [...r].map(([n, v]) => `${n} ${v.toFixed(1)}/s`).join('; '))
}
