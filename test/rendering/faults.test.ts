// Own process: it ends Chromiums, which it finds among its descendants.

import assert from 'node:assert/strict'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Refusal } from '../../server/errors.ts'
import { startChromium } from '../../server/rendering/print/chromium.ts'
import { takePlace } from '../../server/rendering/print/place.ts'
import { createPrinter, type Printer } from '../../server/rendering/print/printer.ts'
import { PageCrashed } from '../../server/rendering/print/protocol.ts'
import { eventually } from '../harness.ts'
import { textsOf } from '../pdf.ts'
import { owner, printerOptions, startPrinter } from './printers.ts'
import { descendantsOf, isRunning } from '../processes.ts'

/** The processes of the printer's Chromium, by what they do; the browser itself is of type ''. */
async function chromiumProcesses(type: string): Promise<number[]> {
  const found: number[] = []
  for (const pid of await descendantsOf(process.pid)) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (
      !command.includes('--type=')
        ? type === '' && command.includes('--remote-debugging-pipe')
        : command.includes(`--type=${type}`)
    )
      found.push(pid)
  }
  return found
}

async function eventuallySome(find: () => Promise<number[]>): Promise<number[]> {
  let found: number[] = []
  await eventually(async () => (found = await find()).length > 0)
  return found
}

/** The process that has used most time so far. */
async function busiest(pids: number[]): Promise<number> {
  const times = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      return { pid, time: Number(stat.slice(stat.lastIndexOf(')')).split(' ')[12] ?? 0) }
    }),
  )
  return times.toSorted((one, other) => other.time - one.time)[0]?.pid ?? assert.fail('There is no renderer')
}

describe('a print that goes wrong', () => {
  let printer: Printer
  before(async () => {
    printer = await startPrinter({ pulseMs: 100 })
  })
  after(() => printer[Symbol.asyncDispose]())
  const print = (html: string, partition = 'a') =>
    printer.print(html, owner(partition), AbortSignal.timeout(60_000))

  it('is made again when Chromium hangs', async () => {
    assert.equal((await print('<p>before')).sheets, 1)
    const [browser = 0] = await chromiumProcesses('')
    process.kill(browser, 'SIGSTOP')
    assert.deepEqual(await textsOf((await print('<p>after')).pdf), ['after'])
    await eventually(async () => !(await isRunning(browser)))
  })

  it('is to be tried again, and is not the document’s fault, when Chromium ends twice', async () => {
    const underWay = print('<p>x<script>platen.ready = new Promise(() => {})</script>', 'unlucky')
    const refused = assert.rejects(underWay, (error) => error instanceof Refusal && error.kind === 'busy')
    for (let time = 0; time < 2; time += 1) {
      await new Promise((resolve) => setTimeout(resolve, 700))
      const [browser = 0] = await eventuallySome(() => chromiumProcesses(''))
      process.kill(browser, 'SIGKILL')
      await eventually(async () => !(await isRunning(browser)))
    }
    await refused
    assert.deepEqual(await textsOf((await print('<p>after')).pdf), ['after'])
  })

  it('is made again when the page’s own process dies', async () => {
    const underWay = print(
      '<p>made</p><script>const end = Date.now() + 700; while (Date.now() < end) {}</script>',
      'dying',
    )
    await new Promise((resolve) => setTimeout(resolve, 300))
    process.kill(await busiest(await chromiumProcesses('renderer')), 'SIGKILL')
    assert.deepEqual(await textsOf((await underWay).pdf), ['made'])
    assert.deepEqual(await textsOf((await print('<p>on')).pdf), ['on'])
  })

  it('is made again when the processes of all pages die at once', async () => {
    await Promise.all([print('<p>one', 'all'), print('<p>two', 'all')])
    for (const pid of await chromiumProcesses('renderer')) process.kill(pid, 'SIGKILL')
    assert.deepEqual(await textsOf((await print('<p>on', 'all')).pdf), ['on'])
  })
})

