import type { Session } from './protocol.ts'
import type { Warn } from './tab.ts'

/** How long a document may wait for what it loads. */
const RESOURCES_LIMIT_MS = 10_000
const LOOK_EVERY_MS = 5
const SUBJECTS_MAX = 50

interface State {
  settled: boolean
  late: string[]
  missingImages: string[]
  missingFonts: string[]
}

/**
 * Waits until images, fonts and style sheets are there, or have had their time; never for a quiet network.
 * @param evaluate looks at the page from a world that the page's own scripts cannot reach.
 */
export async function resourcesSettled(evaluate: Evaluate, warn: Warn): Promise<void> {
  const deadline = Date.now() + RESOURCES_LIMIT_MS
  for (;;) {
    const state = parseState(await evaluate(LOOK))
    if (state.settled || Date.now() > deadline) {
      if (!state.settled) for (const subject of state.late) warn('resources-late', subject)
      for (const source of state.missingImages) warn('image-missing', source)
      for (const family of state.missingFonts) warn('font-missing', family)
      return
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

/** Evaluates an expression in a page and answers its value. */
export type Evaluate = (expression: string) => Promise<unknown>

/** How to look at the document that a page shows now. @param scripted whether scripts of its own run in it. */
export async function evaluationIn(
  session: Session,
  frameId: string,
  { scripted }: { scripted: boolean },
): Promise<Evaluate> {
  // Scripts may have put anything in the place of the functions that we use; a world of our own has its own.
  const world = scripted
    ? await session.send('Page.createIsolatedWorld', { frameId, worldName: 'platen' })
    : undefined
  return async (expression) => {
    const { result } = await session.send('Runtime.evaluate', {
      expression,
      returnByValue: true,
      ...(world && { contextId: world.executionContextId }),
    })
    return result.value
  }
}

// Elements with a name hide the document's own properties (<img name="images">), in every world; hence the
// prototype. Reading a height makes the layout ask for the fonts that it needs. A lazy image would be loaded when
// it is printed, but not waited for.
const LOOK = `(() => {
  const own = (name) => Reflect.get(Document.prototype, name, document)
  own('documentElement')?.offsetHeight
  const images = [...own('images')]
  const fonts = [...own('fonts')]
  for (const image of images) if (image.loading === 'lazy') image.loading = 'eager'
  const address = (image) => image.currentSrc || image.src
  const loaded = own('readyState') === 'complete'
  const late = [
    ...images.filter((image) => !image.complete).map(address),
    ...fonts.filter((font) => font.status === 'loading').map((font) => 'font ' + font.family),
  ]
  return {
    settled: loaded && late.length === 0,
    late: loaded || late.length > 0 ? late : ['a style sheet, script or frame'],
    missingImages: images.filter((image) => image.complete && address(image) && image.naturalWidth === 0).map(address),
    missingFonts: fonts.filter((font) => font.status === 'error').map((font) => font.family),
  }
})()`

function parseState(value: unknown): State {
  const texts = (key: string) => {
    const list: unknown = typeof value === 'object' && value ? Reflect.get(value, key) : undefined
    return Array.isArray(list) ? [...new Set(list.slice(0, SUBJECTS_MAX).map(String))] : []
  }
  const settled = !(typeof value === 'object' && value && 'settled' in value && value.settled === false)
  return {
    settled,
    late: texts('late'),
    missingImages: texts('missingImages'),
    missingFonts: texts('missingFonts'),
  }
}
