import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { describe, it } from 'node:test'
import { createRunFolder } from './run-folder.ts'

describe('the folder of a test run', () => {
  it('is accessible to all users and deleted at the end', async () => {
    const folder = await createRunFolder()
    assert.equal((await stat(folder.path)).mode & 0o7777, 0o1777)
    await folder[Symbol.asyncDispose]()
    await assert.rejects(stat(folder.path), { code: 'ENOENT' })
  })

  it('is in the usual temporary folder when the one in memory cannot be used', async () => {
    const chosen = process.env['TMPDIR']
    try {
      delete process.env['TMPDIR']
      await using folder = await createRunFolder('/proc')
      assert.equal(dirname(folder.path), tmpdir())
    } finally {
      if (chosen !== undefined) process.env['TMPDIR'] = chosen
    }
  })
})
