import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { it, type TestContext } from 'node:test'
import { decode } from 'fast-png'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { type Block, blocksIn } from '../../docs/blocks.ts'
import { readConfig } from '../../packages/server/src/config.ts'
import { findFreePort } from '../../packages/server/src/operations/tcp-port.ts'
import { type Browser, openBrowser } from '../dashboard/browser.ts'
import { mailTo } from '../dashboard/outbox.ts'
import { eventually } from '../harness.ts'
import { connect } from '../mcp/agent.ts'
import { textsOf } from '../pdf.ts'
import { scaled } from '../scale.ts'
import { missingPython } from '../sdk/python.ts'
import { ROOT } from './files.ts'
import { installStaged, installTarballs } from './packages.ts'
import { follow, type PageState } from './follow.ts'
import { roleOf } from './roles.ts'
import { type RunningProgram, isInstalled, openWorkplace, type Workplace } from './workplace.ts'

const READY_LIMIT_MS = 120_000
// Each poll is a call of the command line, or of a service that is starting.
const POLL_EVERY_MS = 500
const EMAIL = 'ada@example.com'
const PASSWORD = 'a long walk by the sea'

const isLong = scaled({ short: 0, long: 1 }) === 1

// The tests follow each page word for word: they run its blocks, do its steps in the browser, and compare its outputs.
const WALKS: Record<string, (walked: Walked) => Promise<void>> = {
  'README.md': checkHello,
  'docs/tour.md': checkTour,
}

/** Page that was followed, while its service still runs. */
interface Walked {
  workplace: Workplace
  browser: Browser
  url: string
  dataDir: string
  noPython: string | false
}

for (const [page, check] of Object.entries(WALKS)) {
  it(`${page} leads from an empty machine to PDFs`, async (test) => {
    const port = await findFreePort()
    const url = `http://127.0.0.1:${port}`
    const { cacheDir } = readConfig(process.env)
    // The page uses the default port, which may be in use here.
    await using workplace = await openWorkplace(
      {
        PORT: String(port),
        PLATEN_URL: url,
        CACHE_DIR: cacheDir,
        EGRESS: 'none',
      },
      isLong ? installTarballs : installStaged,
    )
    await using browser = await openBrowser({ cacheDir })
    const dataDir = join(workplace.folder, '.data')
    const state: PageState = {
      url,
      operator: { DATA_DIR: dataDir },
      caller: undefined,
      workplace,
      data: {},
      output: '',
    }
    const noPython = await missingPython()
    const hasCurl = await isInstalled('curl')

    for (const block of blocksIn(await readFile(new URL(page, ROOT), 'utf8'))) {
      const role = roleOf(block)
      if (role.kind === 'shown' && block.values['file'] === undefined) continue
      await step(test, `${page}:${block.line}`, async (blockTest) => {
        if (block.code.startsWith('npm start')) await startService(workplace, block, url)
        else if (block.code.startsWith('npx platen login')) {
          const login = await workplace.start(block)
          await signUp(browser, { workplace, login, dataDir })
          assert.equal(await login.ended, 0, login.output())
        } else if (block.language === 'python' && noPython !== false) blockTest.diagnostic(noPython)
        else if (/^curl /m.test(block.code) && !hasCurl) {
          blockTest.diagnostic('This machine has no curl.')
          state.output = ''
        } else if (!(state.output === '' && block.words.includes('output'))) {
          await follow(state, block, role)
        }
        if (block.values['file'] === 'mcp.json') await askAnAgent(workplace, { url, text: block.code })
      })
    }
    await check({ workplace, browser, url, dataDir, noPython })
  })
}

/** Runs a step as a test of its own: the runner ends a file in which no test starts or ends for too long. */
async function step(
  test: TestContext,
  name: string,
  run: (test: TestContext) => Promise<void>,
): Promise<void> {
  let hasPassed = false
  await test.test(name, async (stepTest) => {
    await run(stepTest)
    hasPassed = true
  })
  if (!hasPassed) throw new Error(`The steps after ${name} were not followed.`)
}

async function checkHello(walked: Walked): Promise<void> {
  assert.deepEqual(await textsIn(walked.workplace, 'hello.pdf'), ['Hello Ada', 'Hello Grace'])
  await checkTemplate(walked, { name: 'hello', sheets: 2, ink: 0.0008 })
}

