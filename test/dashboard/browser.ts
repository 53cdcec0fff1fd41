import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser as ChromiumBrowser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { prepareFonts } from '../../packages/renderer/src/fonts.ts'
import { installChromium } from '../../packages/renderer/src/print/chromium/install.ts'
import type { Person, Platen } from '../harness.ts'
import { shared } from '../shared.ts'

/** Browser for tests of pages: the Chromium that also prints. */
export interface Browser extends AsyncDisposable {
  /** Opens a tab without cookies and without stored data. Disposing it asserts that the page had no problems. */
  visit(platen: Pick<Platen, 'url'>, options?: VisitOptions): Promise<Visit>
}

/** Options of a visit. */
export interface VisitOptions {
  /** User who is signed in. */
  person?: Person
  width?: number
  height?: number
  scheme?: 'light' | 'dark'
  /** Allows to read and write the clipboard. */
  clipboard?: boolean
  /** Required for `page.clock`: a clock cannot be removed from a tab, so such visits share tabs of their own. */
  clock?: boolean
}

/** Tab with the dashboard. */
export interface Visit extends AsyncDisposable {
  page: Page
  context: BrowserContext
  /** Problems of the page so far: console errors, exceptions, policy violations and 5xx responses. */
  problems: string[]
  /** Asserts that axe reports no serious violations. */
  assertAccessible(): Promise<void>
  /** Asserts that the page is not wider than the window. */
  assertFits(): Promise<void>
  /** Writes a screenshot of the whole page to a file. */
  picture(file: string): Promise<void>
}

/** Tab that consecutive visits reuse, because a page in a new process takes three times as long to load. */
interface Tab {
  url: string
  hasClock: boolean
  isBusy: boolean
  context: BrowserContext
  page: Page
  problems: string[]
}

const AXE = `${readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')}
  axe.configure({
    rules: axe._audit.rules
      .filter(({ impact }) => impact === 'minor' || impact === 'moderate')
      .map(({ id }) => ({ id, enabled: false })),
  })`

const WIDTH = 1440
const HEIGHT = 900
// A test must also pass on a slow machine.
const WAIT_LIMIT_MS = 60_000
// Chromium reports 4xx responses as console errors. The page handles them.
const CLIENT_ERROR = /^Failed to load resource: the server responded with a status of 4\d\d/

/**
 * Starts the browser. Its pages may connect to this machine only.
 * @throws when the dashboard was changed after the last build, because tests would use the old build.
 */
export async function openBrowser(config: Pick<Platen['config'], 'cacheDir'>): Promise<Browser> {
  await assertCurrentBuild()
  return await launchBrowser(config.cacheDir)
}

/** Starts the browser for pages that do not belong to the dashboard. */
export async function launchBrowser(cacheDir: string): Promise<Browser> {
  const { chromium: running } = await shared(`browser ${cacheDir}`, () => startChromium(cacheDir))
  const tabs: Tab[] = []
  return {
    async visit({ url }, options = {}) {
      const { clock: hasClock = false } = options
      let tab = tabs.find((each) => each.url === url && each.hasClock === hasClock && !each.isBusy)
      if (!tab) {
        tab = await openTab(running, url, hasClock)
        tabs.push(tab)
      }
      tab.isBusy = true
      return await visitIn(tab, options)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(tabs.map(({ context }) => context.close()))
    },
  }
}

async function startChromium(cacheDir: string): Promise<AsyncDisposable & { chromium: ChromiumBrowser }> {
  const [installed, fonts] = await Promise.all([
    installChromium({ cacheDir, chromePath: undefined }),
    prepareFonts({ cacheDir, fontsDir: undefined }),
  ])
  const home = await mkdtemp(join(tmpdir(), 'platen-browser-'))
  const browser = await chromium.launch({
    executablePath: installed.executable,
    // The Chromium of root has no sandbox. It opens only pages of this repository.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      '--disable-gpu',
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost',
      // Pages live for seconds: optimizing their code costs more than it saves. The next page of the process uses the
      // compiled code of the page before, also of functions that were compiled late: the code cache lacks them.
      '--js-flags=--no-maglev --no-opt --no-flush-bytecode',
      '--blink-settings=v8CacheOptions=1',
      // A second tab of the dashboard needs no process of its own.
      '--process-per-site',
    ],
    env: {
      HOME: home,
      TMPDIR: home,
      LANG: 'en_US.UTF-8',
      TZ: 'UTC',
      FONTCONFIG_FILE: fonts,
      ...installed.environment,
    },
  })
  return {
    chromium: browser,
    async [Symbol.asyncDispose]() {
      await browser.close()
      await rm(home, { recursive: true, force: true })
    },
  }
}

async function openTab(browser: ChromiumBrowser, url: string, hasClock: boolean): Promise<Tab> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: WIDTH, height: HEIGHT },
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(WAIT_LIMIT_MS)
  const problems = watch(context, url)
  return { url, hasClock, isBusy: false, context, page: await context.newPage(), problems }
}

