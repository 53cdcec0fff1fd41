import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, it } from 'node:test'
import { openLocalRenderer } from '../../packages/cli/src/local/printer.ts'
import { formatProblem, formatWarning } from '../../packages/cli/src/local/messages.ts'
import { readConfig } from '../../packages/server/src/config.ts'
import { readCallerConfig } from '../../packages/cli/src/config.ts'
import { launchBrowser } from '../dashboard/browser.ts'
import { eventually } from '../harness.ts'
import { textsOf } from '../pdf.ts'
import { descendantsOf, isRunning } from '../processes.ts'
import { inFolder, residentTool, startInFolder } from './folder.ts'

const SCHEMA = '{"type": "object", "required": ["n"]}'
const GOOD = '<html lang="en"><title>x</title><style>@page { size: A5 }</style><h1>{{name}}</h1></html>'

describe('platen check', () => {
  let folder: string
  let tool: ReturnType<typeof residentTool>
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platen-check-'))
    tool = residentTool(folder, { EGRESS: 'none' })
    await write('letter.hbs', GOOD)
    await write('letter.json', '{"name": "Ada"}')
    await write('warn.hbs', '<img src="http://127.0.0.1:1/x.png"><div style="height: 1100px"></div><p>end')
  })
  after(async () => {
    await tool[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })
  const write = (file: string, text: string) => writeFile(join(folder, file), text)

  it('reports the sheets and problems of templates, data and schemas', async () => {
    await write('broken.hbs', '<p>\n  {{#if a}}</p>\n{{/each}}')
    await write('helper.hbs', '<p>\n  {{formatDate when}}')
    await write('helper.json', '{"when": "tomorrow"}')
    await write('odd.hbs', 'x')
    await write('odd.json', '[{}, null]')
    for (const name of ['unfit', 'no-schema', 'no-json']) await write(`${name}.hbs`, '<p>{{n}}</p>')
    await write('unfit.json', '[{"n": 1}, {}]')
    await write('unfit.schema.json', SCHEMA)
    await write('no-schema.json', '{"n": 1}')
    await write('no-schema.schema.json', '{"type": "nothing"}')
    await write('no-json.json', '{"n": 1}')
    await write('no-json.schema.json', '{')
    const result = await tool.run(
      'check',
      'letter.hbs',
      'warn.hbs',
      'broken.hbs',
      'helper.hbs',
      'odd.hbs',
      'none.hbs',
      'unfit.hbs',
      'no-schema.hbs',
      'no-json.hbs',
    )
    assert.equal(result.code, 1)
    assert.equal(result.stderr, '')
    const lines = result.stdout.split('\n')
    assert.equal(lines[0], '✓ letter.hbs: 1 page, 1 sheet, with letter.json')
    assert.match(lines[1] ?? '', /^✓ warn.hbs: 1 page, 1 sheet, scaled to 9\d %, without data$/)
    assert.match(lines[2] ?? '', /^ {2}image-missing: .*127.0.0.1:1/)
    assert.match(
      result.stdout,
      /✗ broken.hbs\n {2}broken.hbs:2:3: Invalid Handlebars template\n[^]*3 \| \{\{\/each\}\}/,
    )
    assert.match(
      result.stdout,
      /✗ helper.hbs\n {2}helper.hbs:2:3: .*\n {2}formatDate: .*\n[^]* {4}\| {3}\^\n/,
    )
    assert.match(result.stdout, /✗ odd.hbs\n {2}odd.json: element 2 is null\./)
    assert.match(result.stdout, /✗ none.hbs\n {2}none.hbs cannot be read: the file does not exist\.\n/)
    const schemas = result.stdout.slice(result.stdout.indexOf('✗ unfit.hbs'))
    assert.match(
      schemas,
      /^✗ unfit.hbs\n {2}unfit.json: The data does not match the schema in unfit.schema.json.\n {2}\/1\/n is missing\n✗/,
    )
    assert.match(
      schemas,
      /\n✗ no-schema\.hbs\n {2}no-schema\.schema\.json: Invalid JSON Schema\n {2}\/type[^✗]*\n✗/,
    )
    assert.match(schemas, /\n✗ no-json\.hbs\n {2}no-json\.schema\.json is not valid JSON/)
    assert.equal((await tool.run('check')).code, 2)
    assert.match((await tool.run('dev', 'none.hbs')).stderr, /none.hbs does not exist/)
  })

  it('exits with 0 for data that match the schema', async () => {
    await write('fits.hbs', '<p>{{n}}</p><p style="break-before: page">Terms</p>')
    await write('fits.json', '[{"n": 1}, {"n": 2}]')
    await write('fits.schema.json', SCHEMA)
    const { code, stdout, stderr } = await tool.run('check', 'fits.hbs')
    const line = '✓ fits.hbs: 2 pages, 4 sheets (not scaled: a forced page break), with fits.json\n'
    assert.deepEqual([code, stdout, stderr], [0, line, ''])
  })

  it('fails for a warning if --strict is given, with data from standard input', async () => {
    const check = inFolder(folder, { EGRESS: 'none' })
    const data = { input: '[{}, {}]' }
    const strict = await check('check', 'warn.hbs', '--strict', '--json', '--data', '-', data)
    const [warned] = JSON.parse(strict.stdout)
    assert.deepEqual([strict.code, warned.ok, warned.pages, warned.sheets], [1, false, 2, 2])
    assert.equal(warned.warnings[0].kind, 'image-missing')
  })

  it('uses partials and assets beside a template', async () => {
    for (const name of ['partials', 'assets']) await mkdir(join(folder, name))
    await write('partials/head.hbs', '<h1>{{name}}</h1><img alt="" src="{{asset "logo.svg"}}">')
    await write('assets/logo.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    await write('assets/notes.txt', 'for something else')
    await write('shared.hbs', '{{> head}}')
    await using printer = await openLocalRenderer(
      readCallerConfig({ CACHE_DIR: process.env['CACHE_DIR'], EGRESS: 'none' }),
    )
    const print = async () => {
      const printed = await printer.print(
        { template: join(folder, 'shared.hbs'), data: undefined },
        AbortSignal.timeout(60_000),
      )
      return printed.isPrinted ? printed.warnings.map(formatWarning).join() : formatProblem(printed.problem)
    }
    assert.equal(await print(), '')
    await write('assets/logo.svg', 'no picture')
    assert.match(await print(), /assets\/logo.svg: An asset must be a PNG/)
    await rm(join(folder, 'assets'), { recursive: true })
    await write('partials/head.hbs', '<h1>{{name}}</h1>\n{{nope 1}}')
    assert.match(await print(), /in the partial "head": .*nope/)
  })
})

