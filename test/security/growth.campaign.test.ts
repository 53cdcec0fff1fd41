import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FUNCTIONS } from './functions.ts'
import { tooFastGrowth } from './growth.ts'

describe('processor time', () => {
  for (const { name, run, inputs, most } of FUNCTIONS) {
    it(`of ${name} grows no faster than the size of the input`, () => {
      const tooFast = Object.entries(inputs).flatMap(([input, make]) => {
        const growth = tooFastGrowth(run, make, most)
        return growth === undefined ? [] : [`${input}: ${growth}`]
      })
      assert.deepEqual(tooFast, [])
    })
  }
})
