import { randomBytes } from 'node:crypto'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '@platen/template/refusal'
import type { Outbox } from '../../mail/outbox.ts'
import { dispositionOf } from '../../storage/disposition.ts'
import { isLocalRequest } from '../auth/local-request.ts'
import { listPage, lockedPage, mailPage, OUTBOX_PATH, OUTBOX_SIGN_UP_PATH } from './outbox-pages.ts'

const COOKIE = 'platen.outbox'
// A page of the dashboard.
const SIGN_UP_PATH = '/sign-up'
const LISTED_MAX = 100
const NONCE_BYTES = 16

interface OutboxRequest {
  Params: { id: string; index: string }
  Querystring: { key?: unknown }
}

/**
 * Routes `/outbox`: the mails of a service without a mail server. They contain sign-in links, so a request must come
 * from this machine and have the key. Other requests get 404. The pages have no scripts.
 */
export function outboxRoutes(outbox: Outbox): FastifyPluginAsync {
  const hidden = { schema: { hide: true } }
  return async (app) => {
    app.addHook('onRequest', async (request, reply) => {
      if (!isLocalRequest(request)) return reply.callNotFound()
      void reply.header('cache-control', 'no-store')
      const { key } = request.query as OutboxRequest['Querystring']
      if (key !== undefined)
        return await moveKeyToCookie(outbox, request, reply, typeof key === 'string' ? key : '')
      if (!(await outbox.verifyKey(keyIn(request)))) return await sendPage(reply.status(403), lockedPage)
    })

    app.get(OUTBOX_PATH, hidden, async (_request, reply) => {
      const mails = await outbox.list(LISTED_MAX)
      return await sendPage(reply, (nonce) => listPage(mails, nonce))
    })

    app.get(OUTBOX_SIGN_UP_PATH, hidden, async (_request, reply) => await reply.redirect(SIGN_UP_PATH, 303))

    app.get<OutboxRequest>(`${OUTBOX_PATH}/:id`, hidden, async ({ params }, reply) => {
      const mail = await outbox.read(params.id)
      return await sendPage(reply, (nonce) => mailPage(mail, nonce))
    })

    app.get<OutboxRequest>(`${OUTBOX_PATH}/:id/attachments/:index`, hidden, async ({ params }, reply) => {
      const { attachments } = await outbox.read(params.id)
      const file = attachments[Number(params.index)]
      if (!file) throw new Refusal('not-found', `The mail has no attachment ${params.index}.`)
      return await reply
        .type('application/octet-stream')
        .header('content-disposition', dispositionOf(file.filename))
        .send(file.content)
    })
  }
}

/** Moves the key from the URL to a cookie, so that it is not visible in the address bar and the history. */
async function moveKeyToCookie(
  outbox: Outbox,
  { url }: FastifyRequest,
  reply: FastifyReply,
  key: string,
): Promise<FastifyReply> {
  if (!(await outbox.verifyKey(key))) return await sendPage(reply.status(403), lockedPage)
  return await reply
    .header('set-cookie', `${COOKIE}=${key}; Path=${OUTBOX_PATH}; HttpOnly; SameSite=Strict`)
    .redirect(url.split('?', 1)[0] ?? OUTBOX_PATH, 303)
}

function keyIn({ headers }: FastifyRequest): string {
  const pairs = headers.cookie?.split(';').map((pair) => pair.trim().split('=')) ?? []
  return pairs.find(([name]) => name === COOKIE)?.[1] ?? ''
}

async function sendPage(reply: FastifyReply, page: (nonce: string) => string): Promise<FastifyReply> {
  const nonce = randomBytes(NONCE_BYTES).toString('base64')
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  return await reply
    .header('content-security-policy', policy)
    .type('text/html; charset=utf-8')
    .send(page(nonce))
}
