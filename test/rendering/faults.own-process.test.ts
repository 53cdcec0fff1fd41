// Has a process of its own, because the tests kill processes of Chromium, which they find among their descendants.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Refusal } from '../../packages/template/src/refusal.ts'
import { startChromium } from '../../packages/renderer/src/print/chromium/chromium.ts'
import { openSandboxedPage } from '../../packages/renderer/src/print/sandboxed-page.ts'
import { createPrinter, type Printer } from '../../packages/renderer/src/print/printer.ts'
import { PageCrashed } from '../../packages/renderer/src/print/chromium/protocol.ts'
import { eventually } from '../harness.ts'
import { textsOf } from '../pdf.ts'
import { owner, printerOptions, startPrinter } from './printers.ts'
import { chromiumProcesses, descendantsOf, isRunning } from '../processes.ts'

const LIMIT_MS = 60_000
const DATA_BYTES_MAX = 6 * 2 ** 20
/** Delays a print until the proxy of the test answers. */
const SCRIPT = '<script src="http://slow.test/a.js"></script>'
/** Makes the process of the page larger than those of all others. */
const LARGE = '<script>window.kept = new Uint8Array(2 ** 27).fill(1)</script>'

async function killBrowser(): Promise<void> {
  const [browser] = await chromiumProcesses('browser')
  assert.ok(browser !== undefined)
  process.kill(browser, 'SIGKILL')
  await hasEnded(browser)
}

async function hasEnded(...pids: number[]): Promise<void> {
  await eventually(async () => !(await Promise.all(pids.map(isRunning))).includes(true), LIMIT_MS)
}

/** Returns the page process that takes the most memory. */
async function largestPage(): Promise<number> {
  const sizes = await Promise.all(
    (await chromiumProcesses('renderer')).map(async (pid) => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
      return { pid, kilobytes: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) }
    }),
  )
  return sizes.toSorted((one, other) => other.kilobytes - one.kilobytes)[0]?.pid ?? assert.fail('No page')
}

/** Returns the processor time that a process has used, in hundredths of a second. */
async function workOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[12])
}

/** Starts a proxy for all tabs. A test answers its requests. */
async function startProxy() {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    createProxy: async () => ({
      port: (server.address() as AddressInfo).port,
      open: () => {},
      close: () => ({ requests: 1, refused: [] }),
      [Symbol.asyncDispose]: async () => {},
    }),
    /** Waits for the next request. */
    async request(): Promise<ServerResponse> {
      const { promise, resolve } = Promise.withResolvers<ServerResponse>()
      server.once('request', (_, response) => resolve(response))
      return await promise
    },
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}

