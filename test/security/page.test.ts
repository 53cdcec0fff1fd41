import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { type Answer, type Caller, eventually, type Platen, startPlaten } from '../harness.ts'
import { downloadedTexts } from '../pdf.ts'
import { descendantsOf } from '../processes.ts'
import { type Besieged, startBesieged } from './outside.ts'

/** The limit of documents that run until they are ended. */
const SHORT_LIMIT_MS = 1_000
/** The limit of documents that are sure to run until they are ended: more time only loads the processors. */
const ENDLESS_LIMIT_MS = 400

/** Expected outcome of each script of the corpus: PDF when it does no harm, 504 when it never ends. */
const OUTCOMES: Record<string, number[]> = {
  spin: [504],
  'spin-late': [504],
  'spin-print': [504],
  'spin-promise': [504],
  'spin-regex': [504],
  'spin-wasm': [504],
  heap: [400],
  canvas: [400, 504],
  dom: [400, 504],
  'dom-deep': [400, 504],
  'blob-heap': [400, 504],
  console: [504],
  'console-object': [504],
  'alert-loop': [504],
  history: [504],
}
const PDF_OR_LIMIT = [200, 400, 504]

const corpus: { id: string; html: string }[] = JSON.parse(
  await readFile(new URL('../cases/js-abuse.json', import.meta.url), 'utf8'),
)

async function chromiums(isMeant: (command: string) => boolean): Promise<number[]> {
  const pids = await descendantsOf(process.pid)
  const commands = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  )
  return pids.filter((_, index) => isMeant(commands[index] ?? ''))
}

const pages = () => chromiums((command) => command.includes('--type=renderer'))
const browsers = () => chromiums((command) => command.includes('--headless') && !command.includes('--type='))

const SOURCE = '<body>{{{this}}}<p>after</p>'
/** Additional pages that may be kept ready. */
const TABS_MORE_MAX = 8

