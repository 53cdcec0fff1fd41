import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, createServer as createTcpServer, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { createLogger } from '../../../packages/server/src/log.ts'
import { createTabProxy } from '../../../packages/renderer/src/proxy/tab-proxy.ts'
import { type EgressRules, PUBLIC_EGRESS } from '../../../packages/renderer/src/egress/rules.ts'

const PUBLIC = '93.184.215.14'

describe('the egress proxy of a tab', () => {
  it('sends a request to a public host to the checked address', async () => {
    await using outside = await startOutside()
    const answer = await outside.send(
      'GET http://allowed.test/logo.png?size=2 HTTP/1.1\r\nHost: allowed.test\r\n\r\n',
    )
    assert.match(answer, /^HTTP\/1\.1 200 [^]*hello$/)
    assert.deepEqual(outside.dials, [`${PUBLIC}:80`])
    assert.deepEqual(outside.lookups, ['allowed.test'])
    assert.equal(outside.requests[0]?.url, '/logo.png?size=2')
    assert.deepEqual(outside.refused(), {})
  })

  it('opens a tunnel to a public host in both directions', async () => {
    await using outside = await startOutside()
    await using tunnel = await outside.open(
      'CONNECT allowed.test:443 HTTP/1.1\r\nHost: allowed.test:443\r\n\r\n',
    )
    await tunnel.receives(/^HTTP\/1\.1 200 Connection Established\r\n\r\n$/)
    tunnel.socket.write('GET /through HTTP/1.1\r\nHost: allowed.test\r\n\r\n')
    await tunnel.receives(/hello$/)
    assert.deepEqual(outside.dials, [`${PUBLIC}:443`])
    assert.equal(outside.requests[0]?.url, '/through')
  })

  it('rejects every address of the corpus, as a request and as a tunnel, without a connection', async () => {
    const names: Record<string, string[]> = { 'allowed.test': [PUBLIC], 'self.test': ['127.0.0.1'] }
    await using outside = await startOutside({ resolve: async (host) => names[host] ?? ['127.0.0.1'] })
    const rows: { u: string }[] = await corpus('ssrf-url')
    const addresses = rows
      .flatMap(({ u }) => [u.replace('%%PORT%%', '9222'), u.replace(':%%PORT%%', '')])
      .map((address) => address.replace('%%SELF_PUBLIC_HOST%%', 'self.test'))
      .filter((address) => URL.canParse(address))
    assert.ok(addresses.length > 120, `${addresses.length} addresses`)
    for (const address of addresses) {
      const { href, hostname, port, protocol } = new URL(address)
      const host = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
      assert.match(await outside.send(`GET ${href} HTTP/1.1\r\nHost: x\r\n\r\n`), REFUSED, address)
      assert.match(await outside.send(`CONNECT ${host} HTTP/1.1\r\nHost: x\r\n\r\n`), REFUSED, address)
    }
    assert.deepEqual(outside.dials, [])
  })

  it('rejects spellings that only a browser would normalise', async () => {
    await using outside = await startOutside({ resolve: async () => ['127.0.0.1'] })
    const rows: { u: string }[] = await corpus('ssrf-url')
    const spellings = rows
      .map(({ u }) => u.replace(':%%PORT%%', ''))
      .filter((address) => /^[!-~]+$/.test(address))
    assert.ok(spellings.length > 60, `${spellings.length} spellings`)
    for (const spelling of spellings) {
      assert.match(await outside.send(`GET ${spelling} HTTP/1.1\r\nHost: x\r\n\r\n`), REFUSED, spelling)
    }
    assert.deepEqual(outside.dials, [])
  })

  it('rejects all ports except 80 and 443', async () => {
    await using outside = await startOutside()
    for (const port of [1, 22, 25, 79, 81, 442, 444, 5432, 6379, 8080, 9222, 65535]) {
      assert.match(
        await outside.send(`GET http://allowed.test:${port}/ HTTP/1.1\r\nHost: x\r\n\r\n`),
        REFUSED,
      )
      assert.match(await outside.send(`CONNECT allowed.test:${port} HTTP/1.1\r\nHost: x\r\n\r\n`), REFUSED)
    }
    // Tunnels are for TLS only.
    assert.match(await outside.send('CONNECT allowed.test:80 HTTP/1.1\r\nHost: x\r\n\r\n'), REFUSED)
    assert.deepEqual(outside.dials, [])
    const subjects = Object.keys(outside.refused())
    assert.ok(
      subjects.every((subject) => /: only ports 80 and 443$|^other addresses$/.test(subject)),
      subjects.join(),
    )
  })

  it('rejects other schemes, user names and invalid names', async () => {
    await using outside = await startOutside()
    const refuses = async (address: string, reason: string) => {
      assert.match(await outside.send(`GET ${address} HTTP/1.1\r\nHost: x\r\n\r\n`), REFUSED, address)
      const [subject = ''] = Object.keys(outside.refused())
      assert.ok(subject.endsWith(`: ${reason}`), `${address}: ${subject}`)
    }
    await refuses('ftp://allowed.test/', 'only http and https')
    await refuses('file:///etc/passwd', 'only http and https')
    await refuses('https://allowed.test/', 'only http and https')
    await refuses('http://user@allowed.test/', 'user names in URLs are not allowed')
    await refuses('http://user:pass@allowed.test/', 'user names in URLs are not allowed')
    await refuses('http://a..test/', 'not a host name')
    await refuses('http://.test/', 'not a host name')
    await refuses('http://allowed.test../', 'not a host name')
    await refuses(`http://${'a.'.repeat(126)}test/`, 'not a host name')
    await refuses('http://a!b.test/', 'not a host name')
    assert.deepEqual(outside.dials, [])
  })

  it('answers 400 to a request that is not for a proxy', async () => {
    await using outside = await startOutside()
    const lines = [
      'GET / HTTP/1.1',
      'GET //127.0.0.1/ HTTP/1.1',
      'GET http://[denied-host.test]/ HTTP/1.1',
      'CONNECT 127.0.0.1 HTTP/1.1',
      'CONNECT allowed.test HTTP/1.1',
      'CONNECT [[::1]]:443 HTTP/1.1',
      'CONNECT [denied-host.test]:443 HTTP/1.1',
      'CONNECT allowed.test:99999 HTTP/1.1',
      'CONNECT user@allowed.test:443 HTTP/1.1',
      'CONNECT allowed.test:443/path HTTP/1.1',
      'CONNECT http://allowed.test:443 HTTP/1.1',
    ]
    for (const line of lines) {
      assert.match(await outside.send(`${line}\r\nHost: x\r\n\r\n`), /^HTTP\/1\.1 400 [^]*\r\n\r\n$/, line)
    }
    const smuggled =
      'POST http://allowed.test/ HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n'
    assert.match(await outside.send(`${smuggled}0\r\n\r\n`), /^HTTP\/1\.1 400 /)
    assert.deepEqual(outside.dials, [])
  })

  it('rejects a name whose second answer is not public, and connects to the checked address', async () => {
    const answers: Record<string, string[][]> = {
      'rebind.test': [[PUBLIC], ['127.0.0.1']],
      'rebind6.test': [['2606:4700::1111'], ['::1']],
    }
    await using outside = await startOutside({ resolve: async (host) => answers[host]?.shift() ?? [] })
    const get = (host: string) => outside.send(`GET http://${host}/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
    assert.match(await get('rebind.test'), /hello$/)
    assert.match(await get('rebind.test'), REFUSED)
    assert.match(await get('rebind6.test'), /hello$/)
    assert.match(await get('rebind6.test'), REFUSED)
    assert.deepEqual(outside.lookups, ['rebind.test', 'rebind.test', 'rebind6.test', 'rebind6.test'])
    assert.deepEqual(outside.dials, [`${PUBLIC}:80`, '2606:4700::1111:80'])
    assert.deepEqual(outside.refused(), {
      'http://rebind.test: no public address': 1,
      'http://rebind6.test: no public address': 1,
    })
  })

  it('rejects a name if any of its addresses is not public', async () => {
    const zone: Record<string, string[]> = {
      'mixed.test': [PUBLIC, '10.0.0.5'],
      'mixed6.test': [PUBLIC, 'fd00::1'],
      'mapped.test': ['::ffff:127.0.0.1'],
      'a.test': ['169.254.169.254'],
      db: ['172.18.0.3'],
      'late.test': [...Array.from({ length: 999 }, () => PUBLIC), '127.0.0.1'],
      'odd.test': ['0x7f.1'],
    }
    await using outside = await startOutside({ resolve: async (host) => zone[host] ?? [] })
    for (const host of Object.keys(zone)) {
      assert.match(await outside.send(`CONNECT ${host}:443 HTTP/1.1\r\nHost: x\r\n\r\n`), REFUSED, host)
      assert.deepEqual(outside.refused(), { [`https://${host}: no public address`]: 1 })
    }
    assert.deepEqual(outside.dials, [])
  })

  it('rejects a name without an address, or whose server fails', async () => {
    await using outside = await startOutside({
      resolve: async (host) => {
        if (host === 'sf.test') throw new Error('SERVFAIL')
        return []
      },
    })
    assert.match(await outside.send('GET http://none.test/ HTTP/1.1\r\nHost: x\r\n\r\n'), REFUSED)
    assert.match(await outside.send('GET http://sf.test/ HTTP/1.1\r\nHost: x\r\n\r\n'), REFUSED)
    assert.deepEqual(outside.refused(), {
      'http://none.test: no public address': 1,
      'http://sf.test: no public address': 1,
    })
  })

  it('tries the addresses of a host in their order, and at most 16', async () => {
    const many = Array.from(
      { length: 1_000 },
      (_, index) => `93.184.${Math.floor(index / 250)}.${index % 250}`,
    )
    await using working = await startOutside({ resolve: async () => many, reachable: (dials) => dials === 3 })
    assert.match(await working.send('GET http://many.test/ HTTP/1.1\r\nHost: x\r\n\r\n'), /hello$/)
    assert.deepEqual(
      working.dials,
      many.slice(0, 3).map((address) => `${address}:80`),
    )
    await using broken = await startOutside({ resolve: async () => many, reachable: () => false })
    assert.match(await broken.send('GET http://many.test/ HTTP/1.1\r\nHost: x\r\n\r\n'), /^HTTP\/1\.1 502 /)
    assert.equal(broken.dials.length, 16)
  })

  it('normalises the spellings of a name', async () => {
    await using outside = await startOutside()
    for (const host of ['DENIED-host.TEST', 'denied-host.test.', 'xn--n3h.test']) {
      await outside.send(`GET http://${host}/ HTTP/1.1\r\nHost: x\r\n\r\n`)
    }
    assert.deepEqual(outside.lookups, ['denied-host.test', 'denied-host.test', 'xn--n3h.test'])
  })

  it('checks every request of a keep-alive connection', async () => {
    await using outside = await startOutside()
    await using client = await outside.open('GET http://allowed.test/ HTTP/1.1\r\nHost: allowed.test\r\n\r\n')
    await client.receives(/hello$/)
    client.socket.write('GET http://127.0.0.1/ HTTP/1.1\r\nHost: allowed.test\r\n\r\n')
    await client.receives(/hello[^]*HTTP\/1\.1 403 Forbidden[^]*\r\n\r\n$/)
    assert.equal(outside.dials.length, 1)
  })

  it('sends the Host of the URL, and removes headers for the proxy', async () => {
    await using outside = await startOutside()
    const headers = [
      'Host: 127.0.0.1',
      'Connection: close, X-Private',
      'X-Private: 1',
      'Proxy-Authorization: Basic eDp5',
      'Proxy-Connection: keep-alive',
      'Proxy-Authenticate: Basic',
      'Keep-Alive: timeout=5',
      'TE: trailers',
      'Trailer: X-End',
      'Upgrade: h2c',
      'Accept: image/png',
    ]
    await outside.send(`GET http://allowed.test/ HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
    assert.deepEqual(outside.requests[0]?.headers, {
      host: 'allowed.test',
      connection: 'close',
      accept: 'image/png',
    })
  })

  it('removes connection headers of answers', async () => {
    await using outside = await startOutside({
      answer: (_, response) =>
        response
          .writeHead(200, {
            'content-type': 'image/png',
            'keep-alive': 'timeout=5',
            'proxy-authenticate': 'Basic',
            upgrade: 'h2c',
            'x-private': '1',
            connection: 'X-Private, close',
          })
          .end('hello'),
    })
    const answer = await outside.send('GET http://allowed.test/ HTTP/1.1\r\nHost: x\r\n\r\n')
    assert.match(answer, /\r\ncontent-type: image\/png\r\n/i)
    assert.doesNotMatch(answer, /timeout=5|proxy-authenticate|upgrade|x-private/i)
  })

  it('opens a tunnel to a public IPv6 address without DNS', async () => {
    await using outside = await startOutside()
    const address = '2606:2800:21f:cb07:6820:80da:af6b:8b2c'
    await using tunnel = await outside.open(`CONNECT [${address}]:443 HTTP/1.1\r\nHost: x\r\n\r\n`)
    await tunnel.receives(/^HTTP\/1\.1 200 Connection Established\r\n\r\n$/)
    assert.deepEqual([outside.dials, outside.lookups], [[`${address}:443`], []])
  })

  it('returns redirects, and rejects a following request to a private address', async () => {
    await using outside = await startOutside({
      answer: (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end(),
    })
    const answer = await outside.send('GET http://allowed.test/ HTTP/1.1\r\nHost: x\r\n\r\n')
    assert.match(answer, /^HTTP\/1\.1 302 [^]*location: http:\/\/169\.254\.169\.254\/latest\/\r\n/i)
    assert.match(
      await outside.send('GET http://169.254.169.254/latest/ HTTP/1.1\r\nHost: x\r\n\r\n'),
      REFUSED,
    )
    assert.deepEqual(outside.dials, [`${PUBLIC}:80`])
  })

  it('forwards request bodies, and answers of unknown length', async () => {
    await using outside = await startOutside({ answer: (request, response) => void request.pipe(response) })
    const answer = await outside.send(
      'POST http://allowed.test/ HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello',
    )
    assert.match(answer, /transfer-encoding: chunked[^]*\r\nhello\r\n/i)
  })

  it('cuts off an answer that is too large', async () => {
    await using outside = await startOutside({
      answer: (_, response) => response.end(Buffer.alloc(9 * 1024 * 1024)),
    })
    const answer = await outside.send('GET http://allowed.test/ HTTP/1.1\r\nHost: x\r\n\r\n')
    assert.ok(answer.length > 1024 && answer.length < 9 * 1024 * 1024, `${answer.length} bytes`)
    assert.deepEqual(outside.refused(), { 'http://allowed.test: too large': 1 })
  })

  it('survives any answer of a server', async () => {
    const answers = [
      'HTTP/1.1 000 X\r\nContent-Length: 0\r\n\r\n',
      'HTTP/1.1 099 X\r\nContent-Length: 0\r\n\r\n',
      'HTTP/1.1 777 X\r\nContent-Length: 0\r\n\r\n',
      'HTTP/1.1 101 X\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
      'HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nshort',
      'HTTP/1.1 200 OK\r\nX: \u0001\r\n\r\n',
      'garbage\r\n\r\n',
      '',
    ]
    let served = 0
    await using server = await listen(
      createTcpServer((socket) => {
        socket.on('error', () => {}).once('data', () => socket.end(answers[served++] ?? ''))
      }),
    )
    await using outside = await startOutside({ dialPort: server.port })
    for (const answer of answers) {
      const received = await outside.send('GET http://allowed.test/ HTTP/1.1\r\nHost: x\r\n\r\n')
      assert.match(received, /^$|^HTTP\/1\.1 200 [^]*short$/, answer)
    }
    assert.equal(served, answers.length)
  })

  it('rejects all requests when network access is disabled', async () => {
    await using outside = await startOutside({ rules: { ...PUBLIC_EGRESS, mode: 'none' } })
    assert.match(await outside.send('GET http://allowed.test/ HTTP/1.1\r\nHost: x\r\n\r\n'), REFUSED)
    assert.match(await outside.send('CONNECT allowed.test:443 HTTP/1.1\r\nHost: x\r\n\r\n'), REFUSED)
    assert.deepEqual([outside.lookups, outside.dials], [[], []])
    assert.deepEqual(outside.refused(), {
      'http://allowed.test: network access is disabled': 1,
      'https://allowed.test: network access is disabled': 1,
    })
  })

  it('allows requests that operator and account allow, and resolves no forbidden name', async () => {
    const zone: Record<string, string[]> = {
      'inside.test': ['10.1.2.3'],
      'metadata.test': ['169.254.169.254'],
    }
    const resolve = async (host: string) => zone[host] ?? [PUBLIC]
    const lists = (allow: string[], deny: string[] = []): EgressRules => ({ mode: 'allowlist', allow, deny })
    const denies = (deny: string[]): EgressRules => ({ ...PUBLIC_EGRESS, deny })
    const rows: [name: string, operator: EgressRules, account: EgressRules, host: string, outcome: string][] =
      [
        ['listed', lists(['a.test']), PUBLIC_EGRESS, 'a.test', 'allowed'],
        ['not listed', lists(['a.test']), PUBLIC_EGRESS, 'b.test', 'not resolved'],
        ['a name below', lists(['a.test']), PUBLIC_EGRESS, 'x.a.test', 'not resolved'],
        ['a name with the same ending', lists(['*.a.test']), PUBLIC_EGRESS, 'xa.test', 'not resolved'],
        ['below a wildcard', lists(['*.a.test']), PUBLIC_EGRESS, 'y.x.a.test', 'allowed'],
        ['a wildcard’s own name', lists(['*.a.test']), PUBLIC_EGRESS, 'a.test', 'not resolved'],
        ['listed and denied', lists(['a.test'], ['a.test']), PUBLIC_EGRESS, 'a.test', 'not resolved'],
        ['nothing listed', lists([]), PUBLIC_EGRESS, 'a.test', 'not resolved'],
        ['denied', denies(['a.test']), PUBLIC_EGRESS, 'A.TEST.', 'not resolved'],
        ['denied below', denies(['*.a.test']), PUBLIC_EGRESS, 'x.a.test', 'not resolved'],
        ['not denied', denies(['b.test']), PUBLIC_EGRESS, 'a.test', 'allowed'],
        ['a denied address', denies([`${PUBLIC}/32`]), PUBLIC_EGRESS, 'a.test', 'rejected'],
        ['a denied range', denies(['93.184.0.0/16']), PUBLIC_EGRESS, PUBLIC, 'rejected'],
        ['a listed range', lists(['10.1.0.0/16']), PUBLIC_EGRESS, 'inside.test', 'allowed'],
        ['an address in a listed range', lists(['10.1.0.0/16']), PUBLIC_EGRESS, '10.1.2.3', 'allowed'],
        ['another range', lists(['10.2.0.0/16']), PUBLIC_EGRESS, 'inside.test', 'rejected'],
        [
          'a public address outside the listed range',
          lists(['10.1.0.0/16']),
          PUBLIC_EGRESS,
          'a.test',
          'rejected',
        ],
        ['its name only', lists(['inside.test']), PUBLIC_EGRESS, 'inside.test', 'rejected'],
        [
          'listed metadata',
          lists(['169.254.0.0/16', 'metadata.test']),
          PUBLIC_EGRESS,
          'metadata.test',
          'rejected',
        ],
        ['listed loopback', lists(['127.0.0.0/8']), PUBLIC_EGRESS, '127.0.0.2', 'rejected'],
        ['the account’s list', PUBLIC_EGRESS, lists(['a.test']), 'a.test', 'allowed'],
        ['not on the account’s list', PUBLIC_EGRESS, lists(['a.test']), 'b.test', 'not resolved'],
        [
          'the account lists a private name',
          PUBLIC_EGRESS,
          lists(['inside.test']),
          'inside.test',
          'rejected',
        ],
        ['the account lists a range', PUBLIC_EGRESS, lists(['10.1.0.0/16']), 'inside.test', 'rejected'],
        [
          'the account lists a host that the operator does not',
          lists(['a.test']),
          lists(['b.test']),
          'b.test',
          'not resolved',
        ],
        ['the account denies', PUBLIC_EGRESS, denies(['a.test']), 'a.test', 'not resolved'],
        [
          'the account disables network access',
          PUBLIC_EGRESS,
          { ...PUBLIC_EGRESS, mode: 'none' },
          'a.test',
          'not resolved',
        ],
      ]
    for (const [name, operator, account, host, outcome] of rows) {
      await using outside = await startOutside({ rules: operator, account, resolve })
      const [received, tunnel] = [
        await outside.send(`GET http://${host}/ HTTP/1.1\r\nHost: x\r\n\r\n`),
        await outside.open(`CONNECT ${host}:443 HTTP/1.1\r\nHost: x\r\n\r\n`),
      ]
      await tunnel.receives(outcome === 'allowed' ? /^HTTP\/1\.1 200 / : /^HTTP\/1\.1 403 /)
      assert.match(received, outcome === 'allowed' ? /hello$/ : REFUSED, name)
      assert.equal(outside.dials.length, outcome === 'allowed' ? 2 : 0, name)
      if (outcome === 'not resolved') assert.deepEqual(outside.lookups, [], name)
      tunnel.socket.destroy()
    }
  })

  it('rejects requests before a print starts and after it has ended', async () => {
    await using outside = await startOutside()
    const request = 'GET http://allowed.test/ HTTP/1.1\r\nHost: x\r\n\r\n'
    await using tunnel = await outside.open('CONNECT allowed.test:443 HTTP/1.1\r\nHost: x\r\n\r\n')
    await tunnel.receives(/Established\r\n\r\n$/)
    assert.deepEqual(outside.proxy.close(), { requests: 1, refused: [] })
    await tunnel.ended
    assert.match(await outside.send(request), REFUSED)
    assert.equal(outside.dials.length, 1)
    outside.proxy.open(PUBLIC_EGRESS, 1)
    assert.match(await outside.send(request), /hello$/)
  })

  it('closes the connections of a print when the next one starts', async () => {
    await using outside = await startOutside()
    await using tunnel = await outside.open('CONNECT allowed.test:443 HTTP/1.1\r\nHost: x\r\n\r\n')
    await tunnel.receives(/Established\r\n\r\n$/)
    outside.proxy.open(PUBLIC_EGRESS, 1)
    await tunnel.ended
    assert.deepEqual(outside.proxy.close(), { requests: 0, refused: [] })
  })

  it('ends requests that wait for DNS or a connection with their print', async () => {
    const lookup = Promise.withResolvers<string[]>()
    await using outside = await startOutside({ resolve: () => lookup.promise })
    await using client = await outside.open('GET http://slow.test/ HTTP/1.1\r\nHost: x\r\n\r\n')
    while (outside.lookups.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    outside.proxy.close()
    lookup.resolve([PUBLIC])
    await client.receives(REFUSED)
    assert.equal(outside.requests.length, 0)
  })

  it('limits requests and hosts per document, and counts the others', async () => {
    await using outside = await startOutside({ documents: 1 })
    const get = (host: string) => outside.send(`GET http://${host}/ HTTP/1.1\r\nHost: x\r\n\r\n`)
    for (let n = 0; n < 20; n += 1) assert.match(await get(`h${n}.test`), /hello$/)
    assert.match(await get('h20.test'), REFUSED)
    for (let n = 0; n < 79; n += 1) assert.match(await get('h0.test'), /hello$/)
    for (let n = 0; n < 5; n += 1) assert.match(await get('h0.test'), REFUSED)
    for (let n = 30; n < 60; n += 1) await get(`h${n}.test`)
    assert.equal(outside.dials.length, 99)
    const refused = outside.refused()
    assert.equal(refused['http://h20.test: too many hosts'], 1)
    assert.equal(refused['http://h0.test: too many requests'], 5)
    assert.equal(refused['other addresses'], 12)
    assert.match(await get('h30.test'), /hello$/)
  })

  it('limits bytes per document in both directions', async () => {
    const megabyte = Buffer.alloc(1024 * 1024)
    await using outside = await startOutside({
      documents: 1,
      answer: (request, response) => {
        request.resume()
        response.end(Buffer.concat(Array.from({ length: 7 }, () => megabyte)))
      },
    })
    const get = () => outside.send('GET http://allowed.test/ HTTP/1.1\r\nHost: x\r\n\r\n')
    for (let n = 0; n < 4; n += 1) assert.ok((await get()).length > 7 * 1024 * 1024)
    assert.ok((await get()).length < 5 * 1024 * 1024)
    assert.deepEqual(outside.refused(), { 'http://allowed.test: the total size is too large': 1 })
    await using tunnel = await outside.open('CONNECT allowed.test:443 HTTP/1.1\r\nHost: x\r\n\r\n')
    await tunnel.receives(/Established\r\n\r\n$/)
    tunnel.socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n')
    for (let n = 0; n < 34; n += 1) tunnel.socket.write(megabyte)
    await tunnel.ended
    assert.deepEqual(outside.refused(), { 'https://allowed.test: the total size is too large': 1 })
  })

  it('rejects protocol upgrades', async () => {
    await using outside = await startOutside()
    const upgrade =
      'GET http://allowed.test/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
    assert.equal(await outside.send(upgrade), '')
    assert.deepEqual(outside.dials, [])
  })

  it('listens on loopback only, and closes its tunnels when disposed of', async () => {
    const outside = await startOutside()
    await using tunnel = await outside.open('CONNECT allowed.test:443 HTTP/1.1\r\nHost: x\r\n\r\n')
    await tunnel.receives(/Established\r\n\r\n$/)
    assert.equal(tunnel.socket.remoteAddress, '127.0.0.1')
    const closed = once(tunnel.socket, 'close')
    await outside[Symbol.asyncDispose]()
    await closed
  })
})

