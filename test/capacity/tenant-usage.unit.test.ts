import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTenantUsage } from '../../packages/capacity/src/tenant-usage.ts'

function start() {
  let time = 0
  const usage = createTenantUsage(() => time)
  return {
    usage,
    pass: (ms: number) => void (time += ms),
    of: (tenant: string) => Math.round(usage.of(tenant)),
  }
}

describe('the use of a tenant', () => {
  it('grows with the time of its slots, and approaches 10 s for each slot', () => {
    const { usage, pass, of } = start()
    usage.hold('a')
    usage.hold('b')
    usage.hold('b')
    pass(100)
    assert.deepEqual([of('a'), of('b')], [100, 199])
    pass(200_000)
    assert.deepEqual([of('a'), of('b'), of('c')], [10_000, 20_000, 0])
  })

  it('decays after the release: 37 % remain after 10 s, and nothing in the end', () => {
    const { usage, pass, of } = start()
    const release = usage.hold('a')
    pass(1_000)
    release()
    const used = of('a')
    pass(10_000)
    assert.equal(of('a'), Math.round(used / Math.E))
    pass(100_000)
    assert.equal(of('a'), 0)
  })

  it('is independent of the times at which it is read', () => {
    const [often, once] = [start(), start()]
    for (const { usage } of [often, once]) usage.hold('a')
    for (let n = 0; n < 500; n += 1) {
      often.pass(7)
      often.of('a')
    }
    once.pass(3_500)
    assert.equal(often.of('a'), once.of('a'))
  })

  it('includes work outside of slots', () => {
    const { usage, pass, of } = start()
    usage.add('a', 500)
    assert.equal(of('a'), 500)
    pass(10_000)
    assert.equal(of('a'), Math.round(500 / Math.E))
  })
})

describe('a lighter tenant', () => {
  const light = () => {
    const started = start()
    started.usage.hold('heavy')
    started.pass(200)
    return started
  }

  it('is active while it holds a slot, and for the given time afterwards', () => {
    const { usage, pass } = light()
    assert.equal(usage.hasLighterActive('heavy', 30), false)
    const release = usage.hold('light')
    assert.equal(usage.hasLighterActive('heavy', 30), true)
    assert.equal(usage.hasLighterActive('light', 30), false)
    pass(20)
    release()
    pass(29)
    assert.equal(usage.hasLighterActive('heavy', 30), true)
    pass(1)
    assert.equal(usage.hasLighterActive('heavy', 30), false)
  })

  it('has used less', () => {
    const { usage } = light()
    usage.add('other', usage.of('heavy') - 1)
    usage.hold('other')
    assert.equal(usage.hasLighterActive('heavy', 30), true)
    usage.add('other', 1)
    assert.equal(usage.hasLighterActive('heavy', 30), false)
  })

  it('is none of two new tenants', () => {
    const { usage } = start()
    usage.hold('a')
    usage.hold('b')
    assert.deepEqual([usage.hasLighterActive('a', 30), usage.hasLighterActive('b', 30)], [false, false])
  })

  it('is found among tenants that are not active any more', () => {
    const { usage, pass } = light()
    const releases = Array.from({ length: 100 }, (_, n) => usage.hold(`ended ${n}`))
    pass(1)
    for (const release of releases) release()
    pass(50)
    assert.equal(usage.hasLighterActive('heavy', 30), false)
    usage.hold('light')
    assert.equal(usage.hasLighterActive('heavy', 30), true)
  })
})
