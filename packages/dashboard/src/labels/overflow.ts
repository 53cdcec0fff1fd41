import type { Preview } from '../api/templates.ts'

type FlowReason = NonNullable<Preview['pages'][number]['reason']>

/** Reasons why a page takes several sheets: a short label, and an explanation for the author of the template. */
export const FLOW_REASONS: Record<FlowReason, { label: string; explanation: string }> = {
  requested: {
    label: 'requested',
    explanation: 'The template requests it with <meta name="page-overflow" content="flow">.',
  },
  'page-selector': {
    label: '@page :first, :left or :right',
    explanation: 'The template has rules for the first, left or right sheets.',
  },
  'page-counter': { label: 'page numbers', explanation: 'The template numbers its sheets.' },
  'forced-break': { label: 'a page break', explanation: 'A page break separates the content.' },
  'named-page': { label: 'named pages', explanation: 'The template has sheets of several kinds.' },
  'too-long': { label: 'too long', explanation: 'To fit on one sheet, it would need a scale below 85 %.' },
}