describe('a print with a fault', () => {
  const stack = new AsyncDisposableStack()
  let proxy: Awaited<ReturnType<typeof startProxy>>
  let printer: Printer
  before(async () => {
    proxy = stack.use(await startProxy())
    const { createProxy } = proxy
    const limits = { dataBytesMax: DATA_BYTES_MAX, tabMemoryBytesMax: 1, delayMsPerMb: 1e6 }
    printer = stack.use(await startPrinter({ createProxy, tabs: 3, pingMs: 1_000, ...limits }))
  })
  after(() => stack.disposeAsync())
  const print = (html: string, tenant = 'a', signal = AbortSignal.timeout(LIMIT_MS)) =>
    printer.print(html, owner(tenant), signal)

  it('is retried when Chromium hangs', async () => {
    assert.equal((await print('<p>before')).sheets, 1)
    const [browser = 0] = await chromiumProcesses('browser')
    process.kill(browser, 'SIGSTOP')
    assert.deepEqual(await textsOf((await print('<p>after')).pdf), ['after'])
    await hasEnded(browser)
  })

  it('is retried when Chromium ends', async () => {
    let requested = proxy.request()
    const underWay = print(`<p>made</p>${SCRIPT}`)
    await requested
    requested = proxy.request()
    await killBrowser()
    ;(await requested).end()
    assert.deepEqual(await textsOf((await underWay).pdf), ['made'])
  })

  it('fails with busy when Chromium ends twice', async () => {
    let requested = proxy.request()
    const underWay = print(`<p>x</p>${SCRIPT}`, 'unlucky')
    const refused = assert.rejects(underWay, (error) => error instanceof Refusal && error.kind === 'busy')
    await requested
    requested = proxy.request()
    await killBrowser()
    await requested
    await killBrowser()
    await refused
    assert.deepEqual(await textsOf((await print('<p>after')).pdf), ['after'])
  })

  it('is retried when the process of its page ends', async () => {
    let requested = proxy.request()
    const underWay = print(`<p>made</p>${LARGE}${SCRIPT}`, 'dying')
    await requested
    requested = proxy.request()
    process.kill(await largestPage(), 'SIGKILL')
    ;(await requested).end()
    assert.deepEqual(await textsOf((await underWay).pdf), ['made'])
    assert.deepEqual(await textsOf((await print('<p>on')).pdf), ['on'])
  })

  it('is retried when the processes of all pages end at once', async () => {
    await Promise.all([print('<p>one', 'all'), print('<p>two', 'all')])
    for (const pid of await chromiumProcesses('renderer')) process.kill(pid, 'SIGKILL')
    assert.deepEqual(await textsOf((await print('<p>on', 'all')).pdf), ['on'])
  })

  it('is aborted by its signal, and the process of its endless page ends', async () => {
    const requested = proxy.request()
    const leaving = new AbortController()
    const underWay = print(`${LARGE}${SCRIPT}<script>while (true) {}</script>`, 'endless', leaving.signal)
    const ended = assert.rejects(underWay, /gone/)
    const response = await requested
    const page = await largestPage()
    const workBefore = await workOf(page)
    response.end()
    await eventually(async () => (await workOf(page)) > workBefore + 10, LIMIT_MS)
    leaving.abort(new Error('gone'))
    await ended
    await hasEnded(page)
    assert.equal((await print('<p>x', 'endless')).sheets, 1)
  })

  it('runs in the sandbox of Chromium, as an unprivileged user, with few environment variables', async () => {
    const [pid = 0] = await chromiumProcesses('browser')
    await print('<p>x')
    if (process.getuid?.() === 0)
      assert.match(await readFile(`/proc/${pid}/status`, 'utf8'), /^Uid:\s+64101\s+64101\s+64101\s+64101$/m)
    const environment = (await readFile(`/proc/${pid}/environ`, 'utf8'))
      .split('\0')
      .map((entry) => entry.split('=', 1)[0])
    assert.deepEqual(environment.filter(Boolean).toSorted(), [
      'FONTCONFIG_FILE',
      'HOME',
      'LANG',
      'LD_LIBRARY_PATH',
      'TMPDIR',
      'TZ',
      'XDG_CACHE_HOME',
      'XDG_DATA_HOME',
    ])
    let renderers = 0
    for (const child of await descendantsOf(pid)) {
      const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')
      if (!command.includes('--type=renderer')) continue
      renderers += 1
      // Mode 2: a system-call filter. A process that is starting has none yet, and may end meanwhile.
      await eventually(async () => {
        const status = await readFile(`/proc/${child}/status`, 'utf8').catch(() => 'ended')
        return status === 'ended' || /^Seccomp:\s+2$/m.test(status)
      })
    }
    assert.ok(renderers > 0)
  })

  it('is rejected when its PDF is too large, and the next document is printed', async () => {
    await assert.rejects(
      print(`<body>${noise(1_500, 'png')}`, 'too large'),
      (error) => error instanceof Refusal && error.kind === 'invalid',
    )
    assert.deepEqual(await textsOf((await print('<p>on')).pdf), ['on'])
  })

  it('delays the next print of its account when its PDF is large and another account is active', async () => {
    const leaving = new AbortController()
    const other = print('<script>while (true) {}</script>', 'other', leaving.signal).catch(() => {})
    const { pdf } = await print(`<body>${noise(1_250, 'jpeg')}`, 'large')
    assert.ok(pdf.length > 2 ** 21, `only ${pdf.length} bytes`)
    let isOver = false
    const over = () => void (isOver = true)
    const next = print('<p>small', 'large', leaving.signal)
    next.then(over, over)
    for (let n = 0; n < 3; n += 1) await print('<p>x', 'quick')
    assert.equal(isOver, false)
    leaving.abort(new Error('enough'))
    await assert.rejects(next, /enough/)
    await other
  })

  it('truncates warnings about addresses and errors of several megabytes', async () => {
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

  it('is printed or rejected when its document navigates, and never fails in another way', async () => {
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

  it('closes its tab when the tab uses too much memory', async () => {
    await print('<p>first')
    const started = await chromiumProcesses('renderer')
    for (let n = 1; n < 12; n += 1) await print(`<p>${n}`)
    await eventually(async () => (await Promise.all(started.map(isRunning))).includes(false), LIMIT_MS)
    assert.deepEqual(await textsOf((await print('<p>last')).pdf), ['last'])
  })

  it('is printed without late resources, with a warning for each', async () => {
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
        const { pdf, warnings } = await printer.print(html, owner(html), AbortSignal.timeout(LIMIT_MS))
        assert.deepEqual(await textsOf(pdf), ['x'], html)
        assert.deepEqual(
          warnings.map(({ kind, subject }) => `${kind} ${subject}`),
          expected,
        )
      }),
    )
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
      const [browser = 0] = await chromiumProcesses('browser')
      process.kill(browser, 'SIGKILL')
      await failed.promise
      const print = printer.print('<p>late', owner('a'), AbortSignal.timeout(LIMIT_MS))
      await chmod(executable, 0o755)
      assert.deepEqual(await textsOf((await print).pdf), ['late'])
    }
    await rm(folder, { recursive: true })
  })
})

