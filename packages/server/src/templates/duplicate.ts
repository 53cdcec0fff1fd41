import type { Author } from '../content/authors.ts'
import { readKnownSource } from '../content/contents.ts'
import { versionOf } from '../content/save.ts'
import { findTemplateDetails, type TemplateDetails } from './overview.ts'
import { replaceDataSets } from './data-sets.ts'
import { createTemplate, type TemplateWriters } from './save.ts'
import { templateRef } from './templates.ts'

/** Limit on a name, in characters. */
const NAME_LENGTH_MAX = 200
const PREFIX = 'Copy of '

/**
 * Stores a copy of a template: the source and the data schema of its draft, or of the published version without a draft,
 * its sample data, data sets, PDF options and description. The history is not copied.
 * @throws {Refusal} `not-found`; `limit-reached` when the account has reached the limits of its plan.
 */
export async function duplicateTemplate(
  stores: TemplateWriters,
  accountId: string,
  templateId: string,
  author: Author,
  signal: AbortSignal,
): Promise<TemplateDetails> {
  const ref = templateRef(accountId, templateId, 'draft')
  const original = await findTemplateDetails(stores.database, accountId, templateId, 'draft')
  const { source } = await readKnownSource(stores, ref, original, signal)
  const { description, sampleData, dataSets, pdfOptions, dataSchema } = original
  const copy = {
    name: `${PREFIX}${original.name}`.slice(0, NAME_LENGTH_MAX).toWellFormed(),
    description,
    source,
    sampleData,
    dataSets: replaceDataSets(dataSets),
    pdfOptions,
    schema: dataSchema === '' ? undefined : { text: dataSchema, version: versionOf(dataSchema) },
    author,
  }
  return await createTemplate(stores, accountId, copy, signal)
}
