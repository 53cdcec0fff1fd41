import { createTenantUsage } from '@platen/capacity/tenant-usage'
import { settingsFor } from '../app.ts'
import { readConfig } from '../config.ts'
import { createAdmission } from '../http/admission/admission.ts'
import { createServer } from '../http/server.ts'
import type { BuiltInIdentity } from '../identity/identity.ts'
import { createLogger } from '../log.ts'
import type { Services } from '../services.ts'
import { createTelemetry } from '../telemetry/telemetry.ts'

/** The OpenAPI documents of the service, as it serves them with the default settings. */
export interface OpenApiDocuments {
  /** Document of the public API: `/openapi.json`. */
  v1: object
  /** Document of the dashboard API: `/dashboard/openapi.json`. */
  dashboard: object
}

/** Files that contain the documents. `npm run openapi` writes them. */
export const OPENAPI_FILES = {
  v1: new URL('v1.json', import.meta.url),
  dashboard: new URL('dashboard.json', import.meta.url),
} as const satisfies Record<keyof OpenApiDocuments, URL>

/** Builds the documents from the routes alone: without database, renderer or network. */
export async function buildOpenApiDocuments(): Promise<OpenApiDocuments> {
  const log = createLogger('silent')
  const config = readConfig({})
  const settings = await settingsFor(config, config.http.port, {})
  const server = await createServer(
    {
      database: unavailable('database'),
      storage: unavailable('storage'),
      renderer: unavailable('renderer'),
      einvoices: unavailable('einvoices'),
      signing: unavailable('signing'),
      rowsReader: unavailable('rowsReader'),
      signedUrls: unavailable('signedUrls'),
      mailer: unavailable('mailer'),
      outbox: undefined,
      queue: unavailable('queue'),
      payments: undefined,
      webhooks: unavailable('webhooks'),
      requestLog: unavailable('requestLog'),
      requestEncryption: unavailable('requestEncryption'),
      identity: {
        provider: { kind: 'built-in' },
        builtIn: unavailable('builtIn'),
        verify: () => Promise.reject(new Error('There is no identity.')),
      },
      log,
      telemetry: createTelemetry([]),
      admission: createAdmission(settings),
      usage: createTenantUsage(),
      draining: new AbortController().signal,
      settings,
    },
    { logger: log, trustedProxies: [], api: true },
  )
  try {
    return { v1: await documentAt('/openapi.json'), dashboard: await documentAt('/dashboard/openapi.json') }
  } finally {
    await server.close()
  }

  async function documentAt(path: string): Promise<object> {
    const response = await server.inject(path)
    if (response.statusCode !== 200) throw new Error(`${path} was answered ${response.statusCode}`)
    return response.json()
  }
}

/** Components that only calls use. */
interface CallComponents extends Omit<Services, 'outbox' | 'payments' | 'identity' | 'settings'> {
  builtIn: BuiltInIdentity
}

/**
 * Stands for a component that only calls use. Reading a field of it throws, because the registration of a route must
 * not use components.
 */
function unavailable<Name extends keyof CallComponents>(name: Name): CallComponents[Name] {
  return new Proxy({} as CallComponents[Name], {
    get: (_component, field) => {
      throw new Error(`The OpenAPI documents are built without ${name}, but ${String(field)} was read.`)
    },
  })
}
