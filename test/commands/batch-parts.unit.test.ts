import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { partFiles, requireNew } from '../../packages/cli/src/commands/batches/parts.ts'

describe('files of the parts of a batch', () => {
  it('have a number before the ending of the file, not of a folder', () => {
    assert.deepEqual(partFiles('all.pdf', 2), ['all.pdf', 'all-2.pdf'])
    assert.deepEqual(partFiles('v1.2/all', 2), ['v1.2/all', 'v1.2/all-2'])
    assert.deepEqual(partFiles('../all.pdf', 3), ['../all.pdf', '../all-2.pdf', '../all-3.pdf'])
    assert.deepEqual(partFiles('/a.b/.hidden', 2), ['/a.b/.hidden', '/a.b/.hidden-2'])
  })

  it('replace no file besides the named one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'platen-parts-'))
    try {
      const files = partFiles(join(folder, 'all.pdf'), 2)
      await writeFile(join(folder, 'all.pdf'), 'old')
      await requireNew(files, 'id')
      await writeFile(join(folder, 'all-2.pdf'), 'of another call')
      await assert.rejects(
        requireNew(files, 'id'),
        /2 files, and .*all-2\.pdf exists\. Nothing was written\./,
      )
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
