import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Ajv } from 'ajv'
import fc from 'fast-check'
import { authenticateKey } from '../../packages/server/src/accounts/authenticate-key.ts'
import { readConfig, variableNames } from '../../packages/server/src/config.ts'
import { ConfigError } from '../../packages/renderer/src/config/variables.ts'
import { Refusal } from '../../packages/template/src/refusal.ts'
import { fileNameOf } from '../../packages/server/src/generation/urls.ts'
import { decodeSource } from '../../packages/server/src/http/fields/template-source.ts'
import { limitLengthCounting } from '../../packages/server/src/http/schemas/text-lengths.ts'
import { isEmailAddress } from '../../packages/server/src/mail/addresses.ts'
import { createSignedUrls } from '../../packages/server/src/storage/signed-urls.ts'
import { startPlaten } from '../harness.ts'

const RUNS = { numRuns: 2_000 }

// Any string, including all planes, lone surrogates and control characters.
const text = fc.string({ unit: 'binary', maxLength: 300 })

describe('signed URLs', () => {
  const now = Date.UTC(2026, 10, 21)
  const urls = createSignedUrls({
    secret: Buffer.alloc(32, 7),
    baseUrl: 'https://platen.example',
    now: () => now,
  })
  const files = fc.record({ fileId: fc.uuid(), fileName: text.map(fileNameOf) }, { noNullPrototype: true })
  const expiries = fc.integer({ min: 1, max: 10_000_000 }).map((seconds) => new Date(now + seconds * 1000))
  const partsOf = (url: string) => {
    const { pathname, searchParams } = new URL(url)
    const [fileId = '', fileName = ''] = pathname.split('/').slice(2).map(decodeURIComponent)
    const [expires, signature] = [searchParams.get('expires') ?? '', searchParams.get('signature') ?? '']
    return { fileId, fileName, expires, signature }
  }
  const opens = ({ fileId, fileName, expires, signature }: ReturnType<typeof partsOf>) =>
    urls.verify({ fileId, fileName }, expires, signature)

  it('open their object, and nothing after any single change', () => {
    const part = fc.constantFrom('fileId', 'fileName', 'expires', 'signature')
    const edit = fc.record({
      part,
      at: fc.nat(),
      remove: fc.nat({ max: 2 }),
      insert: fc.string({ unit: 'binary', maxLength: 2 }),
    })
    fc.assert(
      fc.property(files, expiries, edit, (file, expiresAt, { part, at, remove, insert }) => {
        const parts = partsOf(urls.sign(file, expiresAt))
        assert.deepEqual({ fileId: parts.fileId, fileName: parts.fileName }, file)
        assert.equal(opens(parts), true)
        const before = parts[part]
        const from = at % (before.length + 1)
        const after = before.slice(0, from) + insert + before.slice(from + remove)
        fc.pre(after !== before)
        assert.equal(opens({ ...parts, [part]: after }), false)
      }),
      RUNS,
    )
  })

  it('open nothing when parts of two URLs are combined', () => {
    fc.assert(
      fc.property(
        files,
        files,
        expiries,
        expiries,
        fc.subarray(['fileId', 'fileName', 'expires', 'signature'] as const),
        (a, b, atA, atB, taken) => {
          const [mine, theirs] = [partsOf(urls.sign(a, atA)), partsOf(urls.sign(b, atB))]
          const mixed = { ...mine, ...Object.fromEntries(taken.map((part) => [part, theirs[part]])) }
          const isOne = [mine, theirs].some((parts) => JSON.stringify(parts) === JSON.stringify(mixed))
          assert.equal(opens(mixed), isOne)
        },
      ),
      RUNS,
    )
  })

  it('reject arbitrary text', () => {
    fc.assert(
      fc.property(text, text, text, text, (fileId, fileName, expires, signature) => {
        assert.equal(opens({ fileId, fileName, expires, signature }), false)
      }),
      RUNS,
    )
  })
})

