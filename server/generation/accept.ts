import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { availableCredits } from '../accounts/credits.ts'
import { mailsLeft } from '../accounts/mails.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { Refusal } from '../errors.ts'
import type { Services } from '../services.ts'
import { type Template, templateNotFound } from '../templates/templates.ts'
import { failAbandoned, type Generation } from './generations.ts'

/** What a caller asks for. */
export interface GenerationRequest {
  accountId: string
  templateId: string
  elements: unknown[]
  /** Whom the caller names; for a job without any, the account itself gets the mail. */
  recipients: string[]
}

/** The template as it was when the call was accepted. */
export type AcceptedTemplate = Pick<Template, 'templateId' | 'name' | 'objectKey' | 'contentVersion'>

export interface Accepted {
  generation: Generation
  template: AcceptedTemplate
}

// Beyond the call's own limit, so that a slow answer is never overtaken by the release of its pages.
const SYNC_RESERVATION_MARGIN_MS = 6_000
// The queue ends every job long before; this only catches what was lost with its queue.
const ASYNC_RESERVATION_MS = 24 * 3_600_000

/**
 * May this be made at once? Finds the template, reserves the pages and counts the recipients.
 * @throws {Refusal} `not-found` for the template, then `limit-reached` for the day's mails, then
 * `insufficient-credits`.
 */
export async function acceptNow(services: Services, request: GenerationRequest): Promise<Accepted> {
  const reservedMs = services.settings.syncLimitMs + SYNC_RESERVATION_MARGIN_MS
  return await accept(services, services.database, request, { isAsync: false, reservedMs })
}

/**
 * The same for later: the job is in the queue if and only if the pages are reserved.
 * @throws {Refusal} as `acceptNow`.
 */
export async function acceptLater(services: Services, request: GenerationRequest): Promise<Accepted> {
  return await inTransaction(services.database, async (transaction) => {
    const accepted = await accept(services, transaction, request, {
      isAsync: true,
      reservedMs: ASYNC_RESERVATION_MS,
    })
    await services.queue.sendGenerate(transaction, accepted.generation)
    return accepted
  })
}

async function accept(
  services: Services,
  database: Database,
  request: GenerationRequest,
  terms: { isAsync: boolean; reservedMs: number },
): Promise<Accepted> {
  const mailsPerDay = services.settings.mailsPerDay
  const accepted =
    (await open(database, request, { ...terms, mailsPerDay })) ??
    // Pages that a dead process holds are free as soon as somebody needs them.
    ((await failAbandoned(database, request.accountId)) > 0
      ? await open(database, request, { ...terms, mailsPerDay })
      : undefined)
  if (accepted) return accepted
  await refuseOverMails(database, request, mailsPerDay)
  const [needed, left] = [request.elements.length, await availableCredits(database, request.accountId)]
  throw new Refusal(
    'insufficient-credits',
    `This needs ${needed} ${needed === 1 ? 'credit' : 'credits'} and ${left} ${left === 1 ? 'is' : 'are'} left. ` +
      `Please purchase credits at ${services.settings.billingUrl}.`,
    { detail: 'INSUFFICIENT_CREDITS' },
  )
}

async function refuseOverMails(
  database: Database,
  { accountId, recipients }: GenerationRequest,
  perDay: number,
): Promise<void> {
  if (recipients.length === 0) return
  const { left, secondsToMidnight } = await mailsLeft(database, accountId, perDay)
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
 * @returns undefined for want of credits or mails.
 */
async function open(
  database: Database,
  request: GenerationRequest,
  terms: { isAsync: boolean; reservedMs: number; mailsPerDay: number },
): Promise<Accepted | undefined> {
  const generationId = randomUUID()
  const elements = JSON.stringify(request.elements)
  const pages = request.elements.length
  const mails = request.recipients.length
  const { rows } = await sql<AcceptedTemplate & Pick<Generation, 'egress'> & { recipients: string[] | null }>`
    with template as (
      select template_id, account_id, name, object_key, content_version, email, egress
      from templates join accounts using (account_id)
      where template_id = ${request.templateId} and account_id = ${request.accountId}
    ), reserved as (
      update accounts set reserved = reserved + ${pages}, mails_on = today,
        mails = case when mails_on = today then mails else 0 end + ${mails}
      from date(now() at time zone 'utc') as today
      where account_id = (select account_id from template) and credits - reserved >= ${pages}
        and (${mails} = 0 or case when mails_on = today then mails else 0 end + ${mails} <= ${terms.mailsPerDay})
      returning account_id
    ), generation as (
      insert into generations (generation_id, account_id, template_id, template_name, is_async, status, pages,
        elements, recipients, reserved_until)
      select ${generationId}, account_id, template_id, name, ${terms.isAsync},
        ${terms.isAsync ? 'pending' : 'processing'}, ${pages}, ${terms.isAsync ? elements : null},
        case when ${terms.isAsync && request.recipients.length === 0} then array[email]
          else ${request.recipients}::text[] end,
        now() + ${terms.reservedMs} * interval '1 millisecond'
      from template join reserved using (account_id)
      returning recipients
    )
    select template_id as "templateId", name, object_key as "objectKey", content_version as "contentVersion", egress,
      (select recipients from generation) as recipients
    from template`.execute(database)
  const [row] = rows
  if (!row) throw templateNotFound()
  if (!row.recipients) return undefined
  const { recipients, egress, ...template } = row
  const { accountId, templateId } = request
  return {
    template,
    generation: {
      generationId,
      accountId,
      templateId,
      templateName: row.name,
      elements,
      pages,
      recipients,
      egress,
    },
  }
}
