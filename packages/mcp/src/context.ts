import type { Platen } from '@platen/client'

/** Dependencies of the tools. */
export interface McpContext {
  /** Client of the connected account. */
  platen: Platen
  /** Called with internal errors. */
  onFault: (error: unknown) => void
}
