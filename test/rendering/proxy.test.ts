import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, createServer as createTcpServer, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { createLogger } from '../../server/log.ts'
import { createEgressProxy, type EgressProxyOptions } from '../../server/rendering/print/proxy.ts'

const PUBLIC = '93.184.215.14'

describe('the egress proxy', () => {
  it('lets a request to a public host out, to the very address that was looked at', async () => {
    await using outside = await startOutside()
    const answer = await outside.send(
      'GET http://allowed.test/logo.png?size=2 HTTP/1.1\r\nHost: allowed.test\r\n\r\n',
    )
    assert.match(answer, /^HTTP\/1\.1 200 [^]*hello$/)
    assert.deepEqual(outside.dials, [`${PUBLIC}:80`])
    assert.deepEqual(outside.lookups, ['allowed.test'])
    assert.equal(outside.requests[0]?.url, '/logo.png?size=2')
    assert.deepEqual(outside.refusals, [])
  })

  it('lets a tunnel to a public host out, both ways', async () => {
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

  it('refuses every address of the corpus, as a request and as a tunnel, and connects to nothing', async () => {
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

  it('refuses what the corpus spells in a way that only a browser would normalise', async () => {
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

  it('refuses every port but 80 and 443', async () => {
    await using outside = await startOutside()
    for (const port of [1, 22, 25, 79, 81, 442, 444, 5432, 6379, 8080, 9222, 65535]) {
      assert.match(
        await outside.send(`GET http://allowed.test:${port}/ HTTP/1.1\r\nHost: x\r\n\r\n`),
        REFUSED,
      )
      assert.match(await outside.send(`CONNECT allowed.test:${port} HTTP/1.1\r\nHost: x\r\n\r\n`), REFUSED)
    }
    assert.deepEqual(outside.dials, [])
    assert.deepEqual(new Set(outside.refusals), new Set(['port']))
  })

  it('refuses other schemes, user names, and names that are none', async () => {
    await using outside = await startOutside()
    const refuses = async (address: string, reason: string) => {
      assert.match(await outside.send(`GET ${address} HTTP/1.1\r\nHost: x\r\n\r\n`), REFUSED, address)
      assert.equal(outside.refusals.at(-1), reason, address)
    }
    await refuses('ftp://allowed.test/', 'scheme')
    await refuses('file:///etc/passwd', 'scheme')
    await refuses('https://allowed.test/', 'scheme')
    await refuses('http://user@allowed.test/', 'user-name')
    await refuses('http://user:pass@allowed.test/', 'user-name')
    await refuses('http://a..test/', 'host-name')
    await refuses('http://.test/', 'host-name')
    await refuses('http://allowed.test../', 'host-name')
    await refuses(`http://${'a.'.repeat(126)}test/`, 'host-name')
    await refuses('http://a!b.test/', 'host-name')
    assert.deepEqual(outside.dials, [])
  })

  it('answers 400 to what is no request to a proxy', async () => {
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

  it('refuses a name whose second answer is not public, and dials what it looked at before', async () => {
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
    assert.deepEqual(outside.refusals, ['not-public', 'not-public'])
  })

  it('refuses a name if any of its addresses is not public', async () => {
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
      assert.equal(outside.refusals.at(-1), 'not-public', host)
    }
    assert.deepEqual(outside.dials, [])
  })

  it('refuses a name that has no address, or whose server fails', async () => {
    await using outside = await startOutside({
      resolve: async (host) => {
        if (host === 'sf.test') throw new Error('SERVFAIL')
        return []
      },
    })
    assert.match(await outside.send('GET http://none.test/ HTTP/1.1\r\nHost: x\r\n\r\n'), REFUSED)
    assert.match(await outside.send('GET http://sf.test/ HTTP/1.1\r\nHost: x\r\n\r\n'), REFUSED)
    assert.deepEqual(outside.refusals, ['unresolved', 'unresolved'])
  })

  it('does not wait longer than 3 s for an answer', async () => {
    await using outside = await startOutside({ resolve: () => new Promise(() => {}) })
    const started = performance.now()
    assert.match(await outside.send('GET http://slow.test/ HTTP/1.1\r\nHost: x\r\n\r\n'), REFUSED)
    const waitedMs = performance.now() - started
    assert.ok(waitedMs > 2_900 && waitedMs < 4_500, `${waitedMs} ms`)
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

  it('makes no difference between the spellings of a name', async () => {
    await using outside = await startOutside()
    for (const host of ['DENIED-host.TEST', 'denied-host.test.', 'xn--n3h.test']) {
      await outside.send(`GET http://${host}/ HTTP/1.1\r\nHost: x\r\n\r\n`)
    }
    assert.deepEqual(outside.lookups, ['denied-host.test', 'denied-host.test', 'xn--n3h.test'])
  })

  it('looks at every request of a connection that is kept open', async () => {
    await using outside = await startOutside()
    await using client = await outside.open('GET http://allowed.test/ HTTP/1.1\r\nHost: allowed.test\r\n\r\n')
    await client.receives(/hello$/)
    client.socket.write('GET http://127.0.0.1/ HTTP/1.1\r\nHost: allowed.test\r\n\r\n')
    await client.receives(/hello[^]*HTTP\/1\.1 403 Forbidden[^]*\r\n\r\n$/)
    assert.equal(outside.dials.length, 1)
  })

  it('names the host that the address names, and passes on nothing that is for the proxy', async () => {
    await using outside = await startOutside()
    const headers = [
      'Host: 127.0.0.1',
      'Connection: close, X-Private',
      'X-Private: 1',
      'Proxy-Authorization: Basic eDp5',
      'Proxy-Connection: keep-alive',
      'TE: trailers',
      'Accept: image/png',
    ]
    await outside.send(`GET http://allowed.test/ HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
    assert.deepEqual(outside.requests[0]?.headers, {
      host: 'allowed.test',
      connection: 'close',
      accept: 'image/png',
    })
  })

  it('hands redirects back, and refuses the request that follows one inside', async () => {
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

  it('passes on what is sent, and answers of unknown length', async () => {
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
    assert.deepEqual(outside.refusals, ['too-large'])
  })

  it('survives whatever a server answers', async () => {
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

  it('refuses everything when the network is switched off', async () => {
    await using outside = await startOutside({ mode: 'none' })
    assert.match(await outside.send('GET http://allowed.test/ HTTP/1.1\r\nHost: x\r\n\r\n'), REFUSED)
    assert.match(await outside.send('CONNECT allowed.test:443 HTTP/1.1\r\nHost: x\r\n\r\n'), REFUSED)
    assert.deepEqual([outside.lookups, outside.dials], [[], []])
    assert.deepEqual(outside.refusals, ['network-off', 'network-off'])
  })

  it('does not pass on an upgrade', async () => {
    await using outside = await startOutside()
    const upgrade =
      'GET http://allowed.test/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
    assert.equal(await outside.send(upgrade), '')
    assert.deepEqual(outside.dials, [])
  })

  it('listens on the loopback only, and ends its tunnels when it is disposed of', async () => {
    const outside = await startOutside()
    await using tunnel = await outside.open('CONNECT allowed.test:443 HTTP/1.1\r\nHost: x\r\n\r\n')
    await tunnel.receives(/Established\r\n\r\n$/)
    assert.equal(tunnel.socket.remoteAddress, '127.0.0.1')
    const closed = once(tunnel.socket, 'close')
    await outside[Symbol.asyncDispose]()
    await closed
  })
})

/** Refused, and without a body. */
const REFUSED = /^HTTP\/1\.1 40[03] [^]*\r\n\r\n$/

async function corpus(name: string) {
  return JSON.parse(await readFile(new URL(`../cases/${name}.json`, import.meta.url), 'utf8'))
}

interface OutsideOptions {
  mode?: EgressProxyOptions['mode']
  resolve?: (host: string) => Promise<string[]>
  /** What the host outside answers: "hello" without it. */
  answer?: (request: IncomingMessage, response: ServerResponse) => void
  /** Whether this dial, counted from 1, gets through. */
  reachable?: (dials: number) => boolean
  dialPort?: number
}

/** A proxy, and a world outside in which every dial arrives at a listener on the loopback that is really there. */
async function startOutside(options: OutsideOptions = {}) {
  await using stack = new AsyncDisposableStack()
  const { answer = (_: IncomingMessage, response: ServerResponse) => response.end('hello') } = options
  const [requests, dials, lookups, refusals]: [IncomingMessage[], string[], string[], string[]] = [
    [],
    [],
    [],
    [],
  ]
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
    await createEgressProxy({
      mode: options.mode ?? 'public',
      log: createLogger('silent'),
      onRefused: (reason) => refusals.push(reason),
      resolve: async (name) => {
        lookups.push(name)
        return await (options.resolve ?? (async () => [PUBLIC]))(name)
      },
      dial: (address, port) => {
        dials.push(`${address}:${port}`)
        const gets = options.reachable?.(dials.length) ?? true
        return connect(gets ? (options.dialPort ?? host.port) : closed.port, '127.0.0.1')
      },
    }),
  )
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
    refusals,
    open,
    /** Sends this and no more. @returns all that comes back. */
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
    /** Waits until all that came so far looks like this. */
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
