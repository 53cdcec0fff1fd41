import { type Answer, type Platen, send } from '../harness.ts'
import { personWithPassword } from './passwords.ts'

/** A browser as far as the sign-in's routes can tell: it keeps cookies, and says which page it is on. */
export interface Jar {
  post(path: string, body?: object, headers?: Record<string, string>): Promise<Answer>
  get(path: string): Promise<Answer>
  /** A call of one of the dashboard's routes, with a token made from the session. */
  call(method: string, path: string, body?: unknown): Promise<Answer>
  readonly cookies: Map<string, string>
}

/** Creates a user with `PASSWORD` who is signed in, without the mails and the waits of a sign-up. */
export async function signedIn(platen: Platen): Promise<{ jar: Jar; email: string }> {
  const { email, cookie } = await personWithPassword(platen, { name: 'Ada' })
  const jar = openJar(platen)
  const [name = '', value = ''] = cookie.split('=', 2)
  jar.cookies.set(name, value)
  return { jar, email }
}

/** A browser that has never been here. */
export function openJar(platen: Pick<Platen, 'url'>): Jar {
  const cookies = new Map<string, string>()
  const ask = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const answer = await send(`${platen.url}/dashboard/auth${path}`, method, body, {
      ...(cookie !== '' && { cookie }),
      ...(method === 'POST' && { origin: platen.url }),
      ...headers,
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  return {
    cookies,
    post: (path, body = {}, headers = {}) => ask('POST', path, body, headers),
    get: (path) => ask('GET', path),
    async call(method, path, body) {
      const { body: answer } = await ask('GET', '/token')
      return await send(platen.url + path, method, body, { authorization: `Bearer ${answer.token}` })
    },
  }
}
