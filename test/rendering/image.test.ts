import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { deflateSync } from 'node:zlib'
import { decode } from 'fast-png'
import { drawFirstSheet, drawSheet } from '../../packages/renderer/src/image/drawer.ts'
import { unprivilegedUsers } from '../../packages/renderer/src/isolation/unprivileged.ts'

const { drawer } = unprivilegedUsers()

describe("the image of a PDF's first sheet", () => {
  it('fits into 400 by 800 pixels', async () => {
    const invoice = await readFile(new URL('fixtures/invoice.pdf', import.meta.url))
    const { width, height, channels, data } = decode(
      await drawFirstSheet(invoice, drawer, AbortSignal.timeout(20_000)),
    )
    assert.deepEqual([width, height, channels], [400, 566, 3])
    const dark = data.filter((value) => value < 100).length / data.length
    assert.ok(dark > 0.001 && dark < 0.2, `${dark} of it is dark`)
    const strip = decode(
      await drawFirstSheet(pdfOf({ sides: [100, 4_000] }), drawer, AbortSignal.timeout(20_000)),
    )
    assert.deepEqual([strip.width, strip.height], [20, 800])
  })

  it('draws images far larger than itself within the memory limit', async () => {
    const picture = decode(
      await drawFirstSheet(pdfOf({ imageSide: 15_000 }), drawer, AbortSignal.timeout(30_000)),
    )
    assert.deepEqual([picture.width, picture.data.at(80_000)], [400, 0])
  })

  it('shows the requested sheet in the requested size, within a limit of pixels', async () => {
    const size = { sheet: 1, widthMax: 10_000, heightMax: 10_000 }
    const square = decode(await drawSheet(pdfOf({}), size, drawer, AbortSignal.timeout(20_000)))
    assert.deepEqual([square.width, square.height], [3_464, 3_464])
    const beyond = drawSheet(pdfOf({}), { ...size, sheet: 2 }, drawer, AbortSignal.timeout(20_000))
    await assert.rejects(beyond, { kind: 'invalid', detail: 'It has no sheet 2.' })
  })

  it('rejects a PDF with a password', async () => {
    const locked = await readFile(new URL('fixtures/locked.pdf', import.meta.url))
    await assert.rejects(drawFirstSheet(locked, drawer, AbortSignal.timeout(20_000)), {
      kind: 'invalid',
      detail: 'It has a password.',
    })
  })

  it('rejects bytes that are not a PDF, and drawings that take too long', async () => {
    const garbage = drawFirstSheet(Buffer.from('%PDF-1.7 or not'), drawer, AbortSignal.timeout(20_000))
    await assert.rejects(garbage, /could not be drawn/)
    await assert.rejects(drawFirstSheet(pdfOf({}), drawer, AbortSignal.timeout(20)), { name: 'TimeoutError' })
    await assert.rejects(drawFirstSheet(pdfOf({}), drawer, AbortSignal.abort(new Error('late'))), /late/)
  })
})

/** Returns a PDF with one sheet that a black image covers. */
function pdfOf({ sides = [200, 200], imageSide = 10 }: { sides?: number[]; imageSide?: number }): Buffer {
  const image = deflateSync(Buffer.alloc(imageSide ** 2))
  const content = `q ${sides[0]} 0 0 ${sides[1]} 0 0 cm /I Do Q`
  const dictionary = `/Type/XObject/Subtype/Image/Width ${imageSide}/Height ${imageSide}/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FlateDecode/Length ${image.length}`
  const texts = [
    '%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n',
    `3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${sides.join(' ')}]/Resources<</XObject<</I 5 0 R>>>>/Contents 4 0 R>>\nendobj\n`,
    `4 0 obj\n<</Length ${content.length}>>stream\n${content}\nendstream\nendobj\n5 0 obj\n<<${dictionary}>>stream\n`,
  ]
  const end = '\nendstream\nendobj\ntrailer<</Root 1 0 R/Size 6>>\n%%EOF\n'
  return Buffer.concat([...texts.map((text) => Buffer.from(text)), image, Buffer.from(end)])
}