describe('a print while Chromium does not start', () => {
  it('waits for the next start', async () => {
    const { installed, log, ...options } = await printerOptions()
    const folder = await mkdtemp(join(tmpdir(), 'platen-chromium-test-'))
    await chmod(folder, 0o755)
    const executable = join(folder, 'chromium')
    await writeFile(executable, `#!/bin/sh\nexec '${installed.executable}' "$@"\n`, { mode: 0o755 })
    const failed = Promise.withResolvers<void>()
    {
      await using printer = await createPrinter({
        ...options,
        installed: { ...installed, executable },
        log: { ...log, error: (_, words) => words.includes('does not start') && failed.resolve() },
      })
      await chmod(executable, 0o644)
      const [browser = 0] = await chromiumProcesses('')
      process.kill(browser, 'SIGKILL')
      await failed.promise
      const print = printer.print('<p>late', owner('a'), AbortSignal.timeout(60_000))
      await chmod(executable, 0o755)
      assert.deepEqual(await textsOf((await print).pdf), ['late'])
    }
    await rm(folder, { recursive: true })
  })
})

describe('a tab that opens', () => {
  it('fails at once when its process has died, or dies meanwhile', { timeout: 30_000 }, async () => {
    await using chromium = await startChromium(await printerOptions())
    const { connection } = chromium
    const opening = async () => {
      const { targetId } = await connection.browser.send('Target.createTarget', { url: 'about:blank' })
      const { sessionId } = await connection.browser.send('Target.attachToTarget', {
        targetId,
        flatten: true,
      })
      const session = connection.session(sessionId)
      // What answers is there.
      await session.send('Page.getFrameTree')
      return { open: () => takePlace(session, () => {}), pids: await chromiumProcesses('renderer') }
    }
    const dead = await opening()
    for (const pid of dead.pids) process.kill(pid, 'SIGKILL')
    await eventually(async () => !(await Promise.all(dead.pids.map(isRunning))).includes(true))
    await assert.rejects(dead.open(), PageCrashed)

    const dying = await opening()
    const refused = assert.rejects(dying.open(), PageCrashed)
    for (const pid of dying.pids) process.kill(pid, 'SIGKILL')
    await refused
  })
})

describe('a document that needs too much memory', () => {
  const table = (rows: number) =>
    `<!doctype html><title>Rows</title><table>${'<tr><td>Row<td>some text<td>1.00'.repeat(rows)}</table>`

  it('is refused with the limit and what to do, however its page ends', async () => {
    await using printer = await startPrinter({ pageMemoryMb: 256 })
    for (let n = 0; n < 4; n += 1) {
      await assert.rejects(
        printer.print(table(10_000), owner('a'), AbortSignal.timeout(120_000)),
        (error) =>
          error instanceof Refusal &&
          error.kind === 'invalid' &&
          /more than 256 MB of memory.*Split a table of thousands of rows/.test(error.detail ?? ''),
      )
    }
    assert.equal((await printer.print('<p>on', owner('a'), AbortSignal.timeout(60_000))).sheets, 1)
  })

  it('is printed within the default limit when it is one table of 10,000 rows, and costs its tab', async () => {
    await using printer = await startPrinter()
    const fresh = await chromiumProcesses('renderer')
    const { sheets } = await printer.print(table(10_000), owner('a'), AbortSignal.timeout(240_000))
    assert.ok(sheets > 200 && sheets < 400, String(sheets))
    await eventually(async () => (await Promise.all(fresh.map(isRunning))).includes(false))
  })
})

