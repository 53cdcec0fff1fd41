import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { findAccount } from '../../packages/server/src/accounts/accounts.ts'
import { listContentsWithoutObject } from '../../packages/server/src/content/objects.ts'
import { newClusterFolder } from '../databases.ts'
import { base64, send, startPlaten } from '../harness.ts'
import { downloadedTexts } from '../pdf.ts'
import { runTool } from '../process.ts'

describe('F26 a database that is older than its object store', () => {
  it('serves templates that both have, reports missing objects, and serves them again after their restore', async () => {
    await using stack = new AsyncDisposableStack()
    const backup = await mkdtemp(join(tmpdir(), 'platen-backup-'))
    stack.defer(() => rm(backup, { recursive: true, force: true }))
    const dataDir = await newClusterFolder('platen-restore-')
    stack.defer(() => rm(dataDir, { recursive: true, force: true }))
    const environment = { DATA_DIR: dataDir, BASE_URL: 'http://platen.test' }
    // Starts a PostgreSQL in the data directory.
    const start = async () => await startPlaten({ environment, ownPostgres: true })

    let service = await start()
    stack.defer(() => service[Symbol.asyncDispose]())
    const { accountId, key } = await service.account({ credits: 10 })
    const call = (method: string, path: string, body?: unknown) =>
      send(service.url + path, method, body, { 'x-api-key': key })
    const upload = async (source: string) => {
      const template = { name: 'x', content: base64(source), contentEncoding: 'base64' }
      return String((await call('POST', '/v1/templates/upload', template)).body.templateId)
    }
    const generate = (templateId: string) => call('POST', '/v1/pdf/generate', { templateId, data: {} })
    const textsOf = async ({ pdfUrl }: { pdfUrl: string }) => {
      const { pathname, search } = new URL(pdfUrl)
      return await downloadedTexts(service.url + pathname + search)
    }
    const credits = async () => (await findAccount(service.app.services.database, accountId)).credits

    const unchanged = await upload('<p>unchanged</p>')
    const [changed, deleted] = [await upload('<p>old</p>'), await upload('<p>deleted</p>')]
    assert.equal((await generate(unchanged)).status, 200)
    await service[Symbol.asyncDispose]()
    await copy(join(dataDir, 'objects'), backup)
    await copy(join(dataDir, 'postgres'), backup)
    service = await start()

    const fresh = await upload('<p>fresh</p>')
    const paid = await generate(unchanged)
    assert.equal(paid.status, 200)
    const replacement = { content: base64('<p>new</p>'), contentEncoding: 'base64' }
    assert.equal((await call('PUT', `/v1/templates/${changed}`, replacement)).status, 200)
    assert.equal((await call('DELETE', `/v1/templates/${deleted}`)).status, 200)
    assert.equal(await credits(), 8)

    await service[Symbol.asyncDispose]()
    await rm(join(dataDir, 'postgres'), { recursive: true })
    await copy(join(backup, 'postgres'), dataDir)
    service = await start()

    assert.equal(await credits(), 9, 'the charge is lost with the newer database')
    assert.deepEqual(await textsOf(paid.body), ['unchanged'], 'and its PDF is still available')
    assert.equal((await generate(unchanged)).status, 200)
    assert.equal((await generate(fresh)).status, 404)
    // The update is lost, and the source before it is still stored as a version.
    assert.equal((await call('GET', `/v1/templates/${changed}`)).body.template.content, '<p>old</p>')
    assert.equal((await generate(deleted)).status, 500)
    const report = await runTool(['doctor', '--json'], { EGRESS: 'none', ...environment })
    assert.equal(report.code, 1)
    const { templates } = JSON.parse(report.stdout)
    assert.match(templates.detail, new RegExp(`^1 templates, .* missing .*: \\S+ template ${deleted}\\.`))

    // Restores missing objects only. Existing ones are at least as new as the backup.
    await copy(join(backup, 'objects'), dataDir, '--no-clobber')
    assert.deepEqual(await textsOf((await generate(deleted)).body), ['deleted'])
    assert.deepEqual(await listContentsWithoutObject(service.app.services), [])
    assert.equal(await credits(), 7)
  })
})

/** Copies a folder with owners and times, like a backup. */
async function copy(folder: string, into: string, ...options: string[]): Promise<void> {
  await promisify(execFile)('cp', ['--archive', ...options, folder, into])
}