describe('API keys', () => {
  it('accept only created keys among arbitrary texts', async () => {
    await using platen = await startPlaten()
    const { key, accountId } = await platen.account()
    const { database } = platen.app.services
    const likeKeys = fc
      .string({ unit: fc.constantFrom(...Array.from('AZaz09_-')), minLength: 43, maxLength: 43 })
      .map((body) => `tlfy_${body}`)
    const nearKey = fc
      .tuple(fc.nat({ max: key.length }), fc.string({ unit: 'binary', maxLength: 2 }))
      .map(([at, insert]) => key.slice(0, at) + insert + key.slice(at + 1))
    await fc.assert(
      fc.asyncProperty(fc.oneof(text, likeKeys, nearKey), async (guess) => {
        const holder = await authenticateKey(database, guess, 1_000_000)
        assert.equal(holder?.accountId, guess === key ? accountId : undefined)
      }),
      { numRuns: 600 },
    )
    assert.equal((await authenticateKey(database, key, 600))?.accountId, accountId)
  })
})

describe('base64', () => {
  /** The rule written in another way: the encoding of well-formed UTF-8 that is not empty and has no NUL. */
  function expected(content: string): string | undefined {
    const bytes = Buffer.from(content, 'base64')
    const source = bytes.toString('utf8')
    if (bytes.toString('base64') !== content || !Buffer.from(source).equals(bytes)) return undefined
    const plain = source.replace(/^\ufeff/, '')
    return plain === '' || plain.includes('\0') ? undefined : plain
  }
  const decoded = (content: string) => {
    try {
      return decodeSource(content)
    } catch (error) {
      assert.ok(error instanceof Refusal && error.kind === 'invalid')
      return undefined
    }
  }

  it('round-trips any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (source) => {
        fc.pre(!source.includes('\0') && source !== '\ufeff')
        assert.equal(decodeSource(Buffer.from(source).toString('base64')), source.replace(/^\ufeff/, ''))
      }),
      RUNS,
    )
  })

  it('is accepted only in the canonical encoding of UTF-8', () => {
    const nearly = fc.string({ unit: fc.constantFrom(...Array.from('AaZz09+/=-_ \n')), maxLength: 12 })
    // The last character of padded base64 has unused bits. Only the spelling with zero bits is canonical.
    const loose = fc
      .tuple(fc.string({ minLength: 1, maxLength: 8 }), fc.constantFrom(...Array.from('AQgwBEIMUYco+/')))
      .map(([plain, letter]) =>
        Buffer.from(plain)
          .toString('base64')
          .replace(/[^=](?==*$)/, letter),
      )
    const bytes = fc.uint8Array({ maxLength: 12 }).map((array) => Buffer.from(array).toString('base64'))
    fc.assert(
      fc.property(fc.oneof(nearly, bytes, loose, text), (content) =>
        assert.equal(decoded(content), expected(content)),
      ),
      { numRuns: 10_000 },
    )
  })
})

describe('text lengths', () => {
  it('are counted like Ajv counts them and rejected with its message', () => {
    const [usual, ours] = [new Ajv(), new Ajv()]
    limitLengthCounting(ours)
    const limits = fc.record({ minLength: fc.nat({ max: 6 }), maxLength: fc.nat({ max: 6 }) })
    const short = fc.string({ unit: 'binary', maxLength: 14 })
    fc.assert(
      fc.property(limits, short, (schema, value) => {
        const verdicts = [usual, ours].map((ajv) => {
          const isValid = ajv.validate({ type: 'string', ...schema }, value)
          return [isValid, ajv.errors?.map(({ keyword, params }) => [keyword, params])]
        })
        assert.deepEqual(verdicts[1], verdicts[0])
      }),
      { numRuns: 500 },
    )
  })
})

