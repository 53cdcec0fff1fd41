import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Answer, base64, eventually, startSession } from '../harness.ts'
import { messageIdOf } from '../mail-server.ts'
import { downloadedTexts } from '../pdf.ts'
import { type ServiceProcess } from '../process.ts'
import { chromiumProcesses } from '../processes.ts'
import type { ReplicaCaller } from '../replicas.ts'
import type { Action, FailPoint, Scenario } from './fail-points.ts'
import { BASE_URL, CREDITS, type Failing } from './failing.ts'
import { runScheduled } from './waits.ts'

/** Runs a scenario. It prepares, then the fail point is armed, `ask` sends the request, and `check` checks the result. */
type Play = (failing: Failing) => Promise<{
  ask: () => Promise<void>
  check: (point: FailPoint, action: Action) => Promise<void>
}>

const GENERATE = '/v1/pdf/generate'
const SLOW = `<p>{{name}}</p>
<script>window.platen = { ready: new Promise((resolve) => setTimeout(resolve, 3_000)) }</script>`
const END_LIMIT_MS = 120_000
const GIVEN_UP = /^All attempts to make this PDF failed\./
/** A job that hangs in Chromium is not retried. */
const TIMEOUT_MESSAGE = /^The PDF was not ready within 2 minutes/
/** Fail points at which the mail server may have accepted a mail without the knowledge of the service. */
const MAIL_MAY_BE_TAKEN = ['smtp-data-sent', 'smtp-accepted']
/** Longer than a working service takes. */
const STRIPE_WAITS_MS = 5_000
const DAYS_MS = 24 * 3_600_000

export const PLAYS: Record<Scenario, Play> = {
  sync: (failing) => playGeneration(failing, {}),
  async: (failing) => playGeneration(failing, { async: true }),
  async ending(failing) {
    const [service] = await failing.ready()
    assert.ok(service)
    return await playGeneration(failing, {}, { service, fault: () => void service.child.kill('SIGTERM') })
  },
  async browser(failing) {
    const [service] = await failing.ready()
    assert.ok(service)
    const fault = async () => {
      const [browser] = await chromiumProcesses('browser', service.child.pid)
      if (browser) process.kill(browser, 'SIGKILL')
    }
    return await playGeneration(failing, {}, { service, fault })
  },

  async upload(failing) {
    const { headers } = await failing.account()
    return {
      ask: async () => void (await upload(failing, headers, '<p>new</p>')),
      async check() {
        // An upload that was cut off may have created a template, which then has its source.
        const { templates } = (await failing.insist('GET', '/v1/templates', undefined, headers)).body
        assert.ok(templates.length >= 1)
        for (const { templateId } of templates) {
          assert.equal(await contentOf(failing, headers, templateId), '<p>new</p>')
        }
      },
    }
  },
  replace: (failing) => playReplacement(failing, '<p>old</p>'),
  rewrite: (failing) => playReplacement(failing, '<p>new</p>'),
  async remove(failing) {
    const { headers } = await failing.account()
    const templateId = await upload(failing, headers, '<p>old</p>')
    const path = `/v1/templates/${templateId}`
    return {
      async ask() {
        const { status } = await failing.insist('DELETE', path, undefined, headers)
        assert.ok([200, 404].includes(status))
      },
      check: async () => assert.equal((await failing.insist('GET', path, undefined, headers)).status, 404),
    }
  },

  async abandoned(failing) {
    const caller = await failing.account()
    return {
      async ask() {
        await sql`
          with reserved as (update accounts set reserved = 3 where account_id = ${caller.accountId} returning account_id)
          insert into generations (generation_id, account_id, template_id, template_name, is_async, status, pages,
            recipients, reserved_until)
          select gen_random_uuid(), account_id, gen_random_uuid(), 'x', false, 'processing', 3, '{}', now() from reserved`.execute(
          failing.database,
        )
        await eventually(async () => {
          await runScheduled(failing.database, 'expired-renders')
          return (await caller.credits()).reserved === 0
        }, END_LIMIT_MS)
      },
      check: async () => assert.deepEqual(await caller.credits(), { credits: CREDITS, reserved: 0 }),
    }
  },
  async orphan(failing) {
    const folder = join(failing.dataDir, 'objects', 'pdfs')
    const name = `${randomUUID()}.pdf`
    const isGone = async () => !(await readdir(folder)).includes(name)
    return {
      async ask() {
        await mkdir(folder, { recursive: true })
        await writeFile(join(folder, name), 'old')
        const then = new Date(Date.now() - 6 * DAYS_MS)
        await utimes(join(folder, name), then, then)
        await eventually(async () => {
          await runScheduled(failing.database, 'sweep')
          return await isGone()
        }, END_LIMIT_MS)
      },
      check: async () => assert.ok(await isGone()),
    }
  },

  async key(failing) {
    const person = await signUp(failing)
    const created = await failing.insist('POST', '/dashboard/api/keys', { name: 'x' }, person)
    const { tokenId, key } = created.body
    const uses = async () =>
      (await failing.insist('GET', '/v1/templates', undefined, { 'x-api-key': key })).status
    assert.equal(await uses(), 200)
    return {
      async ask() {
        const path = `/dashboard/api/keys/${tokenId}/deactivate`
        assert.equal((await failing.insist('POST', path, {}, person)).status, 200)
      },
      check: async () => assert.equal(await uses(), 401),
    }
  },
  async 'sign-up'(failing) {
    const cookie = await sessionOf(failing)
    return {
      ask: async () => void (await meetFirst(failing, cookie)),
      async check() {
        const { accountId } = await meetFirst(failing, cookie)
        const { rows } = await sql<{ credits: number; entries: number }>`
          select credits, (select count(*) from credit_entries where account_id = accounts.account_id) as entries
          from accounts where account_id = ${accountId}`.execute(failing.database)
        assert.deepEqual(rows, [{ credits: 10, entries: 1 }])
      },
    }
  },
  async purchase(failing) {
    const { stripe } = failing
    const person = await signUp(failing)
    const bought = await failing.insist(
      'POST',
      '/dashboard/api/billing/checkouts',
      { priceId: 'price_small' },
      person,
    )
    assert.equal(bought.status, 201, JSON.stringify(bought.body))
    const session = [...stripe.sessions.values()].at(-1)
    assert.ok(session)
    const intent = stripe.pay(session.id)
    const deliverEvent = async () => {
      const [service] = await failing.ready()
      stripe.tellAt(service?.url ?? '')
      const delivery = stripe.tell('checkout.session.completed', session).catch(() => 0)
      return await Promise.race([delivery, delay(STRIPE_WAITS_MS, 0)])
    }
    return {
      // Repeats the event until it is answered 200, as Stripe does.
      async ask() {
        while ((await deliverEvent()) !== 200) await delay(100)
      },
      async check() {
        assert.equal(await deliverEvent(), 200)
        const { rows } = await sql<{ credits: number }>`
          select credits from credit_entries where kind = 'purchase' and reference = ${intent.id}`.execute(
          failing.database,
        )
        assert.deepEqual(rows, [{ credits: 1_000 }])
      },
    }
  },
}

