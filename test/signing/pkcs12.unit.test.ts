import assert from 'node:assert/strict'
import { randomBytes, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { OctetString } from 'asn1js'
import { PFX } from 'pkijs'
import { factsOf, findChain } from '../../packages/server/src/signing/certificate-facts.ts'
import { createKeyEncryption } from '../../packages/server/src/signing/key-encryption.ts'
import { readPkcs12 } from '../../packages/server/src/signing/pkcs12/read.ts'
import { decryptRc2 } from '../../packages/server/src/signing/pkcs12/rc2.ts'
import { Refusal } from '../../packages/template/src/refusal.ts'
import { type Issued, issue, pkcs8Of, type Subject } from './pki.ts'

const PASSWORD = 'Zürich-1'
const NOW = new Date()

/** Files of one key, as programs write them: OpenSSL 3, OpenSSL 1 and Windows (legacy), and variants. */
const FILES = ['modern', 'legacy', 'des', 'rc2-128', 'aes-sha512', 'nomac']

async function fixture(name: string): Promise<Buffer> {
  return await readFile(new URL(`fixtures/${name}`, import.meta.url))
}

/** Returns the error of a file that is refused. */
function refusal(work: () => unknown): Refusal {
  try {
    work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('Nothing was refused')
}

async function chainOf(subject: Subject, issuers: Issued[] = []) {
  const own = await issue({ ...subject, ...(issuers[0] && { issuer: issuers[0] }) })
  const certificates = [...issuers.map(({ der }) => der), own.der]
  return { own, read: async () => findChain([await pkcs8Of(own)], certificates, NOW) }
}

describe('PKCS#12 files', () => {
  for (const name of FILES) {
    it(`reads the key and the certificates of ${name}.p12, and refuses another password`, async () => {
      const file = await fixture(`${name}.p12`)
      const { keys, certificates } = readPkcs12(file, PASSWORD)
      const { chain } = findChain(keys, certificates, NOW)
      const leaf = new X509Certificate(await fixture('leaf.pem'))
      assert.deepEqual(chain[0], leaf.raw)
      assert.equal(chain.length, 2, 'with the certificate of the issuer')
      assert.equal(
        refusal(() => readPkcs12(file, 'wrong')).message,
        'password does not open the PKCS#12 file.',
      )
    })
  }

  it('reads a file of Java, and one with an empty password', async () => {
    const java = readPkcs12(await fixture('java.p12'), 'Zuerich-1')
    const { chain } = findChain(java.keys, java.certificates, NOW)
    assert.equal(factsOf(chain[0] ?? Buffer.alloc(0)).subject, 'CN=Java Seal, O=Example, C=DE')
    assert.equal(readPkcs12(await fixture('empty.p12'), '').keys.length, 1)
  })

  it('names the problem of other files', async () => {
    assert.match(refusal(() => readPkcs12(Buffer.from('hello'), '')).message, /is not a PKCS#12 file/)
    const pem = await fixture('leaf.pem')
    assert.match(refusal(() => readPkcs12(pem, '')).message, /is a PEM file.*openssl pkcs12 -export/)
    const modern = await fixture('modern.p12')
    for (const length of [0, 1, 10, 100, modern.length - 1]) {
      assert.match(refusal(() => readPkcs12(modern.subarray(0, length), PASSWORD)).message, /damaged/)
    }
  })

  it('refuses damaged files and random bytes without any other error', async () => {
    const modern = await fixture('modern.p12')
    for (let run = 0; run < 60; run += 1) {
      const changed = Buffer.from(modern)
      changed[Math.floor((run * changed.length) / 60)] = run & 0xff
      try {
        readPkcs12(changed, PASSWORD)
      } catch (error) {
        assert.ok(error instanceof Refusal, String(error))
      }
    }
    assert.ok(refusal(() => readPkcs12(randomBytes(2_000), PASSWORD)))
    const nested = Buffer.concat(Array.from({ length: 15_000 }, () => Buffer.of(0x30, 0x80)))
    assert.ok(refusal(() => readPkcs12(nested, PASSWORD)))
  })

  it('refuses files that need too many iterations', async () => {
    const pfx = PFX.fromBER(await fixture('modern.p12'))
    assert.ok(pfx.macData)
    pfx.macData.iterations = 3_000_001
    const error = refusal(() => readPkcs12(Buffer.from(pfx.toSchema().toBER()), PASSWORD))
    assert.match(error.message, /more than 3,000,000 iterations/)
    assert.match(String(error.detail), /openssl pkcs12 -legacy/)
  })

  it('refuses codes of a wrong length before it derives a key of that length', async () => {
    const pfx = PFX.fromBER(await fixture('modern.p12'))
    assert.ok(pfx.macData)
    pfx.macData.iterations = 3_000_000
    pfx.macData.mac.digest = new OctetString({ valueHex: new ArrayBuffer(60_000) })
    const error = refusal(() => readPkcs12(Buffer.from(pfx.toSchema().toBER()), PASSWORD))
    assert.match(error.message, /does not open/)
  })

  it('decrypts RC2 as RFC 2268 does', () => {
    // Vectors of section 5. The initialization vector turns their plain text into padding.
    for (const [key, cipher, plain] of [
      ['88bca90e90875a7f0f79c384627bafb2', '2269552ab0f85ca6', '0000000000000000'],
      ['ffffffffffffffff', '278b27e42e2f0d49', 'ffffffffffffffff'],
      ['3000000000000000', '30649edf9be7d2c2', '1000000000000001'],
    ] as const) {
      const vector = Buffer.from(Buffer.from(plain, 'hex').map((byte) => byte ^ 8))
      const decrypted = decryptRc2(Buffer.from(cipher, 'hex'), Buffer.from(key, 'hex'), vector)
      assert.deepEqual(decrypted, Buffer.alloc(0), 'one block of padding')
    }
  })
})

describe('certificates', () => {
  it('finds the chain in any order, and describes the certificate', async () => {
    const root = await issue({ name: 'Root', isCa: true })
    const between = await issue({ name: 'Between', isCa: true, issuer: root })
    const { own, read } = await chainOf({ name: 'Müller', organization: 'Müller GmbH', kind: 'p-384' }, [
      between,
      root,
    ])
    const { chain } = await read()
    assert.deepEqual(chain, [own.der, between.der, root.der])
    const { signer, subject, issuer, keyType, fingerprint } = factsOf(own.der)
    assert.deepEqual(
      { signer, subject, issuer, keyType },
      {
        signer: 'Müller',
        subject: 'CN=Müller, O=Müller GmbH, C=DE',
        issuer: 'CN=Between, O=Example, C=DE',
        keyType: 'ECDSA P-384',
      },
    )
    assert.match(fingerprint, /^[0-9A-F]{64}$/)
  })

  it('refuses keys and certificates that cannot sign', async () => {
    const day = 86_400_000
    const cases: [Subject, RegExp][] = [
      [{ name: 'A', kind: 'rsa-1024' }, /has an RSA key of 1024 bits/],
      [{ name: 'A', kind: 'p-521' }, /has a key of the type ec secp521r1/],
      [{ name: 'A', keyUsage: 0b0010_0000 }, /may not sign documents/],
      [{ name: 'A', notAfter: new Date(NOW.getTime() - day / 2) }, /has a certificate that expired at/],
      [{ name: 'A', notBefore: new Date(NOW.getTime() + day) }, /is valid only from/],
    ]
    for (const [subject, message] of cases) {
      const own = await issue(subject)
      const key = await pkcs8Of(own)
      assert.match(refusal(() => findChain([key], [own.der], NOW)).message, message)
    }
    const [own, other] = [await issue({ name: 'A' }), await issue({ name: 'A' })]
    const key = await pkcs8Of(own)
    assert.match(refusal(() => findChain([], [own.der], NOW)).message, /has no private key/)
    assert.match(refusal(() => findChain([key, key], [own.der], NOW)).message, /has 2 private keys/)
    assert.match(refusal(() => findChain([key], [other.der], NOW)).message, /has no certificate for/)
  })
})

describe('encryption of private keys', () => {
  const encryption = createKeyEncryption(randomBytes(32))

  it('decrypts only in the same context, unchanged, with the same key', () => {
    const secret = randomBytes(100)
    const encrypted = encryption.encrypt(secret, 'account A')
    assert.deepEqual(encryption.decrypt(encrypted, 'account A'), secret)
    assert.ok(!encrypted.includes(secret.subarray(0, 16)))
    assert.notDeepEqual(encryption.encrypt(secret, 'account A'), encrypted)
    const changed = Buffer.from(encrypted)
    changed[40] = (changed[40] ?? 0) ^ 1
    const other = createKeyEncryption(randomBytes(32))
    for (const work of [
      () => encryption.decrypt(encrypted, 'account B'),
      () => encryption.decrypt(changed, 'account A'),
      () => other.decrypt(encrypted, 'account A'),
    ])
      assert.match(refusal(work).message, /stored with another CERTIFICATE_KEY/)
  })

  it('names the missing setting', () => {
    const none = createKeyEncryption(undefined)
    assert.match(refusal(() => none.encrypt(Buffer.alloc(1), '')).message, /must set CERTIFICATE_KEY/)
  })
})
