import { setTimeout as delay } from 'node:timers/promises'
import type { Answer } from '../harness.ts'
import type { ReplicaCaller, Replicas } from '../replicas.ts'

/** Kind of a call. */
interface CallKind {
  template: keyof typeof SOURCES
  pages: number
  isAsync: boolean
  /** Number of mail recipients. */
  recipients: number
}

/** A call with its final answer, after all repetitions. */
export interface Answered extends Omit<CallKind, 'recipients'> {
  key: string
  caller: ReplicaCaller
  recipients: string[]
  answer: Answer
}

/** Load of calls from several accounts to several apis. */
export interface Load {
  /** Resolves with all calls but the long one, when each has its final answer. */
  calls: Promise<Answered[]>
  /** Sends the long call, which takes some seconds, to the first api. */
  askLong(): Promise<Answered>
  /** Number of repeated calls by the reason: the previous status or failure. */
  repeated: Map<string, number>
  /** Idempotency keys of the calls whose connection broke. */
  cutOff: Set<string>
}

/** Idempotency key of the long call. */
export const LONG = 'call-0'

/** Returns a source that is printed after a delay, without CPU load. */
function waiting(ms: number): string {
  return `<p>{{name}}</p><script>window.platen = { ready: new Promise((resolve) => setTimeout(resolve, ${ms})) }</script>`
}

const SOURCES = {
  page: '<p>{{name}}</p>',
  slow: waiting(300),
  long: waiting(8_000),
  broken: '{{formatCurrency name currency="EUR"}}',
}
const LONG_KIND: CallKind = { template: 'long', pages: 1, isAsync: false, recipients: 1 }
/** Kinds of calls, used in rotation. */
const KINDS: readonly CallKind[] = [
  { template: 'page', pages: 1, isAsync: false, recipients: 0 },
  { template: 'page', pages: 1, isAsync: true, recipients: 0 },
  { template: 'page', pages: 1, isAsync: true, recipients: 2 },
  { template: 'page', pages: 3, isAsync: true, recipients: 1 },
  { template: 'broken', pages: 1, isAsync: true, recipients: 1 },
  { template: 'slow', pages: 1, isAsync: true, recipients: 0 },
  { template: 'page', pages: 1, isAsync: true, recipients: 1 },
  { template: 'page', pages: 5, isAsync: true, recipients: 0 },
  { template: 'slow', pages: 1, isAsync: false, recipients: 1 },
  { template: 'broken', pages: 1, isAsync: false, recipients: 0 },
]
/** Initial credits of each account. */
export const CREDITS = 10_000

const ACCOUNTS = 5
const AT_ONCE = 10
/** Pause between the calls of a lane, so that the load lasts as long as the kills. */
const PAUSE_MS = 300
const REPEAT_AFTER_MS = 500
const CUT_OFF = 'cut off'

/** Starts a load of `count` calls. @param signal Aborts it before all calls are answered. */
export async function startLoad(
  replicas: Replicas,
  apis: { url: string }[],
  count: number,
  signal: AbortSignal,
): Promise<Load> {
  const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => replicas.account(CREDITS)))
  const [first] = apis
  if (!first) throw new Error('A storm needs an api')
  const books = await Promise.all(
    accounts.map(async (caller) => ({ caller, templates: await uploadAll(caller, first.url) })),
  )
  const repeated = new Map<string, number>()
  const cutOff = new Set<string>()

  /** Repeats a call with the same key until its answer is final, as the documentation describes. */
  const call = async (n: number): Promise<Answered> => {
    const kind = n === 0 ? LONG_KIND : KINDS[n % KINDS.length]
    const book = books[Math.floor(n / KINDS.length) % books.length]
    if (!kind || !book) throw new Error(`There is no call ${n}`)
    const { caller, templates } = book
    const key = `call-${n}`
    const recipients = Array.from({ length: kind.recipients }, (_, index) => `r${n}-${index}@example.com`)
    const body = {
      templateId: templates[kind.template],
      data: dataOf(n, kind),
      ...(kind.isAsync && { async: true }),
      ...(recipients.length > 0 && { sendEmail: recipients }),
    }
    for (let round = n; ; round += 1) {
      signal.throwIfAborted()
      // The long call stays at the first api until that api is killed, also after a rejection.
      const isBeforeKill = key === LONG && !cutOff.has(key)
      const { url } = isBeforeKill ? first : (apis[round % apis.length] ?? first)
      const answer = await caller
        .call(url, 'POST', '/v1/pdf/generate', body, { 'idempotency-key': key })
        .catch(reasonOf)
      if (typeof answer !== 'string' && answer.status < 500 && ![409, 429].includes(answer.status)) {
        return { ...kind, key, caller, recipients, answer }
      }
      const reason = typeof answer === 'string' ? answer : String(answer.status)
      repeated.set(reason, (repeated.get(reason) ?? 0) + 1)
      if (reason === CUT_OFF) cutOff.add(key)
      await delay(REPEAT_AFTER_MS)
    }
  }
  const lanes = Array.from({ length: AT_ONCE }, async (_, lane) => {
    const answered: Answered[] = []
    for (let n = lane + 1; n < count; n += AT_ONCE) {
      answered.push(await call(n))
      await delay(PAUSE_MS)
    }
    return answered
  })
  return {
    calls: Promise.all(lanes).then((answered) => answered.flat()),
    askLong: () => call(0),
    repeated,
    cutOff,
  }
}

/** Returns the expected texts of the pages of a call. */
export function textsOf({ key, pages }: Answered): string[] {
  return Array.from({ length: pages }, (_, page) => `${key} ${page}`)
}

/** Returns the reason of a call without an answer. */
function reasonOf(error: Error): string {
  const code = error.cause instanceof Error && 'code' in error.cause ? error.cause.code : undefined
  return code === 'ECONNREFUSED' ? 'connection refused' : CUT_OFF
}

function dataOf(n: number, { pages }: CallKind): unknown {
  const elements = Array.from({ length: pages }, (_, page) => ({ name: `call-${n} ${page}` }))
  return pages === 1 ? elements[0] : elements
}

async function uploadAll(caller: ReplicaCaller, url: string) {
  return {
    page: await caller.upload(url, SOURCES.page),
    slow: await caller.upload(url, SOURCES.slow),
    long: await caller.upload(url, SOURCES.long),
    broken: await caller.upload(url, SOURCES.broken),
  }
}
