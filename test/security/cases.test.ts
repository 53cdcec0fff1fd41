import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'

// Every page that quotes tests, and the fewest that it quotes. A page with cases has a table below "## Cases".
const PAGES = [
  { file: 'operate/security.md', casesMin: 0, testsMin: 20 },
  { file: 'testing/security-tests.md', casesMin: 120, testsMin: 100 },
  { file: 'testing/fault-tests.md', casesMin: 25, testsMin: 35 },
  { file: 'testing/contract.md', casesMin: 0, testsMin: 40 },
]
const HEADING = '## Cases'
const ROW = /^\| ([RHAEUDCF]\d\d(?:, [RHAEUDCF]\d\d)*) \| (.+) \| (.+) \|$/gm
// A file, and names of tests in it, which may end with "…".
const REFERENCE = /`([\w/.-]+\.test\.ts)`((?:,? "[^"]+")*)/g
const NAME = /\b(?:it|describe)\(\s*(?:'((?:[^'\\]|\\.)*)'|"([^"]*)")/g

describe('the pages that list security and operation cases', () => {
  it('name only tests that exist', async () => {
    for (const { file: name, testsMin } of PAGES) {
      const page = await readPage(name)
      const missing: string[] = []
      let count = 0
      for (const [, file = '', quoted = ''] of page.matchAll(REFERENCE)) {
        const names = await namesIn(file)
        if (!names) missing.push(file)
        for (const [, text = ''] of quoted.matchAll(/"([^"]+)"/g)) {
          const isThere = text.endsWith('…')
            ? names?.some((name) => name.startsWith(text.slice(0, -1)))
            : names?.includes(text)
          if (!isThere) missing.push(`${file} "${text}"`)
          count += 1
        }
      }
      assert.deepEqual(missing, [], name)
      assert.ok(count >= testsMin, `${count} tests on ${name}`)
    }
  })

  it('list every case once, with its test or the reason for having none', async () => {
    for (const { file, casesMin } of PAGES) {
      const page = await readPage(file)
      const rows = Array.from(page.slice(Math.max(page.indexOf(HEADING), 0)).matchAll(ROW))
      const ids = rows.flatMap(([, ids = '']) => ids.split(', '))
      assert.deepEqual(ids, [...new Set(ids)])
      assert.ok(ids.length >= casesMin, `${ids.length} cases on ${file}`)
      for (const [, id, , shownBy = ''] of rows) {
        // A reason is a complete sentence.
        assert.ok(
          shownBy.includes('.test.ts`') || shownBy.endsWith('.'),
          `${id} has neither a test nor a reason`,
        )
      }
    }
  })
})

async function readPage(file: string): Promise<string> {
  return await readFile(new URL(`../../docs/${file}`, import.meta.url), 'utf8')
}

const known = new Map<string, Promise<string[] | undefined>>()

/** Returns the names of the tests in a file, which is in `test/security/` unless the path names a folder. */
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
