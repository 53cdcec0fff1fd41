import type { BenchDocument } from '../documents.ts'

/** Something that makes PDFs. */
export interface Contender extends AsyncDisposable {
  name: string
  /** Makes a document's PDF. @returns its bytes. */
  render: (document: BenchDocument) => Promise<number>
}
