import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hostEntry, rangeEntry } from '../../server/egress/rules.ts'

describe('an entry of a list of hosts', () => {
  it('is a name as requests spell it', () => {
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

  it('is, for an operator, an address or a range of them', () => {
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
