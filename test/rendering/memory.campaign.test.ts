import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Refusal } from '../../packages/template/src/refusal.ts'
import { scaled } from '../scale.ts'
import { owner, startPrinter } from './printers.ts'

const LIMIT_MS = 240_000
const ROWS = scaled({ short: 6_000, long: 10_000 })
const ATTEMPTS = scaled({ short: 1, long: 4 })

const table = (rows: number) =>
  `<!doctype html><title>Rows</title><table>${'<tr><td>Row<td>some text<td>1.00'.repeat(rows)}</table>`

describe('a document that needs too much memory', () => {
  it('is rejected with the limit and a solution, however its page ends', async () => {
    await using printer = await startPrinter({ pageMemoryMb: 160 })
    for (let n = 0; n < ATTEMPTS; n += 1) {
      await assert.rejects(
        printer.print(table(ROWS), owner('a'), AbortSignal.timeout(LIMIT_MS)),
        (error) =>
          error instanceof Refusal &&
          error.kind === 'invalid' &&
          /more than 160 MB of memory.*Split a table of thousands of rows/.test(error.detail ?? ''),
      )
    }
    assert.equal((await printer.print('<p>on', owner('a'), AbortSignal.timeout(LIMIT_MS))).sheets, 1)
  })
})

describe('a table of thousands of rows', () => {
  it('is printed within the default memory limit, and its tab is closed', async () => {
    await using printer = await startPrinter()
    const fresh = printer.tabs().idle
    const { sheets } = await printer.print(table(ROWS), owner('a'), AbortSignal.timeout(LIMIT_MS))
    assert.ok(sheets > ROWS / 55 && sheets < ROWS / 25, String(sheets))
    assert.deepEqual(printer.tabs(), { busy: 0, idle: fresh })
    await printer.print('<p>small', owner('a'), AbortSignal.timeout(LIMIT_MS))
    assert.deepEqual(printer.tabs(), { busy: 0, idle: fresh + 1 })
  })
})
