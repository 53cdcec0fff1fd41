import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyPluginAsync } from 'fastify'
import { hasAccounts } from '../../accounts/accounts.ts'
import type { Services } from '../../services.ts'
import { CALLBACK, PAGES } from './page-paths.ts'

const BUILT = fileURLToPath(new URL('dist', import.meta.resolve('@platen/dashboard/package.json')))
const NONCE_BYTES = 16
const YEAR_SECONDS = 31_536_000

/** Routes of the dashboard: all pages are one HTML file, which loads the files in `/assets/`. */
export function pageRoutes(services: Services, options: { built?: string } = {}): FastifyPluginAsync {
  const { built = BUILT } = options
  const becomesFirstAccount = createFirstAccountCheck(services)
  return async (app) => {
    for (const path of PAGES) {
      app.get(path, { schema: { hide: true } }, async (_request, reply) => {
        const page = await readPage(built)
        if (page === undefined) {
          return await reply.status(503).type('text/html; charset=utf-8').send(NOT_BUILT)
        }
        const nonce = randomBytes(NONCE_BYTES).toString('base64')
        const config = pageConfig(services, await becomesFirstAccount())
        return await reply
          .headers({
            'content-security-policy': policyFor(services, path, nonce),
            'cross-origin-opener-policy': 'same-origin',
            'cache-control': 'no-store',
          })
          .type('text/html; charset=utf-8')
          .send(page.replaceAll('%NONCE%', nonce).replace('%CONFIG%', () => config))
      })
    }
    // Without a build, 404 is the right response.
    if (!existsSync(join(built, 'assets'))) return
    await app.register(fastifyStatic, {
      root: join(built, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      schemaHide: true,
      preCompressed: true,
      index: false,
      // The file names change with the content.
      immutable: true,
      maxAge: YEAR_SECONDS * 1_000,
    })
  }
}

// Read for each response: the file is small and may be rebuilt while the process runs.
async function readPage(built: string): Promise<string | undefined> {
  try {
    return await readFile(join(built, 'index.html'), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Returns the Content-Security-Policy of a page. Only scripts of the service run. The nonce allows the styles that
 * components insert. With an OpenID Connect provider, the page fetches tokens from it. If the provider issues no refresh
 * tokens, it does so in a hidden frame, which ends at the callback page.
 */
function policyFor({ identity, settings }: Services, path: string, nonce: string): string {
  const { provider } = identity
  const issuer = provider.kind === 'oidc' ? new URL(provider.issuer).origin : undefined
  const isFramed = issuer !== undefined && path === CALLBACK
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // URLs of thumbnails start with BASE_URL, even when the page was opened at another address.
    `img-src 'self' data: blob: ${new URL(settings.baseUrl).origin}`,
    "font-src 'self'",
    ['connect-src', "'self'", ...(issuer === undefined ? [] : [issuer])].join(' '),
    issuer === undefined ? "frame-src 'none'" : `frame-src 'self' ${issuer}`,
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    `frame-ancestors ${isFramed ? "'self'" : "'none'"}`,
  ].join('; ')
}

/** Returns the configuration that a page needs before its first request, as the value of an HTML attribute. */
function pageConfig({ identity, settings, outbox }: Services, isFirstAccount: boolean): string {
  const { welcomeCredits, signUp, first } = settings.newAccounts
  const config = {
    identity: identity.provider,
    usesOutbox: outbox !== undefined,
    welcomeCredits: welcomeCredits + (isFirstAccount ? (first?.credits ?? 0) : 0),
    signUp,
    becomesOperator: isFirstAccount && first?.role === 'operator',
  }
  return JSON.stringify(config).replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}

/**
 * Returns a check that returns true while a sign-up creates the first account. It queries the database until an account
 * exists.
 */
function createFirstAccountCheck({ database, settings, log }: Services): () => Promise<boolean> {
  let hasFirstAccount = settings.newAccounts.first === undefined || settings.newAccounts.signUp === 'invited'
  return async () => {
    if (hasFirstAccount) return false
    try {
      hasFirstAccount = await hasAccounts(database)
      return !hasFirstAccount
    } catch (error) {
      // The page works without the database.
      log.warn({ err: error }, 'the number of accounts could not be read')
      return false
    }
  }
}

const NOT_BUILT = `<!doctype html>
<html lang="en">
<title>The dashboard is not built</title>
<h1>The dashboard is not built</h1>
<p>The API works. To build the dashboard, run <code>npm ci</code> (or <code>npm run build</code> if the packages are
already installed). Then reload this page.</p>
`
