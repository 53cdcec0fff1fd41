import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { rejectedLines } from './oxlint.ts'

const PROSE = fileURLToPath(new URL('../../lint/prose.js', import.meta.url))

describe('the lint rules for plain language', () => {
  it('language/doc-comment rejects doc comments that start with a question word', async () => {
    const lines = [
      '/** What a call costs. */ function cost() {}',
      '/** @returns Whether the key is valid. */ function isValid() {}',
      '/** Returns the price of a call in credits. */ function price() {}',
      '/** Whatever remains. */ function rest() {}',
      '/* What is not a doc comment. */',
    ]
    assert.deepEqual(await rejectedLines('plain-language.js', ['language/doc-comment'], lines), [1, 2])
  })

  it('language/name rejects retired words in names of any spelling', async () => {
    const lines = [
      'const fairTurns = 1',
      'const TURN_MS = 1',
      'class StrangerRoom {}',
      'const found = 1',
      'const returned = 1',
      'const foundation = 1',
      'const notFound = 1',
      'row.deed',
    ]
    assert.deepEqual(await rejectedLines('plain-language.js', ['language/name'], lines), [1, 2, 3, 4, 8])
  })

  it('language/text rejects phrases of the vocabulary and long sentences in strings and JSX', async () => {
    const lines = [
      `throw new Error('Nobody may read it.')`,
      'const message = `${name} is asked for it`',
      'const page = <p>It takes turns.</p>',
      `const key = 'nobody'`,
      `const long = '${'word '.repeat(60)}'`,
      `const short = '${'A short sentence. '.repeat(30)}'`,
    ]
    assert.deepEqual(await rejectedLines('plain-language.js', ['language/text'], lines), [1, 2, 3, 5])
  })

  it('the prose linter names file, line and replacement, and skips code', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'platen-prose-'))
    try {
      const file = join(folder, 'page.md')
      await writeFile(
        file,
        `# Title\n\nThe limiter asks nobody. \`nobody\`\n\n\`\`\`\nnobody\n\`\`\`\n\n${'word '.repeat(60)}.\n`,
      )
      const { code, output } = await lintProse(file)
      assert.equal(code, 1)
      assert.deepEqual(
        output
          .trim()
          .split('\n')
          .map((line) => line.replace(`${file}:`, '').replace(/ .*\(/, ' (')),
        ['3:17 (vocabulary)', '9:53 (sentence-length)'],
      )
      assert.match(output, /use “no account, no user” instead/)
      await writeFile(file, '# Title\n\nThe limiter rejects the call.\n')
      assert.deepEqual(await lintProse(file), { code: 0, output: '' })
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  function lintProse(file: string): Promise<{ code: number; output: string }> {
    return new Promise((resolve) => {
      execFile(process.execPath, [PROSE, file], (error, _stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), output: stderr }),
      )
    })
  }
})
