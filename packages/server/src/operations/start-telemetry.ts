import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { type Mailer, DeliveryError } from '../mail/mailer.ts'
import type { MetricSources } from '../telemetry/metrics.ts'
import { createTelemetry, type TelemetryListener, type Telemetry } from '../telemetry/telemetry.ts'

/** Telemetry of the process for operators. */
export interface RunningTelemetry extends AsyncDisposable {
  telemetry: Telemetry
  /** Serves the metrics when the configuration has a port for them. @throws when the port is in use. */
  serve(sources: MetricSources): Promise<void>
}

/** Starts the configured metrics and traces. Modules that the configuration does not need are not loaded. */
export async function startTelemetry(
  config: Pick<Config, 'metrics' | 'tracesEndpoint' | 'role'>,
  { version, log }: { version: string; log: Log },
): Promise<RunningTelemetry> {
  await using stack = new AsyncDisposableStack()
  const listeners: TelemetryListener[] = []
  const metrics = await prepareMetrics(config.metrics, log)
  if (metrics) listeners.push(metrics.listen)
  if (config.tracesEndpoint !== undefined) {
    const { createTraces } = await import('../telemetry/traces.ts')
    const traces = stack.use(createTraces({ endpoint: config.tracesEndpoint, version, role: config.role }))
    listeners.push(traces.listen)
  }
  const parts = stack.move()
  return {
    telemetry: createTelemetry(listeners),
    async serve(sources) {
      if (metrics) parts.use(await metrics.serve(sources))
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

async function prepareMetrics(address: Config['metrics'], log: Log) {
  if (!address) return undefined
  const [{ createMetrics }, { serveMetrics }] = await Promise.all([
    import('../telemetry/metrics.ts'),
    import('../telemetry/metrics-server.ts'),
  ])
  const metrics = createMetrics()
  return {
    listen: metrics.listen,
    serve: (sources: MetricSources) => serveMetrics({ ...address, metrics, sources, log }),
  }
}

/** Returns a mailer that records the outcome of each mail. */
export function withMailMetrics<Kind extends Mailer>(mailer: Kind, telemetry: Telemetry): Kind {
  return {
    ...mailer,
    async send(mail, signal) {
      try {
        await mailer.send(mail, signal)
        telemetry.record({ kind: 'mailed', outcome: 'sent' })
      } catch (error) {
        telemetry.record({
          kind: 'mailed',
          outcome: error instanceof DeliveryError && error.isPermanent ? 'refused' : 'failed',
        })
        throw error
      }
    },
  }
}
