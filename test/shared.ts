// Parts that are costly to start: one of each for all test files that a process of a run takes.

import { isDeepStrictEqual } from 'node:util'
import { type Config, readConfig } from '../server/config.ts'
import { createLogger } from '../server/log.ts'
import { createRenderer, type Renderer } from '../server/rendering/renderer.ts'

const kept = new Map<string, Promise<AsyncDisposable>>()

/** Starts a part when it is first asked for. Disposing what is returned does nothing: others need the part. */
export async function shared<Part extends AsyncDisposable>(
  name: string,
  start: () => Promise<Part>,
): Promise<Part> {
  let part = kept.get(name)
  if (!part) {
    part = start()
    kept.set(name, part)
  }
  return { ...((await part) as Part), async [Symbol.asyncDispose]() {} }
}

/** Ends what was started; comes after the last file. */
export async function disposeShared(): Promise<void> {
  for (const part of [...kept.values()].toReversed()) await (await part)[Symbol.asyncDispose]()
  kept.clear()
}

/** What a service of the tests renders with, unless it is told otherwise. */
export const USUAL_RENDERING = { EGRESS: 'none' }

/** The renderer that all services with the usual settings of rendering use. @returns undefined for other settings. */
export function sharedRenderer(config: Config): Promise<Renderer> | undefined {
  const { cacheDir, rendering: usual } = readConfig({
    CACHE_DIR: process.env['CACHE_DIR'],
    ...USUAL_RENDERING,
  })
  // What is observed goes to one service.
  const isObserved = config.metrics !== undefined || config.tracesEndpoint !== undefined
  if (isObserved || !isDeepStrictEqual(config.rendering, usual)) return undefined
  return shared('renderer', () => createRenderer({ ...usual, cacheDir, log: createLogger('silent') }))
}