async function checkTour(walked: Walked): Promise<void> {
  const { workplace, dataDir, noPython } = walked
  const tickets = (await textsIn(workplace, 'tickets.pdf')).join(' ')
  assert.match(tickets, /Ada.*The Paper Lanterns.*19:30.*Admit one.*Grace/)
  assert.match((await textsIn(workplace, 'barbara.pdf')).join(' '), /Barbara/)
  if (noPython === false) assert.match((await textsIn(workplace, 'katherine.pdf')).join(' '), /Katherine/)
  assert.match((await mailTo({ config: { dataDir } }, EMAIL, /ticket/i)).text, /\/files\//)
  // The QR code needs data, so the ink proves that the sample data was used.
  await checkTemplate(walked, { name: 'ticket', sheets: 2, ink: 0.02 })
}

async function textsIn({ folder }: Workplace, file: string): Promise<string[]> {
  return await textsOf(await readFile(join(folder, file)))
}

/**
 * Asserts that the dashboard's preview and the thumbnail of a template use its sample data.
 * @param ink share of the thumbnail that is nearly black.
 */
async function checkTemplate(
  { workplace, browser, url }: Walked,
  { name, sheets, ink }: { name: string; sheets: number; ink: number },
): Promise<void> {
  await eventually(async () => {
    const { output } = await workplace.run({ language: 'sh', code: 'npx platen templates --json' })
    const { thumbnailUrl } = JSON.parse(output).find((template: { name: string }) => template.name === name)
    if (thumbnailUrl !== null) {
      const { data } = decode(new Uint8Array(await (await fetch(thumbnailUrl)).arrayBuffer()))
      if (data.filter((value) => value < 64).length / data.length > ink) return true
    }
    await delay(POLL_EVERY_MS)
    return false
  })
  await using visit = await browser.visit({ url })
  const { page } = visit
  await page.goto('/templates')
  await page.getByLabel('E-mail address').fill(EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByText(`${sheets} sheets`, { exact: true }).waitFor()
  assert.equal(await page.getByRole('alert').count(), 0)
}

async function startService(workplace: Workplace, block: Block, url: string): Promise<void> {
  const service = await workplace.start(block)
  let code: number | null | undefined
  void service.ended.then((exit) => (code = exit))
  await eventually(async () => {
    if (code !== undefined) assert.fail(`The service ended with ${code}: ${service.output()}`)
    const isReady = await fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (!isReady) await delay(POLL_EVERY_MS)
    return isReady
  }, READY_LIMIT_MS)
}

/** Follows the instructions of the page after the tool has printed an address and a code. */
async function signUp(
  browser: Browser,
  { workplace, login, dataDir }: { workplace: Workplace; login: RunningProgram; dataDir: string },
): Promise<void> {
  const code = await eventually(() => /enter the code {2}(\S+)/.exec(login.output())?.[1])
  const address = /https?:\/\/\S+\/device\b/.exec(login.output())?.[0] ?? ''
  await using visit = await browser.visit({ url: new URL(address).origin })
  const { page } = visit
  await page.goto(address)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada')
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  // The response makes this the browser that signed up. The mail may arrive before it.
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor()
  await mailTo({ config: { dataDir } }, EMAIL, /Confirm/)
  const { output } = await workplace.run({ language: 'sh', code: 'npx platen outbox --json' })
  await page.goto(String(JSON.parse(output)[0].links[0]))
  await page.getByRole('textbox', { name: 'Code' }).fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: 'The device is signed in' }).waitFor()
}

/** Starts the MCP server with the tour's configuration, and makes the PDF that the tour requests. */
async function askAnAgent(workplace: Workplace, { url, text }: { url: string; text: string }): Promise<void> {
  const { command, args } = JSON.parse(text).mcpServers.platen
  await using agent = await connect(
    new StdioClientTransport({
      command,
      args,
      cwd: workplace.folder,
      env: workplace.environment(),
      stderr: 'pipe',
    }),
  )
  const { templates } = await agent.call('list_templates')
  const { templateId } = templates.find(({ name }: { name: string }) => name === 'ticket')
  const data = { name: 'Hedy', starts: '2026-12-05T18:30:00Z', code: 'T-40216' }
  const { pdfUrl } = await agent.call('render_pdf', { templateId, data })
  assert.ok(String(pdfUrl).startsWith(url))
  const pdf = new Uint8Array(await (await fetch(String(pdfUrl))).arrayBuffer())
  assert.match((await textsOf(pdf)).join(' '), /Hedy/)
}
