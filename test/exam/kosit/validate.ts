import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { installKosit } from './install.ts'

const run = promisify(execFile)
const OUTPUT_BYTES_MAX = 100_000_000

/** Result of a file: the scenario that was applied, and the messages of a file that was rejected. */
export interface KositResult {
  scenario: string
  isAccepted: boolean
  messages: string[]
}

/** Validates XML files with KoSIT's validator. Their names must differ. @returns the result of each. */
export async function kositResults(files: readonly string[]): Promise<Map<string, KositResult>> {
  const { classPath, repository } = await installKosit()
  const reports = await mkdtemp(join(tmpdir(), 'platen-kosit-'))
  try {
    const words = ['-s', join(repository, 'scenarios.xml'), '-r', repository, '-o', reports]
    const program = ['-cp', classPath, 'de.kosit.validationtool.cmd.CommandLineApplication']
    // It exits with the number of files that it rejects.
    await run('java', [...program, ...words, ...files], { maxBuffer: OUTPUT_BYTES_MAX }).catch(
      (error: { code?: unknown }) => {
        if (typeof error.code !== 'number' || error.code < 0) throw error
      },
    )
    const results = await Promise.all(
      files.map(async (file) => {
        const report = join(reports, `${basename(file, '.xml')}-report.xml`)
        return [file, resultIn(await readFile(report, 'utf8'))] as const
      }),
    )
    return new Map(results)
  } finally {
    await rm(reports, { recursive: true })
  }
}

function resultIn(report: string): KositResult {
  const messages = report.matchAll(/<rep:message [^>]*level="error"[^>]*>([^<]*)</g)
  return {
    scenario: /<s:scenario>\s*<s:name>([^<]*)</.exec(report)?.[1] ?? 'none',
    isAccepted: report.includes('<rep:accept'),
    messages: Array.from(messages, ([, text = '']) => text.trim()),
  }
}
