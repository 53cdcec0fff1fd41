import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { fullText, shortList } from '../documentation/agents.ts'
import { missingDocument, pageDocument, searchDocument } from '../documentation/layout.ts'
import { openSite } from '../documentation/site.ts'
import { Refusal } from '../errors.ts'
import type { Services } from '../services.ts'

const STYLE = new URL('../documentation/site.css', import.meta.url)
const PICTURES = fileURLToPath(new URL('../../docs/pictures', import.meta.url))
const QUERY_LENGTH_MAX = 200
// No script at all.
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
// What stood here before the documentation had pages of its own.
const MOVED = ['/docs/json', '/docs/yaml']

/** /docs: the pages of docs/ and what belongs to them; /llms.txt and /llms-full.txt for programs that read. */
export function documentationRoutes({ settings }: Services): FastifyPluginAsync {
  const site = openSite()
  const hidden = { schema: { hide: true } }
  return async (app) => {
    for (const path of ['/docs', '/docs/']) {
      app.get(path, hidden, async (request, reply) => await sendPage(request, reply, ''))
    }
    app.get<{ Params: { '*': string } }>('/docs/*', hidden, async (request, reply) => {
      const name = request.params['*']
      return name.endsWith('.md')
        ? await sendMarkdown(request, reply, name.slice(0, -'.md'.length))
        : await sendPage(request, reply, name.replace(/\/$/, ''))
    })
    app.get<{ Querystring: { q?: unknown } }>('/docs/search', hidden, async (request, reply) => {
      const { q } = request.query
      const query = (typeof q === 'string' ? q : '').slice(0, QUERY_LENGTH_MAX)
      const html = searchDocument(query, await site.search(query), await site.contents())
      return await send(request, reply, 'html', html)
    })
    app.get('/docs/site.css', hidden, async (request, reply) =>
      send(request, reply, 'css', await readFile(STYLE, 'utf8')),
    )
    for (const path of MOVED) {
      app.get(path, hidden, (request, reply) =>
        reply.redirect(request.url.replace('/docs/', '/docs/api/'), 301),
      )
    }
    app.get('/llms.txt', hidden, async (request, reply) =>
      send(request, reply, 'plain', await shortList(site, settings.baseUrl)),
    )
    app.get('/llms-full.txt', hidden, async (request, reply) =>
      send(request, reply, 'plain', await fullText(site, settings.baseUrl)),
    )
    await app.register(fastifyStatic, {
      root: PICTURES,
      prefix: '/docs/pictures/',
      decorateReply: false,
      schemaHide: true,
      index: false,
    })
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply, name: string): Promise<FastifyReply> {
    const page = await site.page(name)
    if (page) return await send(request, reply, 'html', pageDocument(page, await site.contents()))
    return await sendMissing(request, reply)
  }

  /** A page for people; programs are told as on every other route. */
  async function sendMissing(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (!request.headers.accept?.includes('text/html')) {
      throw new Refusal('not-found', 'There is no such page of the documentation.')
    }
    return await send(request, reply.status(404), 'html', missingDocument(await site.contents()))
  }

  /** The page as it was written, at its address and .md. */
  async function sendMarkdown(
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
  ): Promise<FastifyReply> {
    const page = await site.page(name === 'index' ? '' : name)
    if (page) return await send(request, reply, 'markdown', page.text)
    return await sendMissing(request, reply)
  }
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  kind: 'html' | 'css' | 'plain' | 'markdown',
  text: string,
): Promise<FastifyReply> {
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
  void reply.headers({ 'content-security-policy': POLICY, 'cache-control': 'no-cache', etag: tag })
  if (reply.statusCode === 200 && request.headers['if-none-match']?.split(/,\s*/).includes(tag)) {
    return await reply.status(304).send()
  }
  return await reply.type(`text/${kind}; charset=utf-8`).send(text)
}
