// npm run bench: compares the service with bare tabs of the same Chromium, puppeteer and jsreport, on the same
// documents. The contenders alternate, so that variations of the machine affect all of them. Takes about 15 minutes;
// `npm run bench -- quick` takes 2 minutes and gives a rough result. Tables are printed, figures are written to
// results/.

import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { startBareTabs } from './contenders/bare-tabs.ts'
import { startJsreport } from './contenders/jsreport.ts'
import { startPlaten } from './contenders/platen.ts'
import { startPuppeteer } from './contenders/puppeteer.ts'
import { type BenchDocument, benchDocuments } from './documents.ts'
import { measureLatencies, rounded, measureThroughputs } from './measure.ts'
import { measureMemory } from './memory.ts'

const quick = process.argv.includes('quick')
const ROUNDS = quick ? { small: 20, large: 4 } : { small: 100, large: 20 }
const REPETITIONS = quick ? 1 : 5
const MEMORY_RENDERS = quick ? 400 : 5_000
const CALLERS = [1, 2, 4, 8]

const peers = fileURLToPath(new URL('peers/', import.meta.url))
execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
  cwd: peers,
  env: { ...process.env, PUPPETEER_SKIP_DOWNLOAD: '1' },
  stdio: 'inherit',
})
const documents = await benchDocuments()
const [onePage] = documents
if (!onePage) throw new Error('No documents')
await using stack = new AsyncDisposableStack()
const bareTab = stack.use(await startBareTabs(1))
const twoBareTabs = stack.use(await startBareTabs(2))
const platen = stack.use(await startPlaten(documents))
const fourAccounts = await platen.withAccounts(4)
const puppeteer = stack.use(await startPuppeteer())
const jsreport = stack.use(await startJsreport())

const latency: Record<string, object> = {}
for (const document of documents) latency[document.name] = await latencyOf(document)
console.log('\nMilliseconds per document, one caller (medians)')
console.table(latency)

const throughput: Record<string, object> = {}
for (const callers of CALLERS)
  throughput[`${callers} callers`] = Object.fromEntries(
    await measureThroughputs([twoBareTabs, platen, fourAccounts, puppeteer, jsreport], onePage, {
      callers,
      repetitions: REPETITIONS,
    }),
  )
console.log('\nOne-page invoices per second (medians)')
console.table(throughput)

const memory = await measureMemory(MEMORY_RENDERS, platen, onePage, platen.pid)
console.log(
  `\nMemory of all processes of the service in MB over ${MEMORY_RENDERS} renders, averages: ${memory.averages.join(', ')}`,
)

const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`
const results = new URL('results/', import.meta.url)
await mkdir(results, { recursive: true })
await writeFile(
  new URL('bench.json', results),
  `${JSON.stringify({ machine, rounds: ROUNDS, repetitions: REPETITIONS, latency, throughput, memory }, undefined, 2)}\n`,
)
console.log(machine)

async function latencyOf(document: BenchDocument): Promise<object> {
  const rounds = document === onePage || document.name === 'scripted chart' ? ROUNDS.small : ROUNDS.large
  const results = await measureLatencies([bareTab, platen, puppeteer, jsreport], document, rounds)
  const [bare, service] = [
    results.get(bareTab.name)?.median ?? Number.NaN,
    results.get(platen.name)?.median ?? Number.NaN,
  ]
  return {
    ...Object.fromEntries(Array.from(results, ([name, { median }]) => [name, rounded(median)])),
    'Platen p95': rounded(results.get(platen.name)?.p95 ?? Number.NaN),
    'Platen ÷ bare tab': rounded(service / bare, 2),
  }
}
