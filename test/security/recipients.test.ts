import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { auditCredits } from '../../packages/server/src/accounts/credits.ts'
import { type MailServer, startMailServer, type Taken } from '../mail-server.ts'
import { type Caller, cases, eventually, type Platen, startPlaten } from '../harness.ts'

const MAILS_PER_DAY = 12

// The complete list of headers of a mail.
const HEADERS = [
  'Auto-Submitted',
  'Content-Type',
  'Date',
  'From',
  'MIME-Version',
  'Message-ID',
  'Subject',
  'To',
  'X-Auto-Response-Suppress',
]

describe('mail recipients', () => {
  let platen: Platen
  let server: MailServer
  before(async () => {
    server = await startMailServer()
    platen = await startPlaten({
      environment: {
        SMTP_URL: server.url,
        MAIL_FROM: 'Platen <no-reply@platen.example>',
        BASE_URL: 'https://pdf.platen.example',
      },
    })
  })
  // The next test would count mails that are still queued.
  afterEach(() =>
    eventually(async () => {
      const { rows } = await sql`select 1 from deliveries where status = 'queued'`.execute(
        platen.app.services.database,
      )
      return rows.length === 0
    }, 60_000),
  )
  after(async () => {
    assert.deepEqual(await auditCredits(platen.app.services.database), [])
    await platen[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
  })

  it('must be plain addresses; others are rejected before anything is rendered or charged', async () => {
    const [caller, refused] = [await platen.account({ credits: 1_000 }), await platen.account()]
    const [template, theirs] = [await caller.upload('x'), await refused.upload('x')]
    const rows = await cases<{ v?: unknown; gen?: string; s: number | number[] }>('email-recipients')
    let accepted = 0
    for (const { v, gen, s } of rows) {
      const sendEmail = gen === undefined ? v : generated(gen)
      const label = gen ?? JSON.stringify(v)
      const isRefused = [s].flat().includes(400)
      const answer = isRefused
        ? await refused.generate(theirs, {}, { sendEmail })
        : await caller.generate(template, {}, { sendEmail })
      assert.ok([s].flat().includes(answer.status), `${label}: ${answer.status}`)
      if (answer.status === 200) accepted += 1
      else assert.match(answer.body.message, /sendEmail/, label)
    }
    assert.ok(accepted >= 6, `only ${accepted} rows were accepted`)
    const { rows: storedRows } =
      await sql`select 1 from generations where account_id = ${refused.accountId} and status <> 'completed'`.execute(
        platen.app.services.database,
      )
    assert.deepEqual(storedRows, [])
  })

  it("get one mail each with one sender, one recipient and fixed headers, whatever the template's name", async () => {
    const caller = await platen.account({ credits: 1_000 })
    const names = (await cases<string>('template-names')).filter(
      (name) => name.trim() !== '' && !/[\p{Cc}\p{Cs}]/u.test(name),
    )
    assert.ok(names.length >= 20)
    const sent = server.taken.length
    const commands = () =>
      ['MAIL FROM', 'RCPT TO'].map(
        (command) => server.received().match(new RegExp(`^${command}:`, 'gim'))?.length ?? 0,
      )
    const before = commands()
    for (const [index, name] of names.entries()) {
      const template = await caller.upload('<p>x</p>', name)
      const { status } = await caller.generate(template, {}, { sendEmail: [`reader-${index}@example.com`] })
      assert.equal(status, 200, name)
    }
    await eventually(() => server.taken.length >= sent + names.length, 60_000)
    const mails = server.taken.slice(sent)
    assert.equal(mails.length, names.length)
    // The SMTP session: as many commands as there are mails.
    assert.deepEqual(
      commands(),
      before.map((count) => count + names.length),
    )
    for (const [index, name] of names.entries()) {
      const mail = mails.find(({ to }) => to.includes(`reader-${index}@example.com`))
      assert.ok(mail, name)
      assert.deepEqual(
        [mail.from, mail.to],
        ['no-reply@platen.example', [`reader-${index}@example.com`]],
        name,
      )
      assertOurs(mail, name, caller)
    }
  })

  it('get one mail when named repeatedly or with another case of the domain', async () => {
    const caller = await platen.account()
    const sent = server.taken.length
    await caller.generate(
      await caller.upload('x'),
      {},
      {
        sendEmail: [
          'Ada@Example.com',
          'Ada@example.COM',
          'ada@example.com',
          'ada+1@example.com',
          'Ada@Example.com',
        ],
      },
    )
    await eventually(() => server.taken.length >= sent + 3)
    assert.deepEqual(
      server.taken
        .slice(sent)
        .flatMap(({ to }) => to)
        .toSorted(),
      ['Ada@example.com', 'ada+1@example.com', 'ada@example.com'],
    )
  })

  it('are optional: a synchronous call sends nothing, a job mails its account', async () => {
    const caller = await platen.account()
    const template = await caller.upload('x')
    const sent = server.taken.length
    for (const more of [{}, { sendEmail: [] }])
      assert.equal((await caller.generate(template, {}, more)).status, 200)
    for (const more of [{}, { sendEmail: [] }]) {
      assert.equal((await caller.generate(template, {}, { ...more, async: true })).status, 200)
    }
    await eventually(() => server.taken.length >= sent + 2)
    assert.deepEqual(
      server.taken.slice(sent).map(({ to }) => to),
      [[caller.email], [caller.email]],
    )
  })

  it('are limited to 50 per call', async () => {
    const caller = await platen.account()
    const template = await caller.upload('x')
    const named = (count: number) => Array.from({ length: count }, (_, n) => `r${n}@example.com`)
    const { status, body } = await caller.generate(template, {}, { sendEmail: named(51) })
    assert.deepEqual([status, body], [400, { message: 'sendEmail must have at most 50 elements.' }])
    assert.equal((await caller.generate(template, {}, { sendEmail: named(50) })).status, 200)
    assert.deepEqual(await caller.credits(), { credits: 9, reserved: 0 })
  })
})

describe('the daily mail limit', () => {
  let platen: Platen
  before(
    async () => void (platen = await startPlaten({ environment: { MAILS_PER_DAY: String(MAILS_PER_DAY) } })),
  )
  after(() => platen[Symbol.asyncDispose]())

  const named = (count: number) => ({
    sendEmail: Array.from({ length: count }, (_, n) => `r${n}@example.com`),
  })

  it('is exact under concurrency and rejects before anything is rendered or charged', async () => {
    const caller = await platen.account({ credits: 1_000 })
    const template = await caller.upload('<p>x</p>')
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        caller.generate(template, {}, { ...named(1), async: n % 2 === 0 }),
      ),
    )
    const refused = answers.filter(({ status }) => status === 429)
    assert.equal(answers.filter(({ status }) => status === 200).length, MAILS_PER_DAY)
    assert.equal(refused.length, 20 - MAILS_PER_DAY)
    for (const { body, headers } of refused) {
      assert.deepEqual(body, {
        message: `sendEmail has 1 recipient, and 0 of today's ${MAILS_PER_DAY} mails are left. The limit resets at 00:00 UTC.`,
      })
      const midnight = new Date().setUTCHours(24, 0, 0, 0)
      assert.ok(Math.abs(Number(headers.get('retry-after')) * 1000 - (midnight - Date.now())) < 10_000)
    }
    await eventually(async () => (await caller.credits()).reserved === 0)
    assert.equal((await caller.credits()).credits, 1_000 - MAILS_PER_DAY)

    // Calls without recipients and calls of other accounts still succeed.
    assert.equal((await caller.generate(template, {})).status, 200)
    assert.equal((await caller.generate(template, {}, { async: true })).status, 200)
    const other = await platen.account()
    assert.equal((await other.generate(await other.upload('x'), {}, named(2))).status, 200)
  })

  it('counts each recipient once and resets the next day', async () => {
    const caller = await platen.account({ credits: 100 })
    const template = await caller.upload('x')
    assert.equal((await caller.generate(template, {}, named(MAILS_PER_DAY + 1))).status, 429)
    assert.equal(
      (await caller.generate(template, {}, { sendEmail: Array(50).fill('r0@example.com') })).status,
      200,
    )
    assert.equal((await caller.generate(template, {}, named(MAILS_PER_DAY - 1))).status, 200)
    assert.equal((await caller.generate(template, {}, named(1))).status, 429)
    await sql`update accounts set mails_on = mails_on - 1 where account_id = ${caller.accountId}`.execute(
      platen.app.services.database,
    )
    assert.equal((await caller.generate(template, {}, named(MAILS_PER_DAY))).status, 200)
    assert.equal((await caller.generate(template, {}, named(1))).status, 429)
  })

  it('does not count calls that are rejected for another reason', async () => {
    const caller = await platen.account({ credits: 1 })
    const template = await caller.upload('x')
    for (let call = 0; call < 3; call += 1) {
      assert.equal((await caller.generate(template, [{}, {}], named(5))).status, 402)
    }
    assert.equal((await caller.generate(template, {}, named(MAILS_PER_DAY))).status, 200)
  })
})

