import { randomUUID } from 'node:crypto'
import { libraryOf } from '../content/library.ts'
import { readKnownSource } from '../content/contents.ts'
import { startJobDeadline } from '../generation/job-deadline.ts'
import { pdfKey } from '../generation/generations.ts'
import { mayBeCausedByDocument, reasonFor, RenderingFault } from '../generation/produce.ts'
import { Refusal } from '@platen/template/refusal'
import type { Rendered } from '@platen/renderer/service'
import type { Services } from '../services.ts'
import { discard } from '../storage/discard.ts'
import type { PrintableTemplate } from '../templates/template-data.ts'
import { templateRef } from '../templates/templates.ts'
import { partKey } from './batches.ts'
import {
  type BatchAttempt,
  failRow,
  type RenderedRows,
  shrinkAttempts,
  storeResults,
  type WaitingRow,
} from './attempts.ts'

/** Objects of a batch that are written at a time. */
const WRITES_AT_ONCE = 8
/** Time after which an attempt renders no further rows, so that other batches get their share. */
const ATTEMPT_MS = 60_000

/** Rows to render in an attempt. */
interface RowsOfAttempt {
  batch: BatchAttempt
  template: PrintableTemplate
  rows: WaitingRow[]
  /** Returns false when so many further rows may not be rendered now. */
  admit: (count: number) => Promise<boolean>
  /** Monotonic clock, in milliseconds. */
  now?: () => number
}

/**
 * Renders rows of a batch and stores the results. If the rows cannot be rendered together, halves of them are rendered,
 * until the rows that fail are found. Rows are left to the next attempt when several together exceed the time limit of
 * a render, or the attempt takes long.
 * @throws when a component of the service fails, or a single row fails for an unknown reason.
 */
export async function renderRows(
  services: Services,
  { batch, template, rows, admit, now = () => performance.now() }: RowsOfAttempt,
  signal: AbortSignal,
): Promise<void> {
  const endsAt = now() + ATTEMPT_MS
  const pending = [rows]
  for (let group = pending.shift(); group; group = pending.shift()) {
    // The first rows are admitted already.
    if (group !== rows && !(await admit(group.length))) {
      await shrinkAttempts(services.database, batch)
      return
    }
    const outcome = await tryRender(services, batch, template, group, signal)
    if (outcome.failure === undefined) {
      if (!(await store(services, batch, outcome.results, signal))) return
    } else if (group.length > 1) {
      if (outcome.isTimeout) {
        await shrinkAttempts(services.database, batch)
        return
      }
      const half = Math.ceil(group.length / 2)
      pending.unshift(group.slice(0, half), group.slice(half))
      continue
    } else {
      for (const { number } of group) await failRow(services.database, batch, number, outcome.failure)
    }
    if (now() > endsAt) return
  }
}

/** A PDF that is not stored yet. */
type Result = RenderedRows & { pdf: Buffer }

async function tryRender(
  services: Services,
  batch: BatchAttempt,
  template: PrintableTemplate,
  rows: WaitingRow[],
  signal: AbortSignal,
): Promise<{ results: Result[]; failure?: never } | { failure: string; isTimeout: boolean }> {
  using deadline = startJobDeadline(services.settings.asyncLimitMs, signal)
  try {
    const owner = {
      // A separate tenant, so that the calls of the account never wait for its batches.
      tenant: `${batch.accountId} batches`,
      egress: batch.egress,
      clock: deadline.clock,
    }
    const elements = `[${rows.map(({ data }) => data).join()}]`
    const { schema } = template
    if (schema) {
      const only = rows.length === 1 ? rows[0] : undefined
      await services.renderer.validate(
        { tenant: owner.tenant, schema, elements, isList: only === undefined },
        deadline.signal,
      )
    }
    const { source, contentVersion } = await readKnownSource(
      services,
      templateRef(batch.accountId, template.templateId, template.number),
      template,
      deadline.signal,
    )
    const request = {
      owner,
      source,
      contentVersion,
      elements,
      region: batch.region,
      library: libraryOf(services, batch.accountId),
    }
    if (batch.output === 'pdf') {
      return { results: [resultOf(await services.renderer.renderPart(request, deadline.signal), rows)] }
    }
    const label = batch.isTest ? ('TEST' as const) : undefined
    const rendered = await services.renderer.renderEach({ ...request, label }, deadline.signal)
    return { results: rendered.map((one, index) => resultOf(one, rows.slice(index, index + 1))) }
  } catch (error) {
    return {
      failure: failureOf(error, { isOnly: rows.length === 1, isLost: signal.aborted, deadline }),
      isTimeout: error instanceof Refusal && error.kind === 'timed-out',
    }
  }
}

function resultOf({ pdf, sheets, scale, warnings }: Rendered, rows: WaitingRow[]): Result {
  return {
    generationId: randomUUID(),
    objectId: randomUUID(),
    rows,
    pdf,
    size: pdf.length,
    sheets,
    scale,
    warnings,
  }
}

/** Returns the reason of a failure that a row may have caused. @throws any other error. */
function failureOf(
  error: unknown,
  {
    isOnly,
    isLost,
    deadline,
  }: { isOnly: boolean; isLost: boolean; deadline: ReturnType<typeof startJobDeadline> },
): string {
  if (isLost) throw error
  if (deadline.isQueueTimeout()) throw new Error('A batch has waited too long for a slot', { cause: error })
  if (!(error instanceof Refusal)) {
    const fault = new RenderingFault('The rendering failed', { cause: error })
    // A single row may fail because of the service, so it is tried again.
    if (isOnly) throw fault
    return fault.message
  }
  if (error.kind === 'not-found' || !mayBeCausedByDocument(error)) throw error
  return error.kind === 'timed-out' ? 'The document was not ready within the time limit.' : reasonFor(error)
}

/** Stores the PDFs, then charges them. @returns false when nothing was charged. */
async function store(
  services: Services,
  batch: BatchAttempt,
  results: readonly Result[],
  signal: AbortSignal,
): Promise<boolean> {
  const remaining = [...results]
  const keyOf = ({ objectId }: Result) => (batch.output === 'pdf' ? partKey(objectId) : pdfKey(objectId))
  await Promise.all(
    Array.from({ length: WRITES_AT_ONCE }, async () => {
      for (let next = remaining.shift(); next; next = remaining.shift())
        await services.storage.put(keyOf(next), next.pdf, signal)
    }),
  )
  signal.throwIfAborted()
  const isStored = await storeResults(services, batch, results)
  if (!isStored) for (const result of results) await discard(services, keyOf(result))
  return isStored
}
