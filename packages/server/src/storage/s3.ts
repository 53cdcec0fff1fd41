import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { Refusal } from '@platen/template/refusal'
import { dispositionOf } from './disposition.ts'
import { areLongLived, credentialsFor, type S3Credentials } from './s3-credentials.ts'
import type { S3Location } from './s3-location.ts'
import { probe, type Storage } from './storage.ts'

/** A bucket and the credentials for it. */
export interface S3Options {
  location: S3Location
  credentials: S3Credentials
}

const CONNECT_LIMIT_MS = 3_000
// From the first byte sent to the first byte received.
const ATTEMPT_LIMIT_MS = 15_000
const ATTEMPTS_MAX = 3
const OPERATION_LIMIT_MS = 45_000
// Allows slow clients, and ends the connection of a stalled one.
const STREAM_LIMIT_MS = 600_000
const CONNECTIONS_MAX = 128
const RETRY_AFTER_SECONDS = 5
// Statuses below 500 that a retry may solve. All others mean that the store has rejected the request.
const RETRYABLE_STATUSES = new Set([408, 429])
// The SDK stores the clock skew when this error occurs, so the next request succeeds.
const CLOCK_SKEW_ERROR = 'RequestTimeTooSkewed'

/** Creates a storage in a bucket of Amazon S3 or of a compatible store. */
export function createS3Storage({ location, credentials }: S3Options): Storage {
  const client = createClient({ location, credentials }, location.endpoint)
  // Separate connections, so that slow downloads do not block other operations.
  const downloads = createClient({ location, credentials }, location.endpoint)
  const signer = createClient({ location, credentials }, location.publicEndpoint ?? location.endpoint)
  const objectAt = (key: string) => ({ Bucket: location.bucket, Key: location.prefix + key })
  const presigns = location.links === 'store' && areLongLived(credentials)

  const storage: Storage = {
    async put(key, content, signal) {
      await send(`store ${key}`, signal, (abortSignal) =>
        client.send(
          new PutObjectCommand({ ...objectAt(key), Body: content, ContentType: contentTypeOf(key) }),
          { abortSignal },
        ),
      )
    },
    async readText(key, signal) {
      return await send(`read ${key}`, signal, async (abortSignal) => {
        const response = await orUndefined(client.send(new GetObjectCommand(objectAt(key)), { abortSignal }))
        return await response?.Body?.transformToString('utf-8')
      })
    },
    async readBytes(key, signal) {
      return await send(`read ${key}`, signal, async (abortSignal) => {
        const response = await orUndefined(client.send(new GetObjectCommand(objectAt(key)), { abortSignal }))
        const bytes = await response?.Body?.transformToByteArray()
        return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      })
    },
    async readStream(key) {
      const response = await send(`read ${key}`, undefined, (abortSignal) =>
        orUndefined(downloads.send(new GetObjectCommand(objectAt(key)), { abortSignal })),
      )
      if (!(response?.Body instanceof Readable)) return undefined
      return { stream: withTimeLimit(response.Body), size: response.ContentLength ?? 0 }
    },
    async remove(key, signal) {
      await send(`remove ${key}`, signal, (abortSignal) =>
        client.send(new DeleteObjectCommand(objectAt(key)), { abortSignal }),
      )
    },
    async *list(prefix, signal) {
      const pages = paginateListObjectsV2(
        { client },
        { Bucket: location.bucket, Prefix: `${location.prefix}${prefix}/` },
        { abortSignal: signal },
      )
      for (;;) {
        const page = await send(`list ${prefix}`, signal, () => pages.next())
        if (page.done) return
        for (const { Key, LastModified } of page.value.Contents ?? []) {
          if (Key && LastModified) yield { key: Key.slice(location.prefix.length), storedAt: LastModified }
        }
      }
    },
    async presign(key, fileName, { from, until }) {
      if (!presigns) return undefined
      return await getSignedUrl(
        signer,
        new GetObjectCommand({
          ...objectAt(key),
          ResponseContentType: contentTypeOf(key),
          ResponseContentDisposition: dispositionOf(fileName),
          ResponseCacheControl: 'private, no-store',
        }),
        { signingDate: from, expiresIn: Math.ceil((until.getTime() - from.getTime()) / 1000) },
      )
    },
    probe: (signal) => probe(storage, signal),
  }
  return storage
}

/** Creates a client with all settings explicit, so that no environment variable or file of the machine changes them. */
function createClient({ location, credentials }: S3Options, endpoint: string | undefined): S3Client {
  return new S3Client({
    ...(endpoint !== undefined && { endpoint }),
    ignoreConfiguredEndpointUrls: true,
    region: location.region,
    forcePathStyle: location.pathStyle,
    credentials: credentialsFor(credentials, location.region),
    maxAttempts: ATTEMPTS_MAX,
    retryMode: 'standard',
    // The signature covers the SHA-256 of each body. Other stores do not support all of the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Otherwise each body over 2 MiB would open a new connection.
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: CONNECT_LIMIT_MS,
      requestTimeout: ATTEMPT_LIMIT_MS,
      throwOnRequestTimeout: true,
      socketTimeout: 0,
      httpAgent: { keepAlive: true, maxSockets: CONNECTIONS_MAX },
      httpsAgent: { keepAlive: true, maxSockets: CONNECTIONS_MAX },
    },
    defaultsMode: 'standard',
    authSchemePreference: [],
    sigv4aSigningRegionSet: [],
    disableS3ExpressSessionAuth: true,
    useArnRegion: false,
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    userAgentAppId: 'platen',
  })
}

/**
 * Runs one operation of the store within its time limit.
 * @throws {Refusal} `timed-out` when `signal` aborts; `busy` when the store does not answer or fails temporarily.
 * @throws an Error when the store rejects the request, which the operator must solve.
 */
async function send<Value>(
  operation: string,
  signal: AbortSignal | undefined,
  request: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), OPERATION_LIMIT_MS)
  try {
    return await request(signal ? AbortSignal.any([signal, limit.signal]) : limit.signal)
  } catch (error) {
    throw failureOf(operation, error, signal?.aborted ?? false)
  } finally {
    clearTimeout(timer)
  }
}

function failureOf(operation: string, error: unknown, isAborted: boolean): Error {
  const status = error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 0) : 0
  const name = error instanceof Error ? error.name : 'unknown'
  const failure = new Error(
    `The object store did not ${operation} (${name}${status ? `, status ${status}` : ''})`,
    {
      cause: error,
    },
  )
  const isRejected =
    status >= 300 && status < 500 && !RETRYABLE_STATUSES.has(status) && name !== CLOCK_SKEW_ERROR
  if (isRejected) return failure
  if (isAborted) {
    return new Refusal('timed-out', 'Files could not be stored or read in time, and nothing was charged.', {
      cause: failure,
    })
  }
  return new Refusal(
    'busy',
    'Files cannot be stored or read at the moment, and nothing was charged. Please try again.',
    { retryAfter: RETRY_AFTER_SECONDS, cause: failure },
  )
}

async function orUndefined<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined
    throw error
  }
}

function withTimeLimit(stream: Readable): Readable {
  const timer = setTimeout(
    () => stream.destroy(new Error(`An object was not read completely within ${STREAM_LIMIT_MS} ms`)),
    STREAM_LIMIT_MS,
  )
  return stream.once('close', () => clearTimeout(timer))
}

function contentTypeOf(key: string): string {
  return key.endsWith('.pdf') ? 'application/pdf' : 'application/octet-stream'
}
