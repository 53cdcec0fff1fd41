import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** An HTTP server in place of an Amazon service that provides credentials. */
export interface HttpServer extends AsyncDisposable {
  url: string
}

/** Starts the server. `answer` returns the body of a response. */
export async function startHttpServer(
  answer: (request: IncomingMessage, body: string) => string,
): Promise<HttpServer> {
  const server = createServer(async (request, response) => {
    const body = answer(request, (await buffer(request)).toString())
    response.setHeader('content-type', body.startsWith('<') ? 'text/xml' : 'application/json')
    response.end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
