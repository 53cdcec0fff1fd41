import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { auditCredits } from '../../packages/server/src/accounts/credits.ts'
import { cleanUp } from '../../packages/server/src/jobs/cleanup.ts'
import { createFileStorage } from '../../packages/server/src/storage/storage.ts'
import { listContentsWithoutObject } from '../../packages/server/src/content/objects.ts'
import { scaled } from '../scale.ts'
import { type Action, FAIL_POINTS, type Scenario, withFailPoints } from './fail-points.ts'
import { type Failing, startFailing } from './failing.ts'
import { PLAYS } from './scenarios.ts'

/** Runs for each action and each kind of fail point, also in short runs. The last one ends without a process start. */
const ALWAYS = [
  'after-upload sync throw',
  'mid-response sync throw',
  'smtp-data-sent async throw',
  'after-post-commit async crash',
  'purchase-event-recorded purchase crash',
  'before-response sync hang',
]
const ACTIONS: Action[] = ['crash', 'hang', 'throw']
const DAYS_MS = 24 * 3_600_000

interface Run {
  name: string
  point: (typeof FAIL_POINTS)[number]
  scenario: Scenario
  action: Action
}

const RUNS: Run[] = FAIL_POINTS.flatMap((point) =>
  point.scenarios.flatMap((scenario) =>
    ACTIONS.map((action) => ({ name: `${point.name} ${scenario} ${action}`, point, scenario, action })),
  ),
)

const CHOSEN = [...ALWAYS.flatMap(runNamed), ...RUNS.filter((run) => !isAlways(run))].slice(
  0,
  scaled({ short: ALWAYS.length, long: RUNS.length }),
)

describe('F01 a fault at', () => {
  let failing: Failing
  before(async () => void (failing = await startFailing()))
  after(() => failing[Symbol.asyncDispose]())

  for (const { name, point, scenario, action } of CHOSEN) {
    it(name, async () => {
      const { ask, check } = await PLAYS[scenario](failing)
      await failing.arm(point, action)
      const done = ask()
      await Promise.all([done, failing.recover(point, action, done)])
      await check(point, action)
    })
  }

  it('all fail points keeps the credits consistent, and leaves no unreferenced object after the sweep', async () => {
    const { database, dataDir } = failing
    assert.deepEqual(await auditCredits(database), [])
    const storage = createFileStorage(join(dataDir, 'objects'))
    assert.deepEqual(await listContentsWithoutObject({ database, storage }), [])
    const stored = async (prefix: string) => await Array.fromAsync(storage.list(prefix), ({ key }) => key)
    const charged = await sql<{ key: string }>`
      select 'pdfs/' || file_id || '.pdf' as key from generations where status = 'completed'`.execute(
      database,
    )
    const missing = new Set(charged.rows.map(({ key }) => key)).difference(new Set(await stored('pdfs')))
    assert.deepEqual([...missing], [])

    await cleanUp({ database, storage }, new Date(Date.now() + 6 * DAYS_MS))
    assert.deepEqual(await stored('pdfs'), [])
    const referenced = await sql<{ key: string }>`
      select object_key as key from content_versions`.execute(database)
    assert.deepEqual((await stored('users')).toSorted(), referenced.rows.map(({ key }) => key).toSorted())
    const left = await readdir(join(dataDir, 'objects'), { recursive: true, withFileTypes: true })
    assert.deepEqual(
      left.filter((entry) => entry.isFile() && !entry.parentPath.includes('/users/')).map(({ name }) => name),
      [],
    )
  })
})

describe('the fail points', () => {
  it('are all found in the sources of the service', async () => {
    assert.equal(new Set(FAIL_POINTS.map(({ name }) => name)).size, FAIL_POINTS.length)
    for (const file of new Set(FAIL_POINTS.flatMap(({ positions }) => positions.map(({ file }) => file)))) {
      const source = await readFile(new URL(`../../packages/${file}`, import.meta.url), 'utf8')
      assert.notEqual(withFailPoints(file, source), source)
    }
    assert.deepEqual(
      ALWAYS.filter((name) => !RUNS.some((run) => run.name === name)),
      [],
    )
  })
})

function runNamed(expected: string): Run[] {
  return RUNS.filter(({ name }) => name === expected)
}

function isAlways({ name }: Run): boolean {
  return ALWAYS.includes(name)
}
