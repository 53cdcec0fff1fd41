import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { findAccount } from '../accounts/accounts.ts'
import { countRemainingMails } from '../accounts/mail-limit.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { Refusal } from '@platen/template/refusal'
import type { Services } from '../services.ts'
import { requireActive } from '../templates/organization.ts'
import type { PrintableTemplate } from '../templates/template-data.ts'
import {
  type DataSchema,
  isSelected,
  notFoundMessage,
  SCHEMA,
  type VersionSelection,
} from '../content/contents.ts'
import { oneOrNotFound } from '../database/rows.ts'
import { failAbandoned, type Generation } from './generations.ts'
import type { RenderOptions } from './render-options.ts'
import { type Idempotency, bindKey } from './idempotency.ts'

/** A call to render a template. */
export interface GenerationRequest {
  accountId: string
  /** API key of the call, for the history of the account. Absent when a user of the dashboard makes the call. */
  apiKey?: { tokenId: string; name: string; isTest: boolean } | undefined
  templateId: string
  /** Version of the template. Absent: the current one, which for a job is that of its start. */
  templateVersion?: VersionSelection | undefined
  /** JSON text of an array. Each element becomes one page. */
  elements: string
  pages: number
  /** True when the caller has sent an array, so that a path in the data begins with the index of an element. */
  isList?: boolean | undefined
  /** Recipients of the PDF. A job without recipients is mailed to the address of the account. */
  recipients: string[]
  /** File name of the PDF. `null` or absent: the name of the template. */
  fileName?: string | null
  /** Options of the PDF, and its signature. */
  options?: RenderOptions | null
  /** Idempotency key of the call. */
  idempotency?: Idempotency | undefined
}

/** An accepted call. */
export interface Accepted {
  generation: Generation
  /** The template as it was when the call was accepted. */
  template: PrintableTemplate
}

/** Reservation of credits for a call. */
interface Reservation {
  generationId: string
  isAsync: boolean
  /** Time after which the reservation is released if the call has not ended. */
  reservedMs: number
}

// Longer than the time limit of the call, so that the reservation is never released before a slow call ends.
const SYNC_RESERVATION_MARGIN_MS = 6_000
// The queue ends each job long before. This limit is for jobs that the queue has lost.
const ASYNC_RESERVATION_MS = 24 * 3_600_000
// Largest priority of the queue. After 2^31 jobs the order of arrival applies.
const QUEUE_POSITION_MAX = 2_147_483_647

/**
 * Accepts a synchronous call: finds the template, reserves the credits and counts the recipients.
 * @throws {Refusal} `not-found` for the template, `conflict` for an archived one, then `limit-reached` for the day's mails, then
 * `insufficient-credits`; `conflict` when another call has just used the same idempotency key.
 */
export async function acceptSync(services: Services, request: GenerationRequest): Promise<Accepted> {
  const reservation = {
    generationId: randomUUID(),
    isAsync: false,
    reservedMs: services.settings.syncLimitMs + SYNC_RESERVATION_MARGIN_MS,
  }
  if (!request.idempotency) return (await accept(services, services.database, request, reservation)).accepted
  return await inTransaction(services.database, async (transaction) => {
    await bindKey(transaction, request, reservation.generationId)
    return (await accept(services, transaction, request, reservation)).accepted
  })
}

/**
 * Accepts an asynchronous call. The job is queued if and only if the credits are reserved and the data matches the
 * current data schema of the template.
 * @throws {Refusal} as `acceptSync`, and as `Renderer.validate`.
 */
export async function acceptAsync(
  services: Services,
  request: GenerationRequest,
  signal: AbortSignal,
): Promise<Accepted> {
  let validatedVersion: string | undefined
  for (;;) {
    const accepted = await acceptIfValidated(services, request, validatedVersion)
    if (!('unvalidated' in accepted)) return accepted
    // Outside the transaction, which holds a lock: validation against a schema of a caller may take seconds.
    const { accountId, elements, isList } = request
    const schema = accepted.unvalidated
    await services.renderer.validate({ tenant: accountId, schema, elements, isList }, signal)
    validatedVersion = schema.version
  }
}

