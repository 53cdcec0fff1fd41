import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { JWK } from 'jose'

/** Minimal provider: publishes only a discovery document and keys, which a test can change. */
export interface PublishedKeys extends AsyncDisposable {
  issuer: string
  keys: JWK[]
  /** Paths of the requests so far, in order. */
  requests: string[]
  /** Stops answering. */
  pause(): Promise<void>
  /** Answers again. */
  resume(): Promise<void>
  /** Accepts requests from now on without answering them. */
  hang(): void
}

/** Publishes `keys` on this machine. */
export async function publishKeys(keys: JWK[]): Promise<PublishedKeys> {
  const requests: string[] = []
  let isHanging = false
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    if (isHanging) return
    const documents: Record<string, object> = {
      '/.well-known/openid-configuration': { issuer: published.issuer, jwks_uri: `${published.issuer}/jwks` },
      '/jwks': { keys: published.keys },
    }
    const document = documents[request.url ?? '']
    response.writeHead(document ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(document ?? {}))
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const pause = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  const published: PublishedKeys = {
    issuer: `http://127.0.0.1:${port}`,
    keys,
    requests,
    pause,
    resume: () => listen(port),
    hang: () => void (isHanging = true),
    async [Symbol.asyncDispose]() {
      if (server.listening) await pause()
    },
  }
  return published
}