describe('e-mail addresses', () => {
  const parts = fc.string({
    unit: fc.constantFrom(...Array.from('ab1.-+@"<>,;:()[]\\ \r\n\t\0é')),
    maxLength: 12,
  })
  const nearly = fc
    .tuple(parts, fc.constantFrom('@', '@@', ''), parts, fc.constantFrom('.com', '.co.uk', '', '.1', '.'))
    .map((all) => all.join(''))
  const local = fc.string({
    unit: fc.constantFrom(...Array.from('abcXYZ019!#$%&*+/=?^_{|}~-')),
    minLength: 1,
    maxLength: 64,
  })

  it('are accepted as one local part at one domain in ASCII', () => {
    fc.assert(
      fc.property(fc.oneof(nearly, nearly, text, fc.emailAddress()), (address) => {
        if (!isEmailAddress(address)) return
        assert.match(address, /^[!-~]+$/)
        assert.doesNotMatch(address, /[\s<>(),:;"[\]\\]/)
        assert.equal(address.split('@').length, 2)
        assert.ok(address.length <= 254)
        assert.doesNotMatch(address, /\.\.|^\.|\.@|@\.|\.$|@-|-$/)
      }),
      { numRuns: 20_000 },
    )
  })

  it('are accepted in their usual forms', () => {
    const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,20}[a-z0-9])?$/)
    fc.assert(
      fc.property(local, label, label, (name, host, domain) =>
        assert.ok(isEmailAddress(`${name}@${host}.${domain}.example`)),
      ),
      RUNS,
    )
  })
})

describe('file names', () => {
  it('contain no path, whatever the template is called', () => {
    const names = fc.oneof(
      text,
      fc.string({ unit: fc.constantFrom(...Array.from('./\\:*?"<>| a.\0\r\n%')), maxLength: 300 }),
    )
    fc.assert(
      fc.property(names, (name) => {
        const fileName = fileNameOf(name)
        assert.match(fileName, /^[\p{L}\p{M}\p{N}_-][\p{L}\p{M}\p{N} ._-]*\.pdf$/u)
        assert.ok(Array.from(fileName).length <= 84)
        assert.ok(fileName.isWellFormed())
        assert.equal(decodeURIComponent(encodeURIComponent(fileName)), fileName)
        assert.equal(fileNameOf(name), fileName)
      }),
      RUNS,
    )
  })
})

describe('configuration', () => {
  const names = variableNames()
  const secret = 'hunter2'
  const value = fc.oneof(
    text.map((any) => any.replaceAll('\0', '')),
    fc.constantFrom(
      '',
      ' ',
      '0',
      '-1',
      '1e3',
      '0x10',
      '65536',
      'true',
      'all',
      'none',
      'on',
      '*',
      '/',
      '::1',
      '10.0.0.0/8',
      '10.0.0.0/33',
      '1',
      'a@b',
    ),
    fc
      .constantFrom('smtp', 'smtps', 'postgres', 'http', 'https', 'mysql', 'ftp', '')
      .map((scheme) => `${scheme}://user:${secret}@host:99/x`),
    fc
      .constantFrom('postgres', 'smtp', 'https')
      .map((scheme) => `${scheme}://user:${secret}@host:999999/x y`),
  )

  it('is valid for any environment, or one line names the variable and no password', () => {
    const outcomes = { read: 0, refused: 0 }
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 4 }), (environment) => {
        try {
          const config = readConfig(environment)
          assert.ok(config.http.port >= 0 && config.rendering.tabs >= 1)
          assert.doesNotMatch(config.mail.from, /[\r\n]/)
          outcomes.read += 1
        } catch (error) {
          assert.ok(error instanceof ConfigError, String(error))
          assert.ok(names.includes(error.message.split('=', 1)[0] ?? ''), error.message)
          assert.doesNotMatch(error.message, /[\r\n]/)
          assert.ok(!error.message.includes(secret), error.message)
          outcomes.refused += 1
        }
      }),
      { numRuns: 10_000 },
    )
    assert.ok(outcomes.read > 500 && outcomes.refused > 500, JSON.stringify(outcomes))
  })
})
