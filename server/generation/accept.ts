import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { findAccount } from '../accounts/accounts.ts'
import { availableCredits } from '../accounts/credits.ts'
import { countRemainingMails } from '../accounts/mail-limit.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { Refusal } from '../errors.ts'
import { serializeJson } from '../json-text.ts'
import type { PdfOptions } from '../rendering/renderer.ts'
import type { Services } from '../services.ts'
import { type DataSchema, type PrintableTemplate, SCHEMA } from '../templates/template-data.ts'
import { templateNotFound } from '../templates/templates.ts'
import { validateData } from './validate-data.ts'
import { failAbandoned, type Generation } from './generations.ts'
import { type Idempotency, takeKey } from './idempotency.ts'

/** What a caller asks for. */
export interface GenerationRequest {
  accountId: string
  /** Whose call it is, for the account's own records; none where a person has asked. */
  apiKey?: { tokenId: string; name: string } | undefined
  templateId: string
  elements: unknown[]
  /** Whether the caller has sent them as an array, so that a path in their data begins with an element's number. */
  isList?: boolean | undefined
  /** Whom the caller names; for a job without any, the account itself gets the mail. */
  recipients: string[]
  /** The name under which the PDF is to be saved; null or none: that of the template. */
  fileName?: string | null
  /** What the PDF is given besides its pages. */
  options?: PdfOptions | null
  /** The name that the caller gave this call, so as to be able to repeat it. */
  idempotency?: Idempotency | undefined
}

export interface Accepted {
  generation: Generation
  /** As it was when the call was accepted. */
  template: PrintableTemplate
}

interface Terms {
  generationId: string
  isAsync: boolean
  reservedMs: number
}

// Beyond the call's own limit, so that a slow answer is never overtaken by the release of its pages.
const SYNC_RESERVATION_MARGIN_MS = 6_000
// The queue ends every job long before; this only catches what was lost with its queue.
const ASYNC_RESERVATION_MS = 24 * 3_600_000
// As many as the queue can count. Two thousand million jobs later there is only the order of arrival.
const TURN_MAX = 2_147_483_647

/**
 * May this be made at once? Finds the template, reserves the pages and counts the recipients.
 * @throws {Refusal} `not-found` for the template, then `limit-reached` for the day's mails, then
 * `insufficient-credits`; `conflict` when another call has taken the same key just before.
 */
export async function acceptNow(services: Services, request: GenerationRequest): Promise<Accepted> {
  const terms = {
    generationId: randomUUID(),
    isAsync: false,
    reservedMs: services.settings.syncLimitMs + SYNC_RESERVATION_MARGIN_MS,
  }
  if (!request.idempotency) return (await accept(services, services.database, request, terms)).accepted
  return await inTransaction(services.database, async (transaction) => {
    await takeKey(transaction, request, terms.generationId)
    return (await accept(services, transaction, request, terms)).accepted
  })
}

/**
 * The same for later: the job is in the queue if and only if the pages are reserved and the data fit the template's
 * schema as it is then.
 * @throws {Refusal} as `acceptNow`, and as `validateData`.
 */
export async function acceptLater(
  services: Services,
  request: GenerationRequest,
  signal: AbortSignal,
): Promise<Accepted> {
  let fitting: string | undefined
  for (;;) {
    const accepted = await acceptFitting(services, request, fitting)
    if (!('unknown' in accepted)) return accepted
    // With the transaction undone: strangers' schemas may take seconds, and a row of theirs would be held meanwhile.
    await validateData(services.renderer, request, accepted.unknown, signal)
    fitting = accepted.unknown.version
  }
}

/** @returns the schema, and nothing is accepted, where the data are not known to fit it. */
async function acceptFitting(
  services: Services,
  request: GenerationRequest,
  fitting: string | undefined,
): Promise<Accepted | { unknown: DataSchema }> {
  const terms = { generationId: randomUUID(), isAsync: true, reservedMs: ASYNC_RESERVATION_MS }
  return await inTransaction(services.database, async (transaction) => {
    await takeKey(transaction, request, terms.generationId)
    const { accepted, turn } = await accept(services, transaction, request, terms)
    const { schema } = accepted.template
    if (schema && schema.version !== fitting) throw new Unknown(schema)
    await services.queue.sendGenerate(transaction, { ...accepted.generation, turn })
    return accepted
  }).catch((error: unknown) => {
    if (error instanceof Unknown) return { unknown: error.schema }
    throw error
  })
}

/** Undoes a transaction. */
class Unknown extends Error {
  readonly schema: DataSchema

  constructor(schema: DataSchema) {
    super('Nobody knows whether the data fit the schema')
    this.schema = schema
  }
}

