import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Account } from '../../packages/server/src/accounts/accounts.ts'
import { auditCredits } from '../../packages/server/src/accounts/credits.ts'
import { Refusal } from '../../packages/template/src/refusal.ts'
import {
  acceptAsync,
  acceptSync,
  type GenerationRequest,
} from '../../packages/server/src/generation/accept.ts'
import {
  beginAttempt,
  completeGeneration,
  failAbandoned,
  failGeneration,
  FAILED_MAX,
  findCompleted,
  findFailed,
  type Generation,
  listLostJobs,
} from '../../packages/server/src/generation/generations.ts'
import type { JobSender } from '../../packages/server/src/database/job-sender.ts'
import type { Services } from '../../packages/server/src/services.ts'
import { type LedgerDatabase, startLedgerDatabase } from './ledger-database.ts'

const MAILS_PER_DAY = 3
const NEVER = new AbortController().signal

describe('the pages of a call', () => {
  let ledger: LedgerDatabase
  before(async () => void (ledger = await startLedgerDatabase()))
  after(async () => {
    assert.deepEqual(await auditCredits(ledger.database), [])
    await ledger[Symbol.asyncDispose]()
  })

  /** Jobs that were queued. */
  const queued: { generationId: string; queuePosition: number }[] = []
  /** True: the renderer rejects the data. And the number of its calls. */
  const validation = { mismatches: false, calls: 0 }
  const services = () =>
    ({
      database: ledger.database,
      settings: { mailsPerDay: MAILS_PER_DAY, syncLimitMs: 29_000, billingUrl: 'https://pay.example' },
      queue: {
        send: async (
          ...[, , jobs]: Parameters<JobSender<{ generate: { generationId: string } }>['send']>
        ) => {
          for (const { data, priority = 0 } of jobs) queued.push({ ...data, queuePosition: -priority })
        },
      },
      renderer: {
        validate: async () => {
          validation.calls += 1
          if (validation.mismatches) throw new Refusal('invalid', 'wrong')
        },
      },
    }) as unknown as Services
  const requestOf = async (account: Account, pages: number, more: Partial<GenerationRequest> = {}) => ({
    accountId: account.accountId,
    templateId: more.templateId ?? (await ledger.createTemplate(account)),
    elements: JSON.stringify(Array.from({ length: pages }, (_, page) => ({ page }))),
    pages,
    recipients: [],
    ...more,
  })
  const accept = async (account: Account, pages: number, more: Partial<GenerationRequest> = {}) =>
    (await acceptSync(services(), await requestOf(account, pages, more))).generation
  const acceptJob = async (account: Account, pages: number, more: Partial<GenerationRequest> = {}) => {
    const { generation } = await acceptAsync(services(), await requestOf(account, pages, more), NEVER)
    return { ...generation, queuePosition: queued.at(-1)?.queuePosition ?? assert.fail() }
  }
  const complete = (generation: Pick<Generation, 'generationId' | 'attempt'>) =>
    completeGeneration(ledger.database, generation, {
      fileId: randomUUID(),
      size: 100,
      sheets: 2,
      scale: 1,
      warnings: [],
      phases: {},
    })
  const fail = (generation: Pick<Generation, 'generationId'> & Partial<Generation>, message = 'x') =>
    failGeneration(ledger.database, generation, message)
  const failWaiting = async () => {
    const { rows } = await sql<{ generationId: string }>`
      select generation_id as "generationId" from generations where status = 'pending'`.execute(
      ledger.database,
    )
    for (const row of rows) await fail(row)
  }
  const expire = ({ generationId }: Generation, seconds: number) =>
    sql`update generations set reserved_until = now() - ${seconds} * interval '1 second'
      where generation_id = ${generationId}`.execute(ledger.database)
  const rowOf = async ({ generationId }: Pick<Generation, 'generationId'>) => {
    const { rows } = await sql<Record<string, unknown>>`
      select *, round(extract(epoch from reserved_until - created_at))::int as "reservedSeconds"
      from generations where generation_id = ${generationId}`.execute(ledger.database)
    return rows[0] ?? assert.fail()
  }
  const mailsOf = async ({ accountId }: Account) => {
    const { rows } = await sql<{ mails: number }>`
      select mails from accounts where account_id = ${accountId}`.execute(ledger.database)
    return rows[0]?.mails
  }
  const isRefusal =
    (kind: Refusal['kind'], more: Partial<Refusal> = {}) =>
    (error: unknown) => {
      assert.ok(error instanceof Refusal, String(error))
      assert.equal(error.kind, kind)
      for (const [key, value] of Object.entries(more)) assert.deepEqual(error[key as keyof Refusal], value)
      return true
    }

  describe('are reserved', () => {
    it('up to the last credit, and a call that needs one more is rejected without a trace', async () => {
      const account = await ledger.createAccount(5)
      await accept(account, 3)
      await assert.rejects(
        accept(account, 3),
        isRefusal('insufficient-credits', {
          billingUrl: 'https://pay.example',
          detail: 'INSUFFICIENT_CREDITS',
        }),
      )
      assert.deepEqual(await ledger.creditsOf(account), { credits: 5, reserved: 3 })
      await accept(account, 2)
      assert.deepEqual(await ledger.creditsOf(account), { credits: 5, reserved: 5 })
      await assert.rejects(accept(account, 1), isRefusal('insufficient-credits'))
      const { rows } = await sql<{ pages: number }>`
        select pages from generations where account_id = ${account.accountId} order by pages`.execute(
        ledger.database,
      )
      assert.deepEqual(rows, [{ pages: 2 }, { pages: 3 }])
      assert.deepEqual(await ledger.entriesOf(account), [{ kind: 'welcome', credits: 5 }])
    })

    it('with the number of needed and available credits in the refusal', async () => {
      const account = await ledger.createAccount(3)
      await accept(account, 2)
      const refused = await accept(account, 2).catch((error: unknown) => error)
      assert.match(String(refused), /needs 2 credits and 1 is left/)
      const other = await ledger.createAccount(0)
      assert.match(
        String(await accept(other, 1).catch((error: unknown) => error)),
        /needs 1 credit and 0 are left/,
      )
    })

    it('with the way to add credits in the error, for an operator of a service that sells none', async () => {
      const account = await ledger.createAccount(0)
      const hasAdvice = async (more: Partial<Services> = {}) => {
        const request = await requestOf(account, 1)
        const refused = await acceptSync({ ...services(), ...more }, request).catch((error: unknown) => error)
        assert.ok(refused instanceof Refusal)
        return refused.message.includes(`credits add ${account.email}`)
      }
      assert.equal(await hasAdvice(), false)
      await sql`update accounts set role = 'operator' where account_id = ${account.accountId}`.execute(
        ledger.database,
      )
      assert.equal(await hasAdvice(), true)
      assert.equal(await hasAdvice({ payments: {} as NonNullable<Services['payments']> }), false)
    })

    it('only for a template of the account', async () => {
      const [account, other] = [await ledger.createAccount(), await ledger.createAccount()]
      const templateId = await ledger.createTemplate(other)
      await assert.rejects(accept(account, 1, { templateId }), isRefusal('not-found'))
      await assert.rejects(accept(account, 1, { templateId: randomUUID() }), isRefusal('not-found'))
      for (const each of [account, other])
        assert.deepEqual(await ledger.creditsOf(each), { credits: 10, reserved: 0 })
    })

    it('once for an idempotency key while its call is in progress', async () => {
      const account = await ledger.createAccount()
      const idempotency = { key: 'k', requestHash: randomBytes(32) }
      await accept(account, 2, { idempotency })
      await assert.rejects(accept(account, 2, { idempotency }), isRefusal('conflict'))
      assert.deepEqual(await ledger.creditsOf(account), { credits: 10, reserved: 2 })
    })

    it('for a synchronous call until shortly after its time limit', async () => {
      const account = await ledger.createAccount()
      const apiKey = { tokenId: randomUUID(), name: 'Shop', isTest: false }
      const options = { isArchive: true }
      const { generationId, ...generation } = await accept(account, 1, { fileName: 'x.pdf', apiKey, options })
      const row = await rowOf({ generationId })
      assert.deepEqual(generation, {
        accountId: account.accountId,
        templateId: row['templateId'],
        templateName: 'Invoice',
        templateVersion: null,
        elements: '[{"page":0}]',
        pages: 1,
        isTest: false,
        recipients: [],
        fileName: 'x.pdf',
        options,
        egress: { mode: 'public', allow: [], deny: [] },
        region: { locale: 'en', timeZone: 'UTC' },
        attempt: 0,
      })
      assert.deepEqual(
        [row['isAsync'], row['status'], row['reservedSeconds'], row['elements'], row['recipients']],
        [false, 'processing', 35, null, []],
      )
      assert.deepEqual(
        [row['fileName'], row['keyName'], row['tokenId'], row['pages'], row['options']],
        ['x.pdf', 'Shop', apiKey.tokenId, 1, null],
      )
    })

    it('when only interrupted calls still reserve them', async () => {
      const [account, other] = [await ledger.createAccount(2), await ledger.createAccount(2)]
      await expire(await accept(other, 2), 1)
      const interrupted = await accept(account, 2)
      await assert.rejects(accept(account, 1), isRefusal('insufficient-credits'))
      await expire(interrupted, 1)
      await accept(account, 1)
      assert.deepEqual(await ledger.creditsOf(account), { credits: 2, reserved: 1 })
      assert.deepEqual(
        await ledger.creditsOf(other),
        { credits: 2, reserved: 2 },
        'only those of its own account',
      )
    })
  })

  describe('of a job are reserved', () => {
    it('together with the job, which has the data, the options and its account as the recipient', async () => {
      const account = await ledger.createAccount()
      const options = { isArchive: true }
      const job = await acceptJob(account, 2, { options })
      const row = await rowOf(job)
      assert.deepEqual(
        [row['isAsync'], row['status'], row['reservedSeconds'], row['recipients'], row['options']],
        [true, 'pending', 24 * 3_600, [account.email], options],
      )
      assert.deepEqual(JSON.parse(String(row['elements'])), [{ page: 0 }, { page: 1 }])
      assert.deepEqual(job.recipients, [account.email])
      assert.equal(job.attempt, 0)
      assert.equal(queued.at(-1)?.generationId, job.generationId)
      assert.deepEqual(await ledger.creditsOf(account), { credits: 10, reserved: 2 })
      const named = await acceptJob(account, 1, { recipients: ['a@example.com'] })
      assert.deepEqual((await rowOf(named))['recipients'], ['a@example.com'])
      await fail(job)
      await fail(named)
    })

    it('in rounds over the waiting accounts, however many jobs one of them has', async () => {
      const [one, other, late] = [
        await ledger.createAccount(),
        await ledger.createAccount(),
        await ledger.createAccount(),
      ]
      await failWaiting()
      const first = await acceptJob(one, 1)
      const jobs = [first, await acceptJob(one, 1), await acceptJob(one, 1), await acceptJob(other, 1)]
      assert.deepEqual(
        jobs.map(({ queuePosition }) => queuePosition - first.queuePosition),
        [0, 1, 2, 0],
      )
      await fail(jobs[0] ?? assert.fail())
      await fail(jobs[3] ?? assert.fail())
      // The current round is the second.
      const next = await acceptJob(late, 1)
      assert.equal(next.queuePosition - first.queuePosition, 1)
      // A synchronous call takes no position.
      await accept(late, 1)
      assert.equal((await acceptJob(late, 1)).queuePosition - first.queuePosition, 2)
      await failWaiting()
      // Nothing waits: the next job is placed after the last round.
      assert.equal((await acceptJob(await ledger.createAccount(), 1)).queuePosition - first.queuePosition, 2)
    })

    it('only when its data match the schema of its template', async () => {
      const account = await ledger.createAccount()
      const templateId = await ledger.createTemplate(account, { text: '{"type":"object"}', version: 'v' })
      validation.mismatches = true
      const jobs = queued.length
      await assert.rejects(acceptJob(account, 1, { templateId }), isRefusal('invalid'))
      assert.equal(queued.length, jobs)
      assert.deepEqual(await ledger.creditsOf(account), { credits: 10, reserved: 0 })
      validation.mismatches = false
      validation.calls = 0
      await acceptJob(account, 1, { templateId })
      assert.equal(validation.calls, 1)
      assert.equal(queued.length, jobs + 1)
      assert.deepEqual(await ledger.creditsOf(account), { credits: 10, reserved: 1 })
    })
  })

  describe('are charged', () => {
    it('once, when the call is completed', async () => {
      const account = await ledger.createAccount()
      const generation = await accept(account, 3)
      assert.ok((await complete(generation))?.completedAt instanceof Date)
      assert.equal(await complete(generation), undefined)
      assert.equal(await fail(generation), undefined)
      assert.deepEqual(await ledger.creditsOf(account), { credits: 7, reserved: 0 })
      assert.deepEqual((await ledger.entriesOf(account)).slice(1), [{ kind: 'generation', credits: -3 }])
      const completed = (await findCompleted(ledger.database, generation.generationId)) ?? assert.fail()
      assert.deepEqual([completed.pages, completed.sheets, completed.size], [3, 2, 100])
      assert.equal(await findFailed(ledger.database, generation.generationId), undefined)
    })

    it('only for the latest attempt of a job', async () => {
      const account = await ledger.createAccount()
      const job = await acceptJob(account, 2)
      assert.equal(await complete(job), undefined, 'it is not begun')
      const first = (await beginAttempt(ledger.database, job.generationId)) ?? assert.fail()
      const second = (await beginAttempt(ledger.database, job.generationId)) ?? assert.fail()
      assert.deepEqual([first.attempt, second.attempt], [1, 2])
      assert.deepEqual(second.region, { locale: 'en', timeZone: 'UTC' })
      assert.equal(second.egress.mode, 'public')
      assert.equal(await complete(first), undefined)
      assert.equal(await fail(first), undefined)
      assert.deepEqual(await ledger.creditsOf(account), { credits: 10, reserved: 2 })
      assert.ok(await complete(second))
      assert.equal(await beginAttempt(ledger.database, job.generationId), undefined)
      assert.deepEqual(await ledger.creditsOf(account), { credits: 8, reserved: 0 })
    })
  })

  describe('are released', () => {
    it('when the call fails, with the reason for its owner, and to no other account', async () => {
      const [account, other] = [await ledger.createAccount(), await ledger.createAccount()]
      const [generation, others] = [await accept(account, 3), await accept(other, 2)]
      assert.deepEqual(await fail(generation, 'The template is wrong.'), {
        accountId: account.accountId,
        email: account.email,
        deliveryIds: [],
      })
      assert.equal(await fail(generation), undefined, 'it has failed already')
      assert.equal(await complete(generation), undefined)
      assert.deepEqual(await ledger.creditsOf(account), { credits: 10, reserved: 0 })
      assert.deepEqual(await ledger.creditsOf(other), { credits: 10, reserved: 2 })
      assert.deepEqual(await findFailed(ledger.database, generation.generationId), {
        templateName: 'Invoice',
        pages: 3,
        message: 'The template is wrong.',
      })
      assert.equal(await findCompleted(ledger.database, generation.generationId), undefined)
      assert.equal(await findFailed(ledger.database, others.generationId), undefined)
    })

    it('when the job fails before its first attempt, and from any attempt when none is named', async () => {
      const account = await ledger.createAccount()
      const [waiting, begun] = [await acceptJob(account, 2), await acceptJob(account, 3)]
      await beginAttempt(ledger.database, begun.generationId)
      const { generationId } = begun
      assert.ok(await fail({ generationId: waiting.generationId }))
      assert.ok(await fail({ generationId }))
      assert.deepEqual(await ledger.creditsOf(account), { credits: 10, reserved: 0 })
      assert.equal(await beginAttempt(ledger.database, generationId), undefined)
    })

    it('from interrupted synchronous calls, once, and from no other calls', async () => {
      const [account, other] = [await ledger.createAccount(), await ledger.createAccount()]
      const [first, second, others] = [
        await accept(account, 1),
        await accept(account, 2),
        await accept(other, 4),
      ]
      const [running, job] = [await accept(account, 1), await acceptJob(account, 1)]
      for (const each of [first, second, others, job]) await expire(each, 1)
      assert.equal(await failAbandoned(ledger.database, account.accountId), 2)
      assert.deepEqual(await ledger.creditsOf(account), { credits: 10, reserved: 2 })
      assert.deepEqual(await ledger.creditsOf(other), { credits: 10, reserved: 4 })
      assert.ok((await failAbandoned(ledger.database)) >= 1)
      assert.equal(await failAbandoned(ledger.database), 0)
      assert.deepEqual(await ledger.creditsOf(other), { credits: 10, reserved: 0 })
      assert.equal((await rowOf(first))['status'], 'failed')
      assert.equal((await rowOf(running))['status'], 'processing')
      assert.equal((await rowOf(job))['status'], 'pending')
      assert.deepEqual(await listLostJobs(ledger.database), [job.generationId])
      await beginAttempt(ledger.database, job.generationId)
      assert.deepEqual(await listLostJobs(ledger.database), [job.generationId])
      await fail({ generationId: job.generationId })
      assert.deepEqual(await listLostJobs(ledger.database), [])
    })

    it('with a reason of at most 1,000 characters', async () => {
      const account = await ledger.createAccount()
      const messageAfter = async (message: string) => {
        const generation = await accept(account, 1)
        await fail(generation, message)
        return (await findFailed(ledger.database, generation.generationId))?.message
      }
      assert.equal(await messageAfter('y'.repeat(1_000)), 'y'.repeat(1_000))
      assert.equal(await messageAfter('y'.repeat(1_001)), `${'y'.repeat(999)}…`)
    })
  })

  describe('of failed calls', () => {
    /** Inserts failed calls, the last one the oldest. @returns their ids. */
    const writeFailed = async ({ accountId }: Account, count: number) => {
      const { rows } = await sql<{ id: string }>`
        insert into generations (generation_id, account_id, template_id, template_name, is_async, status, pages,
          reserved_until, created_at, completed_at, message)
        select gen_random_uuid(), ${accountId}, gen_random_uuid(), 'x', false, 'failed', 1, now(),
          now() - n * interval '1 minute', now() - n * interval '1 minute', 'old'
        from generate_series(1, ${count}::int) as n
        returning generation_id as id`.execute(ledger.database)
      return rows.map(({ id }) => id)
    }
    const countOf = async ({ accountId }: Account) => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from generations where account_id = ${accountId}`.execute(ledger.database)
      return rows[0]?.count
    }

    it('are deleted, except for the rows of the newest 1,000', async () => {
      const [account, other] = [await ledger.createAccount(), await ledger.createAccount()]
      const ids = await writeFailed(account, FAILED_MAX + 5)
      await writeFailed(other, FAILED_MAX + 5)
      await fail(await accept(account, 1))
      assert.equal(await countOf(account), FAILED_MAX)
      assert.equal(await countOf(other), FAILED_MAX + 5)
      const has = async (id: string | undefined) =>
        (await findFailed(ledger.database, id ?? assert.fail())) !== undefined
      assert.equal(await has(ids[FAILED_MAX - 2]), true)
      assert.equal(await has(ids[FAILED_MAX - 1]), false)
    })

    it('are kept while a mail, a webhook or an idempotency key refers to their rows', async () => {
      const account = await ledger.createAccount()
      const ids = await writeFailed(account, FAILED_MAX + 5)
      const [mailed = '', sent = '', delivered = '', keyed = '', oldKey = ''] = ids.slice(FAILED_MAX)
      const { database } = ledger
      const { accountId } = account
      await sql`insert into deliveries (generation_id, recipient, kind, status)
        values (${mailed}, 'a@example.com', 'failed', 'queued'), (${sent}, 'a@example.com', 'failed', 'sent')`.execute(
        database,
      )
      await sql`insert into webhook_deliveries (account_id, webhook_id, generation_id, event, status)
        values (${accountId}, gen_random_uuid(), ${delivered}, 'job.failed', 'pending')`.execute(database)
      await sql`insert into idempotency_keys (account_id, key, request_hash, generation_id, created_at)
        values (${accountId}, 'new', ${randomBytes(32)}, ${keyed}, now() - interval '23 hours'),
          (${accountId}, 'old', ${randomBytes(32)}, ${oldKey}, now() - interval '25 hours')`.execute(database)
      await fail(await accept(account, 1))
      const exists = await Promise.all(
        [mailed, sent, delivered, keyed, oldKey].map(
          async (id) => (await findFailed(database, id)) !== undefined,
        ),
      )
      assert.deepEqual(exists, [true, false, true, true, false])
    })
  })

  describe('with mails', () => {
    it('count each recipient, up to the daily limit', async () => {
      const account = await ledger.createAccount()
      const recipients = (count: number) => Array.from({ length: count }, (_, n) => `r${n}@example.com`)
      await accept(account, 1, { recipients: recipients(2) })
      const refused = await accept(account, 1, { recipients: recipients(2) }).catch((error: unknown) => error)
      assert.ok(refused instanceof Refusal)
      assert.equal(refused.kind, 'limit-reached')
      const retryAfter = refused.retryAfter ?? 0
      assert.ok(retryAfter > 0 && retryAfter <= 86_400, String(retryAfter))
      assert.deepEqual(await ledger.creditsOf(account), { credits: 10, reserved: 1 })
      await accept(account, 1, { recipients: recipients(1) })
      assert.equal(await mailsOf(account), 3)
      // A call without recipients counts nothing.
      await accept(account, 1)
      // The error about credits comes first when both are exceeded.
      await assert.rejects(accept(account, 9, { recipients: recipients(1) }), isRefusal('limit-reached'))
      await assert.rejects(accept(account, 9), isRefusal('insufficient-credits'))
      const fresh = await ledger.createAccount()
      const needed = { recipients: recipients(3) }
      await assert.rejects(
        accept(fresh, 11, needed),
        isRefusal('insufficient-credits'),
        'as many as are left',
      )
    })

    it('of another day do not count', async () => {
      const account = await ledger.createAccount()
      await sql`update accounts set mails = 3, mails_on = date(now() at time zone 'utc') - 1
        where account_id = ${account.accountId}`.execute(ledger.database)
      await accept(account, 1, { recipients: ['a@example.com', 'b@example.com', 'c@example.com'] })
      assert.equal(await mailsOf(account), 3)
    })

    it('return the mails of the same day when they fail or are interrupted', async () => {
      const account = await ledger.createAccount()
      const [failed, abandoned, older] = [
        await accept(account, 1, { recipients: ['a@example.com'] }),
        await accept(account, 1, { recipients: ['b@example.com'] }),
        await accept(account, 1, { recipients: ['c@example.com'] }),
      ]
      await sql`update generations set created_at = created_at - interval '1 day'
        where generation_id = ${older.generationId}`.execute(ledger.database)
      await fail(failed)
      assert.equal(await mailsOf(account), 2)
      await fail(older)
      assert.equal(await mailsOf(account), 2)
      await expire(abandoned, 1)
      await failAbandoned(ledger.database, account.accountId)
      assert.equal(await mailsOf(account), 1)
      const other = await ledger.createAccount()
      for (const recipients of [['a@example.com'], ['b@example.com', 'c@example.com']])
        await expire(await accept(other, 1, { recipients }), 1)
      assert.equal(await failAbandoned(ledger.database, other.accountId), 2)
      assert.equal(await mailsOf(other), 0)
    })

    it('return no mails of an earlier day', async () => {
      const account = await ledger.createAccount()
      const [failed, abandoned] = [
        await accept(account, 1, { recipients: ['a@example.com'] }),
        await accept(account, 1, { recipients: ['b@example.com'] }),
      ]
      await sql`update accounts set mails = 0 where account_id = ${account.accountId}`.execute(
        ledger.database,
      )
      await fail(failed)
      await expire(abandoned, 1)
      await failAbandoned(ledger.database, account.accountId)
      assert.equal(await mailsOf(account), 0)
    })
  })
})