/** Asserts the properties of every mail. */
function assertOurs({ text, to }: Taken, name: string, caller: Caller): void {
  const end = text.indexOf('\r\n\r\n')
  const head = text.slice(0, end).replaceAll(/\r\n[ \t]+/g, ' ')
  const headers = head.split('\r\n').map((line) => line.slice(0, line.indexOf(':')))
  assert.deepEqual(headers.toSorted(), HEADERS, name)
  assert.match(head, /^From: Platen <no-reply@platen\.example>$/m, name)
  assert.match(head, new RegExp(`^To: ${RegExp.escape(to.join())}$`, 'm'), name)
  assert.doesNotMatch(head, /[\r\n]{3}|\r(?!\n)|(?<!\r)\n/, name)

  const parts = decodedParts(text)
  const [plain, html] = [parts.get('text/plain') ?? '', parts.get('text/html') ?? '']
  assert.ok(parts.has('application/pdf'), name)
  // Names show letters, digits and a few signs only, and no address becomes a link.
  const shown = /Your PDF "(.*)" \(1 page\) is ready/.exec(plain)?.[1]
  assert.match(shown ?? '<', /^[\p{L}\p{M}\p{N} _.-]{1,60}$/u, name)
  assert.doesNotMatch(html, /<(?:script|img|svg|iframe|link)\b/i, name)
  assert.deepEqual(
    Array.from(html.matchAll(/(?:href|src)="([^"]*)"/g), ([, url]) =>
      url?.startsWith('https://pdf.platen.example/files/'),
    ),
    [true],
    name,
  )
  const url = /https:\S+/.exec(plain)?.[0] ?? ''
  const expires = Number(new URL(url).searchParams.get('expires')) * 1000
  assert.ok(Math.abs(expires - Date.now() - 5 * 24 * 3_600_000) < 120_000, name)
  assert.deepEqual([...new URL(url).searchParams.keys()], ['expires', 'signature'])
  assert.ok(!text.includes(caller.key) && !plain.includes(caller.accountId))
}

