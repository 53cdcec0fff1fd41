import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { createServer as createTlsServer } from 'node:tls'
import { eventually, startPlaten } from '../harness.ts'
import { downloadedTexts, textsOf } from '../pdf.ts'
import { owner, startPrinter } from '../rendering/printers.ts'

const PUBLIC = '93.184.215.14'

describe('documents with a broken network', () => {
  it('R19 have no network when their proxy ends during a render, and print without it', async () => {
    await using stack = new AsyncDisposableStack()
    const touched: string[] = []
    const inside = await listening(
      stack,
      createServer((socket) => {
        touched.push('a connection')
        socket.on('error', () => {}).destroy()
      }),
    )
    const proxies: (() => void)[] = []
    let requests = 0
    await using printer = await startPrinter({
      createProxy: async () => {
        const sockets = new Set<Socket>()
        const proxy = createServer((socket) => {
          requests += 1
          sockets.add(socket.on('error', () => {}))
        })
        proxy.listen(0, '127.0.0.1')
        await once(proxy, 'listening')
        const go = () => {
          proxy.close()
          for (const socket of sockets) socket.destroy()
        }
        proxies.push(go)
        stack.defer(go)
        return {
          port: (proxy.address() as AddressInfo).port,
          open: () => {},
          close: () => ({ requests: 1, refused: [] }),
          [Symbol.asyncDispose]: async () => go(),
        }
      },
    })
    const address = `http://127.0.0.1:${inside}/`
    const printing = printer.print(
      `<p>here<img src="${address}first.png"><script>
        platen.ready = (async () => {
          await fetch('${address}first').catch(() => {})
          for (let n = 0; n < 10; n += 1) await fetch('${address}' + n).catch(() => {})
          new Image().src = '${address}last.png'
          document.body.append(' and there')
        })()
      </script>`,
      owner('a'),
      AbortSignal.timeout(20_000),
    )
    await eventually(() => requests > 0)
    for (const go of proxies) go()
    const { pdf, warnings } = await printing
    assert.deepEqual(await textsOf(pdf), ['here and there'])
    assert.ok(warnings.some(({ kind }) => kind === 'image-missing'))
    assert.deepEqual(touched, [])
  })

  it('R43 load nothing from a host with an untrusted certificate', async () => {
    await using stack = new AsyncDisposableStack()
    const [key, cert] = await Promise.all(
      ['key', 'certificate'].map((name) => readFile(new URL(`fixtures/${name}.pem`, import.meta.url))),
    )
    const handshakes: string[] = []
    const taken: string[] = []
    const tls = createTlsServer({ key, cert }, (socket) => {
      socket.on('error', () => {}).on('data', (data) => taken.push(data.toString('latin1')))
    })
    tls.on('tlsClientError', ({ message }) => handshakes.push(message))
    const [secure, plain] = [
      await listening(stack, tls),
      await listening(
        stack,
        createServer((socket) => {
          socket
            .on('error', () => {})
            .on('data', (data) => {
              taken.push(data.toString('latin1'))
              socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi')
            })
        }),
      ),
    ]
    await using platen = await startPlaten({
      environment: { EGRESS: 'public' },
      overrides: {
        network: {
          resolve: async () => [PUBLIC],
          dial: (_address, port) => connect(port === 443 ? secure : plain, '127.0.0.1'),
        },
      },
    })
    const caller = await platen.account()
    const load = (
      url: string,
    ) => `<p>here<img src="${url}/x.png"><link rel=stylesheet href="${url}/x.css"><script>
      platen.ready = fetch('${url}/x').then(() => document.body.append('taken'), () => {})</script>`
    const answer = await caller.generate(await caller.upload(load('https://self-signed.allowed.test')), {})
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    assert.deepEqual(await downloadedTexts(answer.body.pdfUrl), ['here'])
    assert.notEqual(answer.headers.get('x-platen-warnings'), '0')
    assert.ok(
      handshakes.length > 0 &&
        handshakes.every((message) => /certificate unknown|unknown ca|alert/i.test(message)),
      handshakes.join(),
    )
    assert.equal(taken.length, 0, taken.join())
    // The same host is reached without TLS, so the certificate is the reason of the failure.
    await caller.generate(await caller.upload(load('http://self-signed.allowed.test')), {})
    assert.ok(taken.some((text) => text.startsWith('GET /x.png ')))
  })
})

async function listening(stack: AsyncDisposableStack, server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => void sockets.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stack.defer(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return (server.address() as AddressInfo).port
}
