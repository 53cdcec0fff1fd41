import type { Target } from '@platen/einvoice'
import type { TenantUsage } from '@platen/capacity/tenant-usage'
import { createThreads } from '@platen/renderer/scheduling/threads'
import { timeoutRefusal } from '@platen/renderer/scheduling/timed-out'
import type * as functions from './thread.ts'
import type { CheckedInvoice, ReadXml } from './thread.ts'

/** Account and time limit of a call. */
export interface EinvoiceCall {
  accountId: string
  deadline: AbortSignal
}

/** Creates, validates and reads electronic invoices, in threads that the accounts share fairly. */
export interface Einvoices extends AsyncDisposable {
  /**
   * Completes and validates an invoice of the JSON model, and writes it as XML.
   * @param invoice parsed JSON of a caller.
   * @throws {Refusal} `timed-out`.
   */
  create(invoice: object, target: Target, call: EinvoiceCall): Promise<CheckedInvoice>
  /**
   * Reads an invoice from XML and validates it.
   * @param target format whose rules apply. `undefined`: the one that the XML names.
   * @throws {Refusal} `invalid` for XML that is no invoice; `timed-out`.
   */
  read(xml: Buffer, target: Target | undefined, call: EinvoiceCall): Promise<ReadXml>
  /**
   * Returns the specification identifier of a Cross Industry Invoice. `undefined` when it has none.
   * @throws {Refusal} as `read`.
   */
  readSpecification(xml: Buffer, call: EinvoiceCall): Promise<string | undefined>
}

/** An invoice of 10,000 lines needs 200 MB. */
const HEAP_MB = 512

/** Creates the threads. They start when they are needed. @param count calls of an account at a time. */
export function createEinvoices(count: number, usage: TenantUsage): Einvoices {
  const threads = createThreads<typeof functions>(new URL('thread.ts', import.meta.url), {
    count,
    heapMb: HEAP_MB,
    usage,
  })
  const run = async <Result>({ deadline }: EinvoiceCall, work: Promise<Result>): Promise<Result> =>
    await work.catch((error: unknown) => {
      throw deadline.aborted ? timeoutRefusal(error) : error
    })
  const accountOf = ({ accountId }: EinvoiceCall) => ({ tenant: accountId })
  return {
    create: (invoice, target, call) =>
      run(call, threads.run('createInvoice', { invoice, target }, accountOf(call), call.deadline)),
    read: (xml, target, call) =>
      run(call, threads.run('readXml', { xml, target }, accountOf(call), call.deadline)),
    readSpecification: (xml, call) =>
      run(call, threads.run('readXmlSpecification', { xml }, accountOf(call), call.deadline)),
    [Symbol.asyncDispose]: () => threads[Symbol.asyncDispose](),
  }
}
