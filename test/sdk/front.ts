import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

/** Starts a reverse proxy that serves a page with the client, and the service. */
export async function startFront(
  client: string,
  service: () => string,
): Promise<AsyncDisposable & { url: string }> {
  const server = createServer((request, response) => {
    const { url = '/', method, headers } = request
    const file = /^\/client\/((?:connection\/|templates\/|webhooks\/)?[a-z0-9-]+\.js)$/.exec(url)?.[1]
    if (url === '/page') response.setHeader('content-type', 'text/html').end('<title>Page</title>')
    else if (file) {
      const send = (code: Buffer) => response.setHeader('content-type', 'text/javascript').end(code)
      readFile(join(client, file)).then(send, () => response.writeHead(404).end())
    } else {
      const passed = ask(service() + url, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      })
      passed.on('error', () => response.destroy())
      request.pipe(passed)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