async function playReplacement(failing: Failing, before: string): Promise<Awaited<ReturnType<Play>>> {
  const { headers } = await failing.account()
  const templateId = await upload(failing, headers, before)
  const body = { content: base64('<p>new</p>'), contentEncoding: 'base64' }
  return {
    async ask() {
      const answer = await failing.insist('PUT', `/v1/templates/${templateId}`, body, headers)
      assert.equal(answer.status, 200)
    },
    check: async () => assert.equal(await contentOf(failing, headers, templateId), '<p>new</p>'),
  }
}

/**
 * Runs one call with an idempotency key, repeated until its answer is final, and checks its results.
 * @param faulty Fault of a process while it runs the call.
 */
async function playGeneration(
  failing: Failing,
  more: { async?: true },
  faulty?: { service: ServiceProcess; fault: () => unknown },
): Promise<Awaited<ReturnType<Play>>> {
  const caller = await failing.account()
  const templateId = await upload(failing, caller.headers, faulty ? SLOW : '<p>{{name}}</p>')
  const headers = { ...caller.headers, 'idempotency-key': 'once' }
  const recipient = `${randomUUID()}@example.com`
  const body = { templateId, data: { name: 'made' }, sendEmail: [recipient], ...more }
  const call = (first?: ServiceProcess) => failing.insist('POST', GENERATE, body, headers, first)
  let answer: Answer
  return {
    async ask() {
      const response = call(faulty?.service)
      if (faulty) {
        await eventually(async () => (await caller.credits()).reserved > 0)
        await faulty.fault()
      }
      answer = await response
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      await eventually(() => hasEnded(failing, caller), END_LIMIT_MS)
    },
    async check({ name }, action) {
      const ended = await generationsOf(failing, caller)
      const keyed = ended.filter(({ hasKey }) => hasKey)
      assert.equal(keyed.length, 1, 'the key belongs to one of them')
      for (const { hasKey, status } of ended) assert.ok(hasKey || status === 'failed')
      const [{ status, message, generationId } = assert.fail()] = keyed
      if (status === 'failed') {
        const isExpected = action === 'hang' ? TIMEOUT_MESSAGE : GIVEN_UP
        assert.ok(more.async && isExpected.test(message ?? ''), message ?? '')
      }
      const isCompleted = status === 'completed'
      assert.deepEqual(await caller.credits(), { credits: CREDITS - Number(isCompleted), reserved: 0 })

      const again = await call()
      assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [200, 'true'])
      assert.deepEqual(again.body, answer.body)
      assert.equal((await caller.credits()).credits, CREDITS - Number(isCompleted))

      if (isCompleted) assert.deepEqual(await textsOf(failing, caller, again), ['made'])
      const mails = failing.acceptedMails.filter(({ to }) =>
        to.includes(isCompleted ? recipient : caller.email),
      )
      const ids = new Set(mails.map(messageIdOf))
      assert.deepEqual([ids.size, [...ids].every((id) => id.startsWith(`<${generationId}.`))], [1, true])
      // The queue may have taken the sender of a mail for dead together with the killed process.
      const mayRepeat = MAIL_MAY_BE_TAKEN.includes(name) || action === 'crash'
      assert.ok(mails.length === 1 || (mayRepeat && mails.length === 2), `${mails.length} mails`)
    },
  }
}

