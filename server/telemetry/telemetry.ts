/** Phases of a call in their order. Each is timed and becomes a span. */
export type Phase =
  /** Key, account and rate limit, in one statement. */
  | 'key'
  /** The body arrives, is parsed and validated. */
  | 'body'
  /** Wait in the queue of the admission limiter. */
  | 'turn'
  /** Template and credits, in one statement. */
  | 'reserve'
  /** The template's source is read. */
  | 'template'
  | 'fill'
  | 'print'
  | 'pack'
  | 'store'
  /** The charge, and the jobs that it queues. */
  | 'settle'
  | 'sign'

/** Milliseconds per phase. */
export type PhaseTimes = Partial<Record<Phase, number>>

export interface TimedPhase {
  phase: Phase
  /** Milliseconds since 1970. */
  startedAt: number
  ms: number
  failed: boolean
}

/** A call or a job that has ended. It contains no data of an account. */
export interface EndedCall {
  /** The route's pattern, or the kind of the job. */
  name: string
  kind: 'call' | 'job'
  /** Status of the answer, or outcome of the job. */
  outcome: string
  /** True if the service failed, not the caller. */
  isFault: boolean
  startedAt: number
  ms: number
  phases: TimedPhase[]
}

/** Events of the parts. Every value is one of a small fixed set, never data of an account. */
export type TelemetryEvent =
  | { kind: 'phase-ended'; phase: TimedPhase }
  | { kind: 'call-ended'; call: EndedCall }
  | { kind: 'rendered'; mode: 'sync' | 'async'; outcome: string; pages: number; sheets: number }
  | { kind: 'refused'; refusal: string }
  | { kind: 'answered'; route: string; status: number }
  | { kind: 'mailed'; outcome: 'sent' | 'refused' | 'failed' }
  | { kind: 'chromium-restarted' }
  | { kind: 'page-crashed' }
  | { kind: 'egress-refused'; reason: string }

/** Receives all events; must not throw. */
export type Listener = (happening: TelemetryEvent) => void

/** Receives the events of all parts. Metrics and traces are derived from it. */
export interface Telemetry {
  record: Listener
  /**
   * Starts to time a phase.
   *
   * @returns a function that ends it
   */
  time(phase: Phase): (end?: { failed: boolean }) => void
  /** Times one phase, however it ends. */
  phase: <Result>(phase: Phase, work: () => Promise<Result>) => Promise<Result>
  /** Returns the times of the phases of this call or job so far; empty outside of one. */
  measured(): PhaseTimes
  /** Creates the telemetry of one call or job, which groups its phases. */
  begin(name: string, kind: EndedCall['kind']): CallTelemetry
}

/** The telemetry of one call or job. */
export interface CallTelemetry extends Telemetry {
  /** Ends it together with its open phases. Only the first call counts. */
  end(outcome: string, options?: { isFault: boolean }): void
}

/** Creates the telemetry of a process. Without listeners its cost is negligible. */
export function createTelemetry(listeners: readonly Listener[]): Telemetry {
  const note = (happening: TelemetryEvent) => {
    for (const listener of listeners) listener(happening)
  }
  return telemetry(note, () => {})
}

function telemetry(note: Listener, keep: (phase: TimedPhase) => void): Telemetry {
  const time: Telemetry['time'] = (phase) => {
    const [startedAt, started] = [Date.now(), performance.now()]
    let ended = false
    return ({ failed } = { failed: false }) => {
      if (ended) return
      ended = true
      const timed = { phase, startedAt, ms: performance.now() - started, failed }
      keep(timed)
      note({ kind: 'phase-ended', phase: timed })
    }
  }
  return {
    record: note,
    time,
    async phase(phase, work) {
      const end = time(phase)
      try {
        const result = await work()
        end()
        return result
      } catch (error) {
        end({ failed: true })
        throw error
      }
    },
    measured: () => ({}),
    begin: (name, kind) => beginCall(note, name, kind),
  }
}

function beginCall(note: Listener, name: string, kind: EndedCall['kind']): CallTelemetry {
  const [startedAt, started] = [Date.now(), performance.now()]
  const phases: TimedPhase[] = []
  const open = new Set<(end: { failed: boolean }) => void>()
  const own = telemetry(note, (phase) => void phases.push(phase))
  let ended = false
  return {
    ...own,
    time(phase) {
      const end = own.time(phase)
      open.add(end)
      return (how) => {
        open.delete(end)
        end(how)
      }
    },
    measured: () => sumOf(phases),
    end(outcome, { isFault } = { isFault: false }) {
      if (ended) return
      ended = true
      for (const end of open) end({ failed: true })
      const call = { name, kind, outcome, isFault, startedAt, ms: performance.now() - started, phases }
      note({ kind: 'call-ended', call })
    },
  }
}

/** Repeated phases are summed. Times are rounded to a tenth of a millisecond. */
function sumOf(phases: readonly TimedPhase[]): PhaseTimes {
  const times: PhaseTimes = {}
  for (const { phase, ms } of phases) times[phase] = Math.round(((times[phase] ?? 0) + ms) * 10) / 10
  return times
}