describe('hostile documents', () => {
  let besieged: Besieged
  let attacker: Caller
  let templateId: string
  /** Services with short limits, on the same renderer. */
  let short: Platen
  let shortest: Platen
  let endless: Caller
  let endlessTemplateId: string
  const requests: IncomingMessage[] = []
  before(async () => {
    besieged = await startBesieged({
      answer: (request, response) => {
        requests.push(request)
        if (request.url === '/never') return
        response
          .writeHead(200, {
            'set-cookie': 'seen=1; Max-Age=99999',
            'cache-control': 'max-age=31536000',
            etag: '"seen"',
            'access-control-allow-origin': '*',
          })
          .end('hello')
      },
    })
    attacker = await besieged.platen.account({ credits: 10_000 })
    templateId = await attacker.upload(SOURCE)
    const { renderer } = besieged.platen.app.services
    const undisposed = Promise.resolve({ ...renderer, async [Symbol.asyncDispose]() {} })
    const withLimit = (syncLimitMs: number) =>
      startPlaten({ environment: { EGRESS: 'public' }, overrides: { syncLimitMs, renderer: undisposed } })
    short = await withLimit(SHORT_LIMIT_MS)
    shortest = await withLimit(ENDLESS_LIMIT_MS)
    endless = await short.account({ credits: 10_000 })
    endlessTemplateId = await endless.upload(SOURCE)
  })
  after(async () => {
    await shortest[Symbol.asyncDispose]()
    await short[Symbol.asyncDispose]()
    await besieged[Symbol.asyncDispose]()
  })

  it('print or end at a limit, are charged only for prints, and leave nothing running', async () => {
    const before = (await pages()).length
    const spinner = await shortest.account({ credits: 10_000 })
    const spinnerTemplateId = await spinner.upload(SOURCE)
    let printed = 0
    for (const { id, html } of corpus) {
      const document = html.replace('https:', 'http:')
      const outcomes = OUTCOMES[id] ?? PDF_OR_LIMIT
      // Documents that must end for another reason get the usual time.
      const { status, body } = outcomes.includes(504)
        ? await spinner.generate(spinnerTemplateId, [document])
        : await attacker.generate(templateId, [document])
      assert.ok(outcomes.includes(status), `${id}: ${status} ${JSON.stringify(body)}`)
      if (status === 200) printed += 1
      else assert.match(`${body.message} ${body.error}`, /in time|come to an end|MB of memory|too large/, id)
    }
    assert.deepEqual(await spinner.credits(), { credits: 10_000 - printed, reserved: 0 })
    assert.deepEqual(await attacker.credits(), { credits: 10_000, reserved: 0 })
    const other = await besieged.platen.account()
    const answer = await other.generate(await other.upload('<p>well'), {})
    assert.deepEqual(await downloadedTexts(answer.body.pdfUrl), ['well'])
    await eventually(async () => (await pages()).length <= before + TABS_MORE_MAX, 60_000)
    assert.deepEqual(besieged.trapped, [])
  })

  it('find nothing of another document, of the same or another account', async () => {
    const remember = `<script>
      const found = []
      const look = async (name, work) => { try { if (await work()) found.push(name) } catch {} }
      platen.ready = (async () => {
        await look('cookie', () => { const had = document.cookie; document.cookie = 'a=b'; return had })
        await look('localStorage', () => { const had = localStorage.a; localStorage.a = 1; return had })
        await look('sessionStorage', () => { const had = sessionStorage.a; sessionStorage.a = 1; return had })
        await look('window.name', () => { const had = window.name; window.name = 'a'; return had })
        await look('caches', async () => { const had = await caches.has('a'); await caches.open('a'); return had })
        await look('indexedDB', () => new Promise((resolve, reject) => {
          const opening = indexedDB.open('a')
          let fresh = false
          opening.onupgradeneeded = () => { fresh = true }
          opening.onsuccess = () => resolve(!fresh)
          opening.onerror = reject
        }))
        await look('serviceWorker', async () => {
          await navigator.serviceWorker.register('http://count.allowed.test/worker.js')
          return true
        })
        await look('directory', () => navigator.storage.getDirectory())
        await look('history', () => history.length > 2)
        await look('opener', () => window.opener || document.referrer)
        await fetch('http://count.allowed.test/cached', { credentials: 'include', mode: 'no-cors' })
        const channel = new BroadcastChannel('a')
        await look('channel', () => new Promise((resolve) => {
          channel.onmessage = () => resolve(true)
          setTimeout(resolve, 50, false)
          channel.postMessage('here')
        }))
        document.title = 'seen'
        document.body.append('found: ' + found.join(' ') + '.')
      })()
    </script>`
    const other = await besieged.platen.account()
    const texts: string[] = []
    for (const caller of [attacker, attacker, other, attacker]) {
      const template = caller === other ? await other.upload('<body>{{{this}}}') : templateId
      const answer = await caller.generate(template, [remember, remember])
      texts.push(...(await downloadedTexts(answer.body.pdfUrl)))
    }
    assert.deepEqual(new Set(texts.map((text) => /found:[^.]*\./.exec(text)?.[0])), new Set(['found: .']))
    const cached = requests.filter(({ url }) => url === '/cached')
    assert.equal(cached.length, 8)
    for (const { headers } of cached) {
      assert.deepEqual([headers.cookie, headers['if-none-match']], [undefined, undefined])
    }
  })

  it('show no dialog, open no window and save no file', async () => {
    const rows = [
      'alert(1)',
      'document.body.append(String(confirm("a")) + String(prompt("b")))',
      'print()',
      'open("about:blank"); open("http://popup.allowed.test/x")',
      'const a = document.createElement("a"); a.download = "x"; a.href = "data:,x"; a.click()',
      'const a = document.createElement("a"); a.download = "x"; a.href = URL.createObjectURL(new Blob(["x"])); a.click()',
      'Notification.requestPermission(); navigator.geolocation.getCurrentPosition(() => document.body.append("granted"))',
      'navigator.clipboard?.readText().then(() => document.body.append("granted"))',
      'navigator.usb?.requestDevice({ filters: [] }).then(() => document.body.append("granted"))',
      'showOpenFilePicker?.().then(() => document.body.append("granted"))',
      'document.body.requestFullscreen().then(() => document.body.append("granted"))',
      'document.body.append(typeof SharedArrayBuffer === "undefined" ? "" : "granted")',
      'navigator.mediaDevices?.getUserMedia({ video: true }).then(() => document.body.append("granted"))',
      'history.pushState(0, 0, "#x"); history.back()',
      'document.open(); document.write("<p>after"); document.close()',
      'window.close()',
      'parent.postMessage("x", "*"); top.location.hash = "x"',
    ]
    const answer = await attacker.generate(
      templateId,
      rows.map((script) => `<script>${script}</script>`),
    )
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    const texts = await downloadedTexts(answer.body.pdfUrl)
    for (const [index, text] of texts.entries()) {
      assert.match(text, /after/, rows[index])
      assert.doesNotMatch(text, /granted|true/, rows[index])
    }
    assert.equal(texts.length, rows.length)
  })

  it('are rejected when they navigate away', async () => {
    for (const script of ['location = "about:blank"', 'location.replace("about:blank#x")']) {
      const { status, body } = await attacker.generate(templateId, [
        `<script>${script};platen.ready = new Promise(() => {})</script>`,
      ])
      assert.deepEqual(
        [status, body.error],
        [400, 'A script or a link of the document left the page or closed it.'],
        script,
      )
    }
  })

  it('send no request after their end, whatever a click with a modifier key opens', async () => {
    const sent = () => requests.filter(({ headers }) => headers.host === 'window.allowed.test').length
    const page = `<script>setInterval(() => { new Image().src = "http://window.allowed.test/" + Math.random() }, 20)</script>`
    const script = (keys: string) => `<script>
      const a = document.createElement('a')
      a.href = URL.createObjectURL(new Blob([${JSON.stringify(page).replace('</', String.raw`<\/`)}], { type: 'text/html' }))
      document.body.append(a)
      a.dispatchEvent(new MouseEvent('click', { ${keys}, bubbles: true, cancelable: true }))
    </script>`
    const reached = await attacker.generate(templateId, [
      `<script>
        platen.ready = new Promise((resolve) => {
          const image = new Image()
          image.onload = image.onerror = resolve
          image.src = "http://window.allowed.test/reached"
        })
      </script>`,
    ])
    assert.deepEqual([reached.status, sent()], [200, 1])
    for (const keys of [
      'shiftKey: true',
      'ctrlKey: true',
      'metaKey: true',
      'ctrlKey: true, shiftKey: true',
    ]) {
      const { status, body } = await attacker.generate(templateId, [script(keys)])
      assert.ok([200, 400].includes(status), keys)
      if (status === 400) assert.match(body.error, /left the page/, keys)
      await printForLonger()
      // The click replaced the page, which may have sent requests until it was closed.
      const before = sent()
      await printForLonger()
      assert.equal(sent(), before, keys)
    }
    async function printForLonger(): Promise<void> {
      const { status } = await attacker.generate(templateId, [
        '<script>platen.ready = new Promise((resolve) => setTimeout(resolve, 200))</script>',
      ])
      assert.equal(status, 200)
    }
  })

  it('end when they send endless messages, without delaying other calls', async () => {
    const text = 'const s = "x".repeat(1e6)'
    const floods = [
      `<script>${text}; for (;;) console.log(s, s, s, s)</script>`,
      `<script>${text}; for (;;) reportError(new Error(s))</script>`,
      `<script>new Worker(URL.createObjectURL(new Blob(['${text}; for (;;) console.log(s, s, s, s)'])))
      platen.ready = new Promise(() => {})</script>`,
    ]
    const other = await besieged.platen.account({ credits: 100 })
    const well = await other.upload('<p>well')
    for (const flood of floods) {
      const chromium = await browsers()
      const flooding = endless.generate(endlessTemplateId, [flood])
      for (let n = 0; n < 5; n += 1) assert.equal((await other.generate(well, {})).status, 200)
      assert.ok(PDF_OR_LIMIT.includes((await flooding).status))
      assert.deepEqual(await browsers(), chromium, 'Chromium ended over it')
    }
  })

  it('read no file and open no internal page of the browser, by any scheme', async () => {
    const schemes: string[] = JSON.parse(
      await readFile(new URL('../cases/local-scheme.json', import.meta.url), 'utf8'),
    )
    const ways = (url: string) => `
      <img src="${url}"><iframe src="${url}"></iframe><object data="${url}"></object><embed src="${url}">
      <link rel=stylesheet href="${url}"><style>@import url("${url}"); @font-face { font-family: f; src: url("${url}") }
      p { font-family: f; background: url("${url}") }</style><svg><use href="${url}#a" /><image href="${url}" /></svg>
      <video src="${url}" poster="${url}"></video><table background="${url}"></table><script src="${url}"></script>
      <script>
        const show = (text) => document.body.append(text)
        fetch('${url}').then((answer) => answer.text()).then(show, () => {})
        try { const r = new XMLHttpRequest(); r.open('GET', '${url}', false); r.send(); show(r.responseText) } catch {}
        try { new Worker('${url}') } catch {}
        try { open('${url}') } catch {}
        for (const frame of document.querySelectorAll('iframe')) try { show(frame.contentDocument.body.innerText) } catch {}
      </script>`
    const secret = /root:|daemon:|PATH=|HOME=|Chromium|Google Chrome|\bVersion\b|linux/i
    const [passwords] = (await readFile('/etc/passwd', 'utf8')).split('\n', 1)
    assert.match(passwords ?? '', secret)
    const documents = schemes.map((scheme) =>
      ways(scheme.replace('%%PORT%%', String(besieged.trapPort)).replaceAll('"', '&quot;')),
    )
    const chromium = await browsers()
    const assertHarmless = async (document: string, { status, body }: Answer) => {
      assert.equal(status, 200, `document ${documents.indexOf(document)}: ${JSON.stringify(body)}`)
      const [text = ''] = await downloadedTexts(body.pdfUrl)
      assert.match(text, /after/)
      assert.doesNotMatch(text, secret)
    }
    const late: string[] = []
    for (const document of documents) {
      const answer = await endless.generate(endlessTemplateId, [document])
      if (answer.status === 504) late.push(document)
      else await assertHarmless(document, answer)
    }
    // A script that writes into a frame without end keeps its document from loading. On a slow machine others are late
    // too, and get the usual time.
    let neverComplete = 0
    for (const document of late.length > 1 ? late : []) {
      const answer = await attacker.generate(templateId, [document])
      if (answer.status === 504) neverComplete += 1
      else await assertHarmless(document, answer)
    }
    assert.ok(neverComplete <= 1, `${neverComplete} were too late`)
    assert.deepEqual(await browsers(), chromium, 'Chromium ended over one of them')
    assert.deepEqual(besieged.trapped, [])
  })
})
