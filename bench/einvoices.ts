// npm run bench:einvoices: measures the validation of an invoice of 100 lines as JSON, XML and PDF, and a signature, over
// HTTP. Takes a minute; nothing else may run on the machine.

import { Agent } from 'node:http'
import { cpus } from 'node:os'
import { germanInvoice } from '../test/einvoice/samples.ts'
import { startProcess } from '../test/process.ts'
import { keyOf } from '../test/security/neighbours.ts'
import { issue, writePkcs12 } from '../test/signing/pki.ts'
import { post } from './contenders/http.ts'
import { quantile, rounded } from './measure.ts'

const LINES = 100
const CALLS = 100
const WARM_UP_CALLS = 20

await using service = await startProcess({
  RATE_LIMIT_PER_MINUTE: '100000',
  LOG_LEVEL: 'silent',
  CERTIFICATE_KEY: Buffer.alloc(32, 7).toString('base64'),
})
const agent = new Agent({ keepAlive: true })
const key = await keyOf(service, 'bench@example.com')
const headers = { 'x-api-key': key }
const call = (path: string, body: object) => post(agent, `${service.url}/v1/${path}`, headers, body)

const sample = germanInvoice()
const lines = Array.from({ length: LINES }, (_, index) => ({
  ...sample.lines?.[index % 2],
  id: String(index + 1),
}))
const invoice = { ...sample, lines }
const xmlOf = async (format: string) =>
  JSON.parse((await call('einvoices', { format, invoice })).toString()).xml

const template = Buffer.from(
  '<!doctype html><html lang="en"><title>I</title><p>{{einvoice.number}}',
).toString('base64')
const uploaded = await call('templates/upload', { name: 'x', content: template, contentEncoding: 'base64' })
const { templateId } = JSON.parse(uploaded.toString())
const print = async (options: object) =>
  await post(
    agent,
    `${service.url}/v1/pdf/generate`,
    { ...headers, accept: 'application/pdf' },
    {
      templateId,
      data: {},
      options,
    },
  )
const pdf = await print({ einvoice: { format: 'facturx', invoice } })
const certificate = await writePkcs12(await issue({ name: 'Seal' }), [], 'secret')
await call('certificates', { name: 'seal', content: certificate.toString('base64'), password: 'secret' })

const validate = (body: object) => async () => {
  const { valid } = JSON.parse((await call('einvoices/validate', body)).toString())
  if (valid !== true) throw new Error('The invoice is not valid')
}
const contentEncoding = 'utf-8'
const calls: Record<string, () => Promise<unknown>> = {
  'validate JSON': validate({ format: 'facturx', invoice }),
  'validate XML (CII)': validate({ content: await xmlOf('xrechnung-cii'), contentEncoding }),
  'validate XML (UBL)': validate({ content: await xmlOf('xrechnung-ubl'), contentEncoding }),
  'validate PDF': validate({ content: pdf.toString('base64'), contentEncoding: 'base64' }),
  'print a PDF': () => print({}),
  'print and sign a PDF': () => print({ sign: { certificate: 'seal', level: 'B-B' } }),
}

const times = new Map<string, number[]>()
// The calls alternate, so that variations of the machine affect all of them.
for (let round = -WARM_UP_CALLS; round < CALLS; round += 1)
  for (const [name, run] of Object.entries(calls)) {
    const started = performance.now()
    await run()
    if (round >= 0) times.set(name, [...(times.get(name) ?? []), performance.now() - started])
  }
const medianOf = (name: string) => quantile(times.get(name) ?? [], 0.5)
console.log(`Milliseconds per call, over ${CALLS} calls; invoice of ${LINES} lines`)
console.table(
  Object.fromEntries(
    Array.from(times, ([name, list]) => [
      name,
      { p50: rounded(quantile(list, 0.5)), p95: rounded(quantile(list, 0.95)) },
    ]),
  ),
)
console.log(`Signature: ${rounded(medianOf('print and sign a PDF') - medianOf('print a PDF'))} ms (p50)`)
console.log(`${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`)
agent.destroy()