async function hasEnded({ database }: Failing, { accountId }: ReplicaCaller): Promise<boolean> {
  const { rows } = await sql<{ open: number }>`
    select (select count(*) from generations where account_id = ${accountId} and status in ('pending', 'processing'))
      + (select count(*) from deliveries join generations using (generation_id)
        where account_id = ${accountId} and deliveries.status = 'queued') as open`.execute(database)
  return rows[0]?.open === 0
}

async function generationsOf({ database }: Failing, { accountId }: ReplicaCaller) {
  const { rows } = await sql<{
    generationId: string
    status: string
    message: string | null
    hasKey: boolean
  }>`
    select generations.generation_id as "generationId", status, message, key is not null as "hasKey"
    from generations left join idempotency_keys using (generation_id)
    where generations.account_id = ${accountId}`.execute(database)
  return rows
}

async function textsOf(failing: Failing, { headers }: ReplicaCaller, { body, headers: its }: Answer) {
  const location = its.get('location')
  const pdfUrl =
    location === null
      ? body.pdfUrl
      : (await failing.insist('GET', location, undefined, headers)).body.job.pdfUrl
  const { pathname, search } = new URL(pdfUrl)
  // The process that answered may be ending because of its fault.
  return await eventually(async () => {
    const [service] = await failing.ready()
    return await downloadedTexts((service?.url ?? '') + pathname + search).catch(undefinedIfGone)
  })
}

function undefinedIfGone(error: unknown): undefined {
  if (!(error instanceof TypeError)) throw error
}

async function upload(failing: Failing, headers: Record<string, string>, source: string): Promise<string> {
  const template = { name: 'Test', content: base64(source), contentEncoding: 'base64' }
  const { status, body } = await failing.insist('POST', '/v1/templates/upload', template, headers)
  assert.equal(status, 201, JSON.stringify(body))
  return String(body.templateId)
}

async function contentOf(failing: Failing, headers: Record<string, string>, templateId: string) {
  const { body } = await failing.insist('GET', `/v1/templates/${templateId}`, undefined, headers)
  return body.template.content
}

async function sessionOf({ database }: Failing): Promise<string> {
  return await startSession(database, BASE_URL, { email: `${randomUUID()}@example.com`, name: 'Ada' })
}

/** Signs a user in for the first time. @returns the headers for dashboard calls. */
async function signUp(failing: Failing): Promise<Record<string, string>> {
  const cookie = await sessionOf(failing)
  await meetFirst(failing, cookie)
  return await bearerOf(failing, cookie)
}

async function bearerOf(failing: Failing, cookie: string): Promise<{ authorization: string }> {
  const { body } = await failing.insist('GET', '/dashboard/auth/token', undefined, { cookie })
  return { authorization: `Bearer ${body.token}` }
}

async function meetFirst(failing: Failing, cookie: string): Promise<{ accountId: string }> {
  const { status, body } = await failing.insist(
    'GET',
    '/dashboard/api/me',
    undefined,
    await bearerOf(failing, cookie),
  )
  assert.equal(status, 200)
  const { rows } = await sql<{ accountId: string }>`
    select account_id as "accountId" from accounts where user_id = ${body.account.userId}`.execute(
    failing.database,
  )
  return rows[0] ?? assert.fail()
}
