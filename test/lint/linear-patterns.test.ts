import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const OXLINT = fileURLToPath(import.meta.resolve('oxlint/package.json')).replace(
  /package\.json$/,
  'bin/oxlint',
)
const RULE = fileURLToPath(new URL('../../lint/linear-patterns.js', import.meta.url))

/** Each line with whether the rule rejects it. */
const LINES: [string, boolean][] = [
  [String.raw`/<script|<meta[^>]+refresh/i.test(text)`, true],
  [String.raw`text.replace(/\/ID \(\w+\)|\/Headers \[[^\]]*\]/g, '')`, true],
  [String.raw`text.replace(/\s+$/, '')`, true],
  [String.raw`new RegExp('(a+)+$').test(text)`, true],
  [String.raw`RegExp(text)`, true],
  [String.raw`({ pattern: '^(?:a|a)*$' })`, true],
  [String.raw`/<script|<meta[^<>]+refresh/i.test(text)`, false],
  [String.raw`text.replace(/(?<!\s)\s+$/, '')`, false],
  [String.raw`new RegExp('^a+$', 'u').test(text)`, false],
  [String.raw`({ pattern: '^[a-z]{1,20}$' })`, false],
]

describe('the lint rule for patterns', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platen-lint-'))
  })
  after(() => rm(folder, { recursive: true }))

  it('rejects those whose time grows faster than the text, and those that it cannot know', async () => {
    const config = {
      jsPlugins: [RULE],
      categories: { correctness: 'off' },
      rules: { 'patterns/linear': 'error' },
    }
    await writeFile(join(folder, 'config.json'), JSON.stringify(config))
    await writeFile(join(folder, 'lines.js'), LINES.map(([line]) => `;${line}\n`).join(''))
    const rejected = (await lint()).map(({ labels: [label] }) => label?.span.line)
    const expected = LINES.flatMap(([, isRejected], index) => (isRejected ? [index + 1] : []))
    assert.deepEqual(rejected.toSorted(), expected)
  })

  async function lint(): Promise<{ labels: { span: { line: number } }[] }[]> {
    const args = [OXLINT, '-c', join(folder, 'config.json'), '--format=json', join(folder, 'lines.js')]
    const written = await new Promise<string>((resolve) => {
      execFile(process.execPath, args, (_error, stdout) => resolve(stdout))
    })
    return JSON.parse(written).diagnostics
  }
})
