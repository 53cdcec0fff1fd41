import type { components } from '../../api/schema.ts'

/** Named data of a template for previews, besides its sample data. */
export type DataSet = components['schemas']['DataSet']

/** Texts of a template. */
export interface Texts {
  content: string
  /** JSON text. */
  sampleData: string
  /** Further data for previews. */
  dataSets: readonly DataSet[]
  /** JSON text of the field `options` of calls, for previews; empty without options. */
  pdfOptions: string
  /** JSON text; empty without a schema. */
  dataSchema: string
}

/** Changed texts. */
export interface TextChanges extends Partial<Omit<Texts, 'dataSets'>> {
  dataSets?: DataSet[]
}

/** Returns the texts that differ from those of `base`. */
export function changesBetween(base: Texts, texts: Texts): TextChanges {
  const { content, sampleData, dataSets, pdfOptions, dataSchema } = texts
  return {
    ...(content !== base.content && { content }),
    ...(sampleData !== base.sampleData && { sampleData }),
    ...(JSON.stringify(dataSets) !== JSON.stringify(base.dataSets) && { dataSets: [...dataSets] }),
    // The service stores blank options as an empty text.
    ...(withoutBlank(pdfOptions) !== withoutBlank(base.pdfOptions) && { pdfOptions }),
    ...(dataSchema !== base.dataSchema && { dataSchema }),
  }
}

function withoutBlank(text: string): string {
  return text.trim() === '' ? '' : text
}

/**
 * Returns the saved texts with the changes of this editor: a text, or a data set, that was not changed here stays as it
 * is saved.
 * @param base texts that this editor started with.
 */
export function mergeTexts(base: Texts, mine: Texts, saved: Texts): Texts {
  const { content, sampleData, dataSets, pdfOptions, dataSchema } = saved
  return {
    content,
    sampleData,
    pdfOptions,
    dataSchema,
    ...changesBetween(base, mine),
    dataSets: mergeDataSets(base.dataSets, mine.dataSets, dataSets),
  }
}

function mergeDataSets(
  base: readonly DataSet[],
  mine: readonly DataSet[],
  saved: readonly DataSet[],
): readonly DataSet[] {
  const merged = new Map(saved.map(({ name, data }) => [name, data]))
  const before = new Map(base.map(({ name, data }) => [name, data]))
  for (const { name, data } of mine) if (before.get(name) !== data) merged.set(name, data)
  const mineNames = new Set(mine.map(({ name }) => name))
  for (const name of before.keys()) if (!mineNames.has(name)) merged.delete(name)
  return [...merged].map(([name, data]) => ({ name, data }))
}
