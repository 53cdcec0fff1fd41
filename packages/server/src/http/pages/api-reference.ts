import type { FastifyPluginAsync } from 'fastify'
import { renderReference } from '@platen/documentation/api-reference'
import { referenceDocument } from '@platen/documentation/layout'
import { resolveReferences } from '@platen/documentation/open-api'
import type { Site } from '@platen/documentation/site'
import { indexReference } from '@platen/documentation/search'
import { ERROR_STATUSES, titleOf } from '../schemas/error-catalogue.ts'
import { cacheResponse, memoize, sendCached } from './cached-responses.ts'
import { DOCS_POLICY } from './docs-policy.ts'
import { highlight } from './highlight.ts'

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
  const reference = memoize(async () =>
    renderReference(resolveReferences(document.json()), { highlight, errorAddress }),
  )
  const responses = {
    '/openapi.json': memoize(
      async () => await cacheResponse('application/json', JSON.stringify(document.json())),
    ),
    '/openapi.yaml': memoize(async () => await cacheResponse('application/yaml', document.yaml())),
    '/docs/api': memoize(async () =>
      cacheResponse('text/html', referenceDocument(await reference(), await site.contents())),
    ),
    '/docs/search.json': memoize(async () => {
      // Pages for contributors would double the size of the index.
      const pages = (await site.index()).filter(({ forContributors }) => !forContributors)
      const index = [...pages, indexReference((await reference()).groups)]
      return await cacheResponse('application/json', JSON.stringify(index))
    }),
  }
  return async (app) => {
    for (const [path, response] of Object.entries(responses)) {
      app.get(path, hidden, async (request, reply) =>
        sendCached(request, reply.header('content-security-policy', DOCS_POLICY), await response()),
      )
    }
    for (const [path, address] of Object.entries(MOVED)) {
      app.get(path, hidden, (_request, reply) => reply.redirect(address, 301))
    }
    app.get('/docs/api/', hidden, (_request, reply) => reply.redirect('/docs/api', 301))
  }
}

/** Returns the section of a status on the page of errors. */
function errorAddress(status: string): string {
  const entry = ERROR_STATUSES.find((one) => String(one.status) === status)
  return entry
    ? `/docs/errors#${status}-${titleOf(entry).toLowerCase().replaceAll(' ', '-')}`
    : '/docs/errors'
}