async function visitIn(tab: Tab, options: VisitOptions): Promise<Visit> {
  const { url, context, page, problems } = tab
  const { width = WIDTH, height = HEIGHT, scheme = 'light', person, clipboard } = options
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme: scheme })
  if (clipboard) await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  if (person) await context.addCookies([cookieOf(person, { url })])
  return {
    page,
    context,
    problems,
    assertAccessible: () => assertAccessible(page),
    assertFits: () => assertFits(page),
    picture: async (file) => {
      await mkdir(join(file, '..'), { recursive: true })
      await page.screenshot({ path: file, fullPage: true })
    },
    async [Symbol.asyncDispose]() {
      const reported = [...problems]
      if (await isServed(url)) {
        await clearTab(tab)
        // Calls that are aborted by leaving the page are not problems.
        problems.length = 0
        tab.isBusy = false
      } else await context.close()
      assert.deepEqual(reported, [])
    },
  }
}

/** Returns false when the service has ended, for example after a test of `platen dev`. */
async function isServed(url: string): Promise<boolean> {
  return await fetch(url).then(
    () => true,
    () => false,
  )
}

/** Removes the state of a visit. The page stays on an address of the same site, to keep its process. */
async function clearTab({ url, context, page }: Tab): Promise<void> {
  for (const other of context.pages()) {
    if (other !== page) await other.close()
  }
  page.removeAllListeners('request')
  context.removeAllListeners('request')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await page.goto(`${url}/health/live`)
  await page.evaluate('sessionStorage.clear()')
  const session = await context.newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin: new URL(url).origin, storageTypes: 'all' })
  await session.detach()
  await context.clearCookies()
  await context.clearPermissions()
}

async function assertCurrentBuild(): Promise<void> {
  const sources = new URL('../../packages/dashboard/src/', import.meta.url)
  const files = await readdir(sources, { recursive: true })
  const changed = await Promise.all(files.map(async (file) => (await stat(new URL(file, sources))).mtimeMs))
  const built = await stat(new URL('../dist/index.html', sources)).catch(() => undefined)
  if (!built || built.mtimeMs < Math.max(...changed)) {
    throw new Error('The dashboard was changed since it was built. Run "npm run build".')
  }
}

function cookieOf({ cookie }: Person, { url }: Pick<Platen, 'url'>) {
  const [name = '', value = ''] = cookie.split('=', 2)
  const { hostname } = new URL(url)
  return { name, value, domain: hostname, path: '/dashboard/auth', httpOnly: true, sameSite: 'Lax' as const }
}

/** Collects problems. Problems of pages on other origins, such as those of a provider, are ignored. */
function watch(context: BrowserContext, own: string): string[] {
  const problems: string[] = []
  context.on('console', (message) => {
    if (message.type() !== 'error' && !message.text().includes('Content Security Policy')) return
    const url = message.page()?.url() ?? ''
    if (url.startsWith(own) && !CLIENT_ERROR.test(message.text())) problems.push(`${message.text()} (${url})`)
  })
  context.on('weberror', (thrown) => problems.push(String(thrown.error().stack)))
  context.on('response', (response) => {
    if (response.status() >= 500) problems.push(`${response.status()} ${response.url()}`)
  })
  return problems
}

/** Violation that axe reports. */
interface Violation {
  id: string
  impact: string
  nodes: { html: string; failureSummary: string }[]
}

async function assertAccessible(page: Page): Promise<void> {
  // Wait for the end of animations, because they change the contrast. Infinite ones, such as a cursor, are ignored.
  await page.evaluate(
    `Promise.all(document.getAnimations()
      .filter((animation) => animation.effect.getComputedTiming().endTime !== Infinity)
      .map((animation) => animation.finished.catch(() => {})))`,
  )
  // Loaded once per page: loading takes as long as a check.
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await loadAxe(page)
  const violations: Violation[] = await page.evaluate(
    `axe.run(document, { resultTypes: ['violations'] }).then((result) => result.violations)`,
  )
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  assert.deepEqual(
    serious.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map((node) => `${node.html}\n${node.failureSummary}`),
    })),
    [],
    page.url(),
  )
}

/**
 * Loads axe, without the rules of lesser impact: a violation has the impact of its rule. Unlike `page.evaluate`, the
 * protocol compiles the same text once for all pages of a process.
 */
async function loadAxe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: AXE })
  await session.detach()
}

/** A page adapts to a new size of the window in several steps. */
async function assertFits(page: Page): Promise<void> {
  const root = 'document.documentElement'
  await page.waitForFunction(`${root}.scrollWidth <= ${root}.clientWidth`).catch((cause: unknown) => {
    throw new Error(`${page.url()} is wider than the window`, { cause })
  })
}
