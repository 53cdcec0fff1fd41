import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAccount } from '../server/accounts/accounts.ts'
import { createKey } from '../server/accounts/keys.ts'
import { startApp } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { createLogger } from '../server/log.ts'
import { createTemplateHosts } from '../server/rendering/fill/hosts.ts'
import { prepareFonts } from '../server/rendering/fonts.ts'
import { startChromium } from '../server/rendering/print/chromium.ts'
import { installChromium } from '../server/rendering/print/install.ts'
import { unprivilegedUsers } from '../server/rendering/unprivileged.ts'

// npm run bench: one page over HTTP against the floor, a bare warm tab of the same Chromium that is given the same
// HTML. The two are measured in turn, so that the machine's moods strike both.

const ROUNDS = 150
const WARM_UP = 20
const RESULTS = new URL('results/', import.meta.url)

const dataDir = await mkdtemp(join(tmpdir(), 'platen-bench-'))
{
  const config = readConfig({
    ...process.env,
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_MINUTE: '1000000',
  })
  await using app = await startApp(config, createLogger(config.logLevel))
  const source = await readFile(new URL('../examples/invoice/template.hbs', import.meta.url), 'utf8')
  const data: unknown = JSON.parse(
    await readFile(new URL('../examples/invoice/data.json', import.meta.url), 'utf8'),
  )
  const generate = await caller(source, data)
  await using floor = await bareTab(source, data)

  const times = { floor: new Array<number>(), platen: new Array<number>() }
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const [bare, whole] = [await timed(floor.print), await timed(generate)]
    if (round < WARM_UP) continue
    times.floor.push(bare)
    times.platen.push(whole)
  }
  const started = performance.now()
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let call = 0; call < 50; call += 1) await generate()
    }),
  )
  const result = {
    machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`,
    rounds: ROUNDS,
    floorMs: median(times.floor),
    onePageOverHttpMs: median(times.platen),
    ratio: Number((median(times.platen) / median(times.floor)).toFixed(2)),
    pagesASecondAt4Callers: Number((200 / ((performance.now() - started) / 1000)).toFixed(1)),
    serviceMemoryMB: Math.round(process.memoryUsage.rss() / 1024 / 1024),
  }
  console.table(result)
  await mkdir(RESULTS, { recursive: true })
  await writeFile(new URL('one-page.json', RESULTS), `${JSON.stringify(result, undefined, 2)}\n`)

  async function caller(template: string, elements: unknown): Promise<() => Promise<void>> {
    const { database } = app.services
    const { accountId } = await createAccount(database, {
      email: 'bench@example.com',
      plan: 'default',
      identityPrefix: 'local',
      welcomeCredits: 1_000_000,
    })
    const { key } = await createKey(database, { accountId, name: 'bench', expiresAt: undefined })
    const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
      const answer = await fetch(app.url + path, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
      const content: unknown = await answer.json()
      return typeof content === 'object' && content ? { ...content } : {}
    }
    const upload = {
      name: 'Bench',
      content: Buffer.from(template).toString('base64'),
      contentEncoding: 'base64',
    }
    const { templateId } = await post('/v1/templates/upload', upload)
    return async () => void (await post('/v1/pdf/generate', { templateId, data: elements }))
  }
}
await rm(dataDir, { recursive: true, force: true })

/** The floor: the filled document, set into one warm tab and printed. */
async function bareTab(source: string, data: unknown) {
  const { cacheDir } = readConfig(process.env)
  const users = unprivilegedUsers()
  await using hosts = await createTemplateHosts({ count: 1, user: users.templateHost })
  const [html = ''] = await hosts.fill(
    { source, contentVersion: 'bench', elements: JSON.stringify([data]) },
    AbortSignal.timeout(10_000),
  )
  const chromium = await startChromium({
    installed: await installChromium({ cacheDir, chromePath: undefined }),
    fontsConfiguration: await prepareFonts({ cacheDir, fontsDir: undefined }),
    proxyPort: undefined,
    user: users.chromium,
    sandbox: true,
  })
  const { connection } = chromium
  const { browser } = connection
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true })
  const tab = connection.session(sessionId)
  const { frameTree } = await tab.send('Page.getFrameTree')
  return {
    print: async () => {
      await tab.send('Page.setDocumentContent', { frameId: frameTree.frame.id, html })
      await tab.send('Page.printToPDF', {
        preferCSSPageSize: true,
        printBackground: true,
        generateTaggedPDF: true,
        generateDocumentOutline: true,
      })
    },
    [Symbol.asyncDispose]: () => chromium[Symbol.asyncDispose](),
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Number((sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(1))
}
