import type { FastifyReply, FastifyRequest } from 'fastify'

const NAME = 'platen.browser'
const KEPT_SECONDS = 86_400
const VALUE = /^[\w-]{43}$/

/** The secret that this browser was given when somebody signed up in it. */
export function readBrowser({ headers }: FastifyRequest): string | undefined {
  const pairs = headers.cookie?.split(';') ?? []
  const value = pairs.map((pair) => pair.trim().split('=')).find(([name]) => name === NAME)?.[1]
  return value !== undefined && VALUE.test(value) ? value : undefined
}

/** Gives the browser its secret, for these paths alone and out of reach of any page's scripts. */
export function keepBrowser(reply: FastifyReply, baseUrl: string, browser: string): void {
  const { pathname, protocol } = new URL(`${baseUrl}/dashboard/auth`)
  const secure = protocol === 'https:' ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${NAME}=${browser}; Max-Age=${KEPT_SECONDS}; Path=${pathname}; HttpOnly; SameSite=Lax${secure}`,
  )
}
