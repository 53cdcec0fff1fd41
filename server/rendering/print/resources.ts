import { type Evaluate, pageFunction } from './in-page.ts'
import type { Warn } from './tab.ts'

/** How long a document may wait for what it loads. */
const RESOURCES_LIMIT_MS = 10_000
const LOOK_EVERY_MS = 5
const SUBJECTS_MAX = 50

const look = pageFunction('resources', ['resources'])

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
    const state = parseState(await evaluate(look()))
    if (state.settled || Date.now() > deadline) {
      if (!state.settled) for (const subject of state.late) warn('resources-late', subject)
      for (const source of state.missingImages) warn('image-missing', source)
      for (const family of state.missingFonts) warn('font-missing', family)
      return
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

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
