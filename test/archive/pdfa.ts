import { CONTENT_CHECKS } from './content-checks.ts'
import { FILE_CHECKS } from './file-checks.ts'
import { readDocument } from './objects.ts'
import { syntaxProblems } from './qpdf.ts'
import { XMP_CHECKS } from './xmp-checks.ts'

/**
 * Requirements of ISO 19005-3, level B, that Chromium or the service could violate. The checks use qpdf and libxml2,
 * and no code of the service.
 */
export const CHECKS = [...FILE_CHECKS, ...CONTENT_CHECKS, ...XMP_CHECKS]

/** Returns all violations of PDF/A-3b in a PDF. */
export async function pdfaProblems(pdf: Buffer): Promise<string[]> {
  const document = await readDocument(pdf)
  const violations = CHECKS.flatMap(({ clause, requires, problems }) =>
    problems(document).map((problem) => `${clause}, ${requires}: ${problem}`),
  )
  return [...(await syntaxProblems(pdf)), ...violations]
}