/** Accepts the call, or rolls back and returns the data schema when the data is not validated against it. */
async function acceptIfValidated(
  services: Services,
  request: GenerationRequest,
  validatedVersion: string | undefined,
): Promise<Accepted | { unvalidated: DataSchema }> {
  const reservation = { generationId: randomUUID(), isAsync: true, reservedMs: ASYNC_RESERVATION_MS }
  return await inTransaction(services.database, async (transaction) => {
    await bindKey(transaction, request, reservation.generationId)
    const { accepted, queuePosition } = await accept(services, transaction, request, reservation)
    const { schema } = accepted.template
    if (schema && schema.version !== validatedVersion) throw new Unvalidated(schema)
    const { generationId, accountId } = accepted.generation
    // The waiting job with the lowest queue position starts next.
    const job = { data: { generationId }, accountId, priority: -queuePosition }
    await services.queue.send('generate', transaction, [job])
    return accepted
  }).catch((error: unknown) => {
    if (error instanceof Unvalidated) return { unvalidated: error.schema }
    throw error
  })
}

/** Rolls back a transaction whose data is not validated against the current schema. */
class Unvalidated extends Error {
  readonly schema: DataSchema

  constructor(schema: DataSchema) {
    super('The data is not validated against the schema')
    this.schema = schema
  }
}

async function accept(
  services: Services,
  database: Database,
  request: GenerationRequest,
  reservation: Reservation,
): Promise<{ accepted: Accepted; queuePosition: number }> {
  const mailsPerDay = services.settings.mailsPerDay
  const result =
    (await tryAccept(database, request, { ...reservation, mailsPerDay })) ??
    // Releases the reservations of dead processes when their credits are needed.
    ((await failAbandoned(database, request.accountId)) > 0
      ? await tryAccept(database, request, { ...reservation, mailsPerDay })
      : undefined)
  if (result) return result
  await refuseOverMailLimit(database, request, mailsPerDay)
  throw await insufficientCredits(services, database, request)
}

/** Returns the refusal of a call that needs more credits than the account has. */
export async function insufficientCredits(
  { settings, payments }: Services,
  database: Database,
  { accountId, pages: needed }: Pick<GenerationRequest, 'accountId' | 'pages'>,
): Promise<Refusal> {
  const { billingUrl } = settings
  const { available: left, role, email } = await findAccount(database, accountId)
  const isSelfService = role === 'operator' && !payments
  return new Refusal(
    'insufficient-credits',
    `This needs ${needed} ${needed === 1 ? 'credit' : 'credits'} and ${left} ${left === 1 ? 'is' : 'are'} left. ` +
      `Please purchase credits at ${billingUrl}.` +
      (isSelfService
        ? ` You are the operator: add credits on that page, or run: npx platen credits add ${email} 1000`
        : ''),
    { detail: 'INSUFFICIENT_CREDITS', billingUrl },
  )
}

async function refuseOverMailLimit(
  database: Database,
  { accountId, recipients }: GenerationRequest,
  perDay: number,
): Promise<void> {
  if (recipients.length === 0) return
  const { left, secondsToMidnight } = await countRemainingMails(database, accountId, perDay)
  if (recipients.length <= left) return
  throw new Refusal(
    'limit-reached',
    `sendEmail has ${recipients.length} ${recipients.length === 1 ? 'recipient' : 'recipients'}, and ${left} of today's ${perDay} mails ${left === 1 ? 'is' : 'are'} left. ` +
      'The limit resets at 00:00 UTC.',
    { retryAfter: secondsToMidnight },
  )
}