/** The decoded parts of a MIME mail by type. */
function decodedParts(text: string): Map<string, string> {
  const parts = new Map<string, string>()
  // Content lines may start with hyphens too: signatures of URLs contain them.
  const boundaries = Array.from(text.matchAll(/boundary="([^"]+)"/g), ([, name = '']) => RegExp.escape(name))
  assert.ok(boundaries.length > 0)
  for (const part of text.split(new RegExp(`^--(?:${boundaries.join('|')})(?:--)?\\r\\n`, 'm'))) {
    const end = part.indexOf('\r\n\r\n')
    const type = /^Content-Type: ([a-z]+\/[a-z]+)/im.exec(part.slice(0, end))?.[1] ?? ''
    const encoding = /^Content-Transfer-Encoding: (\S+)/im.exec(part.slice(0, end))?.[1]
    const body = part.slice(end + 4)
    parts.set(
      type,
      encoding === 'base64' ? Buffer.from(body, 'base64').toString() : fromQuotedPrintable(body),
    )
  }
  return parts
}

function fromQuotedPrintable(text: string): string {
  const bytes = text
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

function generated(what: string): string[] {
  const address = (length: number) =>
    `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(length - 185)}`
  const make: Record<string, () => string[]> = {
    'local part 65 characters': () => [`${'a'.repeat(65)}@example.com`],
    '254 characters total': () => [`${'l'.repeat(8)}${address(246)}`],
    '255 characters total': () => [`${'l'.repeat(9)}${address(246)}`],
    '51 recipients': () => Array.from({ length: 51 }, (_, n) => `r${n}@example.com`),
    '100000 recipients': () => Array.from({ length: 100_000 }, (_, n) => `r${n}@example.com`),
    'same address 10 times': () => Array.from({ length: 10 }, () => 'same@example.com'),
  }
  const addresses = make[what]
  if (!addresses) throw new Error(`No recipients are known for "${what}"`)
  return addresses()
}
