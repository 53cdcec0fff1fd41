import { useState } from 'react'
import type { Template } from '../queries.ts'

/** What is being written of a template, and what it was when it was read or saved last. */
export interface Draft {
  content: string
  sampleData: string
  /** Empty where there is none. */
  dataSchema: string
  base: Pick<Template, 'content' | 'sampleData' | 'dataSchema' | 'revision' | 'version'>
  isChanged: boolean
  setContent: (content: string) => void
  setSampleData: (sampleData: string) => void
  setDataSchema: (dataSchema: string) => void
  setBase: (base: Template) => void
  /** What to save: only what is changed. */
  changes: { content?: string; sampleData?: string; dataSchema?: string }
}

/** A draft of `template`, which counts once. */
export function useDraft(template: Template): Draft {
  const [content, setContent] = useState(template.content)
  const [sampleData, setSampleData] = useState(template.sampleData)
  const [dataSchema, setDataSchema] = useState(template.dataSchema)
  const [base, setBase] = useState<Draft['base']>(template)
  const changes = {
    ...(content !== base.content && { content }),
    ...(sampleData !== base.sampleData && { sampleData }),
    ...(dataSchema !== base.dataSchema && { dataSchema }),
  }
  return {
    content,
    sampleData,
    dataSchema,
    base,
    isChanged: Object.keys(changes).length > 0,
    setContent,
    setSampleData,
    setDataSchema,
    setBase,
    changes,
  }
}
