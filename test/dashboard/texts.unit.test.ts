import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { changesBetween, mergeTexts } from '../../packages/dashboard/src/features/templates/texts.ts'

const BASE = { content: 'a', sampleData: '{}', dataSets: [], pdfOptions: '', dataSchema: '' }
const sets = (data: Record<string, string>) =>
  Object.entries(data).map(([name, text]) => ({ name, data: text }))

describe('changesBetween', () => {
  it('ignores blank PDF options, which are stored as an empty text', () => {
    assert.deepEqual(changesBetween(BASE, { ...BASE, pdfOptions: ' \n' }), {})
    const options = { ...BASE, pdfOptions: '{}' }
    assert.deepEqual(changesBetween(options, { ...BASE, pdfOptions: '\n' }), { pdfOptions: '\n' })
  })
})

describe('mergeTexts', () => {
  it('keeps saved texts that were not changed here', () => {
    const mine = { ...BASE, sampleData: '{"mine": 1}', pdfOptions: '{"mine": 1}' }
    const saved = { ...BASE, content: 'theirs', pdfOptions: '{"theirs": 1}', dataSchema: '{"theirs": 1}' }
    const merged = mergeTexts(BASE, mine, saved)
    assert.deepEqual(merged, {
      content: 'theirs',
      sampleData: '{"mine": 1}',
      dataSets: [],
      pdfOptions: '{"mine": 1}',
      dataSchema: '{"theirs": 1}',
    })
    assert.deepEqual(changesBetween(saved, merged), {
      sampleData: '{"mine": 1}',
      pdfOptions: '{"mine": 1}',
    })
  })

  it('applies added, changed and removed data sets to the saved ones', () => {
    const base = { ...BASE, dataSets: sets({ same: '1', changed: '1', removed: '1', goneThere: '1' }) }
    const mine = { ...base, dataSets: sets({ same: '1', changed: '2', goneThere: '1', added: '3' }) }
    const saved = { ...base, dataSets: sets({ same: '4', changed: '5', removed: '6', theirs: '7' }) }
    assert.deepEqual(
      mergeTexts(base, mine, saved).dataSets,
      sets({ same: '4', changed: '2', theirs: '7', added: '3' }),
    )
  })
})