/** A rejection without a body. */
const REFUSED = /^HTTP\/1\.1 40[03] [^]*\r\n\r\n$/

async function corpus(name: string) {
  return JSON.parse(await readFile(new URL(`../../cases/${name}.json`, import.meta.url), 'utf8'))
}

interface OutsideOptions {
  /** Rules of the operator and of the account. */
  rules?: EgressRules
  account?: EgressRules
  documents?: number
  resolve?: (host: string) => Promise<string[]>
  /** Answer of the outside host; by default "hello". */
  answer?: (request: IncomingMessage, response: ServerResponse) => void
  /** Returns true if a connection, counted from 1, succeeds. */
  reachable?: (dials: number) => boolean
  dialPort?: number
}

/** A proxy, and an outside network in which every connection arrives at a local listener. */
async function startOutside(options: OutsideOptions = {}) {
  await using stack = new AsyncDisposableStack()
  const { answer = (_: IncomingMessage, response: ServerResponse) => response.end('hello') } = options
  const [requests, dials, lookups]: [IncomingMessage[], string[], string[]] = [[], [], []]
  const host = stack.use(
    await listen(
      createServer((request, response) => {
        requests.push(request)
        answer(request, response)
      }),
    ),
  )
  const closed = stack.use(await listen(createTcpServer((socket) => socket.destroy())))
  await closed[Symbol.asyncDispose]()
  const proxy = stack.use(
    await createTabProxy({
      rules: options.rules ?? PUBLIC_EGRESS,
      log: createLogger('silent'),
      resolve: async (name) => {
        lookups.push(name)
        return await (options.resolve ?? (async () => [PUBLIC]))(name)
      },
      dial: (address, port) => {
        dials.push(`${address}:${port}`)
        const isReachable = options.reachable?.(dials.length) ?? true
        return connect(isReachable ? (options.dialPort ?? host.port) : closed.port, '127.0.0.1')
      },
    }),
  )
  const reopen = () => proxy.open(options.account ?? PUBLIC_EGRESS, options.documents ?? 1_000)
  reopen()
  const parts = stack.move()

  const open = async (text: string) => {
    const socket = connect(proxy.port, '127.0.0.1')
    const received = collect(socket)
    await once(socket, 'connect')
    socket.write(text)
    return { socket, ...received, [Symbol.asyncDispose]: async () => void socket.destroy() }
  }
  return {
    requests,
    dials,
    lookups,
    proxy,
    /** Returns the rejections since the last call, with their numbers. */
    refused(): Record<string, number> {
      const { refused } = proxy.close()
      reopen()
      return Object.fromEntries(refused.map(({ subject, count }) => [subject, count]))
    },
    open,
    /**
     * Sends a text and ends.
     *
     * @returns the complete answer
     */
    async send(text: string): Promise<string> {
      const head = text.indexOf('\r\n')
      const closing = text.includes('\r\nConnection:')
        ? text
        : `${text.slice(0, head)}\r\nConnection: close${text.slice(head)}`
      await using client = await open(closing)
      await client.ended
      return client.text()
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

function collect(socket: Socket) {
  let text = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk))
  socket.on('error', () => {})
  const ended = new Promise<void>((resolve) => void socket.once('close', () => resolve()))
  return {
    ended,
    text: () => text,
    /** Waits until the received text matches. */
    async receives(pattern: RegExp): Promise<void> {
      while (!pattern.test(text)) {
        const more = await Promise.race([once(socket, 'data').then(() => true), ended.then(() => false)])
        if (!more) assert.match(text, pattern)
      }
    },
  }
}

async function listen(server: ReturnType<typeof createServer> | ReturnType<typeof createTcpServer>) {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return {
    port: address.port,
    async [Symbol.asyncDispose]() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
