import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { TelemetryEvent, Listener } from './telemetry.ts'

/** Gauges that are read when metrics are requested. */
export interface Measured {
  /** Number of tabs that print and that are idle. */
  tabs(): { busy: number; idle: number }
  /** @throws when the database does not answer; the metrics then omit it */
  backlog(): Promise<{ queue: string; waiting: number; oldestSeconds: number }[]>
}

/** Metrics of a process in Prometheus's text format. */
export interface Metrics {
  listen: Listener
  /** Returns the current values. */
  text(measured: Measured): Promise<string>
  contentType: string
}

// A phase takes from less than a millisecond (a statement) to the 29 s limit of a call.
const PHASE_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Creates the metrics of this process, with those of Node. No label contains data of an account or a template. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const counter = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name: `platen_${name}`, help, labelNames, registers })
  const gauge = (name: string, help: string, labelNames: string[]) =>
    new Gauge({ name: `platen_${name}`, help, labelNames, registers })

  const renders = counter('renders_total', 'Renderings that ended, each attempt of a job by itself.', [
    'mode',
    'outcome',
  ])
  const sheets = counter('sheets_total', 'Sheets in the PDFs that were charged.')
  const credits = counter('credits_charged_total', 'Credits that renderings were charged.')
  const phases = new Histogram({
    name: 'platen_phase_seconds',
    help: 'How long the phases of calls and jobs took.',
    labelNames: ['phase'],
    buckets: PHASE_SECONDS,
    registers,
  })
  const answers = counter('http_answers_total', 'Calls answered, by route and status.', ['route', 'status'])
  const refusals = counter('http_refusals_total', 'Calls that were refused or failed, by why.', ['kind'])
  const egress = counter('egress_refusals_total', 'Requests of pages that were not let out, by why.', [
    'reason',
  ])
  const mails = counter('mails_total', 'Mails handed to the mail server, each attempt by itself.', [
    'outcome',
  ])
  const restarts = counter('chromium_restarts_total', 'Chromiums that ended unexpectedly and were replaced.')
  const crashes = counter('pages_crashed_total', 'Pages whose process ended while they were printed.')
  const tabs = gauge('tabs', 'Tabs of Chromium.', ['state'])
  const waiting = gauge('queue_jobs', 'Jobs that could start now and wait. The same in every process.', [
    'queue',
  ])
  const oldest = gauge('queue_oldest_seconds', 'How long the oldest job waits that could start now.', [
    'queue',
  ])

  return {
    listen(happening: TelemetryEvent) {
      switch (happening.kind) {
        case 'phase-ended':
          return phases.observe({ phase: happening.phase.phase }, happening.phase.ms / 1_000)
        case 'rendered':
          renders.inc({ mode: happening.mode, outcome: happening.outcome })
          if (happening.outcome !== 'completed') return
          sheets.inc(happening.sheets)
          return credits.inc(happening.pages)
        case 'answered':
          return answers.inc({ route: happening.route, status: String(happening.status) })
        case 'refused':
          return refusals.inc({ kind: happening.refusal })
        case 'mailed':
          return mails.inc({ outcome: happening.outcome })
        case 'chromium-restarted':
          return restarts.inc()
        case 'page-crashed':
          return crashes.inc()
        case 'egress-refused':
          return egress.inc({ reason: happening.reason })
      }
    },
    async text(measured) {
      const { busy, idle } = measured.tabs()
      tabs.set({ state: 'busy' }, busy)
      tabs.set({ state: 'idle' }, idle)
      waiting.reset()
      oldest.reset()
      for (const { queue, waiting: count, oldestSeconds } of await measured.backlog().catch(() => [])) {
        waiting.set({ queue }, count)
        oldest.set({ queue }, oldestSeconds)
      }
      return await registry.metrics()
    },
    contentType: registry.contentType,
  }
}
