import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { S3Client } from '@aws-sdk/client-s3'
import { type Line, layLine } from '../line.ts'
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
  /** How many requests it has refused. */
  refused: number
  /** Where its buckets are, a folder each. */
  directory: string
  /** The service’s `STORAGE_URL`. */
  url(options?: { bucket?: string; keys?: 'none'; more?: string }): string
  /** A client of its own, past the line and all trouble on it. */
  client: S3Client
}

/** The service’s, with everything in it that an URL has to escape. */
export const KEY: StoreKey = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a/secret+with@signs:' }

// A store may give fewer at once than it was asked for.
const PAGE_KEYS = 4

/** Starts it with a bucket named `platen`. */
export async function startStore(): Promise<Store> {
  const directory = await mkdtemp(join(tmpdir(), 'platen-s3-'))
  const bare = fork(fileURLToPath(new URL('bare-store.ts', import.meta.url)), [directory], {
    execArgv: ['--openssl-legacy-provider'],
  })
  const [port] = await once(bare, 'message')
  const server = createServer((request, response) => {
    const now = Date.now() + store.clockAheadMs
    response.setHeader('date', new Date(now).toUTCString())
    const refused = store.trouble ?? refusalOf(request, keys, now)
    if (refused) {
      store.refused += 1
      request.resume()
      request.once('end', () => refuse(response, refused))
      return
    }
    passOn(request, response, Number(port))
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
    learn: (known) => void keys.push(known),
    forgetKeys: () => void keys.splice(0),
    refused: 0,
    directory,
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
      const ended = once(bare, 'exit')
      bare.disconnect()
      await ended
      await rm(directory, { recursive: true, force: true })
    },
  }
  store.learn(KEY)
  return store
}

function passOn(request: IncomingMessage, response: ServerResponse, port: number): void {
  const { method, headers, url = '/' } = request
  const path = url.includes('list-type=2') ? `${url}&max-keys=${PAGE_KEYS}` : url
  const onward = ask({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
    // Whoever asked has gone where a test has cut the line.
    if (response.destroyed) return void answer.destroy()
    const { date: _, ...others } = answer.headers
    response.writeHead(answer.statusCode ?? 502, others)
    pipeline(answer, response, () => {})
  })
  pipeline(request, onward, (error) => {
    if (error) response.destroy()
  })
}

function refuse(response: ServerResponse, { status, code }: { status: number; code: string }): void {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${code}</Message></Error>`,
  )
}
