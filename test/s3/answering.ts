import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** A small HTTP server on this machine that stands for one of Amazon’s that hand out credentials. */
export interface Answering extends AsyncDisposable {
  url: string
}

/** Starts it; what `answer` returns is the body. */
export async function startAnswering(
  answer: (request: IncomingMessage, body: string) => string,
): Promise<Answering> {
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
