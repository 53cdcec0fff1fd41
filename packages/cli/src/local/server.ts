import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Preview } from './preview.ts'
import type { State } from './state.ts'

/** HTTP server of a preview. */
export interface PreviewServer extends AsyncDisposable {
  url: string
}

const ADDRESS = '127.0.0.1'
const KEEP_ALIVE_MS = 20_000
// Limit of open event streams. Each browser tab has one.
const LISTENERS_MAX = 50
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

interface Content {
  type: string
  body: string | Uint8Array
}

/**
 * Serves a preview to browsers on this machine.
 * @param port `undefined` for any free port.
 * @throws if the port is in use.
 */
export async function servePreview(preview: Preview, port: number | undefined): Promise<PreviewServer> {
  const files = await pageFiles()
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  const listeners = new Set<ServerResponse>()

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    setSecurityHeaders(response)
    const { port } = server.address() as AddressInfo
    const refused = refusalOf(request, port)
    if (refused !== undefined) return end(response, refused, { type: 'text/plain', body: 'Refused.\n' })
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
    if (path === '/events') return streamStates(request, response)
    const content = await findContent(path)
    if (!content) return end(response, 404, { type: 'text/plain', body: 'Page not found.\n' })
    if (path === '/document.pdf') response.setHeader('content-disposition', 'inline; filename="preview.pdf"')
    end(response, 200, content)
  }

  const findContent = async (path: string): Promise<Content | undefined> => {
    const file = files.get(path)
    if (file) return file
    const pdf = path === '/document.pdf' ? preview.pdf() : undefined
    if (pdf) return { type: 'application/pdf', body: pdf }
    const index = /^\/sheets\/(\d{1,4})\.png$/.exec(path)?.[1]
    const image = index === undefined ? undefined : await preview.image(Number(index))
    return image && { type: 'image/png', body: image }
  }

  const streamStates = (request: IncomingMessage, response: ServerResponse) => {
    if (listeners.size >= LISTENERS_MAX)
      return end(response, 503, { type: 'text/plain', body: 'Too many open pages.\n' })
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const send = (state: State) => void response.write(`data: ${JSON.stringify(state)}\n\n`)
    send(preview.state())
    const stop = preview.listen(send)
    const alive = setInterval(() => response.write(':\n\n'), KEEP_ALIVE_MS)
    listeners.add(response)
    request.once('close', () => {
      stop()
      clearInterval(alive)
      listeners.delete(response)
    })
  }

  server.listen(port ?? 0, ADDRESS)
  await once(server, 'listening')
  return {
    url: `http://${ADDRESS}:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.close()
      for (const response of listeners) response.end()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** Reads the files of the page. The server sends no other files. */
async function pageFiles(): Promise<Map<string, Content>> {
  const read = async (name: string, type: string) => ({
    type,
    body: await readFile(new URL(`page/${name}`, import.meta.url), 'utf8'),
  })
  return new Map([
    ['/', await read('index.html', 'text/html')],
    ['/page.css', await read('page.css', 'text/css')],
    ['/page.js', await read('page.js', 'text/javascript')],
  ])
}

/**
 * Returns the status for requests that are rejected. A web page in a browser on this machine could call this server
 * through a domain that resolves to 127.0.0.1 (DNS rebinding) or from another origin.
 */
function refusalOf({ method, headers }: IncomingMessage, port: number): 403 | 405 | undefined {
  const hosts = [`${ADDRESS}:${port}`, `localhost:${port}`]
  if (!hosts.includes(headers.host?.toLowerCase() ?? '')) return 403
  const { origin } = headers
  if (origin !== undefined && !hosts.some((host) => origin === `http://${host}`)) return 403
  const { 'sec-fetch-site': site = 'none', 'sec-fetch-mode': mode } = headers
  // Other sites and ports may link to the page, and request nothing else.
  if (site !== 'same-origin' && site !== 'none' && mode !== 'navigate') return 403
  return method === 'GET' || method === 'HEAD' ? undefined : 405
}

function setSecurityHeaders(response: ServerResponse): void {
  response.setHeader('cache-control', 'no-store')
  response.setHeader('content-security-policy', POLICY)
  response.setHeader('cross-origin-resource-policy', 'same-origin')
  response.setHeader('cross-origin-opener-policy', 'same-origin')
  response.setHeader('referrer-policy', 'no-referrer')
  response.setHeader('x-content-type-options', 'nosniff')
}

function end(response: ServerResponse, status: number, { type, body }: Content): void {
  const charset = type.startsWith('text/') ? '; charset=utf-8' : ''
  response.writeHead(status, { 'content-type': type + charset, 'content-length': Buffer.byteLength(body) })
  response.end(response.req.method === 'HEAD' ? undefined : body)
}
