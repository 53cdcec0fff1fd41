import { setTimeout as delay } from 'node:timers/promises'
import type { Answer } from '../harness.ts'
import type { ReplicaCaller, Replicas } from '../replicas.ts'

/** What is asked for in one call of a storm. */
interface Wanted {
  template: keyof typeof SOURCES
  pages: number
  isAsync: boolean
  /** How many are named to be mailed to. */
  recipients: number
}

/** A call that was answered for good, however often it had to be repeated for that. */
export interface Answered extends Omit<Wanted, 'recipients'> {
  key: string
  caller: ReplicaCaller
  recipients: string[]
  answer: Answer
}

/** Calls of several accounts to several apis. */
export interface Storm {
  /** All but the long one, when each was answered for good. */
  calls: Promise<Answered[]>
  /** Asks the first api for what takes some seconds. */
  askLong(): Promise<Answered>
  /** How many times a call was made again with its key, by what the answer before was. */
  repeated: Map<string, number>
  /** Keys of the calls whose connection broke. */
  cutOff: Set<string>
}

/** The key of the long call. */
export const LONG = 'call-0'

/** Is printed after a while, which takes nothing of a processor. */
function waiting(ms: number): string {
  return `<p>{{name}}</p><script>window.platen = { ready: new Promise((resolve) => setTimeout(resolve, ${ms})) }</script>`
}

const SOURCES = {
  page: '<p>{{name}}</p>',
  slow: waiting(300),
  long: waiting(8_000),
  broken: '{{formatCurrency name currency="EUR"}}',
}
const LONG_KIND: Wanted = { template: 'long', pages: 1, isAsync: false, recipients: 1 }
/** In turn. */
const KINDS: readonly Wanted[] = [
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
/** What an account of a storm has at first. */
export const CREDITS = 10_000

const ACCOUNTS = 5
const AT_ONCE = 10
/** Between a caller's calls, so that work comes in for as long as workers die. */
const PAUSE_MS = 300
const REPEAT_AFTER_MS = 500
const CUT_OFF = 'cut off'

/** Begins a storm of `count` calls. @param signal Ends it before they are all answered. */
export async function beginStorm(
  replicas: Replicas,
  apis: { url: string }[],
  count: number,
  signal: AbortSignal,
): Promise<Storm> {
  const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => replicas.account(CREDITS)))
  const [first] = apis
  if (!first) throw new Error('A storm needs an api')
  const books = await Promise.all(
    accounts.map(async (caller) => ({ caller, templates: await uploadAll(caller, first.url) })),
  )
  const repeated = new Map<string, number>()
  const cutOff = new Set<string>()

  /** As the documentation has it: repeated with the same key until the answer is not about the service. */
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
    for (let turn = n; ; turn += 1) {
      signal.throwIfAborted()
      // The long call stays at the first api until that is killed over it, also when it is refused at first.
      const isBeforeKill = key === LONG && !cutOff.has(key)
      const { url } = isBeforeKill ? first : (apis[turn % apis.length] ?? first)
      const answer = await caller
        .call(url, 'POST', '/v1/pdf/generate', body, { 'idempotency-key': key })
        .catch(wordFor)
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
    const made: Answered[] = []
    for (let n = lane + 1; n < count; n += AT_ONCE) {
      made.push(await call(n))
      await delay(PAUSE_MS)
    }
    return made
  })
  return {
    calls: Promise.all(lanes).then((made) => made.flat()),
    askLong: () => call(0),
    repeated,
    cutOff,
  }
}

/** The texts of a call's pages. */
export function textsOf({ key, pages }: Answered): string[] {
  return Array.from({ length: pages }, (_, page) => `${key} ${page}`)
}

/** What became of a call without an answer. */
function wordFor(error: Error): string {
  const code = error.cause instanceof Error && 'code' in error.cause ? error.cause.code : undefined
  return code === 'ECONNREFUSED' ? 'nobody there' : CUT_OFF
}

function dataOf(n: number, { pages }: Wanted): unknown {
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
