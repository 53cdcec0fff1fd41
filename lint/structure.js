// Checks the folders of the source code: no folder has too many files, no circle of imports connects folders, and no
// relative import leaves its package. A folder and its subfolders are not a circle. `npm run check` runs it.

import { glob, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const SOURCES = ['packages/*/src/**/*.{ts,tsx,js}']
const FILES_MAX = 20
const IMPORT = /^\s*(?:import|export)\b[^'"]*?\bfrom '(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm

/** @type {Map<string, string[]>} */
const filesByFolder = new Map()
/** @type {Map<string, Map<string, string>>} By folder: the folders that it imports, with an example. */
const imports = new Map()
const problems = []

for await (const file of glob(SOURCES)) {
  const folder = dirname(file)
  filesByFolder.set(folder, [...(filesByFolder.get(folder) ?? []), file])
  for (const [, from, lazily] of (await readFile(file, 'utf8')).matchAll(IMPORT)) {
    const target = join(folder, from ?? lazily)
    if (packageOf(target) !== packageOf(file))
      problems.push(`${file} imports ${target}. Import another package by its name.`)
    addImport(folder, dirname(target), `${file} → ${target}`)
  }
}

/** @returns {string} The package of a source file: `packages/server/src`. */
function packageOf(file) {
  return file.split('/').slice(0, 3).join('/')
}

/** Adds an import to both folders and to those folders around them that are siblings. */
function addImport(from, to, example) {
  const [a, b] = [from.split('/'), to.split('/')]
  let common = 0
  while (common < a.length && a[common] === b[common]) common += 1
  if (common === a.length || common === b.length) return
  const [sibling, other] = [a.slice(0, common + 1).join('/'), b.slice(0, common + 1).join('/')]
  const targets = imports.get(sibling) ?? new Map()
  targets.set(other, targets.get(other) ?? example)
  imports.set(sibling, targets)
}

/** @returns {string[] | undefined} A circle of folders that begins with `start`. */
function circleFrom(start, path = [start], visited = new Set()) {
  for (const next of imports.get(path.at(-1) ?? '')?.keys() ?? []) {
    if (next === start) return path
    if (visited.has(next)) continue
    visited.add(next)
    const circle = circleFrom(start, [...path, next], visited)
    if (circle) return circle
  }
  return undefined
}

for (const [folder, files] of filesByFolder)
  if (files.length > FILES_MAX)
    problems.push(`${folder}/ has ${files.length} files. Move some into a folder: ${FILES_MAX} is the limit.`)
const reported = new Set()
for (const folder of [...imports.keys()].toSorted()) {
  if (reported.has(folder)) continue
  const circle = circleFrom(folder)
  if (!circle) continue
  for (const member of circle) reported.add(member)
  const steps = circle.map((from, index) => {
    const to = circle[index + 1] ?? folder
    return `  ${imports.get(from)?.get(to)}`
  })
  problems.push(`Folders import each other in a circle:\n${steps.join('\n')}`)
}
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
