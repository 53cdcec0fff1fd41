import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request as sendRequest, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { S3Client } from '@aws-sdk/client-s3'
import { type Line, layLine } from '../line.ts'
import { refusalOf, type StoreKey } from './signatures.ts'

/** An S3 server for one test file, as strict as Amazon S3, with faults that tests can cause. */
export interface Store extends AsyncDisposable {
  line: Line
  /** Error with which the server answers each request while it is set. */
  fault: { status: number; code: string } | undefined
  /** Time by which its clock is ahead, in milliseconds. */
  clockAheadMs: number
  /** Adds an access key. The key of the service exists from the start. */
  addKey(key: StoreKey): void
  /** Removes all access keys. */
  forgetKeys(): void
  /** Number of rejected requests. */
  refused: number
  /** Folder of the buckets, with one folder for each. */
  directory: string
  /** Returns a `STORAGE_URL` for the service. */
  url(options?: { bucket?: string; keys?: 'none'; more?: string }): string
  /** A client that bypasses the line and its faults. */
  client: S3Client
}

/** Access key of the service. It contains all characters that a URL must escape. */
export const KEY: StoreKey = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a/secret+with@signs:' }

// A store may return fewer keys per page than requested.
const PAGE_KEYS = 4

/** Starts the server with a bucket named `platen`. */
export async function startStore(): Promise<Store> {
  const directory = await mkdtemp(join(tmpdir(), 'platen-s3-'))
  const bare = fork(fileURLToPath(new URL('bare-store.ts', import.meta.url)), [directory], {
    execArgv: ['--openssl-legacy-provider'],
  })
  const [port] = await once(bare, 'message')
  const server = createServer((request, response) => {
    const now = Date.now() + store.clockAheadMs
    response.setHeader('date', new Date(now).toUTCString())
    const refused = store.fault ?? refusalOf(request, keys, now)
    if (refused) {
      store.refused += 1
      request.resume()
      request.once('end', () => refuse(response, refused))
      return
    }
    forward(request, response, Number(port))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The store has no port')
  const keys: StoreKey[] = []
  const store: Store = {
    line: await layLine(address.port),
    fault: undefined,
    clockAheadMs: 0,
    addKey: (known) => void keys.push(known),
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
  store.addKey(KEY)
  return store
}

function forward(request: IncomingMessage, response: ServerResponse, port: number): void {
  const { method, headers, url = '/' } = request
  const path = url.includes('list-type=2') ? `${url}&max-keys=${PAGE_KEYS}` : url
  const onward = sendRequest({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
    // The client is gone when a test has cut the line.
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
