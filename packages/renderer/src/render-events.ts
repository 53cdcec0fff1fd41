import type { EgressReason } from './egress/refusals.ts'

/** Events of rendering that operators count. */
export type RenderEvent =
  /** Chromium ended unexpectedly and is restarted. */
  | { kind: 'chromium-restarted' }
  /** A page's process ended during a print. */
  | { kind: 'page-crashed' }
  | { kind: 'egress-refused'; reason: EgressReason }

/** Receives each event; must not throw. */
export type OnRenderEvent = (event: RenderEvent) => void

/** Runs one phase of a render, and may record its duration. */
export type RunPhase = <Result>(
  phase: 'fill' | 'print' | 'pack',
  work: () => Promise<Result>,
) => Promise<Result>
