// Starts the service as `npm start` does, with fail points in its sources.

import { existsSync, renameSync, readFileSync } from 'node:fs'
import { ServerResponse } from 'node:http'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import type { Overrides } from '../../packages/server/src/app.ts'
import { FAIL_POINTS, withFailPoints } from './fail-points.ts'

declare global {
  /** Causes the fault of a fail point if it is armed. */
  var failPoint: (name: string) => Promise<void>
  /** Overrides of the service in this process. */
  var overrides: Overrides
}

const PACKAGES = new URL('../../packages/', import.meta.url).href
const GENERATE = '/v1/pdf/generate'
const CHANGED = new Set([
  'server/src/main.ts',
  ...FAIL_POINTS.flatMap(({ positions }) => positions.map(({ file }) => file)),
])
/** Folder with one file for each armed fail point. The file contains the action. */
const folder = process.env['FAIL_POINTS'] ?? ''

globalThis.overrides = JSON.parse(process.env['FAIL_OVERRIDES'] ?? '{}')
globalThis.failPoint = async (name) => {
  const armed = join(folder, name)
  if (!existsSync(armed)) return
  const fired = `${armed}.${process.pid}`
  try {
    renameSync(armed, fired)
  } catch {
    // The other process was first.
    return
  }
  const action = readFileSync(fired, 'utf8')
  if (action === 'throw') throw new Error(`The fail point ${name}`)
  if (action === 'crash') process.kill(process.pid, 'SIGKILL')
  await new Promise(() => {})
}

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const file = url.startsWith(PACKAGES) ? url.slice(PACKAGES.length) : ''
    if (!CHANGED.has(file) || !loaded.source) return loaded
    const source = withFailPoints(file, Buffer.from(loaded.source as Uint8Array).toString())
    return {
      ...loaded,
      source: source.replace('startApp(config, logger, {}', 'startApp(config, logger, overrides'),
    }
  },
})

// Node.js writes a complete response by itself, so its `end` is wrapped.
// oxlint-disable-next-line typescript/unbound-method -- it is called with its response below
const end = ServerResponse.prototype.end
ServerResponse.prototype.end = function (this: ServerResponse, ...args: unknown[]) {
  const [body] = args
  if (this.req.url !== GENERATE) return Reflect.apply(end, this, args)
  this.once('finish', () => void failPoint('after-response'))
  if (typeof body !== 'string' || !existsSync(join(folder, 'mid-response'))) {
    return Reflect.apply(end, this, args)
  }
  this.write(body.slice(0, body.length / 2), () => {
    failPoint('mid-response').then(
      () => Reflect.apply(end, this, [body.slice(body.length / 2)]),
      () => this.destroy(),
    )
  })
  return this
}

await import('../../packages/server/src/main.ts')
