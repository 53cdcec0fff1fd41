import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { findClone, type Repository, skipWithoutClone } from '../clones.ts'
import { readDocument } from './objects.ts'
import { CHECKS } from './pdfa.ts'

const run = promisify(execFile)
const CLONES = 'CORPUS_CLONES'
/** PDFs that pass or fail one rule each (CC BY 4.0). */
const CORPUS: Repository = {
  name: 'veraPDF/veraPDF-corpus',
  commit: '910b2ca7aa6870375e2b6834c58a0d4b90a7dea6',
}

/** For PDF/A-3b the corpus has only the files that differ from PDF/A-2b. Their other clauses are the same. */
const PARTS = ['PDF_A-2b', 'PDF_A-3b']

/** Results of the files of one main clause. */
interface Counts {
  /** Files of clauses that our checks cover, and how many of them are called rightly. */
  pass: number
  passed: number
  fail: number
  failed: number
  /** Files of other clauses. */
  uncovered: number
}

/** Files that were called rightly when the checks were measured. The documentation states them. */
const MEASURED = { passed: 33, failed: 500 }

describe("veraPDF's corpus", { skip: skipWithoutClone(CLONES, CORPUS) }, () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platen-corpus-'))
    const archive = join(folder, 'corpus.tar')
    const words = ['archive', '-o', archive, CORPUS.commit, ...PARTS]
    await run('git', ['-C', findClone(CLONES, CORPUS) ?? '', ...words])
    await run('tar', ['-xf', archive, '-C', folder])
  })
  after(async () => {
    // qpdf sets it for files that it cannot read.
    process.exitCode = 0
    if (folder) await rm(folder, { recursive: true })
  })

  it('is called rightly for the clauses that are checked, as far as documented', async (test) => {
    const totals: Counts = { pass: 0, passed: 0, fail: 0, failed: 0, uncovered: 0 }
    for (const part of PARTS) {
      const counts = new Map<string, Counts>()
      for (const path of (await readdir(join(folder, part), { recursive: true })).toSorted()) {
        const [, clause, expected] = / (\d(?:-\d+)+)-t\d+-(pass|fail)-\w+\.pdf$/.exec(path) ?? []
        if (clause === undefined) continue
        const [main = ''] = path.split('/')
        const count = counts.get(main) ?? { pass: 0, passed: 0, fail: 0, failed: 0, uncovered: 0 }
        counts.set(main, count)
        const isCalledValid = await keepsClause(join(folder, part, path), clause.replaceAll('-', '.'))
        for (const each of [count, totals]) add(each, expected === 'pass', isCalledValid)
      }
      for (const [main, count] of counts) test.diagnostic(`${part}, ${main}: ${textOf(count)}`)
    }
    test.diagnostic(`Together: ${textOf(totals)}`)
    assert.ok(totals.passed >= MEASURED.passed, textOf(totals))
    assert.ok(totals.failed >= MEASURED.failed, textOf(totals))
  })
})

/**
 * Returns whether our checks find no problem with a clause in a file. `undefined` when no check covers the clause. Problems
 * with other clauses do not count: the checks are for PDFs of Platen, and allow only what it writes.
 */
async function keepsClause(file: string, clause: string): Promise<boolean | undefined> {
  const covering = CHECKS.filter((check) =>
    check.clause.split(', ').some((own) => clause === own || clause.startsWith(`${own}.`)),
  )
  if (covering.length === 0) return undefined
  try {
    const document = await readDocument(await readFile(file))
    return covering.every(({ problems }) => problems(document).length === 0)
  } catch {
    // qpdf or libxml2 cannot read it.
    return false
  }
}

function add(count: Counts, isPass: boolean, isCalledValid: boolean | undefined): void {
  if (isCalledValid === undefined) count.uncovered += 1
  else if (isPass) {
    count.pass += 1
    if (isCalledValid) count.passed += 1
  } else {
    count.fail += 1
    if (!isCalledValid) count.failed += 1
  }
}

function textOf({ pass, passed, fail, failed, uncovered }: Counts): string {
  return `${passed} of ${pass} that pass, ${failed} of ${fail} that fail, ${uncovered} of clauses without a check`
}
