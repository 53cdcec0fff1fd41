import type { BenchDocument } from '../documents.ts'

/** A program that creates PDFs. */
export interface Contender extends AsyncDisposable {
  name: string
  /** Renders a document. @returns the size of the PDF in bytes. */
  render: (document: BenchDocument) => Promise<number>
}
