import { useMemo, useState } from 'react'
import type { StoredDraft } from '../../../drafts/store.ts'
import type { Template } from '../queries.ts'

interface Texts {
  content: string
  /** JSON text. */
  sampleData: string
  /** JSON text; empty for none. */
  dataSchema: string
}

/** The texts as they were last read or saved. */
export type Base = Texts & Pick<Template, 'revision' | 'version'>

/** Unsaved texts of a template, as they are kept in this browser. */
export interface KeptTexts extends Texts {
  base: Base
}

/** The texts of a template while they are edited. */
export interface Draft extends Texts {
  base: Base
  isChanged: boolean
  setContent: (content: string) => void
  setSampleData: (sampleData: string) => void
  setDataSchema: (dataSchema: string) => void
  setBase: (base: Base) => void
  /** The texts to save: only those that are changed. */
  changes: Partial<Texts>
  /** Texts to keep in this browser; undefined when nothing is changed. */
  kept: KeptTexts | undefined
}

/**
 * Begins with the texts of `template`, or with those that were restored. Both arguments are read only on the first render.
 * @param restored a draft of this browser. When the template was saved meanwhile, its older base stays, so that
 * saving is refused as a conflict.
 */
export function useDraft(template: Base, restored?: StoredDraft<KeptTexts>): Draft {
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
  const kept = useMemo(
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
    kept,
  }
}

/** Compares the texts alone. */
export function isSame(one: Texts, other: Texts): boolean {
  return (
    one.content === other.content &&
    one.sampleData === other.sampleData &&
    one.dataSchema === other.dataSchema
  )
}

function textsOf({ content, sampleData, dataSchema, revision, version }: Base): Base {
  return { content, sampleData, dataSchema, revision, version }
}
