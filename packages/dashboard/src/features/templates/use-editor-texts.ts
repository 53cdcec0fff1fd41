import { useMemo, useState } from 'react'
import type { StoredBackup } from '../../backups/store.ts'
import type { Template } from '../../api/templates.ts'

/** Texts of a template. */
interface Texts {
  content: string
  /** JSON text. */
  sampleData: string
  /** JSON text; empty without a schema. */
  dataSchema: string
}

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
  setContent: (content: string) => void
  setSampleData: (sampleData: string) => void
  setDataSchema: (dataSchema: string) => void
  setBase: (base: Base) => void
  /** Changed texts, to be saved. */
  changes: Partial<Texts>
  /** Texts for the backup in this browser; `undefined` without changes. */
  unsaved: TemplateBackup | undefined
}

/**
 * Returns the texts in the editor of a template. Both arguments are read on the first render only.
 * @param restored backup of this browser, whose texts replace those of `template`. When the template was saved
 * meanwhile, the backup keeps its older base, so that saving it is a conflict.
 */
export function useEditorTexts(template: Base, restored?: StoredBackup<TemplateBackup>): EditorTexts {
  const start = restored?.value ?? template
  const [content, setContent] = useState(start.content)
  const [sampleData, setSampleData] = useState(start.sampleData)
  const [dataSchema, setDataSchema] = useState(start.dataSchema)
  const [base, setBase] = useState<Base>(() =>
    restored && !isSame(restored.value.base, template) ? restored.value.base : template,
  )
  const changes = {
    ...(content !== base.content && { content }),
    ...(sampleData !== base.sampleData && { sampleData }),
    ...(dataSchema !== base.dataSchema && { dataSchema }),
  }
  const isChanged = Object.keys(changes).length > 0
  const unsaved = useMemo(
    () => (isChanged ? { content, sampleData, dataSchema, base: textsOf(base) } : undefined),
    [isChanged, content, sampleData, dataSchema, base],
  )
  return {
    content,
    sampleData,
    dataSchema,
    base,
    isChanged,
    setContent,
    setSampleData,
    setDataSchema,
    setBase,
    changes,
    unsaved,
  }
}

/** Returns true when the texts are equal. Ignores ETags and versions. */
export function isSame(one: Texts, other: Texts): boolean {
  return (
    one.content === other.content &&
    one.sampleData === other.sampleData &&
    one.dataSchema === other.dataSchema
  )
}

function textsOf({ content, sampleData, dataSchema, etag, version, draft, contentVersion }: Base): Base {
  return { content, sampleData, dataSchema, etag, version, draft, contentVersion }
}