describe('a document that is too large', () => {
  let printer: Printer
  before(async () => {
    printer = await startPrinter({ tabMemoryBytesMax: 1 })
  })
  after(() => printer[Symbol.asyncDispose]())
  const print = (html: string, partition = 'a') =>
    printer.print(html, owner(partition), AbortSignal.timeout(60_000))

  it('is refused when its PDF is too large to be handled, and nothing else is harmed', async () => {
    // Noise of 9 megapixels that no compression makes smaller, several times.
    const noise = `<canvas></canvas><script>
      document.body.style.margin = 0
      for (let n = 0; n < 4; n += 1) {
        const canvas = document.createElement('canvas')
        canvas.width = canvas.height = 3000
        const context = canvas.getContext('2d')
        const image = context.createImageData(3000, 3000)
        const words = new Uint32Array(image.data.buffer)
        let seed = n + 1
        for (let at = 0; at < words.length; at += 1) {
          seed = (Math.imul(seed, 1664525) + 1013904223) | 0
          words[at] = seed | 0xff000000
        }
        context.putImageData(image, 0, 0)
        document.body.append(canvas)
      }</script>`
    await assert.rejects(
      print(noise, 'large'),
      (error) => error instanceof Refusal && error.kind === 'invalid',
    )
    assert.deepEqual(await textsOf((await print('<p>on', 'large')).pdf), ['on'])
  })

  it('is refused when its addresses and errors are endless, and holds up nobody', async () => {
    const base = `<base href="http://127.0.0.1:9/${'x'.repeat(1_000_000)}/">`
    const { warnings } = await print(`${base}${'<img src="a">'.repeat(100)}<p>x`)
    assert.deepEqual(
      warnings.map(({ kind, subject }) => [kind, subject.length]),
      [['image-missing', 200]],
    )
    const thrown = await print('<p>x<script>throw new Error("e".repeat(2_000_000))</script>')
    assert.deepEqual(
      thrown.warnings.map(({ kind, subject }) => [kind, subject.length]),
      [['script-failed', 200]],
    )
  })

  it('is printed or refused when it leads itself elsewhere, never a fault', async () => {
    for (const script of [
      'location.reload()',
      'location = "about:blank"',
      'document.write("<p>y"); location.reload()',
    ]) {
      const outcome = await print(`<p>x<script>${script}</script>`).then(
        () => undefined,
        (error: unknown) => error,
      )
      assert.ok(outcome === undefined || outcome instanceof Refusal, `${script}: ${String(outcome)}`)
    }
    assert.deepEqual(await textsOf((await print('<p>on')).pdf), ['on'])
  })

  it('costs its tab when it leaves too much in memory', async () => {
    await print('<p>first')
    const started = await chromiumProcesses('renderer')
    for (let n = 1; n < 12; n += 1) await print(`<p>${n}`)
    await eventually(async () => (await Promise.all(started.map(isRunning))).includes(false))
    assert.deepEqual(await textsOf((await print('<p>last')).pdf), ['last'])
  })
})

describe('a document that is never complete', () => {
  let stalling: Server
  let printer: Printer
  const sockets = new Set<Socket>()
  before(async () => {
    stalling = createServer((socket) => void sockets.add(socket.on('error', () => {})))
    await new Promise<void>((resolve) => stalling.listen(0, '127.0.0.1', resolve))
    printer = await startPrinter({
      createGate: async () => ({
        port: (stalling.address() as AddressInfo).port,
        open: () => {},
        close: () => ({ requests: 1, refused: [] }),
        [Symbol.asyncDispose]: async () => {},
      }),
      tabs: 3,
    })
  })
  after(async () => {
    await printer[Symbol.asyncDispose]()
    for (const socket of sockets) socket.destroy()
    stalling.close()
  })

  it('is printed without what comes too late, and says what that was', async () => {
    const rows: [string, string[]][] = [
      ['<p>x<img src="http://slow.example/a.png">', ['resources-late http://slow.example/a.png']],
      [
        '<style>@font-face { font-family: Slow; src: url(http://slow.example/a.ttf) } p { font-family: Slow }</style><p>x',
        ['resources-late font Slow'],
      ],
      ['<p>x<script>platen.ready = new Promise(() => {})</script>', ['resources-late window.platen.ready']],
    ]
    await Promise.all(
      rows.map(async ([html, expected]) => {
        const { pdf, warnings } = await printer.print(html, owner(html), AbortSignal.timeout(25_000))
        assert.deepEqual(await textsOf(pdf), ['x'], html)
        assert.deepEqual(
          warnings.map(({ kind, subject }) => `${kind} ${subject}`),
          expected,
        )
      }),
    )
  })
})
