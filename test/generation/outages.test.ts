import assert from 'node:assert/strict'
import { chmod, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { readConfig } from '../../packages/server/src/config.ts'
import { installChromium } from '../../packages/renderer/src/print/chromium/install.ts'
import { type Caller, eventually, type Platen, startPlaten } from '../harness.ts'
import { downloadedTexts } from '../pdf.ts'
import { chromiumProcesses, isRunning } from '../processes.ts'
import { startStore } from '../s3/store.ts'

/** More attempts than a job has when the fault is its own. */
const POSTPONED_MIN = 3
const SOON = { pollEverySeconds: 2, outageDelays: { firstSeconds: 1, maxSeconds: 1, totalSeconds: 600 } }
const WAIT_MS = 90_000
const ALL_ATTEMPTS_FAILED = /^All attempts to make this PDF failed\./

/** Starts an asynchronous render. */
async function startJob(platen: Platen, caller: Caller, templateId: string) {
  const { headers } = await caller.generate(templateId, {}, { async: true })
  const location = headers.get('location') ?? ''
  return {
    job: async () => (await caller.call('GET', location)).body.job,
    attempts: async () => {
      const { rows } = await sql<{ attempt: number }>`
        select attempt from generations where generation_id = ${location.split('/').at(-1)}`.execute(
        platen.app.services.database,
      )
      return rows[0]?.attempt ?? 0
    },
  }
}

/** Returns the number of retries that count against the limits of the jobs. */
async function countedRetries({ app }: Platen, queue: string): Promise<number> {
  const { rows } = await sql<{ counted: number }>`
    select sum(retry_count)::int as counted from pgboss.job where name = ${queue}`.execute(
    app.services.database,
  )
  return rows[0]?.counted ?? -1
}

/** Returns the number of completed jobs. A postponed job completes, and a new job replaces it. */
async function completedJobs({ app }: Platen, queue: string): Promise<number> {
  const { rows } = await sql<{ ended: number }>`
    select count(*)::int as ended from pgboss.job where name = ${queue} and state = 'completed'`.execute(
    app.services.database,
  )
  return rows[0]?.ended ?? 0
}

async function mailsTo({ config }: Platen, recipient: string): Promise<string[]> {
  const folder = join(config.dataDir, 'outbox')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return mails.filter((mail) => mail.includes(`To: ${recipient}\r\n`))
}

describe('a job and a thumbnail', () => {
  it('wait for an object store that is down, and are completed once when it is back', async () => {
    await using store = await startStore()
    const environment = {
      STORAGE_URL: store.url({ more: '&links=service' }),
      THUMBNAILS: 'on',
      BASE_URL: 'http://platen.test',
    }
    await using platen = await startPlaten({ environment: { ...environment, ROLE: 'api' } })
    const caller = await platen.account()
    const templateId = await caller.upload('<p>made</p>')
    await store.line.cut()
    const { job, attempts } = await startJob(platen, caller, templateId)
    await using worker = new AsyncDisposableStack()
    worker.use(
      await startPlaten({
        environment: {
          ...environment,
          ROLE: 'worker',
          DATABASE_URL: platen.databaseUrl,
          DATA_DIR: platen.config.dataDir,
        },
        // An image may take long on a busy machine.
        overrides: { asyncLimitMs: 10_000, thumbnailLimitMs: WAIT_MS, jobs: SOON },
      }),
    )
    await eventually(async () => (await attempts()) > POSTPONED_MIN, WAIT_MS)
    await eventually(async () => (await completedJobs(platen, 'thumbnail')) > POSTPONED_MIN, WAIT_MS)
    assert.equal((await job()).status, 'processing')
    assert.deepEqual(await caller.credits(), { credits: 10, reserved: 1 })
    assert.deepEqual(await mailsTo(platen, caller.email), [])

    await store.line.mend()
    const { pdfUrl } = await eventually(async () => {
      const current = await job()
      return current.status === 'completed' && current
    }, WAIT_MS)
    const { pathname, search } = new URL(pdfUrl)
    assert.deepEqual(await downloadedTexts(platen.url + pathname + search), ['made'])
    assert.equal(await countedRetries(platen, 'generate'), 0)
    assert.deepEqual(await caller.credits(), { credits: 9, reserved: 0 })
    await eventually(async () => (await mailsTo(platen, caller.email)).length === 1, WAIT_MS)
    await eventually(async () => {
      const [template] = (await caller.call('GET', '/v1/templates')).body.templates
      return template.thumbnailUrl !== null
    }, WAIT_MS)
    assert.equal(await countedRetries(platen, 'thumbnail'), 0)
  })
})

describe('a job', { concurrency: 2 }, () => {
  it('that has waited for the maximum time fails uncharged, and its owner receives a mail', async () => {
    const outageDelays = { firstSeconds: 1, maxSeconds: 1, totalSeconds: 1 }
    await using platen = await startPlaten({ overrides: { jobs: { ...SOON, outageDelays } } })
    const caller = await platen.account()
    const templateId = await caller.upload('<p>never</p>')
    const objects = join(platen.config.dataDir, 'objects')
    await rename(objects, `${objects}-away`)
    const { job, attempts } = await startJob(platen, caller, templateId)
    await eventually(async () => (await job()).status === 'failed', WAIT_MS)
    // 1 postponed attempt, and the 3 attempts of each job.
    assert.equal(await attempts(), 4)
    assert.match((await job()).message, ALL_ATTEMPTS_FAILED)
    assert.deepEqual(await caller.credits(), { credits: 10, reserved: 0 })
    const [notice, ...more] = await eventually(async () => {
      const mails = await mailsTo(platen, caller.email)
      return mails.length > 0 && mails
    }, WAIT_MS)
    assert.match(notice ?? '', /^Subject: Your PDF could not be created/m)
    assert.deepEqual(more, [])
  })

  it('waits for a Chromium that does not start, while calls are answered 503', async () => {
    await using chromium = await createChromium()
    await using platen = await startPlaten({
      environment: { CHROME_PATH: chromium.path },
      overrides: { jobs: SOON },
    })
    const caller = await platen.account()
    const templateId = await caller.upload('<p>made</p>')
    await chromium.disable()
    await eventually(async () => {
      const { status, headers, body } = await caller.generate(templateId, {})
      if (status === 200) return false
      assert.deepEqual([status, headers.get('retry-after')], [503, '5'])
      assert.deepEqual(body, { message: 'Printing is not available at the moment. Retry in a few seconds.' })
      return true
    }, WAIT_MS)
    const before = await caller.credits()
    const { job, attempts } = await startJob(platen, caller, templateId)
    await eventually(async () => (await attempts()) > POSTPONED_MIN, WAIT_MS)
    await chromium.enable()
    await eventually(async () => (await job()).status === 'completed', WAIT_MS)
    assert.equal(await countedRetries(platen, 'generate'), 0)
    assert.deepEqual(await caller.credits(), { credits: before.credits - 1, reserved: 0 })
  })

  it('that crashes Chromium each time fails after three attempts', async () => {
    await using chromium = await createChromium()
    await using platen = await startPlaten({
      environment: { CHROME_PATH: chromium.path },
      overrides: { jobs: SOON },
    })
    const caller = await platen.account()
    const templateId = await caller.upload('<script>platen.ready = new Promise(() => {})</script>')
    const { job, attempts } = await startJob(platen, caller, templateId)
    let kills = 0
    await eventually(async () => {
      if ((await job()).status === 'failed') return true
      if (platen.app.services.renderer.tabs().busy > 0) kills += await chromium.kill()
      return false
    }, WAIT_MS)
    // Each attempt prints a second time when its Chromium crashes.
    assert.deepEqual([await attempts(), kills], [3, 6])
    assert.match((await job()).message, ALL_ATTEMPTS_FAILED)
    assert.deepEqual(await caller.credits(), { credits: 10, reserved: 0 })
  })
})

/** Installs a separate Chromium, which the test can kill and break. */
async function createChromium() {
  const folder = await mkdtemp(join(tmpdir(), 'platen-chromium-path-'))
  await chmod(folder, 0o755)
  const path = join(folder, 'chromium')
  const { cacheDir } = readConfig({ CACHE_DIR: process.env['CACHE_DIR'] })
  const { executable, environment } = await installChromium({ cacheDir, chromePath: undefined })
  const write = async (script: string) => await writeFile(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  const variables = Object.entries({ ...environment, PLATEN_TEST: folder })
  const enable = () =>
    write(`exec env ${variables.map(([name, value]) => `${name}='${value}'`).join(' ')} '${executable}' "$@"`)
  /** Kills the browser processes. @returns their number. */
  const kill = async () => {
    let killed = 0
    for (const pid of await chromiumProcesses('browser')) {
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
      if (!environment.includes(`PLATEN_TEST=${folder}`)) continue
      process.kill(pid, 'SIGKILL')
      killed += 1
      await eventually(async () => !(await isRunning(pid)))
    }
    return killed
  }
  await enable()
  return {
    path,
    kill,
    enable,
    async disable() {
      await write('exit 1')
      await kill()
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
