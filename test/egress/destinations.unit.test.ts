import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { networkInterfaces } from 'node:os'
import { describe, it, mock } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { resolveDestination, dnsResolver, hostOf } from '../../packages/renderer/src/egress/destinations.ts'
import { EgressRefusal } from '../../packages/renderer/src/egress/refusals.ts'
import { type EgressRules, PUBLIC_EGRESS, compileRules } from '../../packages/renderer/src/egress/rules.ts'

const HEADER_BYTES = 12
const [A, AAAA] = [1, 28]

/** Starts a name server that answers 192.0.2.7 for every name, from the `answered`-th query for it on. */
async function startNameServer(answered: number) {
  const socket = createSocket('udp4')
  const queries: string[] = []
  socket.on('message', (query, { port, address }) => {
    const end = query.indexOf(0, HEADER_BYTES)
    const [name, type] = [query.toString('latin1', HEADER_BYTES, end), query.readUInt16BE(end + 1)]
    const entry = `${type} ${name}`
    queries.push(entry)
    if (queries.filter((earlier) => earlier === entry).length < answered) return
    const head = Buffer.from(query.subarray(0, HEADER_BYTES))
    head.writeUInt16BE(0x8180, 2)
    head.writeUInt16BE(type === A ? 1 : 0, 6)
    head.fill(0, 8)
    // A pointer to the name in the question, the type, class IN, TTL 0, four bytes.
    const record = Buffer.from([0xc0, HEADER_BYTES, 0, A, 0, 1, 0, 0, 0, 0, 0, 4, 192, 0, 2, 7])
    const answer = [head, query.subarray(HEADER_BYTES, end + 5), ...(type === A ? [record] : [])]
    socket.send(Buffer.concat(answer), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    queries,
    async [Symbol.asyncDispose]() {
      socket.close()
      await once(socket, 'close')
    },
  }
}

describe('DNS resolution', () => {
  it('queries IPv4 and IPv6 addresses', async () => {
    await using server = await startNameServer(1)
    assert.deepEqual(await dnsResolver([server.address])('host.test'), ['192.0.2.7'])
    const types = new Set(server.queries.map((entry) => Number(entry.split(' ')[0])))
    assert.deepEqual(types, new Set([A, AAAA]))
  })

  it('repeats a query when a packet is lost', async () => {
    await using server = await startNameServer(2)
    assert.deepEqual(await dnsResolver([server.address])('host.test'), ['192.0.2.7'])
  })

  it('fails after two queries without an answer', async () => {
    await using server = await startNameServer(Infinity)
    const countQueries = () => server.queries.filter((entry) => entry.startsWith(`${A} `)).length
    assert.deepEqual(await dnsResolver([server.address], 100)('host.test'), [])
    while (countQueries() < 2) await setImmediate()
    assert.equal(countQueries(), 2)
  })

  it('fails without an answer for 3 s', async () => {
    const rules = compileRules(PUBLIC_EGRESS)
    // Awaits nothing that needs the event loop, so nothing else in the process sees these timers.
    mock.timers.enable({ apis: ['setTimeout'] })
    try {
      const url = new URL('http://host.test/')
      const resolving = resolveDestination(url, {
        operator: rules,
        account: rules,
        resolve: () => new Promise(() => {}),
      })
      let isOver = false
      const over = () => void (isOver = true)
      const settled = resolving.then(over, over)
      mock.timers.tick(2_999)
      for (let n = 0; n < 20; n += 1) await Promise.resolve()
      assert.equal(isOver, false)
      mock.timers.tick(1)
      await settled
      await assert.rejects(
        resolving,
        (error) => error instanceof EgressRefusal && error.reason === 'unresolved',
      )
    } finally {
      mock.timers.reset()
    }
  })
})

const PUBLIC = ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c']
const lists = (allow: string[], deny: string[] = []): EgressRules => ({ mode: 'allowlist', allow, deny })
const denies = (deny: string[]): EgressRules => ({ ...PUBLIC_EGRESS, deny })

/**
 * Checks a URL.
 *
 * @returns the destination or the reason of the rejection, and whether the name was resolved
 */
async function check(
  url: string,
  {
    operator = PUBLIC_EGRESS,
    account = PUBLIC_EGRESS,
    addresses = PUBLIC,
  }: { operator?: EgressRules; account?: EgressRules; addresses?: string[] | Error } = {},
) {
  const lookups: string[] = []
  const outcome = await resolveDestination(new URL(url), {
    operator: compileRules(operator),
    account: compileRules(account),
    resolve: async (host) => {
      lookups.push(host)
      if (addresses instanceof Error) throw addresses
      return addresses
    },
  }).catch((error: unknown) => {
    if (!(error instanceof EgressRefusal)) throw error
    return error.reason
  })
  return { outcome, lookups }
}

describe('a destination', () => {
  it('is allowed with all addresses of its name and the port of its scheme', async () => {
    assert.deepEqual(await check('http://a.test/'), {
      outcome: { addresses: PUBLIC, port: 80 },
      lookups: ['a.test'],
    })
    assert.deepEqual((await check('https://a.test/')).outcome, { addresses: PUBLIC, port: 443 })
    // These ports belong to the other scheme, and the URL names them.
    assert.deepEqual((await check('http://a.test:443/')).outcome, { addresses: PUBLIC, port: 443 })
    assert.deepEqual((await check('https://a.test:80/')).outcome, { addresses: PUBLIC, port: 80 })
  })

  it('that is an address needs no DNS', async () => {
    for (const host of PUBLIC) {
      const { outcome, lookups } = await check(`http://${host.includes(':') ? `[${host}]` : host}/`)
      assert.deepEqual([outcome, lookups], [{ addresses: [host], port: 80 }, []])
    }
    assert.deepEqual(await check('http://127.0.0.1/'), { outcome: 'not-public', lookups: [] })
    assert.deepEqual(await check('http://[::1]/'), { outcome: 'not-public', lookups: [] })
  })

  it('is rejected for its scheme, user name, port or name before DNS', async () => {
    const rows = [
      ['ftp://a.test/', 'scheme'],
      ['file:///etc/passwd', 'scheme'],
      ['http://user@a.test/', 'user-name'],
      ['http://:password@a.test/', 'user-name'],
      ['http://a.test:8080/', 'port'],
      ['https://a.test:22/', 'port'],
      ['http://a..test/', 'host-name'],
    ]
    for (const [url = '', reason] of rows)
      assert.deepEqual(await check(url), { outcome: reason, lookups: [] }, url)
  })

  it('is rejected when its name has no address or DNS fails', async () => {
    assert.equal((await check('http://a.test/', { addresses: [] })).outcome, 'unresolved')
    assert.equal((await check('http://a.test/', { addresses: new Error('SERVFAIL') })).outcome, 'unresolved')
  })

  it('is rejected when any of its addresses is not public', async () => {
    const [one = '', other = ''] = PUBLIC
    for (const inside of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', 'fd00::1', '::ffff:127.0.0.1'])
      for (const addresses of [[inside], [inside, one], [one, inside], [one, inside, other]])
        assert.equal((await check('http://a.test/', { addresses })).outcome, 'not-public', String(addresses))
  })

  it('uses at most 16 of its addresses, after checking all', async () => {
    const addresses = Array.from({ length: 17 }, (_, n) => `93.184.215.${n + 1}`)
    assert.deepEqual((await check('http://a.test/', { addresses })).outcome, {
      addresses: addresses.slice(0, 16),
      port: 80,
    })
    const last = [...addresses, '10.0.0.1']
    assert.equal((await check('http://a.test/', { addresses: last })).outcome, 'not-public')
  })

  it('is rejected without DNS when the operator or the account disables network access', async () => {
    const off = { ...PUBLIC_EGRESS, mode: 'none' as const }
    for (const rules of [{ operator: off }, { account: off }])
      assert.deepEqual(await check('http://a.test/', rules), { outcome: 'network-off', lookups: [] })
  })

  it('is rejected without DNS when its name is denied or cannot be on a list', async () => {
    const rows: EgressRules[] = [
      denies(['a.test']),
      denies(['*.test']),
      lists(['a.test'], ['a.test']),
      lists(['b.test']),
      lists(['*.a.test']),
      lists([]),
    ]
    for (const rules of rows)
      for (const side of [{ operator: rules }, { account: rules }])
        assert.deepEqual(
          await check('http://a.test/', side),
          { outcome: 'not-allowed', lookups: [] },
          JSON.stringify(side),
        )
  })

  it('must be on the lists of the operator and of the account', async () => {
    const allowed = { addresses: PUBLIC, port: 80 }
    const outcome = async (operator: EgressRules, account: EgressRules) =>
      (await check('http://a.test/', { operator, account })).outcome
    assert.deepEqual(await outcome(lists(['a.test']), PUBLIC_EGRESS), allowed)
    assert.deepEqual(await outcome(PUBLIC_EGRESS, lists(['a.test'])), allowed)
    assert.deepEqual(await outcome(lists(['a.test']), lists(['*.test'])), allowed)
    assert.equal(await outcome(lists(['a.test']), lists(['b.test'])), 'not-allowed')
    assert.equal(await outcome(lists(['b.test']), lists(['a.test'])), 'not-allowed')
  })

  it('is on a list of ranges only when all its addresses are', async () => {
    const [one = '', other = ''] = PUBLIC
    const operator = lists([`${one}/32`])
    const outcome = async (addresses: string[]) =>
      (await check('http://a.test/', { operator, addresses })).outcome
    assert.deepEqual(await outcome([one]), { addresses: [one], port: 80 })
    assert.equal(await outcome([one, other]), 'not-allowed')
    assert.equal(await outcome([other]), 'not-allowed')
  })

  it('may be private only when the operator lists its range', async () => {
    const addresses = ['10.1.2.3']
    const outcome = async (operator: EgressRules, account = PUBLIC_EGRESS) =>
      (await check('http://inside.test/', { operator, account, addresses })).outcome
    assert.deepEqual(await outcome(lists(['10.1.0.0/16'])), { addresses, port: 80 })
    assert.equal(await outcome(lists(['10.2.0.0/16'])), 'not-public')
    assert.equal(await outcome(lists(['inside.test'])), 'not-public')
    assert.equal(await outcome({ ...lists(['10.1.0.0/16']), mode: 'public' }), 'not-public')
    assert.equal(await outcome(lists(['10.1.0.0/16'], ['10.1.2.3/32'])), 'not-public')
    assert.equal(await outcome(PUBLIC_EGRESS, lists(['10.1.0.0/16'])), 'not-public')
  })

  it('is never an address of this machine, link-local or loopback, whatever the operator lists', async () => {
    const interfaces = Object.values(networkInterfaces()).flatMap((entries) => entries ?? [])
    const addresses = [...interfaces.map(({ address }) => address), '127.0.0.2', '169.254.169.254', '::1']
    const everything = lists(['0.0.0.0/0', '::/0', 'a.test'])
    for (const address of addresses)
      assert.equal(
        (await check('http://a.test/', { operator: everything, addresses: [address] })).outcome,
        'not-public',
        address,
      )
  })

  it('that is public is rejected when the operator denies its address', async () => {
    const [one = ''] = PUBLIC
    assert.equal((await check('http://a.test/', { operator: denies([`${one}/32`]) })).outcome, 'not-public')
    assert.equal(
      (await check(`http://${one}/`, { operator: denies(['93.184.0.0/16']) })).outcome,
      'not-public',
    )
  })
})

describe('the host of a URL', () => {
  const host = (text: string) => {
    try {
      return hostOf(new URL(text))
    } catch (error) {
      assert.ok(error instanceof EgressRefusal)
      return error.reason
    }
  }

  it('is an address without brackets, or a name without the trailing dot', () => {
    assert.equal(host('http://[2606:2800:21f::1]/'), '2606:2800:21f::1')
    assert.equal(host('http://93.184.215.14/'), '93.184.215.14')
    assert.equal(host('http://A.Test./'), 'a.test')
    assert.equal(host('http://localhost/'), 'localhost')
    assert.equal(host('http://a_b-1.test/'), 'a_b-1.test')
  })

  it('has parts of 1 to 63 letters, digits, hyphens and underscores, and 253 characters at most', () => {
    const label = 'a'.repeat(63)
    assert.equal(host(`http://${label}.${label}/`), `${label}.${label}`)
    const longest = `${'a.'.repeat(126)}b`
    assert.equal(longest.length, 253)
    assert.equal(host(`http://${longest}/`), longest)
    for (const name of [`a${label}`, `a.a${label}.b`, `a.${longest}`, 'a..b', 'a!b', 'a!', '!a', 'a.b..'])
      assert.equal(host(`http://${name}/`), 'host-name', name)
  })
})
