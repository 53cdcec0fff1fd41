import { useMemo, useState } from 'react'
import type { StoredBackup } from '../../backups/store.ts'
import type { Template } from '../../api/templates.ts'
import { changesBetween, type TextChanges, type Texts } from './texts.ts'
import { useDataSets } from './use-data-sets.ts'

/** Texts as they were last read or saved. */
export type Base = Texts & Pick<Template, 'etag' | 'version' | 'draft' | 'contentVersion'>

/** Backup of a template in this browser. */
export interface TemplateBackup extends Texts {
  base: Base
}

/** Texts of a template in its editor. */
export interface EditorTexts extends Texts {
  base: Base
  isChanged: boolean
  /** Name of the data set that is selected for the preview; `undefined` for the sample data. */
  dataSet: string | undefined
  /** JSON text of the selected data. */
  data: string
  setContent: (content: string) => void
  /** Changes the selected data. */
  setData: (data: string) => void
  selectDataSet: (name: string | undefined) => void
  /** Adds a data set with the selected data, and selects it. */
  createDataSet: (name: string) => void
  /** Renames the selected data set. */
  renameDataSet: (name: string) => void
  /** Removes the selected data set, and selects the sample data. */
  removeDataSet: () => void
  setPdfOptions: (pdfOptions: string) => void
  setDataSchema: (dataSchema: string) => void
  setBase: (base: Base) => void
  /** Changed texts, to be saved. */
  changes: TextChanges
  /** Texts for the backup in this browser; `undefined` without changes. */
  unsaved: TemplateBackup | undefined
}

/**
 * Returns the texts in the editor of a template. Both arguments are read on the first render only.
 * @param restored backup of this browser, whose texts replace those of `template`. When the template was saved
 * meanwhile, the backup keeps its older base, so that saving it is a conflict.
 */
export function useEditorTexts(template: Base, restored?: StoredBackup<TemplateBackup>): EditorTexts {
  const start = restored ? completeTexts(restored.value, template) : template
  const [content, setContent] = useState(start.content)
  const data = useDataSets(start)
  const { sampleData, dataSets } = data
  const [pdfOptions, setPdfOptions] = useState(start.pdfOptions)
  const [dataSchema, setDataSchema] = useState(start.dataSchema)
  const [base, setBase] = useState<Base>(() =>
    restored && !isSame(restored.value.base, template)
      ? { ...restored.value.base, ...completeTexts(restored.value.base, template) }
      : template,
  )
  const changes = changesBetween(base, { content, sampleData, dataSets, pdfOptions, dataSchema })
  const isChanged = Object.keys(changes).length > 0
  const unsaved = useMemo(
    () =>
      isChanged ? { content, sampleData, dataSets, pdfOptions, dataSchema, base: textsOf(base) } : undefined,
    [isChanged, content, sampleData, dataSets, pdfOptions, dataSchema, base],
  )
  return {
    content,
    ...data,
    pdfOptions,
    dataSchema,
    base,
    isChanged,
    setContent,
    setPdfOptions,
    setDataSchema,
    setBase,
    changes,
    unsaved,
  }
}

/** Returns true when the texts are equal. Ignores ETags and versions. @param one backup. */
export function isSame(one: Texts, other: Texts): boolean {
  return Object.keys(changesBetween(other, completeTexts(one, other))).length === 0
}

/** Returns the texts of a backup. A backup of an earlier release has neither data sets nor options: it did not change them. */
function completeTexts(
  backup: Omit<Texts, 'dataSets' | 'pdfOptions'> & Partial<Texts>,
  { dataSets, pdfOptions }: Texts,
): Texts {
  const { content, sampleData, dataSchema } = backup
  return {
    content,
    sampleData,
    dataSets: backup.dataSets ?? dataSets,
    pdfOptions: backup.pdfOptions ?? pdfOptions,
    dataSchema,
  }
}

function textsOf(base: Base): Base {
  const { content, sampleData, dataSets, pdfOptions, dataSchema } = base
  const { etag, version, draft, contentVersion } = base
  return { content, sampleData, dataSets, pdfOptions, dataSchema, etag, version, draft, contentVersion }
}
