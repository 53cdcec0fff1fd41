// Mutants of SQL statements. To Stryker a statement is one string, which it can only empty.

import { availableParallelism } from 'node:os'
import { glob, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Mutant } from './mutants.ts'
import { runTests } from './run-tests.ts'
import type { Subject } from './subjects.ts'

/** Changes of a statement, by kind. Each match of the pattern is one mutant. */
const CHANGES: { mutator: string; pattern: RegExp; replacement: string }[] = [
  { mutator: 'limit', pattern: / >= /g, replacement: ' > ' },
  { mutator: 'limit', pattern: / <= /g, replacement: ' < ' },
  { mutator: 'limit', pattern: / > /g, replacement: ' >= ' },
  { mutator: 'limit', pattern: / < /g, replacement: ' <= ' },
  { mutator: 'equality', pattern: / <> /g, replacement: ' = ' },
  // Elsewhere the sign assigns a value.
  { mutator: 'equality', pattern: /(?<=\b(?:where|and|or|on|when) \(?[\w.]+) = /g, replacement: ' <> ' },
  { mutator: 'arithmetic', pattern: / \+ /g, replacement: ' - ' },
  { mutator: 'arithmetic', pattern: / - /g, replacement: ' + ' },
  { mutator: 'arithmetic', pattern: /(?<=, )-(?=\w)/g, replacement: '' },
  { mutator: 'arithmetic', pattern: / \/ /g, replacement: ' * ' },
  { mutator: 'logic', pattern: / and /g, replacement: ' or ' },
  { mutator: 'logic', pattern: / or /g, replacement: ' and ' },
  { mutator: 'logic', pattern: /\bnot (?=exists|is_async)/g, replacement: '' },
  { mutator: 'logic', pattern: /\bis null\b/g, replacement: 'is not null' },
  { mutator: 'logic', pattern: /\bis not null\b/g, replacement: 'is null' },
  { mutator: 'extreme', pattern: /\bleast\(/g, replacement: 'greatest(' },
  { mutator: 'extreme', pattern: /\bgreatest\(/g, replacement: 'least(' },
  { mutator: 'extreme', pattern: /\bmin\(/g, replacement: 'max(' },
  { mutator: 'extreme', pattern: /\bmax\(/g, replacement: 'min(' },
  { mutator: 'sum', pattern: /\bsum\(/g, replacement: 'min(' },
  { mutator: 'order', pattern: / desc\b/g, replacement: '' },
  { mutator: 'list', pattern: /(?<= in \('\w+'), '\w+'/g, replacement: '' },
  { mutator: 'list', pattern: /(?<= in \()'\w+', /g, replacement: '' },
]
const TIMEOUT_MS = 10_000
const TIMEOUT_FACTOR = 3

/** Runs the tests of a subject against each mutant of its statements. */
export async function testSqlMutants(
  { mutated, tests: files }: Subject,
  signal: AbortSignal,
): Promise<Mutant[]> {
  const waiting = await sqlMutantsIn(mutated)
  if (waiting.length === 0 || signal.aborted) return []
  const cwd = process.cwd()
  const begun = performance.now()
  const unchanged = await runTests({ files, instrumenter: {} }, { cwd, timeoutMs: 60 * TIMEOUT_MS })
  if (unchanged.kind !== 'passed')
    throw new Error(`The tests fail without a mutant: ${JSON.stringify(unchanged)}`)
  const timeoutMs = TIMEOUT_FACTOR * (performance.now() - begun) + TIMEOUT_MS
  const tested: Mutant[] = []
  const work = async () => {
    for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) {
      const { source, ...mutant } = next
      const replaced = { file: resolve(mutant.file), source }
      const { kind } = await runTests({ files, instrumenter: {}, replaced }, { cwd, timeoutMs })
      const outcome = kind === 'passed' ? 'survived' : kind === 'failed' ? 'killed' : 'timed-out'
      tested.push({ ...mutant, outcome })
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return tested
}

interface SqlMutant extends Omit<Mutant, 'outcome'> {
  /** Source of the whole file. */
  source: string
}

async function sqlMutantsIn(patterns: string[]): Promise<SqlMutant[]> {
  const paths = (await Array.fromAsync(glob(patterns))).toSorted()
  const all = await Promise.all(
    paths.map(async (file) => {
      const source = await readFile(file, 'utf8')
      return statementsIn(source).flatMap(([start, end]) => mutantsOf(file, source, start, end))
    }),
  )
  return all.flat()
}

function mutantsOf(file: string, source: string, start: number, end: number): SqlMutant[] {
  return CHANGES.flatMap(({ mutator, pattern, replacement }) =>
    Array.from(withoutComments(source.slice(start, end)).matchAll(pattern), ({ 0: operator, index }) => {
      const at = start + index
      return {
        file,
        line: source.slice(0, at).split('\n').length,
        mutator: `SQL ${mutator}`,
        replacement: `${operator} → ${replacement}`,
        source: source.slice(0, at) + replacement + source.slice(at + operator.length),
      }
    }),
  )
}

/** Replaces the comments of a statement by spaces. */
function withoutComments(statement: string): string {
  return statement.replaceAll(/--.*/g, (comment) => ' '.repeat(comment.length))
}

/** Returns the ranges of a source that are SQL: templates with the tag `sql`, without their expressions. */
function statementsIn(source: string): [start: number, end: number][] {
  const ranges: [number, number][] = []
  const readTemplate = (open: number, isSql: boolean): number => {
    let start = open + 1
    for (let at = start; at < source.length; at += 1) {
      if (source[at] === '\\') at += 1
      else if (source[at] === '`') {
        if (isSql) ranges.push([start, at])
        return at
      } else if (source.startsWith('${', at)) {
        if (isSql) ranges.push([start, at])
        at = readExpression(at + 2)
        start = at + 1
      }
    }
    throw new Error('A template does not end')
  }
  const readExpression = (start: number): number => {
    let depth = 0
    for (let at = start; at < source.length; at += 1) {
      if (source[at] === '{') depth += 1
      else if (source[at] === '`') at = readTemplate(at, isTagged(source, at))
      else if (source[at] === '}') {
        if (depth === 0) return at
        depth -= 1
      }
    }
    throw new Error('An expression does not end')
  }
  for (const { index } of source.matchAll(/\bsql(?:<[^`]*>)?`/g)) {
    if (ranges.some(([start, end]) => index >= start && index < end)) continue
    const open = source.indexOf('`', index)
    if (!ranges.some(([start]) => start === open + 1)) readTemplate(open, true)
  }
  return ranges
}

function isTagged(source: string, open: number): boolean {
  return /\bsql(?:<[^`]*>)?$/.test(source.slice(Math.max(0, open - 500), open))
}
