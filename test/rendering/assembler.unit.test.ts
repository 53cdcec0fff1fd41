import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { createTenantUsage } from '../../packages/capacity/src/tenant-usage.ts'
import { assemblePdf } from '../../packages/renderer/src/pdf/assemble.ts'
import { createAssembler, createPdfThreads } from '../../packages/renderer/src/pdf/assembler.ts'

const fixture = (name: string) => readFile(new URL(`fixtures/${name}.pdf`, import.meta.url))

const ACCOUNT = { tenant: 'one' }

describe('the assembler', () => {
  it('returns the same PDF from a thread as from the event loop, for pooled and unpooled buffers', async () => {
    await using threads = createPdfThreads(2, createTenantUsage())
    const assembler = createAssembler(threads)
    const [invoice, blank] = [await fixture('invoice'), await fixture('blank')]
    // Small buffers are slices of a pool of Node.
    const parts = () =>
      [invoice, blank, blank, ...Array.from({ length: 8 }, () => invoice)].map((pdf) =>
        Buffer.from(pdf.toString('base64'), 'base64'),
      )
    const signal = AbortSignal.timeout(20_000)
    const expected = assemblePdf(parts())
    const all = await Promise.all(
      [parts(), parts(), [invoice]].map((each) => assembler.assemble(each, ACCOUNT, signal)),
    )
    assert.deepEqual(all[0], expected)
    assert.deepEqual(all[1], expected)
    assert.deepEqual(all[2], assemblePdf([await fixture('invoice')]))
  })

  it('ends with the signal, reports a damaged part, and assembles the next PDF', async () => {
    await using threads = createPdfThreads(1, createTenantUsage())
    const assembler = createAssembler(threads)
    const large = Array.from({ length: 60 }, () => fixture('invoice'))
    await assert.rejects(assembler.assemble(await Promise.all(large), ACCOUNT, AbortSignal.timeout(1)), {
      name: 'TimeoutError',
    })
    await assert.rejects(
      assembler.assemble([Buffer.alloc(300_000)], ACCOUNT, AbortSignal.timeout(20_000)),
      /cross-reference/,
    )
    const pdf = await assembler.assemble(
      await Promise.all(large.map(() => fixture('invoice'))),
      ACCOUNT,
      AbortSignal.timeout(20_000),
    )
    assert.equal(pdf.subarray(0, 5).toString(), '%PDF-')
  })

  it('assembles for one account before all queued documents of another', async () => {
    await using threads = createPdfThreads(1, createTenantUsage())
    const assembler = createAssembler(threads)
    const signal = AbortSignal.timeout(60_000)
    const invoice = await fixture('invoice')
    const large = () => Array.from({ length: 20 }, () => Buffer.from(invoice))
    let ended = 0
    const many = Array.from({ length: 20 }, async () => {
      await assembler.assemble(large(), { tenant: 'busy' }, signal)
      ended += 1
    })
    await assembler.assemble(large(), { tenant: 'other' }, signal)
    assert.ok(ended < 10, `${ended} of the busy account's documents came first`)
    await Promise.all(many)
  })

  it('rejects in a thread with the same reason as on the event loop', async () => {
    await using threads = createPdfThreads(1, createTenantUsage())
    const signal = AbortSignal.timeout(20_000)
    const links = (await fixture('links')).toString('latin1')
    const film = Buffer.from(links.replace('/Subtype /Link', '/Subtype /Film'), 'latin1')
    await assert.rejects(
      createAssembler(threads).assemble([film], ACCOUNT, signal, {
        options: { isArchive: true },
      }),
      { name: 'Refusal', kind: 'invalid', message: 'The document cannot be converted to PDF/A-3b.' },
    )
  })
})
