import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { JWK } from 'jose'

/** What a provider publishes, and no more of it: a discovery document and keys that a test may change. */
export interface PublishedKeys extends AsyncDisposable {
  issuer: string
  keys: JWK[]
  /** What was asked for, in order. */
  asked: string[]
  /** Answers no more until it is resumed. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Accepts requests from now on without answering them. */
  hang(): void
}

/** Publishes `keys` on this machine. */
export async function publishKeys(keys: JWK[]): Promise<PublishedKeys> {
  const asked: string[] = []
  let isHanging = false
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
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
    asked,
    pause,
    resume: () => listen(port),
    hang: () => void (isHanging = true),
    async [Symbol.asyncDispose]() {
      if (server.listening) await pause()
    },
  }
  return published
}
