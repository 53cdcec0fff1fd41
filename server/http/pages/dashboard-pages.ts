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

const BUILT = fileURLToPath(new URL('../../../dashboard/dist', import.meta.url))
const NONCE_BYTES = 16
const YEAR_SECONDS = 31_536_000

/** The dashboard's pages, which are one HTML file, and the files that it asks for. */
export function pageRoutes(services: Services, options: { built?: string } = {}): FastifyPluginAsync {
  const { built = BUILT } = options
  const isForFirstAccount = awaitFirstAccount(services)
  return async (app) => {
    for (const path of PAGES) {
      app.get(path, { schema: { hide: true } }, async (_request, reply) => {
        const page = await readPage(built)
        if (page === undefined) {
          return await reply.status(503).type('text/html; charset=utf-8').send(NOT_BUILT)
        }
        const nonce = randomBytes(NONCE_BYTES).toString('base64')
        const told = toldBy(services, await isForFirstAccount())
        return await reply
          .headers({
            'content-security-policy': policyFor(services, path, nonce),
            'cross-origin-opener-policy': 'same-origin',
            'cache-control': 'no-store',
          })
          .type('text/html; charset=utf-8')
          .send(page.replaceAll('%NONCE%', nonce).replace('%TOLD%', () => told))
      })
    }
    // Without a build there is nothing to be sent, and a 404 is right.
    if (!existsSync(join(built, 'assets'))) return
    await app.register(fastifyStatic, {
      root: join(built, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      schemaHide: true,
      preCompressed: true,
      index: false,
      // Their names change with their content.
      immutable: true,
      maxAge: YEAR_SECONDS * 1_000,
    })
  }
}

// Read for each answer: it is small, and may be built anew while we run.
async function readPage(built: string): Promise<string | undefined> {
  try {
    return await readFile(join(built, 'index.html'), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Only our own files run. The nonce is for the styles that components make while they are shown. A provider is
 * asked for tokens, in a hidden frame where it gives none to renew them by; that frame ends at our callback.
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
    // Pictures of templates have the address that the world knows us by, whichever this page was opened at.
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

/** What a page has to know before it asks anything, as the value of an attribute. */
function toldBy({ identity, settings, outbox }: Services, isForFirstAccount: boolean): string {
  const { welcomeCredits, signUp, first } = settings.newAccounts
  const told = {
    identity: identity.provider,
    mailsArePutAside: outbox !== undefined,
    welcomeCredits: welcomeCredits + (isForFirstAccount ? (first?.credits ?? 0) : 0),
    signUp,
    becomesOperator: isForFirstAccount && first?.role === 'operator',
  }
  return JSON.stringify(told).replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}

/** Returns a function that tells whether the next account is the first. It asks the database until an account exists. */
function awaitFirstAccount({ database, settings, log }: Services): () => Promise<boolean> {
  let isOver = settings.newAccounts.first === undefined || settings.newAccounts.signUp === 'invited'
  return async () => {
    if (isOver) return false
    try {
      isOver = await hasAccounts(database)
      return !isOver
    } catch (error) {
      // The page itself needs no database.
      log.warn({ err: error }, 'the number of accounts could not be read')
      return false
    }
  }
}

const NOT_BUILT = `<!doctype html>
<html lang="en">
<title>The dashboard is not built</title>
<h1>The dashboard is not built</h1>
<p>The API works. For the dashboard run <code>npm ci</code>, or <code>npm run build</code> where all packages are
installed, and reload this page.</p>
`
