import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type Caller, eventually } from '../harness.ts'
import { heldBytes } from '../processes.ts'
import { downloadedTexts } from '../pdf.ts'
import { chromiumFolders, filesHolding } from './disk.ts'
import { type Besieged, startBesieged } from './outside.ts'

const JOB_LIMIT_MS = 2_000
const MEMORY_BYTES_MAX = 100 * 1024 * 1024

/** The attempts take a moment, and the print waits for them. */
const A_MOMENT = '<script>platen.ready = new Promise((resolve) => setTimeout(resolve, 300))</script>'

describe('access of a document to the browser', () => {
  let besieged: Besieged
  let caller: Caller
  let templateId: string
  let canary: string
  const secret = `canary-${randomUUID()}`
  before(async () => {
    besieged = await startBesieged({
      overrides: { asyncLimitMs: JOB_LIMIT_MS },
      answer: ({ url = '' }, response) => {
        if (url.startsWith('/attached'))
          response.setHeader('content-disposition', 'attachment; filename="x.exe"')
        // An external script, which a template may load.
        response.setHeader('content-type', url === '/frames.js' ? 'text/javascript' : 'text/plain')
        response.end(
          url === '/frames.js'
            ? `for (const tag of ['iframe', 'object', 'embed']) {
                const frame = document.createElement(tag)
                frame.src = frame.data = 'file://${canary}'
                document.body.append(frame)
              }`
            : secret,
        )
      },
    })
    caller = await besieged.platen.account({ credits: 1_000 })
    templateId = await caller.upload('<p>here</p>{{{this}}}')
    canary = join(tmpdir(), `${secret}.html`)
    await writeFile(canary, `<p>files ${secret}`, { mode: 0o644 })
  })
  after(async () => {
    await rm(canary, { force: true })
    await besieged[Symbol.asyncDispose]()
  })
  const print = async (...documents: string[]) => {
    const { status, body } = await caller.generate(templateId, documents)
    assert.equal(status, 200, JSON.stringify(body))
    const text = (await downloadedTexts(body.pdfUrl)).join(' ')
    assert.equal(text.match(/here/g)?.length, documents.length, text.slice(0, 500))
    return text
  }

  it('R20 R23 R24 a document reads no existing file', async () => {
    const url = `file://${canary}`
    const ways = [
      `<a id=a href="${url}">x</a><script>a.click()</script>`,
      `<a id=a target=_blank href="${url}">x</a><script>a.click()</script>`,
      `<form id=f action="${url}"></form><script>f.submit()</script>`,
      `<meta http-equiv=refresh content="0;url=${url}">`,
      `<base href="file://${tmpdir()}/"><iframe src="${secret}.html"></iframe>`,
      `<object type="application/pdf" data="${url}"></object><embed type="text/html" src="${url}">`,
      `<portal src="${url}"></portal><fencedframe src="${url}"></fencedframe>`,
      `<iframe src="data:text/xml,<?xml-stylesheet type='text/xsl' href='${url}'?><a/>"></iframe>`,
      `<iframe src="data:text/xml,<!DOCTYPE a [<!ENTITY x SYSTEM '${url}'>]><a>&x;</a>"></iframe>`,
      `<script>fetch('${url}').then((a) => a.text()).then((t) => document.body.append(t), () => {})</script>`,
      '<script src="http://script.allowed.test/frames.js"></script>',
    ]
    const text = await print(...ways.map((way) => way + A_MOMENT))
    assert.ok(!text.includes('found') && !text.includes(secret), text)
    assert.ok(besieged.arrived.includes('script.allowed.test/frames.js'))
  })

  it('R22 R34 no text of a document reaches the disk, and nothing that it saves remains', async () => {
    const mark = `mark-${randomUUID()}`
    const other = await besieged.platen.account()
    const otherTemplate = await other.upload(
      `<p>${mark}<script>document.title = '${mark}'</script>${A_MOMENT.replace('300', '2000')}`,
    )
    const printing = other.generate(otherTemplate, { mark })
    const files: string[] = []
    const folders = await chromiumFolders()
    assert.ok(folders.length > 0)
    const save = `
      <iframe src="http://disk.allowed.test/attached"></iframe>
      <a id=a href="http://disk.allowed.test/attached">x</a><a id=b download="${secret}.txt" href="data:text/plain,${secret}">x</a>
      <script>a.click(); b.click()
        const blob = document.createElement('a')
        blob.download = '${secret}.txt'
        blob.href = URL.createObjectURL(new Blob(['${secret}']))
        blob.click()
      </script>${A_MOMENT}`
    const looking = print(save)
    let isOver = false
    void Promise.allSettled([printing, looking]).then(() => (isOver = true))
    while (!isOver) files.push(...(await filesHolding(folders, [mark])))
    assert.equal((await printing).status, 200)
    await looking
    assert.deepEqual(files, [])
    // Chromium starts a download in a file that only it can read, and deletes it after the refusal.
    await eventually(async () => (await filesHolding(folders, [secret])).length === 0, 60_000)
    // Proves that the search finds existing files.
    const control = join(folders[0] ?? '', 'control')
    await writeFile(control, `x ${mark} x`)
    assert.deepEqual(await filesHolding(folders, [mark]), [control])
    await rm(control)
  })

  it('R14 WebRTC reveals no local address and does not bypass the proxy', async () => {
    const port = besieged.trapPort
    const text = await print(`<script>
      const peer = new RTCPeerConnection({ iceServers: [
        { urls: 'stun:127.0.0.1:${port}' }, { urls: 'stun:[::1]:${port}' },
        { urls: 'turn:127.0.0.1:${port}?transport=udp', username: 'u', credential: 'c' },
        { urls: 'turn:127.0.0.1:${port}?transport=tcp', username: 'u', credential: 'c' },
        { urls: 'turns:127.0.0.1:${port}?transport=tcp', username: 'u', credential: 'c' },
      ] })
      const other = new RTCPeerConnection()
      const seen = []
      for (const one of [peer, other]) one.onicecandidate = ({ candidate }) => candidate && seen.push(candidate.candidate)
      platen.ready = (async () => {
        peer.createDataChannel('x')
        await peer.setLocalDescription(await peer.createOffer())
        await other.setRemoteDescription(peer.localDescription)
        await other.setLocalDescription(await other.createAnswer())
        await peer.setRemoteDescription(other.localDescription)
        for (const kind of ['tcp 1 127.0.0.1 ${port} typ host tcptype passive', 'udp 1 127.0.0.1 ${port} typ host'])
          await peer.addIceCandidate({ candidate: 'candidate:1 1 ' + kind.replace(' 1 ', ' 9 '), sdpMid: '0' })
        await new Promise((resolve) => setTimeout(resolve, 1_500))
        document.body.prepend('state ' + peer.iceGatheringState + ' seen ' + seen.join(' ') + ' sdp ' + peer.localDescription.sdp)
      })()
    </script>`)
    assert.match(text, /state (?:gathering|complete)/)
    const own = Object.values(networkInterfaces()).flatMap((entries) =>
      (entries ?? []).map(({ address }) => address),
    )
    // Addresses in the text itself reveal nothing: 0.0.0.0 in the description, and loopback, where the script
    // connects.
    for (const address of own.filter((address) => !['127.0.0.1', '::1'].includes(address)))
      assert.ok(!text.includes(address), address)
    assert.doesNotMatch(text, /candidate:/)
    assert.deepEqual(besieged.trapped, [])
  })

  it('R67 a port scan of the machine reaches no port and is cut short', async () => {
    // Chromium itself blocks some ports below.
    const ports = [...Array.from({ length: 60 }, (_, n) => 11_000 + n * 900), besieged.trapPort]
    await besieged.warnings(caller.accountId)
    const text = await print(`<script>
      const ports = ${JSON.stringify(ports)}
      const outcomes = new Set()
      const see = (outcome) => outcomes.add(outcome)
      platen.ready = Promise.all(ports.flatMap((port) => [
        fetch('http://127.0.0.1:' + port + '/json/version', { mode: 'no-cors' }).then((a) => a.type, () => 'failed').then(see),
        fetch('http://localhost:' + port + '/', { mode: 'no-cors' }).then((a) => a.type, () => 'failed').then(see),
        fetch('https://127.0.0.1:' + port + '/').then((a) => 'https', () => 'no https').then(see),
      ]).concat(ports.slice(-5).map((port) => new Promise((resolve) => {
        const socket = new WebSocket('ws://127.0.0.1:' + port)
        socket.onopen = () => resolve('socket')
        socket.onerror = () => resolve('no socket')
      }).then(see)))).then(() => document.body.prepend('outcomes: ' + [...outcomes].sort().join(', ') + '.'))
    </script>`)
    // The proxy's refusal is opaque to the page and the same for every port.
    assert.match(text, /outcomes: no https, no socket, opaque\./)
    const warnings = await besieged.warnings(caller.accountId)
    assert.ok(
      warnings.some(({ subject }) => subject.endsWith(': too many requests')) ||
        warnings.some(({ subject, count }) => subject === 'other addresses' && count > ports.length),
      JSON.stringify(warnings),
    )
    assert.deepEqual(besieged.trapped, [])
  })

  it('R32 a document gets no device, window, dialog or notification', async () => {
    const calls = [
      'navigator.serial.requestPort()',
      'navigator.hid.requestDevice({ filters: [] })',
      'navigator.bluetooth.requestDevice({ acceptAllDevices: true })',
      'navigator.credentials.get({ password: true })',
      'navigator.mediaDevices.getDisplayMedia()',
      'navigator.requestMIDIAccess()',
      'navigator.wakeLock.request()',
      'navigator.keyboard.lock()',
      'navigator.share({ text: "x" })',
      'new PaymentRequest([{ supportedMethods: "https://pay.allowed.test" }], { total: { label: "x", amount: { currency: "EUR", value: "1" } } }).show()',
      'showDirectoryPicker()',
      'showSaveFilePicker()',
      'queryLocalFonts()',
      'Promise.resolve(document.body.requestPointerLock())',
      'showModalDialog("about:blank")',
      'navigator.clipboard.writeText("x")',
      'documentPictureInPicture.requestWindow()',
      'getScreenDetails()',
    ]
    const text = await print(`<script>
      const outcome = (call) => Promise.race([
        call().then(() => 'granted', () => 'refused'),
        new Promise((resolve) => setTimeout(resolve, 500, 'waits')),
      ])
      platen.ready = Promise.all([${calls.map((call) => `async () => ${call}`).join(',\n')}].map(outcome))
        .then((outcomes) => document.body.prepend(outcomes.join(' ')))
    </script>`)
    assert.equal(text.match(/refused|waits/g)?.length, calls.length, text)
  })

  it('R37 endless console messages do not accumulate in the service', async () => {
    const start = heldBytes()
    let most = 0
    const { headers } = await caller.generate(
      templateId,
      [
        `<script>
          console.log('l'.repeat(1e8))
          for (let n = 0; n < 1e5; n += 1) console.log(n)
          onmessage = ({ data }) => {
            postMessage(data)
            console.error(data)
            Promise.reject(new Error(data))
            throw new Error(data)
          }
          for (let n = 0; n < 10; n += 1) postMessage('m'.repeat(1e5))
          platen.ready = new Promise(() => {})
        </script>`,
      ],
      { async: true },
    )
    const job = await eventually(async () => {
      most = Math.max(most, heldBytes() - start)
      const { body } = await caller.call('GET', headers.get('location') ?? '')
      return body.job.completedAt !== null && body.job
    })
    assert.equal(job.status, 'failed')
    assert.ok(most < MEMORY_BYTES_MAX, `${most} bytes`)
  })
})
