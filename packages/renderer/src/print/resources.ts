import { type Evaluate, pageFunction } from './in-page.ts'
import type { Warn } from './warnings.ts'

/** Longest wait for each kind of resource. In milliseconds. */
const LIMITS = { document: 10_000, images: 10_000, fonts: 5_000 }
const KINDS = ['document', 'images', 'fonts'] as const
const POLL_MS = 5

const resources = pageFunction('resources', ['trees', 'resources'])

interface State {
  late: Record<(typeof KINDS)[number], string[]>
  missingImages: string[]
  missingFonts: string[]
}

/**
 * Waits until images, fonts and style sheets are loaded, or their time limit has passed. Does not wait for an idle
 * network.
 * @param evaluate evaluates in a world that scripts of the page cannot access.
 */
export async function waitForResources(evaluate: Evaluate, warn: Warn): Promise<void> {
  const started = Date.now()
  for (;;) {
    const { late, missingImages, missingFonts } = parseState(await evaluate(resources()))
    const elapsed = Date.now() - started
    if (KINDS.every((kind) => late[kind].length === 0 || elapsed > LIMITS[kind])) {
      for (const kind of KINDS) for (const subject of late[kind]) warn('resources-late', subject)
      for (const source of missingImages) warn('image-missing', source)
      for (const family of missingFonts) warn('font-missing', family)
      return
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

function parseState(value: unknown): State {
  const late = property(value, 'late')
  return {
    late: {
      document: texts(property(late, 'document')),
      images: texts(property(late, 'images')),
      fonts: texts(property(late, 'fonts')),
    },
    missingImages: texts(property(value, 'missingImages')),
    missingFonts: texts(property(value, 'missingFonts')),
  }
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value ? Reflect.get(value, name) : undefined
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? [...new Set(value.map(String))] : []
}
