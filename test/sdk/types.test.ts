import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { blocksIn } from '../../docs/blocks.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

describe('the types of the client', () => {
  it('accept the examples of the guide to e-invoices, and reject fields that the model does not have', async () => {
    const guide = await readFile(join(ROOT, 'docs/guides/e-invoices.md'), 'utf8')
    const examples = blocksIn(guide)
      .filter(({ language }) => language === 'ts')
      .map(({ code }) => code)
    const typed = examples.find((code) => code.includes('type Invoice')) ?? assert.fail()
    const wrong = [
      typed.replace('price: { net:', 'price: { nett:'),
      typed.replace("currency: 'EUR'", 'currency: 978'),
      typed.replace('complete.totals?.amountDue', 'complete.totals?.due'),
    ]
    const errors = await compileErrors([...examples, ...wrong])
    assert.deepEqual(
      errors.map((error) => /^program(\d+)\.ts.*'(nett|string|due)'/.exec(error)?.slice(1)),
      [
        [String(examples.length), 'nett'],
        [String(examples.length + 1), 'string'],
        [String(examples.length + 2), 'due'],
      ],
      errors.join('\n'),
    )
  })
})

/** Returns the errors of the compiler in programs that are named by their index. */
async function compileErrors(programs: string[]): Promise<string[]> {
  // Within the repository, so that the client resolves.
  const folder = await mkdtemp(join(import.meta.dirname, 'programs-'))
  try {
    for (const [index, code] of programs.entries())
      await writeFile(join(folder, `program${index}.ts`), `export {}\n${code}`)
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), include: ['*.ts'] }),
    )
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    return await new Promise((resolve) => {
      execFile(process.execPath, [tsc, '--noEmit', '-p', '.'], { cwd: folder }, (_error, stdout) =>
        resolve(stdout.split('\n').filter((line) => line.startsWith('program'))),
      )
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
