import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  withDeniedHosts,
  hostEntry,
  PUBLIC_EGRESS,
  rangeEntry,
  compileRules,
} from '../../packages/renderer/src/egress/rules.ts'

describe('an entry of a list of hosts', () => {
  it('is a normalised name', () => {
    const rows: [string, string | undefined][] = [
      ['example.com', 'example.com'],
      ['Example.COM.', 'example.com'],
      ['*.Example.com', '*.example.com'],
      ['☺.test', 'xn--74h.test'],
      ['localhost', 'localhost'],
      ['*', undefined],
      ['*.', undefined],
      ['**.example.com', undefined],
      ['a.*.com', undefined],
      ['a..com', undefined],
      ['http://example.com', undefined],
      ['example.com:443', undefined],
      ['example.com/path', undefined],
      ['user@example.com', undefined],
      ['exa mple.com', undefined],
      ['127.1', undefined],
      ['0x7f000001', undefined],
      ['10.0.0.1', undefined],
      ['[::1]', undefined],
      ['', undefined],
      [`${'a.'.repeat(130)}test`, undefined],
    ]
    for (const [text, entry] of rows) assert.equal(hostEntry(text), entry, text)
  })

  it('is, for an operator, an address or a range', () => {
    const rows: [string, string | undefined][] = [
      ['10.0.0.1', '10.0.0.1/32'],
      ['fd00::1', 'fd00::1/128'],
      ['10.0.0.0/8', '10.0.0.0/8'],
      ['fd00::/8', 'fd00::/8'],
      ['10.0.0.0/33', undefined],
      ['10.0.0/8', undefined],
      ['0x0a.1/8', undefined],
      ['10.0.0.0/8/8', undefined],
      ['fe80::1%eth0', undefined],
      ['example.com', undefined],
      ['', undefined],
    ]
    for (const [text, entry] of rows) assert.equal(rangeEntry(text), entry, text)
  })
})

/** Returns a name of `length` characters. */
const nameOf = (length: number) => 'a.'.repeat(length).slice(0, length - 1) + 'b'

describe('the longest host name of an entry', () => {
  it('has 253 characters, and 63 in each of its parts', () => {
    assert.equal(nameOf(253).length, 253)
    assert.equal(hostEntry(nameOf(253)), nameOf(253))
    assert.equal(hostEntry(nameOf(255)), undefined)
    const label = 'a'.repeat(63)
    assert.equal(hostEntry(`${label}.${label}`), `${label}.${label}`)
    assert.equal(hostEntry(`a${label}.test`), undefined)
    assert.equal(hostEntry(`test.a${label}`), undefined)
  })
})

describe('a list of hosts', () => {
  const hostsOf = (...allow: string[]) => compileRules({ ...PUBLIC_EGRESS, allow }).allow

  it('contains its names, and with a wildcard all names below one but not that one', () => {
    const hosts = hostsOf('a.test', '*.b.test')
    const has = ['a.test', 'c.b.test', 'd.c.b.test']
    const hasNot = ['test', 'x.a.test', 'xa.test', 'b.test', 'xb.test', 'b.test.c', '*.c.test', '']
    assert.deepEqual(
      [...has, ...hasNot].filter((host) => hosts.hasName(host)),
      has,
    )
    assert.equal(hosts.hasRanges, false)
  })

  it('contains the addresses of its ranges, separately for each family', () => {
    const hosts = hostsOf('a.test', '10.1.0.0/16', '192.0.2.7/32', 'fd00::/8')
    assert.equal(hosts.hasRanges, true)
    const has = ['10.1.0.0', '10.1.255.255', '192.0.2.7', 'fd00::1', 'fdff::1']
    const hasNot = [
      '10.0.255.255',
      '10.2.0.0',
      '192.0.2.6',
      '192.0.2.8',
      'fc00::1',
      'fe00::1',
      '::ffff:10.1.0.1',
    ]
    assert.deepEqual(
      [...has, ...hasNot].filter((address) => hosts.hasAddress(address)),
      has,
    )
    assert.equal(hosts.hasName('10.1.0.0/16'), false)
  })

  it('is empty without entries', () => {
    const hosts = hostsOf()
    assert.deepEqual(
      [hosts.hasRanges, hosts.hasName('a.test'), hosts.hasAddress('10.0.0.1')],
      [false, false, false],
    )
  })

  it('is compiled for names and ranges, and keeps the mode', () => {
    const rules = compileRules({ mode: 'allowlist', allow: ['a.test'], deny: ['b.test'] })
    assert.equal(rules.mode, 'allowlist')
    assert.deepEqual([rules.allow.hasName('a.test'), rules.allow.hasName('b.test')], [true, false])
    assert.deepEqual([rules.deny.hasName('a.test'), rules.deny.hasName('b.test')], [false, true])
  })
})

describe('rules with more hosts denied', () => {
  it('deny the hosts of URLs besides their own, names and addresses', () => {
    const own = { mode: 'allowlist' as const, allow: ['a.test'], deny: ['b.test'] }
    const denied = withDeniedHosts(own, [
      'http://Store.Test:9000/bucket?x',
      'https://10.0.0.5/',
      'http://[fd00::5]:8080/',
      'http://a..test/',
    ])
    assert.deepEqual(denied, {
      mode: 'allowlist',
      allow: ['a.test'],
      deny: ['b.test', 'store.test', '10.0.0.5/32', 'fd00::5/128'],
    })
    assert.deepEqual(own.deny, ['b.test'])
  })
})