describe('opening a tab', () => {
  it('fails when its process has ended or ends meanwhile', { timeout: LIMIT_MS }, async () => {
    await using chromium = await startChromium(await printerOptions())
    const { connection } = chromium
    const opening = async () => {
      const { targetId } = await connection.browser.send('Target.createTarget', { url: 'about:blank' })
      const { sessionId } = await connection.browser.send('Target.attachToTarget', {
        targetId,
        flatten: true,
      })
      const session = connection.session(sessionId)
      await session.send('Page.getFrameTree')
      return { open: () => openSandboxedPage(session, () => {}), pids: await chromiumProcesses('renderer') }
    }
    const dead = await opening()
    for (const pid of dead.pids) process.kill(pid, 'SIGKILL')
    await hasEnded(...dead.pids)
    await assert.rejects(dead.open(), PageCrashed)

    const dying = await opening()
    const refused = assert.rejects(dying.open(), PageCrashed)
    for (const pid of dying.pids) process.kill(pid, 'SIGKILL')
    await refused
  })
})

/** Returns an element with an image of `size` × `size` random pixels, which cannot be compressed. */
function noise(size: number, format: 'png' | 'jpeg'): string {
  return `<script>
    const canvas = Object.assign(document.createElement('canvas'), { width: ${size}, height: ${size} })
    const pixels = canvas.getContext('2d').createImageData(${size}, ${size})
    for (let n = 0; n < pixels.data.length; n += 60000) crypto.getRandomValues(pixels.data.subarray(n, n + 60000))
    for (let n = 3; n < pixels.data.length; n += 4) pixels.data[n] = 255
    canvas.getContext('2d').putImageData(pixels, 0, 0)
    document.body.append(Object.assign(new Image(), { src: canvas.toDataURL('image/${format}', 1) }))
  </script>`
}
