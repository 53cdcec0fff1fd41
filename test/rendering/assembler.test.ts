import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { assemblePdf } from '../../server/rendering/pdf/assemble.ts'
import { createAssembler } from '../../server/rendering/pdf/assembler.ts'

const fixture = (name: string) => readFile(new URL(`fixtures/${name}.pdf`, import.meta.url))

describe('the assembler', () => {
  it('makes the same of a PDF in a thread as at once, whatever memory its parts lie in', async () => {
    await using assembler = createAssembler(2)
    const [invoice, blank] = [await fixture('invoice'), await fixture('blank')]
    // Small buffers lie in one that Node shares between them.
    const parts = () =>
      [invoice, blank, blank, ...Array.from({ length: 8 }, () => invoice)].map((pdf) =>
        Buffer.from(pdf.toString('base64'), 'base64'),
      )
    const signal = AbortSignal.timeout(20_000)
    const expected = assemblePdf(parts())
    const all = await Promise.all(
      [parts(), parts(), [invoice]].map((each) => assembler.assemble(each, signal)),
    )
    assert.deepEqual(all[0], expected)
    assert.deepEqual(all[1], expected)
    assert.deepEqual(all[2], assemblePdf([await fixture('invoice')]))
  })

  it('ends with its caller’s patience, says what is wrong, and works on', async () => {
    await using assembler = createAssembler(1)
    const large = Array.from({ length: 60 }, () => fixture('invoice'))
    await assert.rejects(assembler.assemble(await Promise.all(large), AbortSignal.timeout(1)))
    await assert.rejects(
      assembler.assemble([Buffer.alloc(300_000)], AbortSignal.timeout(20_000)),
      /cross-reference/,
    )
    const pdf = await assembler.assemble(
      await Promise.all(large.map(() => fixture('invoice'))),
      AbortSignal.timeout(20_000),
    )
    assert.equal(pdf.subarray(0, 5).toString(), '%PDF-')
  })
})
