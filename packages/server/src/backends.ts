import { join } from 'node:path'
import type { Config } from './config.ts'
import { connect } from './database/database.ts'
import { startEmbeddedPostgres } from './database/embedded.ts'
import type { Log } from './log.ts'
import type { MailTransport } from './mail/mailer.ts'
import { withMemoryCache } from './storage/memory-cache.ts'
import { createFileStorage, type Storage } from './storage/storage.ts'

const POOL_SIZE = 10
const CACHED_BYTES_MAX = 32 * 1024 * 1024

/** Connects to the configured database, and starts the embedded one. @param timeoutFactor factor for time limits. */
export async function openDatabase(
  config: Pick<Config, 'database' | 'dataDir' | 'cacheDir'>,
  log: Log,
  timeoutFactor?: number,
) {
  await using stack = new AsyncDisposableStack()
  const url =
    config.database.kind === 'external'
      ? config.database.url
      : stack.use(await startEmbeddedPostgres({ ...config, log })).url
  const { database } = stack.use(
    connect({ url, poolSize: POOL_SIZE, log, ...(timeoutFactor && { timeoutFactor }) }),
  )
  const parts = stack.move()
  return { database, url, [Symbol.asyncDispose]: () => parts.disposeAsync() }
}

/** Opens the configured storage. */
export async function openStorage(config: Pick<Config, 'storage' | 'dataDir'>): Promise<Storage> {
  if (config.storage.kind === 'files') {
    return withMemoryCache(createFileStorage(join(config.dataDir, 'objects')), CACHED_BYTES_MAX)
  }
  // Loaded on demand: its SDK is larger than the rest of the service.
  const { createS3Storage } = await import('./storage/s3.ts')
  return withMemoryCache(createS3Storage(config.storage), CACHED_BYTES_MAX)
}

/** Returns the configured mail transport. */
export function mailTransport(config: Pick<Config, 'mail' | 'dataDir'>): MailTransport {
  const { transport } = config.mail
  return transport.kind === 'smtp' ? transport : { kind: 'outbox', folder: outboxFolder(config) }
}

/** Returns the folder of the outbox. */
export function outboxFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'outbox')
}
