import type { Load } from '@platen/capacity/load'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { TelemetryEvent, TelemetryListener } from './telemetry.ts'

/** Values that are read when the metrics are requested. */
export interface MetricSources {
  /** Tabs that print, and idle tabs. */
  tabs(): { busy: number; idle: number }
  /** Load of each resource that tenants share, by name. */
  load(): Readonly<Record<string, Load>>
  /** Jobs that wait. Rejects when the database does not answer. The metrics then omit the backlog. */
  backlog(): Promise<{ queue: string; waiting: number; oldestSeconds: number }[]>
}

/** Metrics of a process in Prometheus's text format. */
export interface Metrics {
  listen: TelemetryListener
  /** Returns all current values. */
  text(sources: MetricSources): Promise<string>
  contentType: string
}

// A phase takes from less than 1 ms (an SQL statement) to 29 s, the time limit of a call.
const PHASE_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Creates the metrics of this process, including those of Node.js. Labels contain no data of accounts or templates. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const counter = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name: `platen_${name}`, help, labelNames, registers })
  const gauge = (name: string, help: string, labelNames: string[]) =>
    new Gauge({ name: `platen_${name}`, help, labelNames, registers })

  const renders = counter('renders_total', 'Renders that ended. Each attempt of a job counts.', [
    'mode',
    'outcome',
  ])
  const sheets = counter('sheets_total', 'Sheets of completed PDFs.')
  const credits = counter('credits_charged_total', 'Credits charged for renders.')
  const phases = new Histogram({
    name: 'platen_phase_seconds',
    help: 'Duration of the phases of calls and jobs, in seconds.',
    labelNames: ['phase'],
    buckets: PHASE_SECONDS,
    registers,
  })
  const answers = counter('http_answers_total', 'Answered calls by route and status.', ['route', 'status'])
  const refusals = counter('http_refusals_total', 'Rejected and failed calls by error kind.', ['kind'])
  const egress = counter('egress_refusals_total', 'Rejected network requests of pages by reason.', ['reason'])
  const mails = counter('mails_total', 'Attempts to send a mail by outcome.', ['outcome'])
  const restarts = counter(
    'chromium_restarts_total',
    'Chromium processes that ended unexpectedly and were restarted.',
  )
  const crashes = counter(
    'pages_crashed_total',
    'Pages whose Chromium process crashed while they were printed.',
  )
  const tabs = gauge('tabs', 'Chromium tabs by state.', ['state'])
  const load = gauge('capacity_tasks', 'Tasks that use a shared resource or wait for it.', [
    'resource',
    'state',
  ])
  const waiting = gauge('queue_jobs', 'Jobs that wait and are due. The same value in every process.', [
    'queue',
  ])
  const oldest = gauge('queue_oldest_seconds', 'Wait of the oldest due job, in seconds.', ['queue'])

  return {
    listen(event: TelemetryEvent) {
      switch (event.kind) {
        case 'phase-ended':
          return phases.observe({ phase: event.phase.phase }, event.phase.ms / 1_000)
        case 'rendered':
          renders.inc({ mode: event.mode, outcome: event.outcome })
          if (event.outcome !== 'completed') return
          sheets.inc(event.sheets)
          return credits.inc(event.credits)
        case 'answered':
          return answers.inc({ route: event.route, status: String(event.status) })
        case 'refused':
          return refusals.inc({ kind: event.refusal })
        case 'mailed':
          return mails.inc({ outcome: event.outcome })
        case 'chromium-restarted':
          return restarts.inc()
        case 'page-crashed':
          return crashes.inc()
        case 'egress-refused':
          return egress.inc({ reason: event.reason })
      }
    },
    async text(sources) {
      const { busy, idle } = sources.tabs()
      tabs.set({ state: 'busy' }, busy)
      tabs.set({ state: 'idle' }, idle)
      for (const [resource, { active, waiting: queued }] of Object.entries(sources.load())) {
        load.set({ resource, state: 'active' }, active)
        load.set({ resource, state: 'waiting' }, queued)
      }
      waiting.reset()
      oldest.reset()
      for (const { queue, waiting: count, oldestSeconds } of await sources.backlog().catch(() => [])) {
        waiting.set({ queue }, count)
        oldest.set({ queue }, oldestSeconds)
      }
      return await registry.metrics()
    },
    contentType: registry.contentType,
  }
}