/**
 * Finds the template, reserves the credits, counts the recipients and writes the row in one statement. No other call
 * can spend the same credits or mails in between, and a refused call leaves nothing.
 *
 * The queue position of a job follows the last position of its account, but is at least the lowest position that
 * waits. Accounts with waiting jobs are therefore served in rotation, however many jobs each has, and idle time gives no
 * advantage.
 * @returns `undefined` when the account lacks credits or mails.
 */
async function tryAccept(
  database: Database,
  request: GenerationRequest,
  reservation: Reservation & { mailsPerDay: number },
): Promise<{ accepted: Accepted; queuePosition: number } | undefined> {
  const { generationId } = reservation
  const { elements, pages } = request
  const isTest = request.apiKey?.isTest ?? false
  const cost = isTest ? 0 : pages
  const mails = request.recipients.length
  const { fileName = null, options = null, templateVersion = 'current' } = request
  const isPinned = templateVersion !== 'current'
  const { rows } = await sql<
    PrintableTemplate &
      Pick<Generation, 'egress' | 'region'> & { recipients: string[] | null; queuePosition: number }
  >`
    with template as (
      select template_id, account_id, name, number, object_key, content_version, archived_at, email, egress, ${SCHEMA} as schema,
        json_build_object('locale', locale, 'timeZone', time_zone) as region
      from templates_by_version join accounts using (account_id)
      where template_id = ${request.templateId} and account_id = ${request.accountId}
        and ${isSelected(request.templateVersion)}
    ), reserved as (
      update accounts set reserved = reserved + ${cost}, mails_on = today,
        mails = case when mails_on = today then mails else 0 end + ${mails},
        queue_position = case when ${reservation.isAsync} then least(${QUEUE_POSITION_MAX}, greatest(
            queue_position + 1,
            coalesce(
              (select min(queue_position) from generations where status = 'pending'),
              (select max(queue_position) from accounts))))
          else queue_position end
      from date(now() at time zone 'utc') as today
      where account_id = (select account_id from template where archived_at is null) and (${cost} = 0 or credits - reserved >= ${cost})
        and (${mails} = 0 or case when mails_on = today then mails else 0 end + ${mails} <= ${reservation.mailsPerDay})
      returning account_id, queue_position
    ), generation as (
      insert into generations (generation_id, account_id, template_id, template_name, template_version, is_async,
        status, pages, is_test, elements, recipients, mails, queue_position, token_id, key_name, file_name, options,
        reserved_until)
      select ${generationId}, account_id, template_id, name, ${isPinned ? sql`number` : sql`null`},
        ${reservation.isAsync},
        ${reservation.isAsync ? 'pending' : 'processing'}, ${pages}, ${isTest},
        ${reservation.isAsync ? elements : null},
        case when ${reservation.isAsync && mails === 0} then array[email] else ${request.recipients}::text[] end,
        ${mails}, queue_position, ${request.apiKey?.tokenId ?? null}, ${request.apiKey?.name ?? null}, ${fileName},
        ${reservation.isAsync && options ? JSON.stringify(options) : null}, now() + ${reservation.reservedMs} * interval '1 millisecond'
      from template join reserved using (account_id)
      returning recipients, queue_position
    )
    select template_id, name, number, object_key, content_version, archived_at, schema,
      egress, region, (select recipients from generation) as recipients,
      (select queue_position from generation) as "queuePosition"
    from template`.execute(database)
  const row = oneOrNotFound(rows, notFoundMessage('template', request.templateVersion))
  requireActive(row)
  if (!row.recipients) return undefined
  const { recipients, egress, region, queuePosition, ...template } = row
  const { accountId, templateId } = request
  const pinned = isPinned ? template.number : null
  const stored = { accountId, templateId, templateVersion: pinned, elements, pages, fileName, options }
  const generation = {
    ...stored,
    generationId,
    recipients,
    egress,
    region,
    templateName: row.name,
    isTest,
    attempt: 0,
  }
  return { accepted: { template, generation }, queuePosition }
}
