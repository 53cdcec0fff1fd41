import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { prepareFonts } from '../../packages/renderer/src/fonts.ts'
import { installChromium } from '../../packages/renderer/src/print/chromium/install.ts'

/** Prints HTML with Chromium alone: the same program and fonts as Platen's, but none of its code. */
export interface Reference extends AsyncDisposable {
  print(html: string): Promise<Buffer>
}

const ADDRESS = 'http://document.invalid/'
const LOAD_LIMIT_MS = 60_000

/** The page settings of Platen: A4 without margins, unless the document has others. */
const SETTINGS = {
  paperWidth: 210 / 25.4,
  paperHeight: 297 / 25.4,
  marginTop: 0,
  marginRight: 0,
  marginBottom: 0,
  marginLeft: 0,
  preferCSSPageSize: true,
  printBackground: true,
}

/** Chromium's own standard fonts. Playwright sets others. */
const STANDARD_FONTS = {
  standard: 'Times New Roman',
  fixed: 'Courier New',
  serif: 'Times New Roman',
  sansSerif: 'Arial',
  cursive: 'Comic Sans MS',
  fantasy: 'Impact',
}

/** Starts Chromium. Documents load nothing from the network. */
export async function startReference(cacheDir: string): Promise<Reference> {
  const [installed, fonts, home] = await Promise.all([
    installChromium({ cacheDir, chromePath: undefined }),
    prepareFonts({ cacheDir, fontsDir: undefined }),
    mkdtemp(join(tmpdir(), 'platen-reference-')),
  ])
  const browser = await chromium.launch({
    executablePath: installed.executable,
    chromiumSandbox: process.getuid?.() !== 0,
    // Hinting, which is on by default, moves glyphs to the pixels of a screen.
    args: ['--disable-gpu', '--font-render-hinting=none', '--host-resolver-rules=MAP * ~NOTFOUND'],
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
    async print(html) {
      const page = await browser.newPage()
      try {
        await page.route('**/*', async (route) =>
          route.request().url() === ADDRESS
            ? await route.fulfill({ body: html, contentType: 'text/html; charset=utf-8' })
            : await route.abort(),
        )
        const session = await page.context().newCDPSession(page)
        await session.send('Page.setFontFamilies', { fontFamilies: STANDARD_FONTS })
        await page.goto(ADDRESS, { timeout: LOAD_LIMIT_MS })
        await page.evaluate('document.fonts.ready.then(() => undefined)')
        const { data } = await session.send('Page.printToPDF', SETTINGS)
        return Buffer.from(data, 'base64')
      } finally {
        await page.close()
      }
    },
    async [Symbol.asyncDispose]() {
      await browser.close()
      await rm(home, { recursive: true, force: true })
    },
  }
}
