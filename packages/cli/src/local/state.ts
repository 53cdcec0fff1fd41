import type { FlowReason, Warning } from '@platen/renderer/service'
import type { Excerpt } from './excerpt.ts'

/** State of the preview that the page shows. */
export interface State {
  /** Increases with each state. */
  version: number
  template: string
  data: string | null
  isRendering: boolean
  /** Latest document that was rendered. It is outdated if `problem` is set. */
  document: Document | null
  problem: Problem | null
}

/** Rendered document. */
interface Document {
  /** Version of the state in which the document was rendered. */
  version: number
  pages: number
  sheets: { width: number; height: number }[]
  scale: number
  /** Reasons why pages take several sheets, each once. */
  flowReasons: FlowReason[]
  /** These reasons as text. */
  flow: string
  warnings: (Warning & { words: string })[]
  ms: number
}

/** Reason why the latest render failed. */
export interface Problem {
  /** File that contains the problem. */
  file: string
  message: string
  detail?: string
  /** From 1. */
  line?: number
  /** From 1. */
  column?: number
  excerpt?: Excerpt
}
