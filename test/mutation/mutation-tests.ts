import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { descendantsOf, killAll } from '../processes.ts'
import { type Mutant, reportOn, RESULTS_FOLDER, type SubjectReport } from './mutants.ts'
import { testSqlMutants } from './sql-mutants.ts'
import type { Subject } from './subjects.ts'

const REPORT_FILE = join(RESULTS_FOLDER, 'scores.json')

/**
 * Runs the tests of each subject against its mutants, prints the scores and writes them to a file.
 * @param options `lists`: prints the mutants that no test detects; `signal`: ends the run.
 * @returns true if each score reaches its minimum.
 */
export async function testMutants(
  subjects: readonly Subject[],
  { lists, signal }: { lists: boolean; signal: AbortSignal },
): Promise<boolean> {
  const reports: SubjectReport[] = []
  for (const subject of subjects) {
    const begun = performance.now()
    const mutants = [...(await runStryker(subject, signal)), ...(await testSqlMutants(subject, signal))]
    if (signal.aborted) return false
    const report = reportOn(subject, mutants, (performance.now() - begun) / 1_000)
    reports.push(report)
    print(report, lists)
  }
  await mkdir(RESULTS_FOLDER, { recursive: true })
  await writeFile(REPORT_FILE, JSON.stringify(reports, null, 2))
  return reports.every(hasPassed)
}

async function runStryker({ name }: Subject, signal: AbortSignal): Promise<Mutant[]> {
  if (signal.aborted) return []
  const child = fork(join(import.meta.dirname, 'stryker-process.ts'), [name, tmpdir()], {
    // Ctrl+C reaches the parent alone, which ends this process and its descendants.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const mutants: Mutant[][] = []
  child.on('message', (message: Mutant[]) => mutants.push(message))
  const end = () => {
    const { pid } = child
    if (pid !== undefined) void descendantsOf(pid).then((descendants) => killAll([pid, ...descendants]))
  }
  signal.addEventListener('abort', end)
  // Its messages have arrived when the channel is closed, which may be after its exit.
  await Promise.all([once(child, 'exit'), once(child, 'disconnect')])
  signal.removeEventListener('abort', end)
  if (!mutants[0] && !signal.aborted) throw new Error(`Stryker has no result for "${name}"`)
  return mutants[0] ?? []
}

function print(report: SubjectReport, lists: boolean): void {
  const { name, score, scoreMin, killed, timedOut, survived, notCovered, seconds, undetected } = report
  const counts = `${killed} killed, ${timedOut} timed out, ${survived} survived, ${notCovered} not covered`
  const verdict = hasPassed(report) ? '' : '  FAILED'
  process.stdout.write(
    `${name.padEnd(10)} ${score.toFixed(1).padStart(5)} % (minimum ${scoreMin} %): ${counts}, ${seconds} s${verdict}\n`,
  )
  if (!lists && hasPassed(report)) return
  for (const { file, line, mutator, replacement } of undetected) {
    process.stdout.write(
      `  ${file}:${line} ${mutator}: ${replacement.replaceAll(/\s+/g, ' ').slice(0, 120)}\n`,
    )
  }
}

function hasPassed({ score, scoreMin }: SubjectReport): boolean {
  return score >= scoreMin
}