describe('platen dev', () => {
  let folder: string
  let dev: Awaited<ReturnType<typeof startDev>>
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platen-dev-'))
    await write('letter.hbs', GOOD)
    await write('letter.json', '{"name": "Ada"}')
    dev = await startDev(folder, 'letter.hbs')
  })
  after(async () => {
    await dev[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })
  const write = (file: string, text: string) => writeFile(join(folder, file), text)

  it('rejects other hosts, origins, methods and paths', async () => {
    await using taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port: busy } = taken.address() as AddressInfo
    const refused = await inFolder(folder, {})('dev', 'letter.hbs', '--port', String(busy))
    assert.deepEqual([refused.code, /Port \d+ is in use by another program/.test(refused.stderr)], [1, true])

    const port = Number(new URL(dev.url).port)
    const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
      const outgoing = request({ host: '127.0.0.1', port, path, method, headers }).end()
      const [answer] = await once(outgoing, 'response')
      answer.destroy()
      return { status: answer.statusCode, headers: answer.headers }
    }
    const statusOf = async (...args: Parameters<typeof ask>) => (await ask(...args)).status
    const whole = await ask('/')
    assert.equal(whole.status, 200)
    assert.match(whole.headers['content-security-policy'], /^default-src 'none'.*frame-ancestors 'none'$/)
    assert.equal(whole.headers['cross-origin-resource-policy'], 'same-origin')
    assert.equal(whole.headers['access-control-allow-origin'], undefined)
    assert.equal(await statusOf('/', { host: `localhost:${port}` }), 200)
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      `127.0.0.1.evil.example:${port}`,
      '127.0.0.1',
    ])
      assert.equal(await statusOf('/events', { host }), 403, host)
    for (const origin of [
      'https://evil.example',
      'null',
      `http://127.0.0.1:${port + 1}`,
      `https://127.0.0.1:${port}`,
    ])
      assert.equal(await statusOf('/events', { origin }), 403, origin)
    assert.equal(await statusOf('/events', { origin: `http://127.0.0.1:${port}` }), 200)
    for (const site of ['cross-site', 'same-site']) {
      assert.equal(
        await statusOf('/document.pdf', { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors' }),
        403,
      )
      assert.equal(await statusOf('/', { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' }), 200)
    }
    assert.equal(await statusOf('/', {}, 'POST'), 405)
    assert.equal(await statusOf('/', {}, 'HEAD'), 200)
    for (const path of [
      '/letter.hbs',
      '/../letter.json',
      '/..%2f..%2fetc/passwd',
      '/page.js/',
      '/sheets/99.png',
      '//',
    ])
      assert.equal(await statusOf(path), 404, path)
  })

  it('shows a template in the browser, renders it again on save, and ends all its processes', async () => {
    const { cacheDir } = readConfig({ CACHE_DIR: process.env['CACHE_DIR'] })
    await using browser = await launchBrowser(cacheDir)
    await using visit = await browser.visit(dev, { width: 700, scheme: 'dark' })
    const { page } = visit
    const drawn = () =>
      eventually(
        () =>
          page
            .evaluate<number>('document.querySelector("#sheets img")?.naturalWidth ?? 0')
            .then((px) => px > 0 && px),
        30_000,
      )
    const status = async (words: RegExp) =>
      void (await eventually(async () => words.test((await page.textContent('#status')) ?? ''), 30_000))
    await page.goto('/')
    await status(/^1 page · 1 sheet · 100 % · \d+ ms$/)
    assert.ok(Math.abs((await drawn()) - (148 / 25.4) * 144) < 3, 'A5 at 144 dpi')
    assert.equal(await page.textContent('#file'), 'letter.hbs with letter.json')
    await visit.assertAccessible()
    await visit.assertFits()
    assert.deepEqual(await textsOf(await fetched(`${dev.url}document.pdf`)), ['Ada'])

    await write('letter.json', '{"name": "Grace"}')
    await eventually(async () => (await textsOf(await fetched(`${dev.url}document.pdf`)))[0] === 'Grace')
    await write('letter.hbs', `${GOOD}\n  {{nope 1}}`)
    await page.waitForSelector('#problem:not([hidden])')
    assert.equal(await page.textContent('#position'), 'letter.hbs:2:3')
    assert.match((await page.textContent('#excerpt')) ?? '', /2 \| {3}\{\{nope 1\}\}\n {2}\| {3}\^/)
    assert.equal(await page.isVisible('#sheets.old img'), true, 'the last good one stays')
    await visit.assertAccessible()
    await rm(join(folder, 'letter.hbs'))
    await eventually(async () => /does not exist/.test((await page.textContent('#message')) ?? ''))
    await write('letter.hbs', GOOD.replace('<h1>', '<img alt="" src="http://127.0.0.1:1/x.png"><h1>'))
    await page.waitForSelector('#problem', { state: 'hidden' })
    await page.waitForSelector('#warnings:not([hidden])')
    assert.match(
      (await page.textContent('#warnings')) ?? '',
      /1 warning[^]*image-missing: an image was not loaded/,
    )
    await write('letter.hbs', GOOD)
    await page.waitForSelector('#warnings', { state: 'hidden', timeout: 30_000 })

    const children = await descendantsOf(dev.pid)
    assert.ok(children.length > 1)
    assert.equal(await dev.interrupt(), 0)
    await status(/has stopped/)
    for (const pid of children) await eventually(async () => !(await isRunning(pid)))
    // Chromium reports the connections that ended with the tool.
    visit.problems.length = 0
  })
})

async function fetched(url: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(url)).arrayBuffer())
}

/** Starts `platen dev` and waits for its first render. */
async function startDev(folder: string, ...args: string[]) {
  const child = startInFolder(folder, { EGRESS: 'none' }, 'dev', ...args, '--json')
  const ended = once(child, 'close')
  const states: Record<string, unknown>[] = []
  createInterface({ input: child.stdout }).on('line', (line) => states.push(JSON.parse(line)))
  let complaints = ''
  child.stderr.on('data', (text: Buffer) => (complaints += String(text)))
  const printed = eventually(() => {
    if (child.exitCode !== null) throw new Error(complaints)
    return states.some(({ document }) => document)
  }, 60_000)
  await printed.catch((error: unknown) => {
    child.kill()
    throw error
  })
  return {
    url: String(states[0]?.['url']),
    pid: child.pid ?? 0,
    /** Sends SIGINT, as Ctrl-C does. @returns the exit code. */
    async interrupt(): Promise<number> {
      child.kill('SIGINT')
      const [code] = await ended
      return Number(code)
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null) child.kill('SIGINT')
      await ended
    },
  }
}
