import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { base64, send } from '../harness.ts'
import { type ServiceProcess, startProcess } from '../process.ts'
import { keyOf } from './neighbours.ts'

/** Maximum ratio of event loop time between a hostile and a harmless call of the same size. */
const TIMES_MAX = 10
const RUNS = 3

const HAS_PROC = process.platform === 'linux'
const MIB = 1024 * 1024

interface Call {
  path: string
  body: object
}

const preview = (content: string, data: object = {}): Call => ({
  path: '/v1/templates/preview',
  body: { content: base64(content), contentEncoding: 'base64', data, picture: false },
})
const invoice =
  (xml: string) =>
  (templateId: string): Call => ({
    path: '/v1/pdf/generate',
    body: { templateId, data: {}, options: { facturx: { xml: base64(xml), profile: 'BASIC' } } },
  })
const ROOT = '<CrossIndustryInvoice xmlns="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100">'
const picture = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
const pictures = `<div id=q hidden>{{x}}</div>{{#each n}}<img src="${picture}" width=2 height=2 aria-labelledby=q>{{/each}}`
const title = (text: string) =>
  preview(`<title>x</title><p>x<script>document.title = ${JSON.stringify(text)}.repeat(1e7)</script>`)
/** Its PDF is as large as one with a long title: 10 MB that do not compress. */
const noise = preview(`<canvas id=c width=1800 height=1800></canvas><script>
  const context = c.getContext('2d')
  const pixels = context.createImageData(1800, 1800)
  for (let at = 0; at < pixels.data.length; at += 1) pixels.data[at] = at % 4 === 3 ? 255 : Math.random() * 256
  context.putImageData(pixels, 0, 0)
</script>`)

/** Hostile calls, each with a harmless one of the same size, and the allowed statuses of the hostile one. */
const CALLS: { name: string; hostile: CallOf; harmless: CallOf; statuses: number[] }[] = [
  {
    name: '300 KB of <meta in its data',
    hostile: preview('{{{x}}}', { x: '<meta'.repeat((300 * 1024) / 5) }),
    harmless: preview('{{{x}}}', { x: '<mark'.repeat((300 * 1024) / 5) }),
    statuses: [200],
  },
  {
    name: '5 MB of <meta in its data, in a comment',
    hostile: preview('<!--{{{x}}}--><p>x', { x: '<meta'.repeat(MIB - 100) }),
    harmless: preview('<!--{{{x}}}--><p>x', { x: 'words'.repeat(MIB - 100) }),
    statuses: [200],
  },
  {
    name: 'descriptions of pictures that look like attributes of tables',
    hostile: preview(pictures, { x: '/Headers ['.repeat(1_000), n: Array(8).fill(0) }),
    harmless: preview(pictures, { x: 'aaaaaaaaaa'.repeat(1_000), n: Array(8).fill(0) }),
    statuses: [200],
  },
  {
    name: 'the XML of an invoice with long names and many texts',
    hostile: invoice(`${ROOT}${`<${'a'.repeat(4_500)}>`.repeat(98)}${'<b/>x'.repeat(20_000)}`),
    harmless: invoice(`${ROOT}${'<a>'.repeat(98)}${'x'.repeat(540_000)}`),
    statuses: [400],
  },
  { name: 'a title of 10 million letters', hostile: title('a'), harmless: noise, statuses: [200] },
  { name: 'a title of 10 million parentheses', hostile: title('('), harmless: noise, statuses: [200] },
  {
    name: 'a body of 6 MB of escaped quotes',
    hostile: preview('<p>x', { x: '"'.repeat(3 * MIB) }),
    harmless: preview('<p>x', { x: 'a'.repeat(6 * MIB) }),
    statuses: [200],
  },
  {
    name: 'a body of 190,000 different keys',
    hostile: preview(
      '<p>x',
      Object.fromEntries(Array.from({ length: 190_000 }, (_, n) => [`key${n * 7}`, n])),
    ),
    harmless: preview('<p>x', { x: 'a'.repeat(3 * MIB) }),
    statuses: [200],
  },
]

type CallOf = Call | ((templateId: string) => Call)

describe('calls built to block the event loop', { skip: !HAS_PROC }, () => {
  let service: ServiceProcess
  let headers: Record<string, string>
  let templateId: string
  before(async () => {
    service = await startProcess()
    headers = { 'x-api-key': await keyOf(service, 'hostile@example.com') }
    const upload = { name: 'x', content: base64('<p>x'), contentEncoding: 'base64' }
    templateId = (await send(`${service.url}/v1/templates/upload`, 'POST', upload, headers)).body.templateId
    await costOf(preview('<p>x'), [200])
  })
  after(() => service[Symbol.asyncDispose]())

  for (const { name, hostile, harmless, statuses } of CALLS) {
    it(`blocks no longer than a harmless call of its size: ${name}`, async () => {
      const [ms, harmlessMs] = [await costOf(hostile, statuses), await costOf(harmless, [200, 400])]
      assert.ok(ms <= TIMES_MAX * harmlessMs, `${ms} ms of a processor, ${harmlessMs} ms for a harmless one`)
    })
  }

  /** Returns the least processor time in milliseconds that the event loop thread takes for a call. */
  async function costOf(call: CallOf, statuses: number[]): Promise<number> {
    const { path, body } = typeof call === 'function' ? call(templateId) : call
    let least = Infinity
    for (let again = 0; again < RUNS; again += 1) {
      const before = await loopTime()
      const answer = await send(`${service.url}${path}`, 'POST', body, headers)
      least = Math.min(least, (await loopTime()) - before)
      assert.ok(statuses.includes(answer.status), JSON.stringify(answer.body))
    }
    return least
  }

  async function loopTime(): Promise<number> {
    const { pid } = service.child
    const [nanoseconds] = (await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8')).split(' ')
    return Number(nanoseconds) / 1_000_000
  }
})
