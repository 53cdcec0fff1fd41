import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { assemblePdf } from '../../packages/renderer/src/pdf/assemble.ts'
import {
  flat,
  informationOf,
  linksOf,
  openPdf,
  outlineOf,
  plainObjectsOf,
  type Tag,
  taggedTexts,
  tagsOf,
  withoutWrappers,
  textOf,
} from './documents.ts'

// Chromium 153 printed the fixtures from the HTML files of the same names.
const fixture = (name: string) => readFile(new URL(`fixtures/${name}.pdf`, import.meta.url))
const assemble = async (...names: string[]) => assemblePdf(await Promise.all(names.map(fixture)))
const open = async (...names: string[]) => openPdf(await assemble(...names))
const invoice = await fixture('invoice')

describe('assemblePdf', () => {
  it('keeps text, tags, links, outline, title and language of a single part', async () => {
    for (const name of ['invoice', 'links', 'images', 'odd-texts']) {
      const [before, after] = [await openPdf(await fixture(name)), await open(name)]
      assert.equal(after.numPages, before.numPages)
      for (let page = 1; page <= before.numPages; page += 1) {
        assert.equal(await textOf(after, page), await textOf(before, page))
        assert.deepEqual(await tagsOf(after, page), withoutWrappers(await tagsOf(before, page)))
        assert.deepEqual(await linksOf(after, page), await linksOf(before, page))
      }
      assert.deepEqual(await outlineOf(after), await outlineOf(before))
      assert.equal(await informationOf(after, 'Title'), await informationOf(before, 'Title'))
      assert.equal(await informationOf(after, 'Language'), await informationOf(before, 'Language'))
    }
  })

  it('appends the pages of several parts in order', async () => {
    const merged = await open('invoice', 'links', 'blank', 'invoice-2')
    assert.equal(merged.numPages, 6)
    assert.match(await textOf(merged, 1), /Invoice 2026-001/)
    assert.match(await textOf(merged, 3), /Unter eins/)
    assert.equal(await textOf(merged, 5), '')
    assert.match(await textOf(merged, 6), /Invoice 2026-002/)
  })

  it('keeps the tags of every part on their pages', async () => {
    const [first, second, merged] = [
      await openPdf(invoice),
      await openPdf(await fixture('invoice-2')),
      await open('invoice', 'links', 'invoice-2'),
    ]
    const [whole] = await tagsOf(merged, 1)
    assert.equal(whole?.role, 'Document')
    assert.deepEqual(whole?.children, withoutWrappers(await tagsOf(first, 1)))
    assert.deepEqual((await tagsOf(merged, 5))[0]?.children, withoutWrappers(await tagsOf(second, 1)))
    assert.deepEqual(await taggedTexts(merged, 5, 'H1'), ['Invoice 2026-002'])
  })

  it('marks the PDF as tagged when its first part is a blank page', async () => {
    const merged = await open('blank', 'invoice')
    assert.deepEqual(await merged.getMarkInfo(), { Marked: true, UserProperties: false, Suspects: false })
    assert.deepEqual(await taggedTexts(merged, 2, 'H1'), ['Invoice 2026-001'])
  })

  it('points each internal link to its own part', async () => {
    const merged = await open('invoice', 'links', 'invoice-2', 'links')
    assert.deepEqual(await linksOf(merged, 1), ['https://example.com/pay?x=(1)', 'page 1'])
    assert.deepEqual(await linksOf(merged, 2), ['page 3', 'page 4', 'https://example.com/'])
    assert.deepEqual(await linksOf(merged, 5), ['https://example.com/pay?x=(1)', 'page 5'])
    assert.deepEqual(await linksOf(merged, 6), ['page 7', 'page 8', 'https://example.com/'])
    assert.deepEqual(await linksOf(merged, 8), ['page 7'])
  })

  it('joins the outlines in order, each heading with its page', async () => {
    const merged = await open('invoice', 'blank', 'links', 'invoice-2')
    assert.deepEqual(await outlineOf(merged), [
      'Invoice 2026-001 → 1',
      ' Items → 1',
      ' Total → 1',
      'Verträge → 3',
      ' Eins → 4',
      '  Unter eins → 4',
      ' Zwei → 5',
      'Invoice 2026-002 → 6',
      ' Items → 6',
      ' Total → 6',
    ])
  })

  it('takes title and language from the first part', async () => {
    const merged = await open('links', 'invoice')
    assert.equal(await informationOf(merged, 'Title'), 'Verträge (Übersicht)')
    assert.equal(await informationOf(merged, 'Language'), 'de')
  })

  it('does not change texts that look like references', async () => {
    const [one, merged] = [await openPdf(await fixture('odd-texts')), await open('invoice', 'odd-texts')]
    const heading = 'See /Dest /total and /StructParent 3 ) ( \\ 12 0 R<<>>'
    assert.deepEqual((await outlineOf(merged)).slice(3), [`${heading} → 2`, ' Total (unbalanced → 2'])
    const descriptions = described(await tagsOf(merged, 2))
    assert.deepEqual(descriptions, described(await tagsOf(one, 1)))
    assert.deepEqual(descriptions, ['node00000012', '(node00000013) 7 0 R /Dest /total >>'])
  })

  it('gives the header cells of each table unique names', async () => {
    const objects = plainObjectsOf(await assemble('invoice', 'invoice-2', 'odd-texts'))
    const names = Array.from(objects.matchAll(/\/ID \((\w+)\)/g), ([, name]) => name)
    assert.equal(names.length, 12)
    assert.equal(new Set(names).size, 12)
    const tree = /\/IDTree <<\/Names \[(.*?)\]/s.exec(objects)?.[1] ?? ''
    const listed = Array.from(tree.matchAll(/\((\w+)\)/g), ([, name]) => name)
    assert.deepEqual(
      listed,
      names.toSorted((a = '', b = '') => (a < b ? -1 : 1)),
    )
    const headers = Array.from(objects.matchAll(/\/Headers \[\((\w+)\)\]/g), ([, name]) => name)
    assert.equal(headers.length, 2 * 15 * 5 + 2)
    assert.ok(headers.every((name) => names.includes(name)))
  })

  it('stores objects that several parts share once', async () => {
    const [one, two] = [await assemble('images'), await assemble('images', 'images-2')]
    assert.ok(two.length < one.length * 1.2, `${one.length} and ${two.length} bytes`)
    const pictures = await assemble('images', 'images', 'images-2', 'images')
    assert.equal(count(pictures, '/Subtype /Image'), count(one, '/Subtype /Image'))
    const fifty = assemblePdf(Array.from({ length: 50 }, () => invoice))
    assert.equal(count(fifty, '/Length1'), count(await assemble('invoice'), '/Length1'))
    assert.equal((await openPdf(fifty)).numPages, 50)
    assert.ok(fifty.length < (50 * (await assemble('invoice')).length) / 3, `${fifty.length} bytes`)
  })

  it('gives different subsets of one font different names', async () => {
    const objects = plainObjectsOf(await assemble('invoice', 'invoice-2', 'links', 'images'))
    const fonts = Array.from(
      objects.matchAll(/\/FontName (\S+)[^]*?\/FontFile2 (\d+ 0 R)/g),
      ([, name, file]) => ({ name, file }),
    )
    assert.equal(new Set(fonts.map((font) => font.name)).size, new Set(fonts.map((font) => font.file)).size)
  })

  it('reduces an invoice to less than half its size', async () => {
    const packed = await assemble('invoice')
    assert.ok(packed.length < invoice.length / 2, `${invoice.length} to ${packed.length} bytes`)
    assert.equal(packed.subarray(0, 8).toString('latin1'), '%PDF-1.7')
  })

  it('writes the same bytes for the same parts, without their dates', async () => {
    assert.deepEqual(await assemble('invoice', 'links'), await assemble('invoice', 'links'))
    const later = Buffer.from(invoice.toString('latin1').replaceAll(/\(D:\d{8}/g, '(D:20300101'), 'latin1')
    assert.deepEqual(assemblePdf([later]), assemblePdf([invoice]))
  })

  it('rejects unknown input instead of writing a damaged PDF', async () => {
    assert.throws(() => assemblePdf([]))
    assert.throws(() => assemblePdf([Buffer.from('<html>')]))
    assert.throws(() => assemblePdf([invoice.subarray(0, 30_000)]))
    assert.throws(() => assemblePdf([assemblePdf([invoice])]), 'an object stream')
    assert.throws(() => assemblePdf([changed('/MarkInfo <</Type', '/AcroForm <</Type')]), /AcroForm/)
    assert.throws(() => assemblePdf([changed('/Length 1', '/Length 2')]), /length/)
    assert.throws(() => assemblePdf([changed('(Invoice 2026-001)', '(Invoice 2026-001\\')]))
  })
})

const described = (tags: Tag[]) => flat(tags).flatMap(({ alt }) => (alt === undefined ? [] : [alt]))

function changed(from: string, to: string): Buffer {
  return Buffer.from(invoice.toString('latin1').replace(from, to), 'latin1')
}

function count(pdf: Buffer, entry: string): number {
  return pdf.toString('latin1').split(entry).length - 1
}
