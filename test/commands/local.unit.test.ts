import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { excerptAsText, excerptOf } from '../../packages/cli/src/local/excerpt.ts'
import { dataBeside } from '../../packages/cli/src/local/printer.ts'
import { formatProblem, formatDocumentSize, formatWarning } from '../../packages/cli/src/local/messages.ts'
import { progressLine, showProgress } from '../../packages/cli/src/output/progress.ts'
import { withoutControls, formatBytes } from '../../packages/cli/src/output/texts.ts'
import { newKeyIn } from '../../packages/cli/src/sign-in/session.ts'
import { formatTime } from '../../packages/cli/src/output/times.ts'

describe('output of check and dev', () => {
  it('shows the lines around a position', () => {
    const excerpt = excerptOf('one\r\ntwo\n\u001B[31mthree\nfour\nfive\nsix', { line: 3, column: 2 })
    assert.equal(
      excerptAsText(excerpt),
      ['1 | one', '2 | two', '3 |  [31mthree', '  |  ^', '4 | four', '5 | five'].join('\n'),
    )
    assert.deepEqual(excerptOf('a', { line: 9, column: 1 }).lines, [{ number: 1, text: 'a' }])
    const long = excerptOf(`${'x'.repeat(5_000)}!${'y'.repeat(5_000)}`, { line: 1, column: 5_001 })
    assert.equal(long.lines[0]?.text.length, 160)
    assert.equal(long.lines[0]?.text[long.column - 1], '!')
  })

  it('counts columns from 1, as editors do', () => {
    assert.equal(formatProblem({ file: 'a.hbs', line: 3, column: 2, message: 'No.' }), 'a.hbs:3:2: No.')
    assert.equal(formatProblem({ file: 'a.hbs', message: 'Empty.', detail: 'why' }), 'a.hbs: Empty.\nwhy')
    assert.equal(
      formatProblem({ file: 'a.json', message: 'a.json is not valid JSON.' }),
      'a.json is not valid JSON.',
    )
  })

  it('formats sizes and warnings', () => {
    assert.equal(formatDocumentSize({ pages: 1, sheets: 1, scale: 1, flowReasons: [] }), '1 page, 1 sheet')
    assert.equal(
      formatDocumentSize({ pages: 2, sheets: 3, scale: 0.799, flowReasons: ['page-counter', 'too-long'] }),
      '2 pages, 3 sheets (not scaled: page numbers, too long), scaled to 79 %',
    )
    assert.equal(
      formatWarning({ kind: 'image-missing', subject: 'http://x/\u202E', count: 2 }),
      'image-missing: an image was not loaded: http://x/\uFFFD (2 times)',
    )
    assert.equal(formatBytes(1023), '1023 bytes')
    assert.equal(formatBytes(1024 * 1024 * 1.5), '1.5 MB')
    assert.equal(withoutControls('a\u001B]0;x\u0007b'), 'a\uFFFD]0;x\uFFFDb')
  })

  it('formats times without milliseconds', () => {
    assert.equal(formatTime('2026-11-22T01:48:55.747Z'), '2026-11-22 01:48:55 UTC')
    assert.equal(formatTime(new Date(0)), '1970-01-01 00:00:00 UTC')
  })

  it('finds the data file of a template', () => {
    assert.equal(dataBeside('a/invoice.hbs'), 'a/invoice.json')
    assert.equal(dataBeside('invoice'), 'invoice.json')
    assert.equal(dataBeside('a.b/invoice.html'), 'a.b/invoice.json')
  })

  it('shows progress on one line, and none in a pipe', async () => {
    assert.equal(progressLine('Rendering 3 pages', { frame: 1, ms: 900, width: 80 }), '⠙ Rendering 3 pages')
    assert.equal(
      progressLine('Rendering 3 pages', { frame: 11, ms: 2_100, width: 80 }),
      '⠙ Rendering 3 pages, 2 s',
    )
    assert.equal(progressLine('Rendering 3 pages', { frame: 0, ms: 0, width: 8 }), '⠋ Rende')
    const lines: string[] = []
    const pipe = {
      showsProgress: false,
      canPrompt: false,
      width: 80,
      printLine: (line: string) => void lines.push(line),
      print: (text: string) => void lines.push(text),
    }
    assert.equal(await showProgress(pipe, 'x', async () => 1), 1)
    assert.deepEqual(lines, [])
  })
})

describe('responses with a new API key', () => {
  it('must have its id, its name and the key', () => {
    const key = { tokenId: 'id', name: 'Build', key: 'tlfy_x' }
    assert.deepEqual(newKeyIn({ ...key, status: 'active' }, 'https://platen.example'), key)
    for (const missing of ['tokenId', 'name', 'key']) {
      assert.throws(() => newKeyIn({ ...key, [missing]: undefined }, 'https://platen.example'), {
        name: 'CallerError',
        message: 'https://platen.example did not return an API key.',
        next: 'Contact the operator of the service.',
      })
    }
  })
})
