import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { llmsFullText, llmsIndex } from '@platen/documentation/agents'
import { missingDocument, pageDocument, searchDocument } from '@platen/documentation/layout'
import { PICTURES, SCRIPTS, STYLE } from '@platen/documentation/files'
import type { Site } from '@platen/documentation/site'
import { Refusal } from '@platen/template/refusal'
import type { Services } from '../../services.ts'
import { cacheResponse, memoize, type CachedResponse, sendCached } from './cached-responses.ts'
import { DOCS_POLICY } from './docs-policy.ts'

const QUERY_LENGTH_MAX = 200
/** A search takes about ten times as long as a cached page. */
const SEARCH_COST = 10
/** Routes /docs, the pages of docs/ with their search, and /llms.txt and /llms-full.txt for language models. */
export function documentationRoutes({ settings }: Services, site: Site): FastifyPluginAsync {
  const hidden = { schema: { hide: true } }
  const pages = new Map<string, () => Promise<CachedResponse>>()
  /** Sends a page. Each page is rendered once. */
  const sendPage = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { name, format }: { name: string; format: 'html' | 'markdown' },
  ) => {
    const page = await site.page(name)
    if (!page) return await sendMissing(request, reply)
    const address = `${format} ${name}`
    const response =
      pages.get(address) ??
      memoize(async () =>
        format === 'markdown'
          ? await cacheResponse('text/markdown', page.text)
          : await cacheResponse('text/html', pageDocument(page, await site.contents())),
      )
    pages.set(address, response)
    return await sendCached(request, reply, await response())
  }
  const missing = memoize(
    async () => await cacheResponse('text/html', missingDocument(await site.contents())),
  )
  /** Sends 404: a page to browsers, JSON to other clients. */
  const sendMissing = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!request.headers.accept?.includes('text/html')) {
      throw new Refusal('not-found', 'This page of the documentation does not exist.')
    }
    return await sendCached(request, reply.status(404), await missing())
  }

  return async (app) => {
    app.addHook(
      'onRequest',
      async (_request, reply) => void reply.header('content-security-policy', DOCS_POLICY),
    )
    for (const path of ['/docs', '/docs/']) {
      app.get(path, hidden, async (request, reply) => sendPage(request, reply, { name: '', format: 'html' }))
    }
    app.get<{ Params: { '*': string } }>('/docs/*', hidden, async (request, reply) => {
      const path = request.params['*']
      if (!path.endsWith('.md')) {
        return await sendPage(request, reply, { name: path.replace(/\/$/, ''), format: 'html' })
      }
      const name = path.slice(0, -'.md'.length)
      return await sendPage(request, reply, { name: name === 'index' ? '' : name, format: 'markdown' })
    })
    app.get<{ Querystring: { q?: unknown } }>(
      '/docs/search',
      { ...hidden, config: { anonymousCost: SEARCH_COST } },
      async (request, reply) => {
        const { q } = request.query
        const query = (typeof q === 'string' ? q : '').slice(0, QUERY_LENGTH_MAX)
        const html = searchDocument(query, await site.search(query), await site.contents())
        return await reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html)
      },
    )
    const texts = {
      '/docs/site.css': memoize(async () => await cacheResponse('text/css', await readFile(STYLE, 'utf8'))),
      ...Object.fromEntries(
        Object.entries(SCRIPTS).map(([name, file]) => [
          `/docs/page/${name}`,
          memoize(async () => await cacheResponse('text/javascript', await readFile(file, 'utf8'))),
        ]),
      ),
      '/llms.txt': memoize(
        async () => await cacheResponse('text/plain', await llmsIndex(site, settings.baseUrl)),
      ),
      '/llms-full.txt': memoize(
        async () => await cacheResponse('text/plain', await llmsFullText(site, settings.baseUrl)),
      ),
    }
    for (const [path, response] of Object.entries(texts)) {
      app.get(path, hidden, async (request, reply) => sendCached(request, reply, await response()))
    }
    await app.register(fastifyStatic, {
      root: fileURLToPath(PICTURES),
      prefix: '/docs/pictures/',
      decorateReply: false,
      schemaHide: true,
      index: false,
    })
  }
}
