/** Fault at a fail point: the process is killed, hangs, or an error is thrown. */
export type Action = 'crash' | 'hang' | 'throw'

/** Request to the service while a fail point is armed. */
export type Scenario = keyof typeof SCENARIOS

/** Position of a fail point: before or after a statement of the service. */
interface Position {
  file: string
  /** Text in the first line of the statement. Each line of the file that contains it gets the fail point. */
  line: string
  side: 'before' | 'after'
}

/** A point of the service at which tests can cause a fault. */
export interface FailPoint {
  name: string
  scenarios: Scenario[]
  /** Empty when Node.js or the mail server causes the fault. */
  positions: Position[]
}

/** Scenarios with their descriptions. */
const SCENARIOS = {
  sync: 'a call that is answered with its PDF',
  async: 'an asynchronous call',
  upload: 'a new template',
  replace: 'new content of a template',
  rewrite: 'the same content of a template, stored again',
  remove: 'the deletion of a template',
  abandoned: 'the reserved credits of a dead process',
  orphan: 'an object without references',
  key: 'the deactivation of an API key',
  'sign-up': 'the first sign-in of a user',
  purchase: 'a payment event from Stripe',
  ending: 'a process that receives SIGTERM',
  browser: 'a Chromium that has crashed',
} as const

const both: Scenario[] = ['sync', 'async']
const before = (file: string, line: string): Position => ({ file, line, side: 'before' })
const after = (file: string, line: string): Position => ({ file, line, side: 'after' })

const ROUTE = 'server/src/http/routes/generate.ts'
const ACCEPT = 'server/src/generation/accept.ts'
const GENERATE = 'server/src/generation/generate.ts'
const PRODUCE = 'server/src/generation/produce.ts'
const DELIVER = 'server/src/jobs/handlers/generations.ts'
const SCHEDULES = 'server/src/jobs/handlers/schedules.ts'

