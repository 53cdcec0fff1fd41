import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { deflateSync } from 'node:zlib'
import { createTenantUsage } from '../../packages/capacity/src/tenant-usage.ts'
import { createAttachmentReader } from '../../packages/renderer/src/attachments/reader.ts'
import { unprivilegedUsers } from '../../packages/renderer/src/isolation/unprivileged.ts'

const LIMIT_MS = 120_000

/** Returns a PDF with attachments: their names and the objects of their streams. */
function pdfWith(files: { name: string; dictionary: string; stream: Buffer }[]): Buffer {
  const objects: Buffer[] = []
  const add = (text: string, stream?: Buffer) => {
    const head = `${objects.length + 1} 0 obj\n${text}\n`
    const data = stream ? [Buffer.from('stream\n'), stream, Buffer.from('\nendstream\n')] : []
    objects.push(Buffer.concat([Buffer.from(head), ...data, Buffer.from('endobj\n')]))
    return `${objects.length} 0 R`
  }
  const specifications = files.map(({ name, dictionary, stream }) => {
    const file = add(`<</Type /EmbeddedFile ${dictionary} /Length ${stream.length}>>`, stream)
    return `(${name}) ${add(`<</Type /Filespec /F (${name}) /UF (${name}) /EF <</F ${file}>>>>`)}`
  })
  const page = add(`<</Type /Page /MediaBox [0 0 10 10] /Parent ${objects.length + 2} 0 R>>`)
  const pages = add(`<</Type /Pages /Count 1 /Kids [${page}]>>`)
  const names = `<</EmbeddedFiles <</Names [${specifications.join(' ')}]>>>>`
  const root = add(`<</Type /Catalog /Pages ${pages} /Names ${names}>>`)
  // PDFium looks for the objects itself if there is no table of their positions.
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...objects,
    Buffer.from(`trailer\n<</Size ${objects.length + 1} /Root ${root}>>\n%%EOF\n`),
  ])
}

const plain = (name: string, text: string) => ({ name, dictionary: '', stream: Buffer.from(text) })

describe('an attachment of a PDF', () => {
  const reader = createAttachmentReader(unprivilegedUsers().drawer, createTenantUsage())
  const read = async (pdf: Buffer, ...names: string[]) =>
    (await reader(pdf, names, 'a', AbortSignal.timeout(LIMIT_MS)))?.toString()
  const invalid = (detail: RegExp) => (error: Error & { kind?: string; detail?: string }) =>
    error.kind === 'invalid' && detail.test(error.detail ?? '')

  it('is read by its name, in the order of the names', async () => {
    const pdf = pdfWith([plain('a.txt', 'one'), plain('factur-x.xml', '<invoice/>'), plain('b.xml', '<b/>')])
    assert.equal(await read(pdf, 'factur-x.xml'), '<invoice/>')
    assert.equal(await read(pdf, 'b.xml', 'factur-x.xml'), '<b/>')
    assert.equal(await read(pdf, 'other.xml'), undefined)
    assert.equal(await read(pdfWith([]), 'factur-x.xml'), undefined)
  })

  it('is read from a compressed stream', async () => {
    const stream = deflateSync('<invoice>é</invoice>')
    const pdf = pdfWith([{ name: 'factur-x.xml', dictionary: '/Filter /FlateDecode', stream }])
    assert.equal(await read(pdf, 'factur-x.xml'), '<invoice>é</invoice>')
  })

  it('is not read from a PDF that is damaged or has a password', async () => {
    await assert.rejects(read(Buffer.from('%PDF-1.7'), 'a'), invalid(/damaged/))
    await assert.rejects(read(Buffer.alloc(0), 'a'), invalid(/damaged/))
    const cut = pdfWith([plain('factur-x.xml', '<invoice/>')]).subarray(0, 60)
    await assert.rejects(read(cut, 'factur-x.xml'), invalid(/damaged/))
    const locked = await readFile(new URL('fixtures/locked.pdf', import.meta.url))
    await assert.rejects(read(locked, 'factur-x.xml'), invalid(/^It has a password\.$/))
  })

  it('may not expand without end, refer to itself or be one of very many', async () => {
    const bomb = deflateSync(Buffer.alloc(200 * 1024 * 1024))
    const doubled = deflateSync(bomb)
    for (const file of [
      { dictionary: '/Filter /FlateDecode', stream: bomb },
      { dictionary: '/Filter [/FlateDecode /FlateDecode]', stream: doubled },
      { dictionary: '/Filter 1 0 R', stream: Buffer.from('x') },
      { dictionary: '/DL 999999999999 /Params <</Size 4000000000>>', stream: Buffer.alloc(0) },
    ]) {
      const outcome = await read(pdfWith([{ name: 'factur-x.xml', ...file }]), 'factur-x.xml').catch(
        (error: { kind?: string }) => error.kind,
      )
      assert.ok(
        outcome === undefined || outcome === 'invalid' || outcome === 'x',
        String(outcome).slice(0, 100),
      )
    }
    const loop = pdfWith([plain('factur-x.xml', 'x')])
      .toString('latin1')
      .replace(/\/Names \[[^\]]*\]/, '/Kids [5 0 R 5 0 R] /Limits [(a) (z)]')
    assert.equal(await read(Buffer.from(loop, 'latin1'), 'factur-x.xml'), undefined)
    const many = Array.from({ length: 2_000 }, (_, index) => plain(`${index}.txt`, 'x'))
    assert.equal(await read(pdfWith([...many, plain('factur-x.xml', 'y')]), 'factur-x.xml'), undefined)
  })

  it('is not read after the call has ended', async () => {
    const ended = reader(pdfWith([]), ['a'], 'a', AbortSignal.abort())
    await assert.rejects(ended, { kind: 'timed-out' })
  })
})
