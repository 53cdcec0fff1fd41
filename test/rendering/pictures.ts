import { readFile } from 'node:fs/promises'
import { type ChromiumOptions, startChromium } from '../../server/rendering/print/chromium.ts'

/** How many of a page's bytes as a picture are more than a shade off, of how many. */
export interface Difference {
  off: number
  of: number
}

/** Compares PDFs as pictures. */
export interface Pictures extends AsyncDisposable {
  /** The differences of two PDFs, page by page. @throws when one has more pages. */
  differences(one: Buffer, other: Buffer): Promise<Difference[]>
}

/** Draws with pdf.js in a Chromium of its own. */
export async function openPictures(options: ChromiumOptions): Promise<Pictures> {
  const chromium = await startChromium(options)
  const { browser } = chromium.connection
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true })
  const session = chromium.connection.session(sessionId)
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }
  const library = await readFile(new URL('../../node_modules/unpdf/dist/pdfjs.mjs', import.meta.url), 'utf8')
  await evaluate(
    `import('data:text/javascript;base64,${Buffer.from(library).toString('base64')}').then((library) => void (globalThis.pdfjs = library))`,
  )
  await evaluate(DRAWING)
  return {
    async differences(one, other) {
      const answer = await evaluate(`differences("${one.toString('base64')}", "${other.toString('base64')}")`)
      return JSON.parse(String(answer))
    },
    [Symbol.asyncDispose]: () => chromium[Symbol.asyncDispose](),
  }
}

const DRAWING = `
const SHADE = 8
async function differences(one, other) {
  const [first, second] = [await opened(one), await opened(other)]
  if (first.numPages !== second.numPages) throw new Error(first.numPages + ' and ' + second.numPages + ' pages')
  const found = []
  for (let page = 1; page <= first.numPages; page += 1) {
    const [a, b] = [await drawn(first, page), await drawn(second, page)]
    if (a.length !== b.length) throw new Error('The sizes of page ' + page + ' differ')
    let off = 0
    for (let at = 0; at < a.length; at += 1) if (Math.abs(a[at] - b[at]) > SHADE) off += 1
    found.push({ off, of: a.length })
  }
  return JSON.stringify(found)
}
function opened(base64) {
  return pdfjs.getDocument({ data: Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)) }).promise
}
async function drawn(document, number) {
  const page = await document.getPage(number)
  const viewport = page.getViewport({ scale: 1.5 })
  const canvas = new OffscreenCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height))
  const canvasContext = canvas.getContext('2d')
  await page.render({ canvas: null, canvasContext, viewport }).promise
  return canvasContext.getImageData(0, 0, canvas.width, canvas.height).data
}
void 0`
