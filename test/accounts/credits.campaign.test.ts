import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addCredits, auditCredits } from '../../packages/server/src/accounts/credits.ts'
import { acceptSync } from '../../packages/server/src/generation/accept.ts'
import { completeGeneration, failGeneration } from '../../packages/server/src/generation/generations.ts'
import { Refusal } from '../../packages/template/src/refusal.ts'
import { type Caller, type Platen, startPlaten } from '../harness.ts'
import { scaled } from '../scale.ts'

const OUTCOME = { size: 1, sheets: 1, scale: 1, warnings: [], phases: {} }
// Each round has 20 concurrent operations.
const ROUNDS = scaled({ short: 20, long: 500 })

describe('credits under load', () => {
  let platen: Platen
  before(async () => void (platen = await startPlaten()))
  after(() => platen?.[Symbol.asyncDispose]())

  const accept = async (caller: Caller, templateId: string, pages: number) => {
    const elements = JSON.stringify(Array.from({ length: pages }, () => ({})))
    const request = { accountId: caller.accountId, templateId, elements, pages, recipients: [] }
    return (await acceptSync(platen.app.services, request)).generation
  }

  it('equal the ledger after random concurrent operations, without an overspent balance', async () => {
    const { database } = platen.app.services
    const callers = await Promise.all(Array.from({ length: 4 }, () => platen.account({ credits: 40 })))
    const templates = new Map<Caller, string>()
    for (const caller of callers) templates.set(caller, await caller.upload('x'))
    const counts = { completed: 0, failed: 0, refused: 0, added: 0 }
    let seed = 20_261_120
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % below
    }
    const operate = async (): Promise<void> => {
      const caller = callers[random(callers.length)]
      assert.ok(caller)
      if (random(10) === 0) {
        await addCredits(database, {
          accountId: caller.accountId,
          credits: 1 + random(9),
          reference: crypto.randomUUID(),
        })
        counts.added += 1
        return
      }
      try {
        const generation = await accept(caller, templates.get(caller) ?? '', 1 + random(5))
        const charge = () =>
          completeGeneration(database, generation, { ...OUTCOME, fileId: crypto.randomUUID() })
        const release = () => failGeneration(database, generation, 'x')
        // Repeated and concurrent calls: only one of them may count.
        if (random(3) === 0) await Promise.all([release(), charge(), release()])
        else await Promise.all([charge(), charge()])
        counts.completed += 1
      } catch (error) {
        assert.ok(error instanceof Refusal && error.kind === 'insufficient-credits', String(error))
        counts.refused += 1
      }
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      await Promise.all(Array.from({ length: 20 }, operate))
      for (const caller of callers) {
        const { credits, reserved } = await caller.credits()
        assert.ok(credits >= 0 && reserved === 0, `${credits}, ${reserved}`)
      }
    }
    assert.ok(
      counts.completed > 3 * ROUNDS && counts.refused > ROUNDS && counts.added > ROUNDS / 2,
      JSON.stringify(counts),
    )
    assert.deepEqual(await auditCredits(database), [])
  })
})