/** All fail points, in the order of a call. */
export const FAIL_POINTS: FailPoint[] = [
  point(
    'after-auth',
    both,
    before('server/src/http/auth/authenticate.ts', 'request.accountId = holder.accountId'),
  ),
  point('after-validate', both, before(ROUTE, 'const generation = {')),
  point(
    'before-reserve',
    both,
    before(GENERATE, 'const { generation, template } = await telemetry.phase('),
    before(GENERATE, 'const { generation } = await telemetry.phase('),
  ),
  point('after-reserve-before-commit', both, before(ACCEPT, 'if (result) return result')),
  point('after-reserve-commit', ['sync'], after(GENERATE, 'acceptSync(services, request)')),
  point(
    'after-enqueue-commit',
    ['async'],
    before(GENERATE, 'return { jobId: generation.generationId, replayed: false }'),
  ),
  point('after-claim', ['async'], after(DELIVER, 'const generation = await beginAttempt(')),
  point('before-template-fetch', both, before(PRODUCE, 'const { source, contentVersion } =')),
  point('after-template-fetch', both, before(PRODUCE, 'const rendered = await')),
  point('during-handlebars', both, before('renderer/src/fill/hosts.ts', 'let isLate = false')),
  point(
    'after-handlebars',
    both,
    before('renderer/src/renderer.ts', 'const { options: pdfOptions, label, signature } = request'),
  ),
  point(
    'before-browser-page',
    both,
    before('renderer/src/print/printer.ts', 'const acquiring = tabs.acquire('),
  ),
  point('during-load', both, before('renderer/src/print/tab.ts', 'return await evaluationIn(')),
  point(
    'during-print',
    both,
    before('renderer/src/print/print-pdf.ts', 'const pdf = await session.sendForData('),
  ),
  point(
    'after-print',
    both,
    before('renderer/src/renderer.ts', 'checkLimit(countSheets(printed), SHEETS_MAX'),
  ),
  point('before-upload', both, before(PRODUCE, "await telemetry.phase('store'")),
  point('mid-upload', both, after('server/src/storage/storage.ts', 'await file.writeFile(content)')),
  point('after-upload', both, after(PRODUCE, "await telemetry.phase('store'")),
  point('in-post-transaction', both, before(PRODUCE, 'await queueDeliveries(')),
  point('before-post-commit', both, after(PRODUCE, 'await queueDeliveries(')),
  point('after-post-commit', both, before(PRODUCE, 'if (!completedAt) throw timeoutRefusal()')),
  point(
    'before-response',
    both,
    before(ROUTE, 'if (generated.replayed)'),
    before(ROUTE, 'if (replayed) void'),
  ),
  point('mid-response', both),
  point('after-response', both),
  point('outbox-claimed', both, before(DELIVER, 'await send(services, mail, signal)')),
  point('smtp-connected', both),
  point('smtp-data-sent', both),
  point('smtp-accepted', both, after('server/src/mail/mailer.ts', '        await transport.sendMail(mail)')),
  point('outbox-marked', both, after(DELIVER, "await markDelivery(services.database, mail, 'sent')")),
  point('sweeper-void', ['abandoned'], before(SCHEDULES, 'if (abandoned > 0)')),
  point(
    'sweeper-orphan-delete',
    ['orphan'],
    after('server/src/jobs/cleanup.ts', 'await storage.remove(key, signal)'),
  ),
  point(
    'template-object-written',
    ['upload', 'replace'],
    after('server/src/content/save.ts', 'await storage.put(objectKey, bytes, signal)'),
  ),
  point(
    'template-row-committed',
    ['upload', 'replace'],
    before('server/src/http/routes/templates.ts', 'return await reply.status(201)'),
    before('server/src/content/save.ts', 'for (const key of unreferenced)'),
  ),
  point(
    'template-old-object-delete',
    ['rewrite'],
    before('server/src/storage/discard.ts', 'await storage.remove(key)'),
  ),
  point(
    'delete-row-committed',
    ['remove'],
    before('server/src/content/contents.ts', 'for (const key of keys)'),
  ),
  point('delete-object', ['remove'], after('server/src/storage/discard.ts', 'await storage.remove(key)')),
  point(
    'key-deactivate-committed',
    ['key'],
    before('server/src/accounts/keys.ts', 'return oneOrNotFound(rows, notFoundMessage(tokenId))'),
  ),
  point(
    'signup-account-created',
    ['sign-up'],
    before('server/src/accounts/accounts.ts', 'if (welcomeCredits > 0 &&'),
  ),
  point(
    'welcome-credits-granted',
    ['sign-up'],
    after('server/src/identity/users.ts', 'await createUser(database, claims, accounts'),
  ),
  point(
    'purchase-event-recorded',
    ['purchase'],
    before('server/src/billing/payments.ts', 'if (rows.length === 0) return'),
  ),
  point(
    'shutdown-begin',
    ['ending'],
    before('server/src/operations/drain.ts', 'services.log.info({ lingerMs }'),
  ),
  point(
    'browser-recycle',
    ['browser'],
    after('renderer/src/print/chromium/browser.ts', "kind: 'chromium-restarted'"),
  ),
]

/**
 * Inserts the fail points of a module into its source, as calls of `failPoint`.
 * @param file Path below `packages/`.
 * @throws when the text of a fail point is not in the source.
 */
export function withFailPoints(file: string, source: string): string {
  const lines = source.split('\n')
  for (const { name, positions } of FAIL_POINTS) {
    for (const { file: its, line: text, side } of positions) {
      if (its !== file) continue
      const statement = `await failPoint('${name}');`
      let count = 0
      for (const [index, line] of lines.entries()) {
        if (!line.includes(text) || /^\s*(?:\*|\/\/)/.test(line)) continue
        lines[index] = side === 'before' ? `${statement} ${line}` : `${line}; ${statement}`
        count += 1
      }
      if (count === 0) throw new Error(`packages/${file} has no line with ${text} for the fail point ${name}`)
    }
  }
  return lines.join('\n')
}

function point(name: string, scenarios: Scenario[], ...positions: Position[]): FailPoint {
  return { name, scenarios, positions }
}
