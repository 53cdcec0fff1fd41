import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { errorsPage } from '../../docs/errors-page.ts'
import {
  ERROR_CODES,
  ERROR_STATUSES,
  STATUS_OF_KIND,
} from '../../packages/server/src/http/schemas/error-catalogue.ts'

const ROOT = new URL('../../', import.meta.url)
describe('the page of errors', () => {
  it('is up to date with the catalogue (npm run docs:errors)', async () => {
    assert.equal(await readFile(new URL('docs/errors.md', ROOT), 'utf8'), errorsPage())
  })

  it('has the status of every kind of refusal, each once and in order', () => {
    const statuses = ERROR_STATUSES.map(({ status }) => status)
    assert.deepEqual(
      statuses,
      [...new Set(statuses)].toSorted((one, other) => one - other),
    )
    for (const [kind, status] of Object.entries(STATUS_OF_KIND)) assert.ok(statuses.includes(status), kind)
  })

  it('has every code that the service sends in `error`, and no other', async () => {
    const sources = await sourceText()
    const sent = Array.from(
      sources.matchAll(/detail: '(\w+)'|refusal\('(\w+)'|^ {2}([A-Z]+(?:_[A-Z]+)+): \[/gm),
      ([, detail, code, key]) => detail ?? code ?? key ?? '',
    )
    const known = Object.keys(ERROR_CODES)
    assert.deepEqual(
      sent.filter((code) => !known.includes(code)),
      [],
    )
    assert.deepEqual(
      known.filter((code) => !new RegExp(`\\b${code}\\b`).test(sources)),
      [],
    )
  })
})

/** Returns the text of the source files that answer calls. */
async function sourceText(): Promise<string> {
  const texts: string[] = []
  for (const folder of ['generation', 'http', 'identity']) {
    for (const file of await readdir(new URL(`packages/server/src/${folder}/`, ROOT), { recursive: true })) {
      if (file.endsWith('.ts'))
        texts.push(await readFile(new URL(`packages/server/src/${folder}/${file}`, ROOT), 'utf8'))
    }
  }
  return texts.join('\n')
}
