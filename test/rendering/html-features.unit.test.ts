import assert from 'node:assert/strict'
import { it } from 'node:test'
import { mayBeRightToLeft } from '../../packages/renderer/src/print/html-features.ts'

it('detects right-to-left content but ignores embedded images', () => {
  const html = ['<p dir="rtl">', '<p DIR = RTL>', '<p dir="auto">', '<p dir=auto>', 'p { direction: rtl }']
  for (const document of html) assert.equal(mayBeRightToLeft(document), true, document)
  const picture = '<img src="data:image/png;base64,AAAArtlAAAA+/rtl==">'
  for (const document of [picture, '<p dir="ltr">', 'p { margin: 0 auto }'])
    assert.equal(mayBeRightToLeft(document), false, document)
  assert.equal(mayBeRightToLeft(`${picture}<p dir="rtl">`), true)
})
