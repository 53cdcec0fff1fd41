import assert from 'node:assert/strict'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { describe, it } from 'node:test'
import { bundleFolder, hashOf, programFile, PROGRAMS } from '../../packages/renderer/src/programs.ts'

const SOURCES = new URL('../../packages/renderer/src/', import.meta.url)

describe('the file of a program', () => {
  it('is its bundle, which the test run has built from the current sources', () => {
    for (const program of PROGRAMS) {
      const bundle = join(bundleFolder(), `${basename(program, '.ts')}.js`)
      assert.equal(programFile(new URL(program, SOURCES)).pathname, bundle)
    }
  })

  it('is its source if there is no bundle, and the given file in a published package', () => {
    for (const path of ['fill/hosts.ts', 'fill/host.js'])
      assert.equal(programFile(new URL(path, SOURCES)).pathname, new URL(path, SOURCES).pathname)
  })

  it('is no bundle of earlier sources: the hash changes with each content and each path', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'platen-sources-'))
    try {
      const hashes = new Set<string>()
      for (const content of ['1', '2', '1']) {
        await writeFile(join(folder, 'a.ts'), content)
        hashes.add(hashOf([folder]))
      }
      assert.equal(hashes.size, 2)
      await rename(join(folder, 'a.ts'), join(folder, 'b.ts'))
      assert.ok(!hashes.has(hashOf([folder])))
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
