/** Phases of a call or job, in order. Each is timed and becomes a span. */
export const PHASES = [
  /** Key, account and rate limit, in one statement. */
  'key',
  /** Receiving, parsing and validating the body. */
  'body',
  /** Waiting in the admission limiter. */
  'queue',
  /** Template and credits, in one statement. */
  'reserve',
  /** Reading the template's source. */
  'template',
  'fill',
  'print',
  'pack',
  /** Signing the PDF, with the time stamp. */
  'seal',
  'store',
  /** Charging the credits and queueing follow-up work. */
  'settle',
  'sign',
] as const
/** Phase of a call or job. */
export type Phase = (typeof PHASES)[number]

/** Attributes of the render of a call. Contains no personal data and no content. */
export interface RenderAttributes {
  generationId?: string
  /** Price in credits. Absent until it is charged or reserved for a job. */
  cost?: number
  /** Number of warnings by kind. */
  warnings?: Record<string, number>
}

/** Duration of each phase, in milliseconds. */
export type PhaseTimes = Partial<Record<Phase, number>>

/** A phase that has ended. */
export interface TimedPhase {
  phase: Phase
  /** Unix time in milliseconds. */
  startedAt: number
  ms: number
  failed: boolean
}

/** A call or a job that has ended. Contains no personal data and no content. */
export interface EndedCall {
  /** Route pattern of a call, or kind of a job. */
  name: string
  kind: 'call' | 'job'
  /** HTTP status of a call, or outcome of a job. */
  outcome: string
  /** True when the service failed, and not the caller. */
  isFault: boolean
  startedAt: number
  ms: number
  phases: TimedPhase[]
}

/** Telemetry event. Its values come from small fixed sets and contain no personal data. */
export type TelemetryEvent =
  | { kind: 'phase-ended'; phase: TimedPhase }
  | { kind: 'call-ended'; call: EndedCall }
  | { kind: 'rendered'; mode: 'sync' | 'async'; outcome: string; credits: number; sheets: number }
  | { kind: 'refused'; refusal: string }
  | { kind: 'answered'; route: string; status: number }
  | { kind: 'mailed'; outcome: 'sent' | 'refused' | 'failed' }
  | { kind: 'chromium-restarted' }
  | { kind: 'page-crashed' }
  | { kind: 'egress-refused'; reason: string }

/** Receives each telemetry event. Must not throw. */
export type TelemetryListener = (event: TelemetryEvent) => void

/** Records telemetry events, from which metrics and traces are made. */
export interface Telemetry {
  record: TelemetryListener
  /** Starts to time a phase. @returns a function that ends the phase. */
  startPhase(phase: Phase): (end?: { failed: boolean }) => void
  /** Times a phase, also when it fails. */
  phase: <Result>(phase: Phase, work: () => Promise<Result>) => Promise<Result>
  /** Returns the time of each phase of this call or job so far. Empty outside of calls and jobs. */
  phaseTimes(): PhaseTimes
  /** Adds attributes of the render of this call. Has no effect outside of calls and jobs. */
  addAttributes(attributes: RenderAttributes): void
  /** Starts the telemetry of one call or job, which groups its phases. */
  begin(name: string, kind: EndedCall['kind']): CallTelemetry
}

/** The telemetry of one call or job. */
export interface CallTelemetry extends Telemetry {
  /** Attributes that were added so far. */
  readonly attributes: Readonly<RenderAttributes>
  /** Ends the call or job, and its phases in progress. Has an effect only once. */
  end(outcome: string, options?: { isFault: boolean }): void
}

/** Creates the telemetry of a process. Without listeners it has almost no cost. */
export function createTelemetry(listeners: readonly TelemetryListener[]): Telemetry {
  const record = (event: TelemetryEvent) => {
    for (const listener of listeners) listener(event)
  }
  return telemetry(record, () => {})
}

function telemetry(record: TelemetryListener, addPhase: (phase: TimedPhase) => void): Telemetry {
  const startPhase: Telemetry['startPhase'] = (phase) => {
    const [startedAt, started] = [Date.now(), performance.now()]
    let ended = false
    return ({ failed } = { failed: false }) => {
      if (ended) return
      ended = true
      const timed = { phase, startedAt, ms: performance.now() - started, failed }
      addPhase(timed)
      record({ kind: 'phase-ended', phase: timed })
    }
  }
  return {
    record,
    startPhase,
    async phase(phase, work) {
      const end = startPhase(phase)
      try {
        const result = await work()
        end()
        return result
      } catch (error) {
        end({ failed: true })
        throw error
      }
    },
    phaseTimes: () => ({}),
    addAttributes: () => {},
    begin: (name, kind) => beginCall(record, name, kind),
  }
}

function beginCall(record: TelemetryListener, name: string, kind: EndedCall['kind']): CallTelemetry {
  const [startedAt, started] = [Date.now(), performance.now()]
  const phases: TimedPhase[] = []
  const open = new Set<(end: { failed: boolean }) => void>()
  const base = telemetry(record, (phase) => void phases.push(phase))
  const attributes: RenderAttributes = {}
  let ended = false
  return {
    ...base,
    attributes,
    addAttributes: (added) => void Object.assign(attributes, added),
    startPhase(phase) {
      const end = base.startPhase(phase)
      open.add(end)
      return (result) => {
        open.delete(end)
        end(result)
      }
    },
    phaseTimes: () => sumOf(phases),
    end(outcome, { isFault } = { isFault: false }) {
      if (ended) return
      ended = true
      for (const end of open) end({ failed: true })
      const call = { name, kind, outcome, isFault, startedAt, ms: performance.now() - started, phases }
      record({ kind: 'call-ended', call })
    },
  }
}

/** Sums the phases by name, rounded to 0.1 ms. */
function sumOf(phases: readonly TimedPhase[]): PhaseTimes {
  const times: PhaseTimes = {}
  for (const { phase, ms } of phases) times[phase] = Math.round(((times[phase] ?? 0) + ms) * 10) / 10
  return times
}
