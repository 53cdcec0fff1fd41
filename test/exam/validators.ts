import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readConfig } from '../../packages/server/src/config.ts'

const run = promisify(execFile)
const CHECK_INVOICES = fileURLToPath(new URL('mustang/CheckInvoices.java', import.meta.url))
const OUTPUT_BYTES_MAX = 100_000_000

/** Returns why the exam is skipped on this machine; false when Java and Maven are installed. */
export async function missingJava(): Promise<string | false> {
  for (const [command, argument] of [
    ['java', '-version'],
    ['mvn', '--version'],
  ] as const) {
    const isInstalled = await run(command, [argument]).then(
      () => true,
      () => false,
    )
    if (!isInstalled)
      return `${command} is not installed. Install Java (17 or later) and Maven to run the exam.`
  }
  return false
}

/** Installs a validator with Maven, unless it is installed. @returns the class path of Java. */
export async function install(validator: 'verapdf' | 'mustang'): Promise<string> {
  const source = new URL(`${validator}/pom.xml`, import.meta.url)
  const pom = await readFile(source)
  const version = createHash('sha256').update(pom).digest('hex').slice(0, 12)
  const folder = join(readConfig({ ...process.env }).cacheDir, `${validator}-${version}`)
  if (!existsSync(folder)) {
    const unfinished = `${folder}-${process.pid}`
    await mkdir(unfinished, { recursive: true })
    await copyFile(source, join(unfinished, 'pom.xml'))
    const words = ['-q', '-B', 'dependency:copy-dependencies', `-DoutputDirectory=${unfinished}/lib`]
    await run('mvn', words, { cwd: unfinished, maxBuffer: OUTPUT_BYTES_MAX })
    await rename(unfinished, folder).catch(async () => rm(unfinished, { recursive: true }))
  }
  return join(folder, 'lib', '*')
}

/** Validates PDFs with veraPDF. @returns the files that conform to the standard, such as `3b`. */
export async function conformingFiles(standard: string, files: string[]): Promise<Set<string>> {
  const classPath = await install('verapdf')
  const words = [
    '-cp',
    classPath,
    'org.verapdf.apps.GreenfieldCliWrapper',
    '-f',
    standard,
    '--format',
    'text',
  ]
  // veraPDF exits with 1 if a file does not conform.
  const { stdout } = await run('java', [...words, ...files], { maxBuffer: OUTPUT_BYTES_MAX }).catch(
    (error: { stdout: string; code?: unknown }) => {
      if (error.code !== 1) throw error
      return error
    },
  )
  return new Set([...stdout.matchAll(/^PASS (\S+)/gm)].map(([, file]) => String(file)))
}

/** Validates e-invoices, XML or PDF, with Mustang. @returns the report of each file that it does not accept. */
export async function invalidInvoices(files: string[]): Promise<Map<string, string>> {
  const classPath = await install('mustang')
  const { stdout } = await run('java', ['-cp', classPath, CHECK_INVOICES, ...files], {
    maxBuffer: OUTPUT_BYTES_MAX,
  })
  const results = stdout.split(/^RESULT /m).slice(1)
  if (results.length !== files.length)
    throw new Error(`Mustang has checked ${results.length} of ${files.length} files`)
  return new Map(
    results
      .filter((result) => result.startsWith('invalid '))
      .map((result) => {
        const [first = '', ...report] = result.split('\n')
        return [first.slice('invalid '.length), report.join('\n')]
      }),
  )
}
