import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readdir } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { type Caller, eventually } from '../harness.ts'
import { contentsOf, textsOf } from '../pdf.ts'
import { descendantsOf, heldBytes } from '../processes.ts'
import { scaled } from '../scale.ts'
import { informationOf, openPdf } from '../rendering/documents.ts'
import { type Besieged, startBesieged } from './outside.ts'

const ROUNDS = scaled({ short: 4, long: 25 })
/** The memory after this round is compared with the memory at the end. */
const WARM_UP_ROUNDS = scaled({ short: 2, long: 5 })
const PAGES = 10
const GROWTH_BYTES_MAX = 50 * 1024 * 1024

describe('isolation of two accounts', () => {
  let besieged: Besieged
  let [one, other]: Caller[] = []
  const requests: IncomingMessage[] = []
  const meeting: ServerResponse[] = []
  before(async () => {
    besieged = await startBesieged({
      answer: (request, response) => {
        if (request.url === '/meet') {
          meeting.push(response.setHeader('access-control-allow-origin', '*'))
          if (meeting.length === 2) for (const one of meeting) one.end('hello')
          return
        }
        requests.push(request)
        const isKnown = request.headers.authorization !== undefined
        response.writeHead(isKnown || request.method === 'OPTIONS' ? 200 : 401, {
          'www-authenticate': 'Basic realm="x"',
          'access-control-allow-origin': '*',
          'access-control-allow-headers': 'authorization',
          'cache-control': 'max-age=31536000',
          etag: '"x"',
          'strict-transport-security': 'max-age=31536000',
        })
        response.end('hello')
      },
    })
    const credits = 10_000
    one = await besieged.platen.account({ credits })
    other = await besieged.platen.account({ credits })
  })
  after(() => besieged[Symbol.asyncDispose]())
  const both = () => {
    assert.ok(one && other)
    return [one, other]
  }

  it("R61 R81 concurrent prints contain only their own account's data and leave nothing running", async () => {
    const source =
      '<title>{{title}}</title><p>{{text}}</p><img alt="{{alt}}" src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="><script>document.body.append("{{script}}")</script>'
    const mark = () => randomBytes(16).toString('hex')
    const marks = () => ({ title: mark(), text: mark(), alt: mark(), script: mark() })
    const all = new Set<string>()
    const started = { children: 0, files: 0, heap: 0 }
    const rounds = async (caller: Caller) => {
      // With scripts each page is printed alone, which takes longer. Without scripts all pages are printed as one
      // document.
      const [scripted, plain] = [
        await caller.upload(source),
        await caller.upload(source.replace(/<script.*/, '')),
      ]
      for (let round = 0; round < ROUNDS; round += 1) {
        const data = Array.from({ length: PAGES }, marks)
        const own = data.flatMap((page) => Object.values(page))
        for (const text of own) all.add(text)
        const isScripted = round % 5 === 0
        const { status, body } = await caller.generate(isScripted ? scripted : plain, data)
        assert.equal(status, 200, JSON.stringify(body))
        const pdf = Buffer.from(await (await fetch(body.pdfUrl)).arrayBuffer())
        assert.equal(await informationOf(await openPdf(pdf), 'Title'), data[0]?.title)
        const texts = await textsOf(pdf)
        assert.deepEqual(
          texts,
          data.map(({ text, script }) => (isScripted ? `${text} ${script}` : text)),
        )
        const contents = contentsOf(pdf)
        for (const { alt } of data) assert.ok(contents.includes(alt))
        const printedMarks = new Set(contents.match(/[0-9a-f]{32}/g))
        for (const mark of printedMarks)
          assert.ok(own.includes(mark) || !all.has(mark), 'a mark of another call')
        if (round === WARM_UP_ROUNDS) Object.assign(started, await size())
      }
    }
    await Promise.all(both().map(rounds))
    await eventually(async () => {
      const now = await size()
      return now.children <= started.children + 2 && now.files <= started.files + 20
    }, 60_000)
    const grown = (await size()).heap - started.heap
    assert.ok(grown < GROWTH_BYTES_MAX, `${grown} bytes`)
  })

  it('R62 accounts print in separate processes at the same time', async () => {
    // A synchronous request blocks the process of its page. Both are answered when both have arrived.
    const meet = `<script>
      const request = new XMLHttpRequest()
      request.open('GET', 'http://shared.allowed.test/meet', false)
      request.send()
      document.body.append(request.responseText)
    </script>`
    const answers = await Promise.all(
      both().map(async (by) => await by.generate(await by.upload(`<p>${meet}`), {})),
    )
    assert.equal(meeting.length, 2)
    for (const { status, body } of answers) {
      assert.equal(status, 200)
      const pdf = Buffer.from(await (await fetch(body.pdfUrl)).arrayBuffer())
      assert.deepEqual(await textsOf(pdf), ['hello'])
    }
  })

  it('R42 accounts share no credentials, cache or host rules', async () => {
    const load = (password: string) => `<img src="http://shared.allowed.test/x.png">x<script>
      platen.ready = new Promise((resolve) => {
        const request = new XMLHttpRequest()
        request.open('GET', 'http://shared.allowed.test/x')
        ${password && `request.setRequestHeader('authorization', '${password}')`}
        request.onloadend = resolve
        request.send()
      })</script>`
    const [owner, other] = both()
    assert.ok(owner && other)
    const requestsOf = async (by: Caller, html: string) => {
      requests.length = 0
      assert.equal((await by.generate(await by.upload(html), {})).status, 200)
      assert.ok(requests.some(({ url }) => url === '/x.png'))
      return requests.map(({ headers }) => headers)
    }
    const first = await requestsOf(owner, load('Basic dTpw'))
    assert.ok(first.some(({ authorization }) => authorization === 'Basic dTpw'))
    for (const headers of [...(await requestsOf(other, load(''))), ...(await requestsOf(owner, load('')))]) {
      const { authorization, cookie, 'if-none-match': cached } = headers
      assert.deepEqual([authorization, cookie, cached], [undefined, undefined, undefined])
    }
  })
})

/** Returns the size of the service: processes of Chromium and hosts, open files, and heap. */
async function size() {
  const children = await descendantsOf(process.pid)
  const files = await readdir('/proc/self/fd')
  return { children: children.length, files: files.length, heap: heldBytes() }
}
