import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const OXLINT = fileURLToPath(import.meta.resolve('oxlint/package.json')).replace(
  /package\.json$/,
  'bin/oxlint',
)

/**
 * Runs rules of one plugin over lines of JavaScript.
 *
 * @param plugin file name in `lint/`
 * @param rules for example `patterns/linear`
 * @returns the numbers of the rejected lines from 1 on, each once, in ascending order
 */
export async function rejectedLines(
  plugin: string,
  rules: readonly string[],
  lines: readonly string[],
): Promise<number[]> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-lint-'))
  try {
    const config = {
      jsPlugins: [fileURLToPath(new URL(`../../lint/${plugin}`, import.meta.url))],
      categories: { correctness: 'off' },
      rules: Object.fromEntries(rules.map((rule) => [rule, 'error'])),
    }
    await writeFile(join(folder, 'config.json'), JSON.stringify(config))
    await writeFile(join(folder, 'lines.jsx'), lines.map((line) => `;${line}\n`).join(''))
    const rejected = (await diagnose(folder)).map(({ labels: [label] }) => label?.span.line ?? 0)
    return [...new Set(rejected)].toSorted((a, b) => a - b)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function diagnose(folder: string): Promise<{ labels: { span: { line: number } }[] }[]> {
  const args = [OXLINT, '-c', join(folder, 'config.json'), '--format=json', join(folder, 'lines.jsx')]
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, (_error, stdout) => resolve(stdout))
  })
  return JSON.parse(output).diagnostics
}
