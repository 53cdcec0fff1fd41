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
import { Refusal } from '../errors.ts'
import { dispositionOf } from './disposition.ts'
import { areLongLived, credentialsFor, type S3Credentials } from './s3-credentials.ts'
import type { S3Location } from './s3-location.ts'
import { probe, type Storage } from './storage.ts'

/** A bucket, and who we are there. */
export interface S3Options {
  location: S3Location
  credentials: S3Credentials
}

const CONNECT_LIMIT_MS = 3_000
// From the first byte that is sent to the first that comes back.
const ATTEMPT_LIMIT_MS = 15_000
const ATTEMPTS_MAX = 3
const OPERATION_LIMIT_MS = 45_000
// A reader may be slow; one that does nothing any more must not hold its connection for ever.
const STREAM_LIMIT_MS = 600_000
const CONNECTIONS_MAX = 128
const RETRY_AFTER_SECONDS = 5
// Answers with these say that the store is in trouble, and others that it understood and refused.
const TROUBLE = new Set([408, 429])
// The SDK has noted by how much the clocks differ, and the next request will be right.
const SKEWED = 'RequestTimeTooSkewed'

/** Objects in a bucket of S3, or of a store that speaks its language. */
export function createS3Storage({ location, credentials }: S3Options): Storage {
  const client = connect({ location, credentials }, location.endpoint)
  // Connections of their own: readers that dawdle must not keep anybody from storing.
  const downloads = connect({ location, credentials }, location.endpoint)
  const signer = connect({ location, credentials }, location.publicEndpoint ?? location.endpoint)
  const objectAt = (key: string) => ({ Bucket: location.bucket, Key: location.prefix + key })
  const presigns = location.links === 'store' && areLongLived(credentials)

  const storage: Storage = {
    async put(key, content, signal) {
      await ask(`store ${key}`, signal, (abortSignal) =>
        client.send(
          new PutObjectCommand({ ...objectAt(key), Body: content, ContentType: contentTypeOf(key) }),
          { abortSignal },
        ),
      )
    },
    async readText(key, signal) {
      return await ask(`read ${key}`, signal, async (abortSignal) => {
        const found = await orUndefined(client.send(new GetObjectCommand(objectAt(key)), { abortSignal }))
        return await found?.Body?.transformToString('utf-8')
      })
    },
    async readBytes(key, signal) {
      return await ask(`read ${key}`, signal, async (abortSignal) => {
        const found = await orUndefined(client.send(new GetObjectCommand(objectAt(key)), { abortSignal }))
        const bytes = await found?.Body?.transformToByteArray()
        return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      })
    },
    async readStream(key) {
      const found = await ask(`read ${key}`, undefined, (abortSignal) =>
        orUndefined(downloads.send(new GetObjectCommand(objectAt(key)), { abortSignal })),
      )
      if (!(found?.Body instanceof Readable)) return undefined
      return { stream: endedInTime(found.Body), size: found.ContentLength ?? 0 }
    },
    async remove(key, signal) {
      await ask(`remove ${key}`, signal, (abortSignal) =>
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
        const page = await ask(`list ${prefix}`, signal, () => pages.next())
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

/** Everything is said here, so that no variable and no file of the machine says it otherwise behind our back. */
function connect({ location, credentials }: S3Options, endpoint: string | undefined): S3Client {
  return new S3Client({
    ...(endpoint !== undefined && { endpoint }),
    ignoreConfiguredEndpointUrls: true,
    region: location.region,
    forcePathStyle: location.pathStyle,
    credentials: credentialsFor(credentials, location.region),
    maxAttempts: ATTEMPTS_MAX,
    retryMode: 'standard',
    // Every body is signed with its SHA-256; other stores do not know all of the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // With it, every body over 2 MiB would get a connection of its own.
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
 * Asks the store, for as long as an operation may take.
 * @throws {Refusal} `timed-out` when `signal` ends it; `busy` when the store did not answer or is in trouble, which
 * passes; an error when it refused, which its operator has to see to.
 */
async function ask<Value>(
  what: string,
  signal: AbortSignal | undefined,
  question: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), OPERATION_LIMIT_MS)
  try {
    return await question(signal ? AbortSignal.any([signal, limit.signal]) : limit.signal)
  } catch (error) {
    throw failureOf(what, error, signal?.aborted ?? false)
  } finally {
    clearTimeout(timer)
  }
}

function failureOf(what: string, error: unknown, timeIsOver: boolean): Error {
  const status = error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 0) : 0
  const name = error instanceof Error ? error.name : 'unknown'
  const told = new Error(`The object store did not ${what} (${name}${status ? `, status ${status}` : ''})`, {
    cause: error,
  })
  const isRefused = status >= 300 && status < 500 && !TROUBLE.has(status) && name !== SKEWED
  if (isRefused) return told
  if (timeIsOver) {
    return new Refusal('timed-out', 'Files could not be stored or read in time, and nothing was charged.', {
      cause: told,
    })
  }
  return new Refusal(
    'busy',
    'Files cannot be stored or read at the moment, and nothing was charged. Please try again.',
    { retryAfter: RETRY_AFTER_SECONDS, cause: told },
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

function endedInTime(stream: Readable): Readable {
  const timer = setTimeout(
    () => stream.destroy(new Error(`An object was not read to its end in ${STREAM_LIMIT_MS} ms`)),
    STREAM_LIMIT_MS,
  )
  return stream.once('close', () => clearTimeout(timer))
}

function contentTypeOf(key: string): string {
  return key.endsWith('.pdf') ? 'application/pdf' : 'application/octet-stream'
}
