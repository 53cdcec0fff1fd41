import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'

const HEADING = '## Every case'
const ROW = /^\| ([RHAEU]\d\d(?:, [RHAEU]\d\d)*) \| (.+) \| (.+) \|$/gm
// A file, and the names of tests in it, which may be cut short.
const REFERENCE = /`([\w/-]+\.test\.ts)`((?:,? "[^"]+")*)/g
const NAME = /\b(?:it|describe)\(\s*(?:'((?:[^'\\]|\\.)*)'|"([^"]*)")/g

const page = await readFile(new URL('../../docs/security.md', import.meta.url), 'utf8')

describe('the page on security', () => {
  it('names tests that are there, and no other', async () => {
    const missing: string[] = []
    let found = 0
    for (const [, file = '', quoted = ''] of page.matchAll(REFERENCE)) {
      const names = await namesIn(file)
      if (!names) missing.push(file)
      for (const [, text = ''] of quoted.matchAll(/"([^"]+)"/g)) {
        const isThere = text.endsWith('…')
          ? names?.some((name) => name.startsWith(text.slice(0, -1)))
          : names?.includes(text)
        if (!isThere) missing.push(`${file} "${text}"`)
        found += 1
      }
    }
    assert.deepEqual(missing, [])
    assert.ok(found > 100, `${found} tests`)
  })

  it('has every case once, with its test or the reason why there is none', () => {
    const rows = Array.from(page.slice(page.indexOf(HEADING)).matchAll(ROW))
    const ids = rows.flatMap(([, ids = '']) => ids.split(', '))
    assert.deepEqual(ids, [...new Set(ids)])
    assert.ok(ids.length > 120, `${ids.length} cases`)
    for (const [, id, , shownBy = ''] of rows) {
      // A reason is a whole sentence.
      assert.ok(
        shownBy.includes('.test.ts`') || shownBy.endsWith('.'),
        `${id} has neither a test nor a reason`,
      )
    }
  })
})

const known = new Map<string, Promise<string[] | undefined>>()

/** The names of the tests in a file, which is in `test/security/` unless its folder is named. */
function namesIn(file: string): Promise<string[] | undefined> {
  const names = known.get(file) ?? readNames(file.includes('/') ? `../${file.replace(/^test\//, '')}` : file)
  known.set(file, names)
  return names
}

async function readNames(path: string): Promise<string[] | undefined> {
  const text = await readFile(new URL(path, import.meta.url), 'utf8').catch(() => undefined)
  return text === undefined
    ? undefined
    : Array.from(text.matchAll(NAME), ([, single, double]) => single ?? double ?? '')
}
