import type { Warning } from '../../../rendering/print/warnings.ts'
import type { Excerpt } from './excerpt.ts'

/** What there is to see now. */
export interface State {
  /** Another one for each state. */
  version: number
  template: string
  data: string | null
  isWorking: boolean
  /** The last document that could be printed. Where there is a problem since, it is an old one. */
  document: Document | null
  problem: Problem | null
}

/** A printed document, as the page is told of it. */
interface Document {
  /** The version of the state that it came with. */
  version: number
  pages: number
  sheets: { width: number; height: number }[]
  scale: number
  warnings: (Warning & { words: string })[]
  ms: number
}

/** Why nothing was printed. */
export interface Problem {
  /** The file that it is about. */
  file: string
  message: string
  detail?: string
  /** From 1 on. */
  line?: number
  /** From 1 on. */
  column?: number
  excerpt?: Excerpt
}
