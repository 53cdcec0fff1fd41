/** What happens at a point: the process dies at once, goes no further, or meets an error. */
export type Action = 'crash' | 'hang' | 'throw'

/** What is asked of the service while a point is armed. */
export type Scenario = keyof typeof SCENARIOS

/** Where a point lies: before a statement of the service’s own, or after it. */
interface Place {
  file: string
  /** What the statement’s first line holds, and no other line of the file but those that are meant too. */
  line: string
  side: 'before' | 'after'
}

export interface FailPoint {
  name: string
  scenarios: Scenario[]
  /** None where the point is in Node’s hands, or the mail server’s. */
  places: Place[]
}

/** Each with what it is about. */
const SCENARIOS = {
  sync: 'a call that is answered with its PDF',
  async: 'a job',
  upload: 'a new template',
  replace: 'a template’s new content',
  rewrite: 'a template’s content, stored again as it is',
  remove: 'a template that is deleted',
  abandoned: 'the pages that a dead process had reserved',
  orphan: 'an object that nobody needs',
  key: 'a key that is deactivated',
  'sign-up': 'somebody’s first sign-in',
  purchase: 'a payment that Stripe tells of',
  ending: 'a process that is asked to end',
  browser: 'a Chromium that has ended',
} as const

const both: Scenario[] = ['sync', 'async']
const before = (file: string, line: string): Place => ({ file, line, side: 'before' })
const after = (file: string, line: string): Place => ({ file, line, side: 'after' })

const ROUTE = 'http/routes/generate.ts'
const ACCEPT = 'generation/accept.ts'
const GENERATE = 'generation/generate.ts'
const PRODUCE = 'generation/produce.ts'
const DELIVER = 'jobs/handlers/generations.ts'

/** Every point, along the way of a call. */
export const FAIL_POINTS: FailPoint[] = [
  point('after-auth', both, before('http/auth/authenticate.ts', 'request.accountId = holder.accountId')),
  point('after-validate', both, before(ROUTE, 'const generation = {')),
  point('before-reserve', both, before(ACCEPT, 'return await inTransaction(services.database')),
  point('after-reserve-before-commit', both, before(ACCEPT, 'if (opened) return opened')),
  point('after-reserve-commit', ['sync'], after(GENERATE, 'acceptNow(services, request)')),
  point(
    'after-enqueue-commit',
    ['async'],
    before(GENERATE, 'return { jobId: generation.generationId, replayed: false }'),
  ),
  point('after-claim', ['async'], after(DELIVER, 'const generation = await beginAttempt(')),
  point('before-template-fetch', both, before(PRODUCE, 'const { source, contentVersion } =')),
  point('after-template-fetch', both, before(PRODUCE, 'const { pdf, sheets, scale, warnings } =')),
  point('during-handlebars', both, before('rendering/fill/hosts.ts', 'let isLate = false')),
  point(
    'after-handlebars',
    both,
    before('rendering/renderer.ts', 'const { options: pdfOptions, hasPreviewMark = false } = request'),
  ),
  point('before-browser-page', both, before('rendering/print/printer.ts', 'const lending = tabs.lend(')),
  point('during-load', both, before('rendering/print/tab.ts', 'return await evaluationIn(')),
  point(
    'during-print',
    both,
    before('rendering/print/print-pdf.ts', 'const pdf = await session.sendForData('),
  ),
  point('after-print', both, before('rendering/renderer.ts', 'const sheets = printed.reduce(')),
  point('before-upload', both, before(PRODUCE, "await telemetry.phase('store'")),
  point('mid-upload', both, after('storage/storage.ts', 'await file.writeFile(content)')),
  point('after-upload', both, after(PRODUCE, "await telemetry.phase('store'")),
  point('in-post-transaction', both, before(PRODUCE, 'if (completedAt) await queueDeliveries(')),
  point('before-post-commit', both, after(PRODUCE, 'if (completedAt) await queueDeliveries(')),
  point('after-post-commit', both, before(PRODUCE, 'if (!completedAt) {')),
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
  point('smtp-accepted', both, after('mail/mailer.ts', '        await transport.sendMail(mail)')),
  point('outbox-marked', both, after(DELIVER, "await markDelivery(services.database, mail, 'sent')")),
  point('sweeper-void', ['abandoned'], before('jobs/cleanup.ts', 'if (abandoned > 0)')),
  point('sweeper-orphan-delete', ['orphan'], after('jobs/cleanup.ts', 'await storage.remove(key, signal)')),
  point(
    'template-object-written',
    ['upload', 'replace'],
    after('templates/templates.ts', 'await storage.put(objectKey, bytes, signal)'),
  ),
  point(
    'template-row-committed',
    ['upload', 'replace'],
    before('http/routes/templates.ts', 'return await reply.status(201)'),
    before('templates/save.ts', 'for (const key of unneeded)'),
  ),
  point('template-old-object-delete', ['rewrite'], before('storage/discard.ts', 'await storage.remove(key)')),
  point(
    'delete-row-committed',
    ['remove'],
    before('templates/templates.ts', 'for (const key of new Set(keys))'),
  ),
  point('delete-object', ['remove'], after('storage/discard.ts', 'await storage.remove(key)')),
  point(
    'key-deactivate-committed',
    ['key'],
    before('accounts/keys.ts', 'if (!key) throw keyNotFound(tokenId)'),
  ),
  point('signup-account-created', ['sign-up'], before('accounts/accounts.ts', 'if (welcomeCredits > 0) {')),
  point('welcome-credits-granted', ['sign-up'], before('identity/users.ts', 'const { user } = await find')),
  point(
    'purchase-event-recorded',
    ['purchase'],
    before('billing/payments.ts', 'if (rows.length === 0) return'),
  ),
  point('shutdown-begin', ['ending'], before('operations/drain.ts', 'services.log.info({ lingerMs }')),
  point(
    'browser-recycle',
    ['browser'],
    after('rendering/print/chromium/browser.ts', "kind: 'chromium-restarted'"),
  ),
]

/**
 * The source of a module of the service with its points in it: each asks `failPoint` whether it is armed.
 * @param file below `server/`.
 * @throws when a point’s place is no longer there.
 */
export function withFailPoints(file: string, source: string): string {
  const lines = source.split('\n')
  for (const { name, places } of FAIL_POINTS) {
    for (const { file: its, line: text, side } of places) {
      if (its !== file) continue
      const ask = `await failPoint('${name}');`
      let found = 0
      for (const [index, line] of lines.entries()) {
        if (!line.includes(text) || /^\s*(?:\*|\/\/)/.test(line)) continue
        lines[index] = side === 'before' ? `${ask} ${line}` : `${line}; ${ask}`
        found += 1
      }
      if (found === 0) throw new Error(`server/${file} has no line with ${text} for the point ${name}`)
    }
  }
  return lines.join('\n')
}

function point(name: string, scenarios: Scenario[], ...places: Place[]): FailPoint {
  return { name, scenarios, places }
}
