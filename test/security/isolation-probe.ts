// The program that isolation.test.ts starts in place of the template host and the drawing process. Unlike them it
// holds every built-in module before it is confined, as if a template had got past the block of the module loader.
// Arguments: the user, the options as JSON.

import { confine, CONFINED } from '../../server/rendering/isolation/confine.ts'
import { localAttempts, otherAttempts, outwardAttempts, pause, type Targets } from './isolation-attempts.ts'

/** What the probe does. */
export interface ProbeOptions {
  targets: Targets
  isConfined: boolean
  groups: readonly ('outward' | 'local' | 'other')[]
}

/** By the name of each attempt: "reached", or why not. */
export type Outcomes = Record<string, string>

/** An attempt that is silent for so long did not reach its target. */
const ATTEMPT_LIMIT_MS = 10_000

const options: ProbeOptions = JSON.parse(process.argv[3] ?? '')
const { targets, groups } = options
const attempts = {
  ...(groups.includes('outward') && outwardAttempts(targets)),
  ...(groups.includes('local') && localAttempts(targets)),
  ...(groups.includes('other') && otherAttempts()),
}

// An error that no attempt handles belongs to the one that is silent then.
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
