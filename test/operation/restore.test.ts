import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { base64, send } from '../harness.ts'
import { downloadedTexts } from '../pdf.ts'
import { type ServiceProcess, startProcess } from '../process.ts'

describe('F26 a database that is older than its object store', () => {
  it('serves what both hold, says what one lacks, and gives it back with its object', async () => {
    await using stack = new AsyncDisposableStack()
    const backup = await mkdtemp(join(tmpdir(), 'platen-backup-'))
    stack.defer(() => rm(backup, { recursive: true, force: true }))
    const service = stack.use(await startProcess(undefined, { ownPostgres: true }))
    const run = async (...args: string[]) => JSON.parse((await service.platen(...args, '--json')).stdout)
    const { userId } = await run('accounts', 'create', '--email', 'ada@example.com')
    const { key } = await run('create-token', '--name', 'x', '--account', userId)
    const call = (method: string, path: string, body?: unknown) =>
      send(service.url + path, method, body, { 'x-api-key': key })
    const upload = async (source: string) => {
      const template = { name: 'x', content: base64(source), contentEncoding: 'base64' }
      return String((await call('POST', '/v1/templates/upload', template)).body.templateId)
    }
    const generate = (templateId: string) => call('POST', '/v1/pdf/generate', { templateId, data: {} })
    const credits = async () => (await run('accounts', 'list'))[0].credits

    const kept = await upload('<p>kept</p>')
    const [changed, deleted] = [await upload('<p>old</p>'), await upload('<p>deleted</p>')]
    assert.equal((await generate(kept)).status, 200)
    await stop(service)
    await copy(join(service.dataDir, 'objects'), backup)
    await copy(join(service.dataDir, 'postgres'), backup)
    await service.start()

    const fresh = await upload('<p>fresh</p>')
    const paid = await generate(kept)
    assert.equal(paid.status, 200)
    const replacement = { content: base64('<p>new</p>'), contentEncoding: 'base64' }
    assert.equal((await call('PUT', `/v1/templates/${changed}`, replacement)).status, 200)
    assert.equal((await call('DELETE', `/v1/templates/${deleted}`)).status, 200)
    assert.equal(await credits(), 8)

    await stop(service)
    await rm(join(service.dataDir, 'postgres'), { recursive: true })
    await copy(join(backup, 'postgres'), service.dataDir)
    await service.start()

    assert.equal(await credits(), 9, 'the charge is forgotten')
    assert.deepEqual(await downloadedTexts(paid.body.pdfUrl), ['kept'], 'and what it paid for is there')
    assert.equal((await generate(kept)).status, 200)
    assert.equal((await generate(fresh)).status, 404)
    // The replacement is forgotten, and what it had replaced was kept as a version.
    assert.equal((await call('GET', `/v1/templates/${changed}`)).body.template.content, '<p>old</p>')
    assert.equal((await generate(deleted)).status, 500)
    const ill = await service.platen('doctor', '--json')
    assert.equal(ill.code, 1)
    const { templates } = JSON.parse(ill.stdout)
    assert.match(templates.detail, new RegExp(`^1 templates lack .*: ${deleted}\\.`))

    // Only what is missing: what is there already is as new as anything in the copy.
    await copy(join(backup, 'objects'), service.dataDir, '--no-clobber')
    assert.deepEqual(await downloadedTexts((await generate(deleted)).body.pdfUrl), ['deleted'])
    assert.equal((await service.platen('doctor', '--json')).code, 0)
    assert.equal(await credits(), 7)
  })
})

async function stop(service: ServiceProcess): Promise<void> {
  service.child.kill('SIGTERM')
  await once(service.child, 'exit')
}

/** With owners and times, as backups are. */
async function copy(folder: string, into: string, ...options: string[]): Promise<void> {
  await promisify(execFile)('cp', ['--archive', ...options, folder, into])
}
