import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import axe from 'axe-core'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { prepareFonts } from '../../server/rendering/fonts.ts'
import { installChromium } from '../../server/rendering/print/install.ts'
import type { Person, Platen } from '../harness.ts'
import { shared } from '../shared.ts'

/** The Chromium that prints, as a person uses it. */
export interface Browser extends AsyncDisposable {
  /** A visit of its own: no cookie and no storage of another. Closing it asserts that nothing went wrong on it. */
  visit(platen: Pick<Platen, 'url'>, options?: VisitOptions): Promise<Visit>
}

export interface VisitOptions {
  /** Who is signed in. */
  person?: Person
  width?: number
  height?: number
  scheme?: 'light' | 'dark'
  /** Where the two sides of a clipboard are wanted. */
  clipboard?: boolean
}

/** Somebody's time with the dashboard. */
export interface Visit extends AsyncDisposable {
  page: Page
  context: BrowserContext
  /** Faults of the page so far: errors on the console, exceptions, violations of the policy, answers of 5xx. */
  problems: string[]
  /** Asserts that axe finds nothing serious on the page as it is. */
  assertAccessible(): Promise<void>
  /** Asserts that the page is no wider than the window. */
  assertFits(): Promise<void>
  /** For eyes: writes the whole page to a file. */
  picture(file: string): Promise<void>
}

const WIDTH = 1440
const HEIGHT = 900
// Chromium's own word for answers that the page deals with.
const REFUSED = /^Failed to load resource: the server responded with a status of 4\d\d/

/**
 * Starts it. Its pages may connect to this machine only.
 * @throws where the dashboard was changed since it was built: a test would be of the old one.
 */
export async function openBrowser(config: Pick<Platen['config'], 'cacheDir'>): Promise<Browser> {
  await refuseOldBuild()
  return await launchBrowser(config.cacheDir)
}

/** The same for pages that are not the dashboard's. */
export async function launchBrowser(cacheDir: string): Promise<Browser> {
  return await shared(`browser ${cacheDir}`, () => startBrowser(cacheDir))
}

async function startBrowser(cacheDir: string): Promise<Browser> {
  const [installed, fonts] = await Promise.all([
    installChromium({ cacheDir, chromePath: undefined }),
    prepareFonts({ cacheDir, fontsDir: undefined }),
  ])
  const home = await mkdtemp(join(tmpdir(), 'platen-browser-'))
  const browser = await chromium.launch({
    executablePath: installed.executable,
    // Root's Chromium has none; it sees our own pages alone.
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-gpu', '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost'],
    env: {
      HOME: home,
      TMPDIR: home,
      LANG: 'en_US.UTF-8',
      TZ: 'UTC',
      FONTCONFIG_FILE: fonts,
      LD_LIBRARY_PATH: installed.libraryFolders.join(':'),
    },
  })
  return {
    visit: async (platen, options = {}) => {
      const { width = WIDTH, height = HEIGHT, scheme = 'light', person, clipboard } = options
      const context = await browser.newContext({
        baseURL: platen.url,
        viewport: { width, height },
        colorScheme: scheme,
        reducedMotion: 'reduce',
        ...(clipboard && { permissions: ['clipboard-read', 'clipboard-write'] }),
      })
      if (person) await context.addCookies([cookieOf(person, platen)])
      const problems = watch(context, platen.url)
      const page = await context.newPage()
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
          await context.close()
          assert.deepEqual(problems, [])
        },
      }
    },
    async [Symbol.asyncDispose]() {
      await browser.close()
      await rm(home, { recursive: true, force: true })
    },
  }
}

async function refuseOldBuild(): Promise<void> {
  const sources = new URL('../../dashboard/src/', import.meta.url)
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

/** Pages of others, such as a provider's, have problems of their own. */
function watch(context: BrowserContext, own: string): string[] {
  const problems: string[] = []
  context.on('console', (message) => {
    if (message.type() !== 'error' && !message.text().includes('Content Security Policy')) return
    const url = message.page()?.url() ?? ''
    if (url.startsWith(own) && !REFUSED.test(message.text())) problems.push(`${message.text()} (${url})`)
  })
  context.on('weberror', (thrown) => problems.push(String(thrown.error().stack)))
  context.on('response', (response) => {
    if (response.status() >= 500) problems.push(`${response.status()} ${response.url()}`)
  })
  return problems
}

interface Finding {
  id: string
  impact: string
  nodes: { html: string; failureSummary: string }[]
}

async function assertAccessible(page: Page): Promise<void> {
  // Colours that are still changing have no contrast that counts. A cursor blinks for ever.
  await page.evaluate(
    `Promise.all(document.getAnimations()
      .filter((animation) => animation.effect.getComputedTiming().endTime !== Infinity)
      .map((animation) => animation.finished.catch(() => {})))`,
  )
  await page.evaluate(axe.source)
  const found: Finding[] = await page.evaluate(
    `axe.run(document, { resultTypes: ['violations'] }).then((result) => result.violations)`,
  )
  const serious = found.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  assert.deepEqual(
    serious.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map((node) => `${node.html}\n${node.failureSummary}`),
    })),
    [],
    page.url(),
  )
}

async function assertFits(page: Page): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate<{ scrollWidth: number; clientWidth: number }>(
    '({ scrollWidth: document.documentElement.scrollWidth, clientWidth: document.documentElement.clientWidth })',
  )
  assert.ok(scrollWidth <= clientWidth, `${page.url()} is ${scrollWidth} px wide in ${clientWidth} px`)
}
