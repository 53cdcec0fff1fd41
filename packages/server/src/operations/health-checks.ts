import { sql } from 'kysely'
import { createReadinessCheck } from './readiness.ts'
import type { Services } from '../services.ts'

/** State of the service for operators. */
export interface HealthReport {
  version: string
  components: { name: string; isHealthy: boolean; detail: string }[]
  /** Tabs of this process. */
  tabs: { busy: number; idle: number }
}

const MAIL_LIMIT_MS = 5_000

/** Creates a check of all components, including mail. `platen doctor` checks more, and prints remedies. */
export function createHealthCheck(services: Services): () => Promise<HealthReport> {
  const isReady = createReadinessCheck(services)
  return async () => {
    const [{ components }, database, renderer, mail] = await Promise.all([
      isReady(),
      orUndefined(describeDatabase(services)),
      orUndefined(services.renderer.describe()),
      orUndefined(probeMail(services)),
    ])
    const details: Record<string, string | undefined> = {
      database,
      renderer: renderer?.version,
      storage: 'objects can be written and read',
    }
    const checks = Object.entries(components).map(([name, state]) => {
      const isHealthy = state === 'ok'
      return {
        name,
        isHealthy,
        detail: isHealthy ? (details[name] ?? '') : `${state}: see the log for the reason`,
      }
    })
    return {
      version: services.settings.version,
      components: [...checks, mailComponent(mail)],
      tabs: services.renderer.tabs(),
    }
  }
}

function mailComponent(probe: true | undefined): HealthReport['components'][number] {
  const detail = probe
    ? 'mails can be sent'
    : 'unavailable: mails stay in the queue until the mail server is available'
  return { name: 'mail', isHealthy: probe !== undefined, detail }
}

async function describeDatabase({ database }: Services): Promise<string> {
  const { rows } = await sql<{ version: string; size: string }>`
    select current_setting('server_version') as version,
      pg_size_pretty(pg_database_size(current_database())) as size`.execute(database)
  return `PostgreSQL ${rows[0]?.version}, ${rows[0]?.size}`
}

async function probeMail({ mailer, log }: Services): Promise<true> {
  const { promise, reject } = Promise.withResolvers<never>()
  const limit = setTimeout(() => reject(new Error(`No answer within ${MAIL_LIMIT_MS} ms`)), MAIL_LIMIT_MS)
  try {
    await Promise.race([mailer.probe(), promise])
    return true
  } catch (error) {
    log.warn({ err: error }, 'the mail server is not available')
    throw error
  } finally {
    clearTimeout(limit)
  }
}

async function orUndefined<Value>(result: Promise<Value>): Promise<Value | undefined> {
  return await result.catch(() => undefined)
}
