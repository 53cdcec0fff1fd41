import { type Answer, type Platen, send } from '../harness.ts'
import { personWithPassword } from './passwords.ts'

/** Client that behaves like a browser towards the routes of the sign-in: stores cookies and sends an origin. */
export interface Jar {
  post(path: string, body?: object, headers?: Record<string, string>): Promise<Answer>
  get(path: string): Promise<Answer>
  /** Calls a route of the dashboard API with a token of the session. */
  call(method: string, path: string, body?: unknown): Promise<Answer>
  readonly cookies: Map<string, string>
}

/** Creates a signed-in user with `PASSWORD`, without the mails and delays of a sign-up. */
export async function signedIn(platen: Platen): Promise<{ jar: Jar; email: string }> {
  const { email, cookie } = await personWithPassword(platen, { name: 'Ada' })
  const jar = openJar(platen)
  const [name = '', value = ''] = cookie.split('=', 2)
  jar.cookies.set(name, value)
  return { jar, email }
}

/** Creates a client without cookies. */
export function openJar(platen: Pick<Platen, 'url'>): Jar {
  const cookies = new Map<string, string>()
  const request = async (
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
    post: (path, body = {}, headers = {}) => request('POST', path, body, headers),
    get: (path) => request('GET', path),
    async call(method, path, body) {
      const { body: answer } = await request('GET', '/token')
      return await send(platen.url + path, method, body, { authorization: `Bearer ${answer.token}` })
    },
  }
}
