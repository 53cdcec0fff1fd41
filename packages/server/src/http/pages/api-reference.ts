import { readFile } from 'node:fs/promises'
import type { FastifyPluginAsync } from 'fastify'
import { REFERENCE_SCRIPT } from '@platen/documentation/files'
import { renderReference } from '@platen/documentation/api-reference'
import { referenceDocument } from '@platen/documentation/layout'
import { resolveReferences } from '@platen/documentation/open-api'
import type { Site } from '@platen/documentation/site'
import { cacheResponse, memoize, sendCached } from './cached-responses.ts'

/** Allows the script of the page, which calls the routes of the service. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
/** Redirects from addresses of earlier releases. */
const MOVED = {
  '/docs/json': '/openapi.json',
  '/docs/api/json': '/openapi.json',
  '/docs/yaml': '/openapi.yaml',
  '/docs/api/yaml': '/openapi.yaml',
}

/** Routes /openapi.json, /openapi.yaml and /docs/api, the API reference that is rendered from the OpenAPI document. */
export function apiReferenceRoutes(
  site: Site,
  document: { json(): object; yaml(): string },
): FastifyPluginAsync {
  const hidden = { schema: { hide: true } }
  const responses = {
    '/openapi.json': memoize(
      async () => await cacheResponse('application/json', JSON.stringify(document.json())),
    ),
    '/openapi.yaml': memoize(async () => await cacheResponse('application/yaml', document.yaml())),
    '/docs/api': memoize(async () => {
      const reference = renderReference(resolveReferences(document.json()))
      return await cacheResponse('text/html', referenceDocument(reference, await site.contents()))
    }),
    '/docs/api/reference.js': memoize(
      async () => await cacheResponse('text/javascript', await readFile(REFERENCE_SCRIPT, 'utf8')),
    ),
  }
  return async (app) => {
    for (const [path, response] of Object.entries(responses)) {
      app.get(path, hidden, async (request, reply) =>
        sendCached(request, reply.header('content-security-policy', POLICY), await response()),
      )
    }
    for (const [path, address] of Object.entries(MOVED)) {
      app.get(path, hidden, (_request, reply) => reply.redirect(address, 301))
    }
    app.get('/docs/api/', hidden, (_request, reply) => reply.redirect('/docs/api', 301))
  }
}
