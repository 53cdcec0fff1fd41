import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { auditCredits } from '../../packages/server/src/accounts/credits.ts'
import { base64, type Caller, eventually, type Platen, send, startPlaten } from '../harness.ts'
import { downloadedTexts } from '../pdf.ts'

const run = promisify(execFile)
const UNPRIVILEGED_UID = 65_534
const IS_ROOT = process.getuid?.() === 0
const FAULT = { message: 'Internal server error' }

describe('faults of the disk for objects', () => {
  let platen: Platen
  let caller: Caller
  let templateId: string
  let objects: string
  before(async () => {
    platen = await startPlaten()
    caller = await platen.account({ credits: 100 })
    objects = join(platen.config.dataDir, 'objects')
  })
  after(async () => {
    assert.deepEqual(await auditCredits(platen.app.services.database), [])
    await platen[Symbol.asyncDispose]()
  })

  const files = async () =>
    (await readdir(objects, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile() && entry.name !== 'filler' && !entry.parentPath.endsWith('probes'))
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
  const ready = (expected: boolean) =>
    eventually(async () => {
      const answer = await send(`${platen.url}/health/ready`, 'GET')
      return (answer.status === 200) === expected && answer
    }, 40_000)
  const templates = async () => (await caller.call('GET', '/v1/templates')).body.templates

  /** Checks that a fault charges nothing, stores nothing in part and loses nothing, and that the service recovers. */
  async function checkFault(begin: () => Promise<unknown>, end: () => Promise<unknown>): Promise<void> {
    templateId = await caller.upload('<p>made</p>')
    const { pdfUrl } = (await caller.generate(templateId, {})).body
    const [credits, filesBefore, templatesBefore] = [await caller.credits(), await files(), await templates()]
    await begin()
    let location: string
    try {
      const generated = await caller.generate(templateId, {})
      assert.deepEqual([generated.status, generated.body], [500, FAULT])
      assert.deepEqual(await caller.credits(), credits)
      const uploaded = await caller.call('POST', '/v1/templates/upload', {
        name: 'x',
        content: base64('<p>x</p>'.repeat(10_000)),
        contentEncoding: 'base64',
      })
      assert.deepEqual([uploaded.status, uploaded.body], [500, FAULT])
      assert.deepEqual(await templates(), templatesBefore)
      location = (await caller.generate(templateId, {}, { async: true })).headers.get('location') ?? ''
      await eventually(async () => (await caller.call('GET', location)).body.job.status === 'processing')
      assert.equal((await ready(false)).body.components.storage, 'unavailable')
      assert.equal((await send(`${platen.url}/health/live`, 'GET')).status, 200)
    } finally {
      await end()
    }
    await ready(true)
    const job = await eventually(async () => {
      const { body } = await caller.call('GET', location)
      return !['pending', 'processing'].includes(body.job.status) && body.job
    }, 60_000)
    assert.equal(job.status, 'completed')
    assert.deepEqual(await caller.credits(), { credits: credits.credits - 1, reserved: 0 })
    assert.equal((await files()).length, filesBefore.length + 1)
    assert.deepEqual(await downloadedTexts(pdfUrl), ['made'])
    assert.equal((await caller.generate(templateId, {})).status, 200)
  }

  it('do not create a missing folder again, and the service recovers when the folder is back', async () => {
    const away = `${objects}-away`
    await checkFault(
      async () => {
        await rename(objects, away)
        const { signedUrls } = platen.app.services
        const url = signedUrls.sign(
          { fileId: '3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b', fileName: 'x.pdf' },
          new Date(Date.now() + 60_000),
        )
        const answer = await send(url, 'GET')
        assert.deepEqual(
          [answer.status, answer.body],
          [500, FAULT],
          'the contents are unknown, so it is not a 404',
        )
      },
      async () => {
        await assert.rejects(readdir(objects), { code: 'ENOENT' })
        await rename(away, objects)
      },
    )
  })

  it('a folder without permission', async () => {
    // Root may enter each folder, so this process changes its user during the fault.
    await checkFault(
      async () => {
        await chmod(objects, 0o000)
        if (IS_ROOT) process.seteuid?.(UNPRIVILEGED_UID)
      },
      async () => {
        if (IS_ROOT) process.seteuid?.(0)
        await chmod(objects, 0o700)
      },
    )
  })

  describe('on a disk of 2 MB', { skip: !IS_ROOT && 'only root can mount one' }, () => {
    before(async () => {
      await rm(objects, { recursive: true })
      await mkdir(objects, { mode: 0o700 })
      await run('mount', ['-t', 'tmpfs', '-o', 'size=2m,mode=0700', 'platen-test', objects])
    })
    after(() => run('umount', ['-l', objects]))

    it('a full disk', async () => {
      const filler = join(objects, 'filler')
      await checkFault(
        () => assert.rejects(writeFile(filler, Buffer.alloc(4_000_000)), { code: 'ENOSPC' }),
        () => rm(filler),
      )
    })

    it('a read-only disk', async () => {
      await checkFault(
        () => run('mount', ['-o', 'remount,ro', objects]),
        () => run('mount', ['-o', 'remount,rw', objects]),
      )
    })
  })
})
