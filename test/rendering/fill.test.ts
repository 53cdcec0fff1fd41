import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { decodeQR } from 'qr/decode.js'
import { after, before, describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createTenantUsage } from '../../packages/capacity/src/tenant-usage.ts'
import { Refusal } from '../../packages/template/src/refusal.ts'
import { createTemplateHosts, type TemplateHosts } from '../../packages/renderer/src/fill/hosts.ts'
import { unprivilegedUsers } from '../../packages/renderer/src/isolation/unprivileged.ts'
import { eventually } from '../harness.ts'
import { hostsOf } from '../processes.ts'

/** Lower than that of the service. */
const WORK_LIMIT_MS = 1_500
const LIMIT_MS = 60_000

describe('the template host', () => {
  let hosts: TemplateHosts
  let otherProcesses: number[]
  before(async () => {
    otherProcesses = await hostsOf(process.pid)
    const user = unprivilegedUsers().templateHost
    hosts = await createTemplateHosts({
      usage: createTenantUsage(),
      count: 2,
      user,
      workLimitMs: WORK_LIMIT_MS,
    })
  })
  after(() => hosts[Symbol.asyncDispose]())

  const soon = () => AbortSignal.timeout(120_000)
  const fillAll = (source: string, elements: string, signal = soon()) =>
    hosts.fill(
      {
        tenant: 'test',
        source,
        contentVersion: createHash('sha256').update(source).digest('hex'),
        elements,
      },
      signal,
    )
  const fill = async (source: string, element: unknown = {}) =>
    (await fillAll(source, JSON.stringify([element])))[0]
  const refusal = async (work: Promise<unknown>): Promise<string> => {
    const error = await work.then(
      () => assert.fail('It was not refused'),
      (reason: unknown) => reason,
    )
    assert.ok(error instanceof Refusal, String(error))
    assert.equal(error.kind, 'invalid')
    return error.detail ?? ''
  }
  const hostProcesses = async () =>
    (await hostsOf(process.pid)).filter((pid) => !otherProcesses.includes(pid))

  it('has helpers that compare, calculate, format and draw', async () => {
    const data = {
      n: 3,
      s: 'b',
      list: [1, 2],
      empty: [],
      lines: [
        { q: 2, p: 1.1 },
        { q: 1, p: '3' },
      ],
      t: '2026-11-20T09:30:00Z',
      html: '<b>',
      quoted: 'a"\\\n}',
    }
    const rows: [string, string][] = [
      ['', ''],
      ['{{eq n 3}} {{eq n "3"}} {{ne n 3}}', 'true false false'],
      ['{{lt n 4}} {{lte n 3}} {{gt n 3}} {{gte n 3}} {{lt s "c"}}', 'true true false true true'],
      ['{{#if (and n (not empty) (or 0 s))}}yes{{/if}}', 'yes'],
      ['{{default missing "none"}} {{default "" n}} {{default 0 5}}', 'none 3 0'],
      ['{{add 0.1 0.2}} {{sub 1 0.9}} {{mul 3 1.1}} {{div 1 8}} {{add 1 2 3}}', '0.3 0.1 3.3 0.125 6'],
      ['{{round 1.005 2}} {{round -2.5}} {{round 2.345 digits=1.9}}', '1.01 -3 2.3'],
      ['{{sum list}} {{sum lines "q" "p"}} {{sum lines field="q"}} {{sum missing}}', '3 5.2 3 0'],
      [
        '{{formatNumber 1234567.891 locale="de"}} {{formatNumber 0.256 style="percent"}}',
        '1.234.567,891 26%',
      ],
      ['{{formatNumber n minimumFractionDigits=2}}', '3.00'],
      [
        '{{formatCurrency 1234.5 currency="EUR" locale="de"}} {{formatCurrency "9.99" "USD"}}',
        '1.234,50\u00a0€ $9.99',
      ],
      ['{{formatDate t}} {{formatDate t locale="de" dateStyle="long"}}', 'Nov 20, 2026 20. November 2026'],
      [
        '{{formatDate t timeStyle="short" timeZone="Asia/Tokyo" locale="en-GB"}} {{formatDate missing}}',
        '18:30 ',
      ],
      ['{{upper s}} {{lower "ÄB"}} {{upper "i" locale="tr"}}', 'B äb İ'],
      [
        '{{json lines}}',
        '[{&quot;q&quot;:2,&quot;p&quot;:1.1},{&quot;q&quot;:1,&quot;p&quot;:&quot;3&quot;}]',
      ],
      ['{{{json html}}}', '"\\u003cb\\u003e"'],
      [
        '{{markdown "**a** <i>b</i> [c](javascript:x) [d](https://e.example)"}}',
        '<p><strong>a</strong> &lt;i&gt;b&lt;/i&gt; [c](javascript:x) <a href="https://e.example">d</a></p>\n',
      ],
      ['{{cssString html}} {{cssString quoted}}', String.raw`"\3c b\3e " "a\22 \5c \a \7d "`],
      ['{{html}} {{{html}}}', '&lt;b&gt; <b>'],
    ]
    for (const [source, expected] of rows)
      assert.equal((await fill(source, data))?.replace(/\u202f/g, ' '), expected, source)
    assert.match(
      (await fill('{{qrCode "https://platen.example/ü" size=20}}')) ?? '',
      /^<svg width="20mm" height="20mm" role="img"[^>]*viewBox=.*<path/s,
    )
    // Special patterns of replacement texts are plain text here.
    assert.match((await fill('{{qrCode "$&$$"}}')) ?? '', /aria-label="QR code: \$&#38;\$\$"/)
    for (const level of ['L', 'M', 'Q', 'H'])
      assert.equal(
        scanned((await fill(`{{qrCode "né 你好 12" level="${level}"}}`)) ?? ''),
        'né 你好 12',
        level,
      )
    assert.match(
      (await fill('{{barcode "4006381333931" type="ean13" text=true width=40 height=20}}')) ?? '',
      /^<svg width="40mm" height="20mm"/,
    )
  })

  it('keeps every digit of long integers, in texts and in calculations', async () => {
    const elements =
      '[{"id":1234567890123456789,"ids":[9007199254740993,9007199254740992],"amount":"12345678901234567.89"}]'
    const rows: [string, string][] = [
      [
        '{{id}} {{#each ids}}{{this}},{{/each}} {{lookup ids 0}}',
        '1234567890123456789 9007199254740993,9007199254740992, 9007199254740993',
      ],
      [
        '{{add id 1}} {{sub id 1}} {{mul id 10}} {{sum ids}}',
        '1234567890123456790 1234567890123456788 12345678901234567890 18014398509481985',
      ],
      ['{{formatNumber id}} {{formatNumber amount}}', '1,234,567,890,123,456,789 12,345,678,901,234,567.89'],
      ['{{eq id id}} {{eq (add id 0) id}} {{gt id 5}} {{lt 5 id}}', 'true true true true'],
      [
        '{{{json ids}}} {{upper id}} {{{cssString id}}}',
        '[9007199254740993,9007199254740992] 1234567890123456789 "1234567890123456789"',
      ],
    ]
    for (const [source, expected] of rows)
      assert.deepEqual(await fillAll(source, elements), [expected], source)
    assert.match(await refusal(fillAll('{{formatDate id}}', elements)), /1234567890123456789 is not a date/)
  })

  it('calculates in decimals', async () => {
    const rows: [string, string][] = [
      [
        '{{add 0.1 0.2}} {{sub 1000000.1 1000000}} {{mul 1.1 1.1}} {{add 12345678901.23 0.01}}',
        '0.3 0.1 1.21 12345678901.24',
      ],
      ['{{div 1 3}} {{div 2 3}} {{div 1 8}}', '0.333333333333333 0.666666666666667 0.125'],
      ['{{round 1.005 2}} {{round -2.5}} {{round 1234567890123.456 2}}', '1.01 -3 1234567890123.46'],
    ]
    for (const [source, expected] of rows) assert.equal(await fill(source), expected, source)
    assert.match(await refusal(fill('{{mul n n}}', { n: 1e200 })), /^mul: the result is too large/)
  })

  it('explains a syntax error, and names the opening tag of a block that is not closed', async () => {
    const reasonOf = async (source: string) => {
      const error: unknown = await hosts.check(source, 'test', soon()).catch((reason: unknown) => reason)
      assert.ok(error instanceof Refusal, source)
      return [error.detail, error.position?.line, error.position?.column]
    }
    const rows: [string, string, number, number][] = [
      [
        '<ul>\n  {{#each a}}\n<li>{{b}}\n</ul>\n',
        'Parse error on line 2: {{#each a}} is not closed. Add {{/each}}.',
        2,
        2,
      ],
      [
        '{{#if a}}\n{{#each b}}\n{{/if}}{{/each}}',
        'Parse error on line 2: {{#each b}} is still open at {{/if}} on line 3. Close it with {{/each}} first.',
        2,
        0,
      ],
      [
        '{{#each a}}x{{/Each}}',
        'Parse error on line 1: {{#each a}} is still open at {{/Each}} on line 1. Close it with {{/each}} first.',
        1,
        0,
      ],
      [
        'x\n{{/if}}',
        'Parse error on line 2: {{/if}} closes a block that is not open. Remove it, or add its opening tag.',
        2,
        0,
      ],
      [
        '{{else}}',
        'Parse error on line 1: {{else}} is outside of a block. Put it between an opening tag such as {{#if …}} and its closing tag.',
        1,
        0,
      ],
      [
        '{{#if a}}{{else}}{{else}}{{/if}}',
        'Parse error on line 1: {{#if a}} has more than one {{else}}. Use {{else if …}} for all but the last.',
        1,
        17,
      ],
      ['{{#*inline "x"}}', 'Parse error on line 1: {{#*inline "x"}} is not closed. Add {{/inline}}.', 1, 0],
      ['{{{{raw}}}} {{x}}', 'Parse error on line 1: {{{{raw}}}} is not closed. Add {{{{/raw}}}}.', 1, 0],
      [
        '{{{{raw}}}} {{{{/war}}}}',
        'Parse error on line 1: {{{{raw}}}} is still open at {{{{/war}}}} on line 1. Close it with {{{{/raw}}}} first.',
        1,
        0,
      ],
      ['a\n {{!-- b', 'Parse error on line 2: The comment that starts here is not closed. Add "--}}".', 2, 1],
      [
        '{{!-- a --}}\n{{~! b ~}}\n{{~!-- c --~}}\\{{d}}\n{{#if e}}',
        'Parse error on line 4: {{#if e}} is not closed. Add {{/if}}.',
        4,
        0,
      ],
      [
        '{{!-- a --}}\n{{{{b}}}} {{!-- {{{{/b}}}}\n{{c',
        'Parse error on line 3: {{c is not closed. Add "}}".',
        3,
        0,
      ],
      [
        '{{!-- a --}}\n{{!-- b',
        'Parse error on line 2: The comment that starts here is not closed. Add "--}}".',
        2,
        0,
      ],
      ['<p>{{name</p>', 'Parse error on line 1: {{name</p> is not closed. Add "}}".', 1, 3],
      ['<p>{{name', 'Parse error on line 1: {{name is not closed. Add "}}".', 1, 3],
      [
        '{{ price * 2 }}',
        'Parse error on line 1: "*" is not allowed here: {{ price *. Use a helper to calculate: {{mul price quantity}}.',
        1,
        9,
      ],
      [
        '{{#if a == b}}{{/if}}',
        'Parse error on line 1: "=" is not an operator in {{#if a ==. Use {{#if (eq a b)}} to compare.',
        1,
        9,
      ],
      [
        '{{a|upper}}',
        'Parse error on line 1: "|" is not an operator in {{a|. Put the helper first: {{upper name}}.',
        1,
        3,
      ],
      [
        '{{items[0]}}',
        'Parse error on line 1: "[" is not allowed here: {{items[. Write an element of an array as {{items.[0]}}.',
        1,
        7,
      ],
      [
        '{{upper (default a "x"}}',
        'Parse error on line 1: "(" is not closed in {{upper (default a "x"}}. Add ")".',
        1,
        22,
      ],
      [
        '{{upper a)}}',
        'Parse error on line 1: ")" has no "(" before it in {{upper a). Remove it, or add "(".',
        1,
        9,
      ],
      [
        '{{formatNumber a style=}}',
        'Parse error on line 1: A value is missing after "=" in {{formatNumber a style=}}.',
        1,
        23,
      ],
      [
        '{{formatNumber style="percent" a}}',
        'Parse error on line 1: An argument without a name follows a named one in {{formatNumber style="percent" a}}. Put named arguments last.',
        1,
        32,
      ],
      ['{{upper "a}}', 'Parse error on line 1: The text that starts with " is not closed in {{upper "', 1, 8],
      ['{{}}', 'Parse error on line 1: {{}} is empty. Write a name in it.', 1, 2],
      ['{{{a}}', 'Parse error on line 1: {{{a}} starts with "{{{" and ends with "}}". Write "}}}".', 1, 4],
      ['{{foo/../bar}}', 'Parse error on line 1: Invalid path: foo/..', 1, 2],
    ]
    for (const [source, ...expected] of rows) assert.deepEqual(await reasonOf(source), expected, source)
  })

  it('reports wrong arguments of helpers with their position', async () => {
    const rows: [string, RegExp][] = [
      ['\n {{add 1 "x"}}', /^add: value must be a number, not "x" \(line 2, column 1\)$/],
      ['{{div 1 0}}', /^div: the divisor is 0/],
      ['{{gt 1 "a"}}', /^gt: needs two numbers or two texts, not 1 and "a"/],
      ['{{formatCurrency 1}}', /^formatCurrency: needs a currency: /],
      ['{{formatCurrency 1 currency="EURO"}}', /^formatCurrency: .*EURO/],
      ['{{formatDate "yesterday"}}', /^formatDate: "yesterday" is not a date such as/],
      ['{{formatDate "2026-11-20" timeZone="Mars/Base"}}', /^formatDate: .*Mars\/Base/],
      [
        '{{formatDate "2026-11-20" dateStyle="tiny"}}',
        /^formatDate: dateStyle must be one of full, long, medium, short/,
      ],
      ['{{formatNumber 1 locale="not a locale"}}', /^formatNumber: .*locale/i],
      ['{{round 1 99}}', /^round: digits must be from 0 to 10, not 99/],
      ['{{sum 5}}', /^sum: needs an array: /],
      ['{{qrCode ""}}', /^qrCode: there is no text to encode/],
      [
        `{{qrCode "${'é'.repeat(900)}" level="H"}}`,
        /^qrCode: the text is too long for a QR code of this level/,
      ],
      ['{{qrCode "x" level="Z"}}', /^qrCode: level must be one of L, M, Q, H/],
      ['{{barcode "12" type="ean13"}}', /^barcode: EAN-13 must be 12 or 13 digits/],
      ['{{barcode "1" type="qrcode"}}', /^barcode: type must be one of code128/],
      ['{{upper this}}', /^upper: value must be a text, not an object/],
    ]
    for (const [source, expected] of rows) assert.match(await refusal(fill(source)), expected, source)
  })

  it('names the exceeded limit of an endless template', async () => {
    const nested = (depth: number) =>
      Array.from({ length: depth }).reduce<object>((inner) => ({ n: inner }), {})
    const zeros = (count: number) => Array.from({ length: count }, () => 0)
    const rows: [string, unknown, RegExp][] = [
      [
        '{{#each a}}{{#each @root.a}}{{/each}}{{/each}}',
        { a: zeros(100_000) },
        /^{{#each}} iterates more than 1,000,000 times/,
      ],
      [
        '{{#*inline "a"}}x{{#if n}}{{#with n}}{{> a}}{{> a}}{{/with}}{{/if}}{{/inline}}{{> a}}',
        nested(40),
        /^Filling the template exceeds the time limit of 1.5 s\. Simplify/,
      ],
      ['{{#*inline "a"}}{{> a}}{{/inline}}{{> a}}', {}, /nested too deeply/],
      [
        '{{#each a}}{{@root.s}}{{/each}}',
        { a: zeros(5_000), s: 'x'.repeat(1_000_000) },
        /HTML of one page|exceeds the time limit|memory limit of 512 MB/,
      ],
    ]
    for (const [source, data, expected] of rows) assert.match(await refusal(fill(source, data)), expected)
    const many = fillAll(
      '{{s}}',
      JSON.stringify(Array.from({ length: 50 }, () => ({ s: 'x'.repeat(600_000) }))),
    )
    assert.match(
      await refusal(many),
      /The HTML of all pages is larger than 20 MiB: the first 34 of 50 elements fit\. Send fewer elements/,
    )
  })

  it('isolates the definitions of templates', async () => {
    assert.equal(await fill('{{#*inline "secret"}}A{{/inline}}{{> secret}}'), 'A')
    assert.match(await refusal(fill('{{> secret}}')), /partial secret could not be found/)
  })

  it('aborts a call with its signal, and fills other templates afterwards', async () => {
    const controller = new AbortController()
    const stopped = await stopHosts()
    const ended = assert.rejects(fillAll('{{a}}', '[{}]', controller.signal), /gone/)
    // By now the host has received the request.
    await setImmediate()
    controller.abort(new Error('gone'))
    await ended
    for (const pid of await hostProcesses()) if (stopped.includes(pid)) process.kill(pid, 'SIGCONT')
    assert.equal(await fill('{{a}}', { a: 1 }), '1')
  })

  it('repeats a call whose process is killed from outside', async () => {
    const stopped = await stopHosts()
    const filling = fill('{{a}}', { a: 2 })
    for (const pid of stopped) process.kill(pid, 'SIGKILL')
    assert.equal(await filling, '2')
    // The host that has filled it, and a spare one.
    await eventually(async () => (await hostProcesses()).length >= 2, LIMIT_MS)
  })

  /** Stops all hosts, so that a call is pending until they continue or end. */
  async function stopHosts(): Promise<number[]> {
    const pids = await hostProcesses()
    for (const pid of pids) process.kill(pid, 'SIGSTOP')
    return pids
  }

  it('runs without privileges: no environment, an unprivileged user, no files, no processes', async () => {
    const root = process.getuid?.() === 0
    // A new host may still be loading modules, and accepts no request before.
    const pid = await eventually(async () => {
      for (const host of await hostProcesses()) {
        const status = await readFile(`/proc/${host}/status`, 'utf8').catch(() => '')
        if (!root || /^Uid:\s+64102\s+64102\s+64102\s+64102$/m.test(status)) return host
      }
      return undefined
    }, LIMIT_MS)
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8')
    assert.deepEqual(
      environment
        .split('\0')
        .map((entry) => entry.split('=', 1)[0])
        .filter(Boolean)
        .toSorted(),
      ['NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE'],
    )
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8')
    assert.match(command, /\0--permission\0/)
    assert.doesNotMatch(command, /--allow-(?:fs-write|child-process|worker|addons|wasi)/)
  })
})

/** Decodes the QR code that an SVG draws. */
function scanned(svg: string): string {
  const [size = 0] = /viewBox="0 0 (\d+)/.exec(svg)?.slice(1).map(Number) ?? []
  const [scale, margin] = [4, 4]
  const width = (size + 2 * margin) * scale
  const data = new Uint8Array(width * width * 4).fill(255)
  for (const [, ...numbers] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1/g)) {
    const [left = 0, top = 0, length = 0] = numbers.map(Number)
    for (let y = (top + margin) * scale; y < (top + margin + 1) * scale; y += 1)
      data.fill(
        0,
        (y * width + (left + margin) * scale) * 4,
        (y * width + (left + margin + length) * scale) * 4,
      )
  }
  for (let alpha = 3; alpha < data.length; alpha += 4) data[alpha] = 255
  return decodeQR({ width, height: width, data })
}
