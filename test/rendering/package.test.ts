import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { blocksIn } from '../../docs/blocks.ts'
import {
  createProtection,
  createRenderer,
  Refusal,
  type Renderer,
} from '../../packages/renderer/src/index.ts'
import { textsOf } from '../pdf.ts'
import { programVariables } from '../variables.ts'

const PACKAGE = fileURLToPath(new URL('../../packages/renderer/', import.meta.url))

describe('the package @platen/renderer', () => {
  let renderer: Renderer
  before(async () => {
    const cacheDir = process.env['CACHE_DIR']
    renderer = await createRenderer({
      ...(cacheDir !== undefined && { cacheDir }),
      egress: { mode: 'none', allow: [], deny: [] },
    })
  })
  after(() => renderer[Symbol.asyncDispose]())

  it('renders HTML as it is, with braces', async () => {
    const { pdf, sheets } = await renderer.render({ html: '<p>{{name}} is no expression</p>' })
    assert.deepEqual([await textsOf(pdf), sheets], [['{{name}} is no expression'], 1])
  })

  it('renders a page for each element, with options of the PDF', async () => {
    const { pdf, pages } = await renderer.render({
      template: '<p>{{name}} {{formatNumber 1234.5}}</p>',
      data: [{ name: 'Ada' }, { name: 'Grace' }, { name: 'Hedy' }],
      region: { locale: 'de', timeZone: 'Europe/Berlin' },
      options: { pageRanges: [{ first: 2, last: 2 }] },
    })
    assert.deepEqual(await textsOf(pdf), ['Grace 1.234,5'])
    assert.deepEqual(
      pages.map(({ sheets }) => sheets),
      [0, 1, 0],
    )
  })

  it('refuses page ranges that select no sheet', async () => {
    for (const pageRanges of [[], [{ first: 1, last: 0 }]])
      await assert.rejects(renderer.render({ html: '<p>a</p>', options: { pageRanges } }), /selects no sheet/)
  })

  it('protects a PDF with a password', async () => {
    const permissions = { print: true, copy: false, modify: false, annotate: false }
    const protection = createProtection(Buffer.from('open'), undefined, permissions)
    const { pdf } = await renderer.render({ html: '<p>secret</p>', options: { protection } })
    assert.match(pdf.toString('latin1'), /\/Encrypt /)
    await assert.rejects(textsOf(pdf), /[Pp]assword/)
  })

  it('refuses data without elements', async () => {
    await assert.rejects(renderer.render({ template: '<p>a</p>', data: [] }), {
      message: 'data must have an element for each page.',
    })
  })

  it('throws a refusal with the position of an error', async () => {
    await assert.rejects(renderer.render({ template: '<p>\n{{#if', data: {} }), (error: Refusal) => {
      assert.ok(error instanceof Refusal)
      assert.deepEqual([error.kind, error.position?.line], ['invalid', 2])
      return true
    })
  })

  it('ends a render when its signal aborts', async () => {
    const signal = AbortSignal.abort(new Error('Enough.'))
    await assert.rejects(renderer.render({ html: '<p>a</p>', signal }), { kind: 'timed-out' })
  })

  it('runs the example of its README', async () => {
    // In the folder of the package, where its name leads to it.
    const folder = await mkdtemp(join(PACKAGE, 'readme-'))
    try {
      const [example] = blocksIn(await readFile(join(PACKAGE, 'README.md'), 'utf8'))
      await writeFile(join(folder, 'example.ts'), example?.code ?? '')
      const { stdout } = await promisify(execFile)(process.execPath, ['example.ts'], {
        cwd: folder,
        env: programVariables(),
      })
      assert.equal(stdout, '1 []\n')
      assert.deepEqual(await textsOf(await readFile(join(folder, 'invoice.pdf'))), ['Invoice 17 €99.50'])
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
