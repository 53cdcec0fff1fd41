import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseCertificate } from '../../packages/server/src/signing/revocation/certificate.ts'
import {
  bytesOf,
  contentOf,
  DerError,
  elementAt,
  elementsIn,
} from '../../packages/server/src/signing/revocation/der.ts'
import { joinValidationData } from '../../packages/server/src/signing/revocation/collect.ts'
import { checkList } from '../../packages/server/src/signing/revocation/list.ts'
import { issue } from './pki.ts'
import { writeList } from './revocation-server.ts'

const url = new URL('http://ca.example.com/list.crl')

describe('validation data', () => {
  const data = (...lists: Buffer[]) => ({ certificates: [], ocspResponses: [], revocationLists: lists })
  const MIB = 1024 * 1024

  it('contains each list once, up to 10 MiB together', () => {
    const [one, other] = [Buffer.alloc(5 * MIB, 1), Buffer.alloc(5 * MIB, 2)]
    assert.deepEqual(joinValidationData([data(one, other), data(one)]), data(one, other))
    assert.throws(() => joinValidationData([data(one, other), data(Buffer.alloc(1))]), { kind: 'invalid' })
  })
})

describe('DER', () => {
  it('returns elements with their contents', () => {
    const bytes = Buffer.from('300702010582020001', 'hex')
    const outer = elementAt(bytes, 0)
    assert.deepEqual(outer, { tag: 0x30, start: 0, content: 2, end: 9 })
    const [first, second] = [...elementsIn(bytes, outer, 9)]
    assert.ok(first && second)
    assert.deepEqual([...contentOf(bytes, first)], [5])
    assert.deepEqual([...bytesOf(bytes, second)], [0x82, 2, 0, 1])
    const long = Buffer.concat([Buffer.from('048201f4', 'hex'), Buffer.alloc(500)])
    assert.equal(elementAt(long, 0).end, 504)
  })

  it('refuses elements that are cut off, have no end, or are longer than their parent', () => {
    for (const hex of ['', '30', '3002', '300200', '3080', '30850000000001', '3082', '1f0100', '30ff']) {
      assert.throws(() => elementAt(Buffer.from(hex, 'hex'), 0), DerError, hex)
    }
    const bytes = Buffer.from('3003020500ff', 'hex')
    assert.throws(() => [...elementsIn(bytes, elementAt(bytes, 0), 9)], DerError)
  })
})

describe('revocation lists', () => {
  it('find the last of many certificates, and do not name one that is missing', async () => {
    const root = await issue({ name: 'Root', isCa: true })
    const [first, last, good] = await Promise.all(
      ['First', 'Last', 'Good'].map(async (name) => issue({ name, issuer: root })),
    )
    assert.ok(first && last && good)
    const list = await writeList(root, { revoked: [...Array.from({ length: 2_000 }, () => first), last] })
    const check = async (der: Buffer) =>
      await checkList(
        list,
        { certificate: parseCertificate(der), issuer: parseCertificate(root.der) },
        { url, now: new Date() },
      )
    assert.equal((await check(last.der)).revokedAt?.toISOString(), '2026-11-01T12:00:00.000Z')
    assert.equal((await check(good.der)).revokedAt, undefined)
  })

  it('are refused without reading more elements than a list can have', async () => {
    const root = await issue({ name: 'Root', isCa: true })
    const pair = { certificate: parseCertificate(root.der), issuer: parseCertificate(root.der) }
    const empty = Buffer.alloc(5_000_000, Buffer.of(0x05, 0x00))
    const list = Buffer.concat([Buffer.of(0x30, 0x83, 0, 0, 0), empty])
    list.writeUIntBE(empty.length, 2, 3)
    await assert.rejects(checkList(list, pair, { url, now: new Date() }), /too many parts/)
  })

  it('are refused with any changed byte', async () => {
    const root = await issue({ name: 'Root', isCa: true })
    const issued = await issue({ name: 'Seal', issuer: root })
    const list = await writeList(root, { revoked: [issued], point: { onlyContainsUserCerts: true } })
    const pair = { certificate: parseCertificate(issued.der), issuer: parseCertificate(root.der) }
    for (let at = 0; at < list.length; at += 1) {
      const changed = Buffer.from(list)
      changed[at] = (changed[at] ?? 0) ^ 0x21
      await assert.rejects(checkList(changed, pair, { url, now: new Date() }), Error, `byte ${at}`)
    }
  })
})
