import { findAccount } from '../accounts/accounts.ts'
import { perMinute, spendTokens } from '../accounts/token-bucket.ts'
import type { Database } from '../database/database.ts'
import { libraryOf } from '../content/library.ts'
import type { Rendered } from '@platen/renderer/service'
import type { Services } from '../services.ts'
import { requireActive } from '../templates/organization.ts'
import { findPrintable } from '../templates/template-data.ts'
import { readKnownSource } from '../content/contents.ts'
import { templateRef } from '../templates/templates.ts'
import type { GenerationRequest } from './accept.ts'
import { prepareOptions } from './render-options.ts'
import { countByKind } from './render-metrics.ts'

/** Elements that an account may use in dry runs per minute. They are printed, but free. */
const ELEMENTS_PER_MINUTE = 120

/** Result and cost of a call without its PDF. */
export interface DryRun extends Pick<Rendered, 'sheets' | 'pages' | 'scale' | 'warnings'> {
  /** Size of the PDF in bytes. */
  size: number
  /** Price of the call in credits. */
  cost: number
  /** Available credits of the account. */
  credits: number
}

/**
 * Renders like `generate`, on the slots of the account and within its limits, but returns no PDF. Nothing is charged,
 * stored or mailed.
 * @throws {Refusal} `not-found`; `limit-reached` for too many elements; otherwise as `generate`, except
 * `insufficient-credits`.
 */
export async function dryRun(
  { database, storage, renderer, signing, telemetry }: Services,
  request: Pick<
    GenerationRequest,
    'accountId' | 'apiKey' | 'templateId' | 'templateVersion' | 'elements' | 'pages' | 'isList' | 'options'
  >,
  signal: AbortSignal,
): Promise<DryRun> {
  const { accountId, templateId, templateVersion, elements, isList } = request
  const { options, signature } = await prepareOptions({ database, signing }, request)
  const template = await findPrintable(database, accountId, templateId, templateVersion)
  requireActive(template)
  await takeElements(database, accountId, request.pages)
  const account = await findAccount(database, accountId)
  const { schema } = template
  if (schema) await renderer.validate({ tenant: accountId, schema, elements, isList }, signal)
  const { source, contentVersion } = await readKnownSource(
    { database, storage },
    templateRef(accountId, templateId, template.number),
    template,
    signal,
  )
  const { locale, timeZone } = account
  const { pdf, sheets, pages, scale, warnings } = await renderer.render(
    {
      owner: { tenant: accountId, egress: account.egress, warnsAuthor: true },
      source,
      contentVersion,
      elements,
      region: { locale, timeZone },
      library: libraryOf({ database, storage }, accountId),
      options,
      signature: signature?.field,
    },
    signal,
    telemetry.phase,
  )
  telemetry.addAttributes({ warnings: countByKind(warnings) })
  const cost = request.apiKey?.isTest ? 0 : request.pages
  return { sheets, pages, scale, warnings, size: pdf.length, cost, credits: account.available }
}

async function takeElements(database: Database, accountId: string, count: number): Promise<void> {
  await spendTokens(database, `dry runs ${accountId}`, perMinute(ELEMENTS_PER_MINUTE), {
    count,
    refusal: (retryAfter) =>
      `Dry runs are limited to ${ELEMENTS_PER_MINUTE} elements a minute. Try again in ${retryAfter} s.`,
  })
}
