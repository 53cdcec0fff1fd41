import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { Provider } from 'oidc-provider'

/** User of a provider. */
export interface ProviderUser {
  name: string
  email: string
  email_verified: boolean
}

/** OpenID Connect provider on this machine, with one public client, `dashboard`. */
export interface RunningProvider extends AsyncDisposable {
  issuer: string
  /** Users by their subject. */
  people: Map<string, ProviderUser>
  /** Paths of the requests so far, in order. */
  requests: string[]
  /** Replaces the signing key. The old key is no longer published. */
  rotate(): Promise<void>
  /** Stops answering. */
  pause(): Promise<void>
  /** Answers again. */
  resume(): Promise<void>
  /** Subject that its pages sign in without interaction. */
  visitor: string
  /** Accepts redirects from the dashboard at `origin`. */
  serve(origin: string): Promise<void>
  /** Signs in `subject` as a browser does: code flow with PKCE. */
  signIn(subject: string, options?: { resource?: string }): Promise<Tokens>
  /** Allows the device with a code to sign in as `subject`, as a browser does. */
  allowDevice(userCode: string, subject: string): Promise<void>
}

/** Tokens of a sign-in. */
export interface Tokens {
  id_token: string
  access_token: string
}

/** Redirect URI of the client. */
export const REDIRECT = 'http://127.0.0.1:9/callback'

/** Starts the provider. */
export async function startProvider(): Promise<RunningProvider> {
  const people = new Map<string, ProviderUser>()
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url?.split('?')[0] ?? '')
    void handle(request, response)
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  let origin: string | undefined
  let key = await createKey()
  const create = () => createProvider(issuer, people, { key, origin })
  let provider = await create()

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!request.url?.startsWith('/interaction/')) return void provider.callback()(request, response)
    const { params, prompt } = await provider.interactionDetails(request, response)
    const { login_hint: hint } = params
    const accountId = typeof hint === 'string' ? hint : running.visitor
    const grant = new provider.Grant({ accountId, clientId: 'dashboard' })
    grant.addOIDCScope('openid profile email offline_access')
    const { resource } = params
    if (typeof resource === 'string') grant.addResourceScope(resource, 'openid profile email')
    const result =
      prompt.name === 'login' ? { login: { accountId } } : { consent: { grantId: await grant.save() } }
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true })
  }

  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  const running: RunningProvider = {
    issuer,
    people,
    requests,
    visitor: '',
    async rotate() {
      key = await createKey()
      provider = await create()
    },
    async serve(dashboard) {
      origin = dashboard
      provider = await create()
    },
    pause: stop,
    resume: () => listen(port),
    signIn: (subject, options = {}) => signIn(issuer, subject, options),
    async allowDevice(userCode, subject) {
      running.visitor = subject
      await confirmCode(issuer, userCode)
    },
    async [Symbol.asyncDispose]() {
      if (server.listening) await stop()
    },
  }
  return running
}

async function createKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: randomBytes(4).toString('hex') }
}

async function createProvider(
  issuer: string,
  people: Map<string, ProviderUser>,
  { key, origin }: { key: JWK; origin: string | undefined },
): Promise<Provider> {
  return new Provider(issuer, {
    clients: [
      {
        client_id: 'dashboard',
        redirect_uris: origin === undefined ? [REDIRECT] : [REDIRECT, `${origin}/sign-in/callback`],
        post_logout_redirect_uris: origin === undefined ? [] : [`${origin}/sign-in?signed-out`],
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
        application_type: origin === undefined ? 'native' : 'web',
      },
    ],
    jwks: { keys: [key] },
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['cookie'] },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: async () => ({ sub: accountId, ...people.get(accountId) }),
    }),
    extraTokenClaims: async (_context, token) =>
      'accountId' in token ? { ...people.get(token.accountId) } : {},
    clientBasedCORS: (_context, from) => from === origin,
    features: {
      devInteractions: { enabled: false },
      deviceFlow: { enabled: true },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: async (_context, resource) => ({
          scope: 'openid profile email',
          audience: resource,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
  })
}

async function signIn(issuer: string, subject: string, { resource }: { resource?: string }): Promise<Tokens> {
  const verifier = randomBytes(32).toString('base64url')
  const parameters = new URLSearchParams({
    client_id: 'dashboard',
    response_type: 'code',
    redirect_uri: REDIRECT,
    scope: 'openid profile email',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    login_hint: subject,
    ...(resource !== undefined && { resource }),
  })
  const code = await followToCode(`${issuer}/auth?${parameters.toString()}`)
  const answer = await fetch(`${issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'dashboard',
      redirect_uri: REDIRECT,
      code_verifier: verifier,
      code,
      ...(resource !== undefined && { resource }),
    }),
  })
  const tokens: unknown = await answer.json()
  if (
    typeof tokens !== 'object' ||
    tokens === null ||
    !('id_token' in tokens) ||
    !('access_token' in tokens)
  ) {
    throw new Error(`The provider returned no tokens: ${JSON.stringify(tokens)}`)
  }
  return { id_token: String(tokens.id_token), access_token: String(tokens.access_token) }
}

/** Enters the code on the page of the provider and confirms it. */
async function confirmCode(issuer: string, userCode: string): Promise<void> {
  const cookies = new Map<string, string>()
  const page = await (await visit(`${issuer}/device`, cookies)).text()
  const xsrf = /name="xsrf" value="([^"]*)"/.exec(page)?.[1] ?? ''
  const body = new URLSearchParams({ xsrf, user_code: userCode, confirm: 'yes' })
  let answer = await visit(`${issuer}/device`, cookies, body)
  for (let hops = 0; hops < 10 && answer.headers.has('location'); hops += 1) {
    answer = await visit(new URL(answer.headers.get('location') ?? '', issuer).href, cookies)
  }
  if (answer.status !== 200) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`)
}

async function visit(url: string, cookies: Map<string, string>, body?: URLSearchParams): Promise<Response> {
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
  const method = body ? 'POST' : 'GET'
  const answer = await fetch(url, { method, redirect: 'manual', headers: { cookie }, ...(body && { body }) })
  for (const line of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    cookies.set(name, value)
  }
  return answer
}

/** Follows redirects with cookies, as a browser does, until they lead back to the client. */
async function followToCode(start: string): Promise<string> {
  const cookies = new Map<string, string>()
  for (let url = start, hops = 0; hops < 10; hops += 1) {
    const answer = await visit(url, cookies)
    const location = new URL(answer.headers.get('location') ?? '', url)
    if (!answer.headers.has('location'))
      throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`)
    const code = location.searchParams.get('code')
    if (location.href.startsWith(REDIRECT)) return code ?? ''
    url = location.href
  }
  throw new Error('The provider redirected more than 10 times')
}
