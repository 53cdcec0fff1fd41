import { createRequire } from 'node:module'
import { chromiumEnvironment, sharedChromium } from './chromium.ts'
import type { Contender } from './contender.ts'

/**
 * Puppeteer as in its guide: opens a page for each document, sets the content, waits for the load event, prints and
 * closes.
 */
export async function startPuppeteer(): Promise<Contender> {
  const require = createRequire(new URL('../peers/package.json', import.meta.url))
  const { default: puppeteer }: { default: Puppeteer } = await import(require.resolve('puppeteer'))
  const browser = await puppeteer.launch({
    executablePath: (await sharedChromium()).installed.executable,
    headless: 'shell',
    args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
    env: { ...(await chromiumEnvironment()), HOME: '/tmp' },
  })
  return {
    name: 'puppeteer',
    async render({ html }) {
      const page = await browser.newPage()
      await page.setContent(html, { waitUntil: 'load' })
      const pdf = await page.pdf({ format: 'A4', printBackground: true, preferCSSPageSize: true })
      await page.close()
      return pdf.length
    },
    [Symbol.asyncDispose]: () => browser.close(),
  }
}

/**
 * The part of Puppeteer's types that is used here. Only the benchmark installs Puppeteer, so its types are not
 * available to the type check.
 */
interface Puppeteer {
  launch(options: object): Promise<{
    newPage(): Promise<{
      setContent(html: string, options: object): Promise<void>
      pdf(options: object): Promise<Uint8Array>
      close(): Promise<void>
    }>
    close(): Promise<void>
  }>
}