async function accept(
  services: Services,
  database: Database,
  request: GenerationRequest,
  terms: Terms,
): Promise<{ accepted: Accepted; turn: number }> {
  const mailsPerDay = services.settings.mailsPerDay
  const opened =
    (await open(database, request, { ...terms, mailsPerDay })) ??
    // Pages that a dead process holds are free as soon as somebody needs them.
    ((await failAbandoned(database, request.accountId)) > 0
      ? await open(database, request, { ...terms, mailsPerDay })
      : undefined)
  if (opened) return opened
  await refuseOverMails(database, request, mailsPerDay)
  throw await tooFewCredits(services, database, request)
}

async function tooFewCredits(
  { settings, payments }: Services,
  database: Database,
  { accountId, elements }: GenerationRequest,
): Promise<Refusal> {
  const { billingUrl } = settings
  const [needed, left] = [elements.length, await availableCredits(database, accountId)]
  const { role, email } = await findAccount(database, accountId)
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

async function refuseOverMails(
  database: Database,
  { accountId, recipients }: GenerationRequest,
  perDay: number,
): Promise<void> {
  if (recipients.length === 0) return
  const { left, secondsToMidnight } = await countRemainingMails(database, accountId, perDay)
  if (recipients.length <= left) return
  throw new Refusal(
    'limit-reached',
    `sendEmail names ${recipients.length} and ${left} of today's ${perDay} mails ${left === 1 ? 'is' : 'are'} left. ` +
      'They are counted anew from midnight UTC.',
    { retryAfter: secondsToMidnight },
  )
}

/**
 * Finds the template, reserves the pages, counts the recipients and writes the row in one statement: nobody can
 * spend the same credits or mails in between, and a call that is refused leaves nothing.
 *
 * A job's turn is the one after its account's last, but not before the turn that is served now. So accounts that
 * wait are served alternately, however many jobs each has sent, and nobody gains by having been idle.
 * @returns undefined for want of credits or mails.
 */
async function open(
  database: Database,
  request: GenerationRequest,
  terms: Terms & { mailsPerDay: number },
): Promise<{ accepted: Accepted; turn: number } | undefined> {
  const { generationId } = terms
  const elements = serializeJson(request.elements)
  const pages = request.elements.length
  const mails = request.recipients.length
  const { fileName = null, options = null } = request
  const { rows } = await sql<
    PrintableTemplate & Pick<Generation, 'egress' | 'region'> & { recipients: string[] | null; turn: number }
  >`
    with template as (
      select template_id, account_id, name, object_key, content_version, email, egress, ${SCHEMA} as schema,
        json_build_object('locale', locale, 'timeZone', time_zone) as region
      from templates join accounts using (account_id)
      where template_id = ${request.templateId} and account_id = ${request.accountId}
    ), reserved as (
      update accounts set reserved = reserved + ${pages}, mails_on = today,
        mails = case when mails_on = today then mails else 0 end + ${mails},
        turn = case when ${terms.isAsync} then least(${TURN_MAX}, greatest(turn + 1, coalesce(
          (select min(turn) from generations where status = 'pending'), (select max(turn) from accounts)))) else turn end
      from date(now() at time zone 'utc') as today
      where account_id = (select account_id from template) and credits - reserved >= ${pages}
        and (${mails} = 0 or case when mails_on = today then mails else 0 end + ${mails} <= ${terms.mailsPerDay})
      returning account_id, turn
    ), generation as (
      insert into generations (generation_id, account_id, template_id, template_name, is_async, status, pages,
        elements, recipients, mails, turn, token_id, key_name, file_name, options,
        reserved_until)
      select ${generationId}, account_id, template_id, name, ${terms.isAsync},
        ${terms.isAsync ? 'pending' : 'processing'}, ${pages}, ${terms.isAsync ? elements : null},
        case when ${terms.isAsync && mails === 0} then array[email] else ${request.recipients}::text[] end,
        ${mails}, turn, ${request.apiKey?.tokenId ?? null}, ${request.apiKey?.name ?? null}, ${fileName},
        ${terms.isAsync && options ? JSON.stringify(options) : null}, now() + ${terms.reservedMs} * interval '1 millisecond'
      from template join reserved using (account_id)
      returning recipients, turn
    )
    select template_id as "templateId", name, object_key as "objectKey", content_version as "contentVersion", schema,
      egress, region, (select recipients from generation) as recipients, (select turn from generation) as turn
    from template`.execute(database)
  const [row] = rows
  if (!row) throw templateNotFound()
  if (!row.recipients) return undefined
  const { recipients, egress, region, turn, ...template } = row
  const { accountId, templateId } = request
  const asked = { accountId, templateId, elements, pages, fileName, options }
  const generation = {
    ...asked,
    generationId,
    recipients,
    egress,
    region,
    templateName: row.name,
    attempt: 0,
  }
  return { accepted: { template, generation }, turn }
}
