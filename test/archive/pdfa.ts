import { CONTENT_CHECKS } from './content-checks.ts'
import { FILE_CHECKS } from './file-checks.ts'
import { readDocument } from './objects.ts'
import { syntaxProblems } from './qpdf.ts'
import { XMP_CHECKS } from './xmp-checks.ts'

/**
 * What ISO 19005-3, level B, asks of a file, as far as Chromium and we could break it: each with its clause. They read
 * the file with qpdf and libxml2, and use nothing of the service's.
 */
export const CHECKS = [...FILE_CHECKS, ...CONTENT_CHECKS, ...XMP_CHECKS]

/** Everything in a PDF that PDF/A-3b does not allow. */
export async function pdfaProblems(pdf: Buffer): Promise<string[]> {
  const document = await readDocument(pdf)
  const found = CHECKS.flatMap(({ clause, requires, problems }) =>
    problems(document).map((problem) => `${clause}, ${requires}: ${problem}`),
  )
  return [...(await syntaxProblems(pdf)), ...found]
}
