import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import { describe, it } from 'node:test'
import {
  isOwnAddress,
  isPrivateAddress,
  isPublicAddress,
} from '../../packages/renderer/src/egress/addresses.ts'

const cases: { ip: string; v: 'allow' | 'deny'; why: string }[] = JSON.parse(
  await readFile(new URL('../cases/ip-classify.json', import.meta.url), 'utf8'),
)

describe('isPublicAddress', () => {
  it('decides each of the 91 addresses of the corpus as expected', () => {
    const verdicts = cases.map(({ ip }) => ({ ip, v: isPublicAddress(ip) ? 'allow' : 'deny' }))
    assert.deepEqual(
      verdicts,
      cases.map(({ ip, v }) => ({ ip, v })),
    )
    assert.equal(cases.length, 91)
  })

  it('allows the addresses next to a rejected range', () => {
    const neighbours = [
      ['9.255.255.255', '11.0.0.0'],
      ['100.63.255.255', '100.128.0.0'],
      ['126.255.255.255', '128.0.0.0'],
      ['168.63.129.15', '168.63.129.17'],
      ['169.253.255.255', '169.255.0.0'],
      ['172.15.255.255', '172.32.0.0'],
      ['191.255.255.255', '192.0.1.0'],
      ['192.0.1.255', '192.0.3.0'],
      ['192.167.255.255', '192.169.0.0'],
      ['198.17.255.255', '198.20.0.0'],
      ['198.51.99.255', '198.51.101.0'],
      ['203.0.112.255', '203.0.114.0'],
      ['223.255.255.255', '1.0.0.0'],
      ['2001:200::', '2001:db7:ffff:ffff:ffff:ffff:ffff:ffff'],
      ['2001:db9::', '2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
      ['2003::', '2620:4f:7fff:ffff:ffff:ffff:ffff:ffff'],
      ['2620:4f:8001::', '3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
      ['3fff:1000::', '3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ].flat()
    assert.deepEqual(
      neighbours.filter((address) => !isPublicAddress(address)),
      [],
    )
  })

  it('rejects both ends of each rejected range', () => {
    const ends = [
      ['0.0.0.0', '0.255.255.255'],
      ['10.0.0.0', '10.255.255.255'],
      ['100.64.0.0', '100.127.255.255'],
      ['127.0.0.0', '127.255.255.255'],
      ['169.254.0.0', '169.254.255.255'],
      ['172.16.0.0', '172.31.255.255'],
      ['192.0.0.0', '192.0.0.255'],
      ['192.168.0.0', '192.168.255.255'],
      ['198.18.0.0', '198.19.255.255'],
      ['224.0.0.0', '255.255.255.255'],
      ['::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
      ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
      ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
      ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
      ['2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
      ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
      ['4000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ].flat()
    assert.deepEqual(ends.filter(isPublicAddress), [])
  })
})

describe('isPublicAddress for anything but an address', () => {
  it('rejects names, other spellings of an address, and addresses with a zone', () => {
    const texts = [
      '',
      'example.com',
      '93.184.215',
      '0x5db8d70e',
      '93.184.215.14/32',
      '[2606:2800:21f::1]',
      '2606:2800:21f::1%eth0',
    ]
    assert.deepEqual(texts.filter(isPublicAddress), [])
  })
})

describe('isPrivateAddress', () => {
  it('accepts both ends of the ranges of RFC 1918, 4193 and 6598', () => {
    const ends = [
      ['10.0.0.0', '10.255.255.255'],
      ['172.16.0.0', '172.31.255.255'],
      ['192.168.0.0', '192.168.255.255'],
      ['100.64.0.0', '100.127.255.255'],
      ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ].flat()
    assert.deepEqual(
      ends.filter((address) => !isPrivateAddress(address)),
      [],
    )
  })

  it('rejects addresses next to these ranges, loopback, link-local and public addresses, and other texts', () => {
    const texts = [
      ['9.255.255.255', '11.0.0.0', '172.15.255.255', '172.32.0.0', '192.167.255.255', '192.169.0.0'],
      ['100.63.255.255', '100.128.0.0', '127.0.0.1', '169.254.169.254', '0.0.0.0', '93.184.215.14'],
      ['fbff:ffff::', 'fe00::', 'fe80::1', '::1', '::ffff:10.0.0.1', '2606:2800:21f::1'],
      ['', 'example.com', '10.0.0', 'fd00::1%eth0'],
    ].flat()
    assert.deepEqual(texts.filter(isPrivateAddress), [])
  })
})

describe('isOwnAddress', () => {
  it("returns true for every address of this machine's interfaces, and no other", () => {
    const own = Object.values(networkInterfaces()).flatMap((entries) =>
      (entries ?? []).map(({ address }) => address),
    )
    assert.ok(own.includes('127.0.0.1'))
    assert.ok(own.every(isOwnAddress))
    assert.equal(isOwnAddress('93.184.215.14'), false)
  })
})
