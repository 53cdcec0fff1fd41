import type { EgressReason } from '../egress/refusals.ts'

/** What happens in rendering that whoever runs the service wants to count. */
export type RenderEvent =
  /** Chromium ended unexpectedly, and another takes its place. */
  | { kind: 'chromium-restarted' }
  /** A page's process ended while it was being printed. */
  | { kind: 'page-crashed' }
  | { kind: 'egress-refused'; reason: EgressReason }

/** Is told of each event; may not throw. */
export type OnRenderEvent = (event: RenderEvent) => void

/** Does the work of one step, and may note how long it took. */
export type TimeStep = <Result>(
  step: 'fill' | 'print' | 'pack',
  work: () => Promise<Result>,
) => Promise<Result>
