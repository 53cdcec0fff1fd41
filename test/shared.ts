// Parts that are costly to start: one of each per worker process.

import { isDeepStrictEqual } from 'node:util'
import { type Config, readConfig } from '../packages/server/src/config.ts'
import { createLogger } from '../packages/server/src/log.ts'
import { createRenderer, type Renderer } from '../packages/renderer/src/renderer.ts'

const parts = new Map<string, Promise<AsyncDisposable>>()

/** Returns a shared part, and starts it at the first call. Disposing the result does nothing: other files use the part. */
export async function shared<Part extends AsyncDisposable>(
  name: string,
  start: () => Promise<Part>,
): Promise<Part> {
  let part = parts.get(name)
  if (!part) {
    part = start()
    parts.set(name, part)
  }
  return { ...((await part) as Part), async [Symbol.asyncDispose]() {} }
}

/** Ends all shared parts, after the last file. */
export async function disposeShared(): Promise<void> {
  for (const part of [...parts.values()].toReversed()) await (await part)[Symbol.asyncDispose]()
  parts.clear()
}

/** The usual variables of rendering in tests. */
export const USUAL_RENDERING = { EGRESS: 'none' }

/** Returns the shared renderer for a service with the usual settings of rendering, else undefined. */
export function sharedRenderer(config: Config): Promise<Renderer> | undefined {
  const { cacheDir, rendering: usual } = readConfig({
    CACHE_DIR: process.env['CACHE_DIR'],
    ...USUAL_RENDERING,
  })
  // Metrics and traces of a renderer go to one service.
  const isObserved = config.metrics !== undefined || config.tracesEndpoint !== undefined
  if (isObserved || !isDeepStrictEqual(config.rendering, usual)) return undefined
  return shared('renderer', () => createRenderer({ ...usual, cacheDir, log: createLogger('silent') }))
}
