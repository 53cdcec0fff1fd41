import { createServer } from 'node:http'
import type { Log } from '../log.ts'
import type { MetricSources, Metrics } from './metrics.ts'

/** Serves `GET /metrics` on its own port, so that the metrics are not public. */
export async function serveMetrics(options: {
  metrics: Metrics
  sources: MetricSources
  host: string
  port: number
  log: Log
}): Promise<AsyncDisposable> {
  const { metrics, sources, log } = options
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Only GET /metrics is served here.\n')
      return
    }
    metrics.text(sources).then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'the metrics could not be read')
        response.writeHead(500).end()
      },
    )
  })
  await new Promise<void>(
    (resolve, reject) => void server.once('error', reject).listen(options.port, options.host, resolve),
  )
  return {
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
