import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { Refusal } from '../../packages/template/src/refusal.ts'
import { readText, writeFileAtomically } from '../../packages/cli/src/files.ts'
import { fileNameFor, templateNameFor } from '../../packages/cli/src/project/file-names.ts'
import { readLocal, writeLocal } from '../../packages/cli/src/project/local.ts'
import {
  recordMappings,
  recordVersions,
  readMappings,
  readVersions,
} from '../../packages/cli/src/project/manifest.ts'
import { usesOf } from '../../packages/cli/src/project/uses.ts'
import { isPlainPath, mappedPath } from '../../packages/cli/src/project/paths.ts'
import { quoteForShell } from '../../packages/cli/src/output/texts.ts'

const MAPPING = { templateId: '3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b', contentVersion: 'a'.repeat(64) }

// Characters with a special meaning in paths, shells and file systems, between letters of every script.
const NAMES = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '..',
        '/',
        '\\',
        ':',
        '\0',
        '\n',
        '\u202E',
        '\uD800',
        '.',
        '-',
        '~',
        ' ',
        'CON',
        '.hbs',
        '日'.repeat(60),
      ),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
    ),
  )
  .map((parts) => parts.join(''))

describe('project files', () => {
  let folder: string
  before(async () => void (folder = await mkdtemp(join(tmpdir(), 'platen-project-'))))
  after(() => rm(folder, { recursive: true, force: true }))

  const refused = async (promise: Promise<unknown>, message: RegExp) => {
    const error = await promise.then(
      () => assert.fail('Nothing was refused'),
      (thrown: unknown) => thrown,
    )
    assert.ok(error instanceof Refusal, String(error))
    assert.match(error.message, message)
  }
  const fresh = async () => await mkdtemp(join(folder, 'x'))

  it('have the names of their templates, made safe for file systems', () => {
    const named = (name: string) => fileNameFor(name, () => false)
    assert.equal(named('Invoice'), 'Invoice.hbs')
    assert.equal(named('Rechnung für Ä. & Söhne'), 'Rechnung für Ä. & Söhne.hbs')
    assert.equal(named('invoice.hbs'), 'invoice.hbs')
    assert.equal(named('../../etc/passwd'), 'etc-passwd.hbs')
    assert.equal(named('/abs\\c:d'), 'abs-c-d.hbs')
    assert.equal(named('.bashrc'), 'bashrc.hbs')
    assert.equal(named('-rf'), 'rf.hbs')
    assert.equal(named('CON'), '_CON.hbs')
    assert.equal(named('nul.txt'), '_nul.txt.hbs')
    assert.equal(named('a\u202Egnp.exe'), 'agnp.exe.hbs')
    assert.equal(named('a\n\tb\u0000'), 'ab.hbs')
    assert.equal(named(' . . '), 'template.hbs')
    assert.equal(named('日本'.repeat(100)), `${'日本'.repeat(20)}.hbs`)
    assert.equal(
      fileNameFor('A', (name) => name === 'A.hbs'),
      'A 2.hbs',
    )
    assert.equal(templateNameFor('sub/Letter head.hbs'), 'Letter head')
    assert.equal(templateNameFor('.hbs'), '.hbs')
  })

  it('stay in their folder for every template name', () => {
    fc.assert(
      fc.property(NAMES, (name) => {
        const file = fileNameFor(name, () => false)
        assert.ok(isPlainPath(file) && !file.includes('/'), JSON.stringify(file))
        assert.ok(Buffer.byteLength(file) < 200 && file.isWellFormed() && file === file.trim())
        assert.equal(resolve('/there', file), `/there/${file}`)
      }),
    )
  })

  it('are recorded in platen.json in sorted order, and other fields of it are kept', async () => {
    const here = await fresh()
    assert.deepEqual([...(await readMappings(here))], [])
    await recordMappings(here, new Map([['b.hbs', MAPPING]]))
    await writeFile(
      join(here, 'platen.json'),
      (await readFile(join(here, 'platen.json'), 'utf8')).replace('{', '{"other": [1],'),
    )
    await recordMappings(
      here,
      new Map([
        ['a/ü.hbs', MAPPING],
        ['__proto__', MAPPING],
      ]),
    )
    assert.deepEqual([...(await readMappings(here)).keys()], ['__proto__', 'a/ü.hbs', 'b.hbs'])
    await recordMappings(
      here,
      new Map([
        ['b.hbs', undefined],
        ['__proto__', undefined],
      ]),
    )
    const text = await readFile(join(here, 'platen.json'), 'utf8')
    assert.deepEqual(JSON.parse(text), { other: [1], templates: { 'a/ü.hbs': MAPPING } })
    assert.ok(text.endsWith('}\n'))
    assert.deepEqual(await readdir(here), ['platen.json'], 'nothing lies beside it')
    await recordVersions(here, 'assets', new Map([['assets/a.png', MAPPING.contentVersion]]))
    assert.deepEqual([...(await readVersions(here, 'assets'))], [['assets/a.png', MAPPING.contentVersion]])
    assert.deepEqual([...(await readMappings(here)).keys()], ['a/ü.hbs'])
  })

  it('are refused if platen.json is not valid', async () => {
    const here = await fresh()
    const wrong = async (text: string, message: RegExp) => {
      await writeFile(join(here, 'platen.json'), text)
      await refused(readMappings(here), message)
      await refused(recordMappings(here, new Map([['a.hbs', MAPPING]])), message)
      assert.equal(await readFile(join(here, 'platen.json'), 'utf8'), text, 'it is left as it is')
    }
    await wrong('<<<<<<< HEAD', /not valid JSON.*merge/)
    await wrong('[]', /is not a JSON object/)
    await wrong('{"templates": []}', /"templates" is not an object/)
    for (const path of ['../x.hbs', '/etc/passwd', 'a/../../x', 'C:\\x', 'a//b', './a', '.git/hooks/x', '']) {
      await wrong(JSON.stringify({ templates: { [path]: MAPPING } }), /is not a path inside its folder/)
    }
    await wrong(JSON.stringify({ templates: { a: { ...MAPPING, templateId: '../x' } } }), /no templateId/)
    await wrong(
      JSON.stringify({ templates: { a: { ...MAPPING, contentVersion: 'new' } } }),
      /no contentVersion/,
    )
    await wrong(JSON.stringify({ templates: { a: null } }), /no templateId/)
    for (const [partials, message] of [
      [[], /"partials" is not an object/],
      [{ '../x.hbs': { contentVersion: MAPPING.contentVersion } }, /is not a path inside its folder/],
      [{ 'x.hbs': MAPPING.contentVersion }, /no contentVersion/],
    ] as const) {
      await writeFile(join(here, 'platen.json'), JSON.stringify({ partials }))
      await refused(readVersions(here, 'partials'), message)
    }
  })

  it('are refused if a path or link leads out of the folder', async () => {
    const [here, elsewhere] = [await fresh(), await fresh()]
    assert.equal(mappedPath(here, join(here, 'sub', 'a.hbs')), 'sub/a.hbs')
    for (const path of [elsewhere, join(here, '..', 'x.hbs'), here, join(here, '.x.hbs')])
      assert.throws(() => mappedPath(here, path), Refusal)
    await symlink(elsewhere, join(here, 'out'))
    await refused(writeLocal(here, 'out/a.hbs', 'x'), /is outside this folder/)
    await refused(writeLocal(here, 'out/new/a.hbs', 'x'), /is outside this folder/)
    await writeFile(join(elsewhere, 'file'), 'theirs')
    await symlink(join(elsewhere, 'file'), join(here, 'linked.hbs'))
    await refused(writeLocal(here, 'linked.hbs', 'x'), /is outside this folder/)
    await symlink(join(elsewhere, 'nothing'), join(here, 'dangling.hbs'))
    await writeLocal(here, 'dangling.hbs', 'mine')
    assert.equal(await readFile(join(here, 'dangling.hbs'), 'utf8'), 'mine')
    assert.deepEqual(await readdir(elsewhere), ['file'])
    assert.equal(await readFile(join(elsewhere, 'file'), 'utf8'), 'theirs')
    await writeLocal(here, 'deep/er/a.hbs', 'x')
    assert.equal((await readLocal(here, 'deep/er/a.hbs')).text, 'x')
  })

  it('are written atomically', async () => {
    const here = await fresh()
    await writeFileAtomically(join(here, 'a'), 'one')
    await writeFileAtomically(join(here, 'a'), Buffer.from('two'))
    await symlink('a', join(here, 'link'))
    await writeFileAtomically(join(here, 'link'), 'three')
    assert.equal(await readFile(join(here, 'a'), 'utf8'), 'three')
    await writeFileAtomically('/dev/null', 'x')
    await mkdir(join(here, 'folder'))
    await refused(writeFileAtomically(join(here, 'folder'), 'x'), /folder cannot be written: it is a folder/)
    await refused(writeFileAtomically(join(here, 'none', 'a'), 'x'), /the folder .*none does not exist/)
    await refused(writeFileAtomically(join(here, 'a', 'b'), 'x'), /not a folder/)
    await refused(writeFileAtomically(join(here, 'x'.repeat(300)), 'x'), /too long/)
    assert.deepEqual((await readdir(here)).toSorted(), ['a', 'folder', 'link'])
  })

  it('are read as UTF-8 text', async () => {
    const here = await fresh()
    await writeFile(join(here, 'bom'), '\uFEFF<p>')
    assert.equal(await readText(join(here, 'bom')), '<p>')
    await writeFile(join(here, 'latin1'), Buffer.from([0xe4]))
    await refused(readText(join(here, 'latin1')), /not UTF-8/)
    await refused(readText(here), /it is a folder/)
    await refused(readText(join(here, 'none')), /the file does not exist/)
    await writeFile(join(here, 'empty'), ' \n')
    await refused(readLocal(here, 'empty'), /is empty/)
  })

  it('use the partials and assets that they reference, or all if the data select them', async () => {
    const sources: Record<string, string> = {
      a: '{{> b}}{{asset "a.png"}}',
      b: '{{#> c}}{{> @partial-block}}{{/c}}<i style="x: url({{#if y}}{{asset (lookup . "z")}}{{/if}})">',
      c: '{{> a}}{{#*inline "d"}}{{/inline}}{{> d}}',
      d: '{{#if',
      e: 'asset',
    }
    const library = { names: Object.keys(sources), read: async (name: string) => sources[name] ?? '' }
    const uses = async (source: string) => {
      const { partials, usesAsset } = await usesOf(source, library)
      return [partials.join(''), ['a.png', 'b.png'].filter(usesAsset).join()]
    }
    assert.deepEqual(await uses('<p>{{asset}}'), ['', ''])
    assert.deepEqual(await uses('{{> e}}{{> none}}{{> x}}'), ['e', ''])
    assert.deepEqual(await uses('{{md (asset "a.png")}}'), ['', 'a.png'])
    assert.deepEqual(await uses('{{> c}}'), ['abc', 'a.png,b.png'])
    assert.deepEqual(await uses('{{> (lookup . "x")}}'), ['abcde', 'a.png,b.png'])
    assert.deepEqual(await uses(sources['d'] ?? ''), ['', ''])
  })

  it('are quoted for a shell in messages', () => {
    assert.equal(quoteForShell('sub/Ä.hbs'), 'sub/Ä.hbs')
    assert.equal(quoteForShell("it's $x"), `'it'\\''s $x'`)
  })
})
