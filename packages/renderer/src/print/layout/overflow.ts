import { mayBreakSheets } from '../html-features.ts'
import { type Evaluate, pageFunction } from '../in-page.ts'

/** Signs in a document that it is written for several sheets. */
const STRUCTURES = ['page-selector', 'page-counter', 'forced-break', 'named-page'] as const

/** Reasons why a page takes several sheets at full size, instead of being scaled to one. */
export const FLOW_REASONS = ['requested', ...STRUCTURES, 'too-long'] as const

export type FlowReason = (typeof FLOW_REASONS)[number]

/** Handling of content that is too tall for one sheet. */
export interface Overflow {
  /** `none`: the content fits. `fit`: it was scaled to one sheet. `flow`: it takes several sheets at full size. */
  overflow: 'none' | 'fit' | 'flow'
  /** Set with `flow`. */
  reason?: FlowReason
}

const OVERFLOW = `Document.prototype.querySelector.call(document, 'meta[name="page-overflow" i]')?.getAttribute('content')?.trim().toLowerCase()`
const sheetStructure = pageFunction('sheetStructure', ['document', 'rules', 'blank-end', 'sheet-structure'])

/**
 * Returns why a document must not be scaled: its meta element requests `flow`, or it shows that it is written for several
 * sheets. `undefined` when it may be scaled. A meta element with `fit` overrides what the document shows.
 */
export async function reasonToFlow(evaluate: Evaluate, html: string): Promise<FlowReason | undefined> {
  // The page is queried only when the HTML contains the name.
  const requested = /page-overflow/i.test(html) ? await evaluate(OVERFLOW) : undefined
  if (requested === 'flow') return 'requested'
  if (requested === 'fit') return undefined
  const structure = await evaluate(sheetStructure(mayBreakSheets(html)))
  return STRUCTURES.find((known) => known === structure)
}
