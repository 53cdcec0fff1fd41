/** The steps of a call's way, in their order; each is timed, and becomes a span. */
export type Phase =
  /** Key, account and rate limit, in one statement. */
  | 'key'
  /** The body arrives, is parsed and checked. */
  | 'body'
  /** The call waits for its turn, if it has to. */
  | 'turn'
  /** Template and credits, in one statement. */
  | 'reserve'
  /** The template's source is read. */
  | 'template'
  | 'fill'
  | 'print'
  | 'pack'
  | 'store'
  /** The charge and what goes into the queue with it. */
  | 'settle'
  | 'sign'

/** Milliseconds that each phase has taken. */
export type PhaseTimes = Partial<Record<Phase, number>>

export interface TimedPhase {
  phase: Phase
  /** Milliseconds since 1970. */
  startedAt: number
  ms: number
  failed: boolean
}

/** A call or a job that has ended. It names nobody and holds nothing of what was sent. */
export interface EndedCall {
  /** The pattern of a route, or of which kind the job was. */
  name: string
  kind: 'call' | 'job'
  /** The status of an answer, or how a job ended. */
  outcome: string
  /** Whether it was the service that failed, not the caller. */
  isFault: boolean
  startedAt: number
  ms: number
  phases: TimedPhase[]
}

/** What the parts tell of their work. No value of it is anybody's own: each is one of few. */
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

/** Hears of all that happens; may not throw. */
export type Listener = (happening: TelemetryEvent) => void

/** Where parts tell what they do: the one mechanism that metrics and traces are made from. */
export interface Telemetry {
  record: Listener
  /** Begins to time a phase. @returns what ends it. */
  time(phase: Phase): (end?: { failed: boolean }) => void
  /** Times one phase, however it ends. */
  phase: <Result>(phase: Phase, work: () => Promise<Result>) => Promise<Result>
  /** What each phase of this call or job has taken so far; nothing where no call or job has begun. */
  measured(): PhaseTimes
  /** Telemetry for one call or job: the phases that it is told belong together. */
  begin(name: string, kind: EndedCall['kind']): CallTelemetry
}

/** The telemetry of one call or job. */
export interface CallTelemetry extends Telemetry {
  /** Ends it, and with it what is still being timed. Only the first end counts. */
  end(outcome: string, options?: { isFault: boolean }): void
}

/** Makes the telemetry of a process; without listeners it costs next to nothing. */
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

/** One that came up several times counts as a whole; a tenth of a millisecond is as exact as it is steady. */
function sumOf(phases: readonly TimedPhase[]): PhaseTimes {
  const times: PhaseTimes = {}
  for (const { phase, ms } of phases) times[phase] = Math.round(((times[phase] ?? 0) + ms) * 10) / 10
  return times
}
