// The program that isolation.test.ts starts in place of the template host and the drawing process. Unlike them it
// loads every built-in module before it is confined, as if a template had bypassed the block of the module loader.
// Arguments: the user, the options as JSON.

import { confine, CONFINED } from '../../packages/renderer/src/isolation/confine.ts'
import { localAttempts, otherAttempts, outwardAttempts, pause, type Targets } from './isolation-attempts.ts'

/** Options of the probe. */
export interface ProbeOptions {
  targets: Targets
  isConfined: boolean
  groups: readonly ('outward' | 'local' | 'other')[]
}

/** Result of each attempt by name: "reached", or the reason for the failure. */
export type Outcomes = Record<string, string>

/** In milliseconds. An attempt without a result by then did not reach its target. */
const ATTEMPT_LIMIT_MS = 10_000

const options: ProbeOptions = JSON.parse(process.argv[3] ?? '')
const { targets, groups } = options
const attempts = {
  ...(groups.includes('outward') && outwardAttempts(targets)),
  ...(groups.includes('local') && localAttempts(targets)),
  ...(groups.includes('other') && otherAttempts()),
}

// An unhandled error belongs to the attempt that has no result yet.
process.on('uncaughtException', () => {})
process.on('message', async () => {
  const outcomes: Outcomes = {}
  for (const [name, attempt] of Object.entries(attempts)) outcomes[name] = await outcomeOf(attempt)
  process.send?.(outcomes, () => process.exit())
})
if (options.isConfined) confine()
else process.send?.(CONFINED)

async function outcomeOf(attempt: () => unknown): Promise<string> {
  const reached = async () => {
    await attempt()
    return 'reached'
  }
  const silence = pause(ATTEMPT_LIMIT_MS).then(() => 'silent')
  return await Promise.race([reached(), silence]).catch((error: unknown) => {
    if (!(error instanceof Error)) return String(error)
    return 'code' in error ? String(error.code) : error.message
  })
}
