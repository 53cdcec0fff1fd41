import type { FastifyReply, FastifyRequest } from 'fastify'

const NAME = 'platen.browser'
const MAX_AGE_SECONDS = 86_400
const VALUE = /^[\w-]{43}$/

/** Returns the secret that the browser got at sign-up. `undefined` without the cookie. */
export function readBrowserCookie({ headers }: FastifyRequest): string | undefined {
  const pairs = headers.cookie?.split(';') ?? []
  const value = pairs.map((pair) => pair.trim().split('=')).find(([name]) => name === NAME)?.[1]
  return value !== undefined && VALUE.test(value) ? value : undefined
}

/** Sets the cookie with the secret of the browser, for the sign-in paths only and hidden from scripts. */
export function setBrowserCookie(reply: FastifyReply, baseUrl: string, browser: string): void {
  const { pathname, protocol } = new URL(`${baseUrl}/dashboard/auth`)
  const secure = protocol === 'https:' ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${NAME}=${browser}; Max-Age=${MAX_AGE_SECONDS}; Path=${pathname}; HttpOnly; SameSite=Lax${secure}`,
  )
}
