import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { S3Client } from '@aws-sdk/client-s3'
import { type Line, layLine } from './line.ts'
import { refusalOf, type StoreKey } from './signatures.ts'

/** An S3 server for one test file, as strict as Amazon’s, with all that can go wrong with it. */
export interface Store extends AsyncDisposable {
  line: Line
  /** What it answers to everything while it is set. */
  trouble: { status: number; code: string } | undefined
  /** By how much its clock is ahead. */
  clockAheadMs: number
  /** Makes a key known to it. The service’s is from the start. */
  learn(key: StoreKey): void
  /** Knows no key any more until one is learnt. */
  forgetKeys(): void
  /** How many requests of each method it let in. */
  served: Map<string, number>
  /** The service’s `STORAGE_URL`. */
  url(options?: { bucket?: string; keys?: 'none'; more?: string }): string
  /** A client of its own, past the line and all trouble on it. */
  client: S3Client
}

// The server’s own check is loose, so it is off and ours, which is strict, stands before it.
const FAKE = { silent: true, vhostBuckets: false, allowMismatchedSignatures: true }

/** The service’s, with everything in it that an URL has to escape. */
export const KEY: StoreKey = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a/secret+with@signs:' }

/** Starts it with a bucket named `platen`. */
export async function startStore(): Promise<Store> {
  const directory = await mkdtemp(join(tmpdir(), 'platen-s3-'))
  const fake = createFake({ ...FAKE, directory, configureBuckets: [{ name: 'platen' }] })
  await fake.configureBuckets()
  const serve = fake.callback()
  const server = createServer((request, response) => {
    const now = Date.now() + store.clockAheadMs
    response.setHeader('date', new Date(now).toUTCString())
    const refused = store.trouble ?? refusalOf(request, keys, now)
    if (refused) {
      request.resume()
      request.once('end', () => refuse(response, refused))
      return
    }
    const method = request.method ?? ''
    store.served.set(method, (store.served.get(method) ?? 0) + 1)
    serve(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The store has no port')
  const keys: StoreKey[] = []
  const store: Store = {
    line: await layLine(address.port),
    trouble: undefined,
    clockAheadMs: 0,
    learn(known) {
      keys.push(known)
      fake.learn(known)
    },
    forgetKeys: () => void keys.splice(0),
    served: new Map(),
    url({ bucket = 'platen', keys, more = '' } = {}) {
      const pair = `${KEY.accessKeyId}:${encodeURIComponent(KEY.secretAccessKey)}@`
      const endpoint = encodeURIComponent(`http://127.0.0.1:${store.line.port}`)
      return `s3://${keys === 'none' ? '' : pair}${bucket}?region=eu-central-1&endpoint=${endpoint}${more}`
    },
    client: new S3Client({
      endpoint: `http://127.0.0.1:${address.port}`,
      region: 'eu-central-1',
      forcePathStyle: true,
      credentials: KEY,
    }),
    async [Symbol.asyncDispose]() {
      await store.line[Symbol.asyncDispose]()
      store.client.destroy()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
      await rm(directory, { recursive: true, force: true })
    },
  }
  store.learn(KEY)
  return store
}

function refuse(response: ServerResponse, { status, code }: { status: number; code: string }): void {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${code}</Message></Error>`,
  )
}

interface Fake {
  configureBuckets(): Promise<unknown>
  callback(): RequestListener
  learn(key: StoreKey): void
}

/** The package has no types. */
function createFake(options: object): Fake {
  const require = createRequire(import.meta.url)
  const S3rver: new (options: object) => Omit<Fake, 'learn'> = require('@20minutes/s3rver')
  const { DUMMY_ACCOUNT } = require('@20minutes/s3rver/lib/models/account')
  return Object.assign(new S3rver(options), {
    learn: (key: StoreKey) => DUMMY_ACCOUNT.createKeyPair(key.accessKeyId, key.secretAccessKey),
  })
}
