import { useDebouncedValue } from '@mantine/hooks'
import { CancelledError, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryClient } from '../../../api/query-client.ts'
import { previewQuery } from '../../../api/templates.ts'
import { Failure } from '../../../base/failure.ts'
import { readOptions } from '../pdf-options.ts'
import { readData } from '../sample-data.ts'
import type { EditorTexts } from '../use-editor-texts.ts'

/** Texts that a preview is rendered from. */
type PreviewTexts = Pick<EditorTexts, 'content' | 'data' | 'pdfOptions' | 'dataSchema'>

/**
 * Delay from the last change to the preview, in milliseconds. Together with the render, the PDF is shown after about
 * 300 ms.
 */
const PAUSE_MS = 150

/** Statuses without a statement about the template: no connection, too many previews, a busy service. */
const UNAVAILABLE = [0, 429, 503]

/** Renders the texts in the editor after a pause in typing. `problem`: error that prevents a newer preview. */
export function usePreview(texts: PreviewTexts) {
  const [content] = useDebouncedValue(texts.content, PAUSE_MS)
  const [text] = useDebouncedValue(texts.data, PAUSE_MS)
  const [optionsText] = useDebouncedValue(texts.pdfOptions, PAUSE_MS)
  const [dataSchema] = useDebouncedValue(texts.dataSchema, PAUSE_MS)
  const data = useMemo(() => readData(text), [text])
  const options = useMemo(() => readOptions(optionsText), [optionsText])
  const query = { dataSchema, options: options.value }
  const isValid = options.problem === undefined
  const {
    data: preview,
    isFetching,
    error,
  } = useQuery(previewQuery(content, isValid ? data.value : undefined, query))
  const invalid = data.problem ?? options.problem
  const problem = invalid === undefined ? (error ?? undefined) : new Error(invalid)
  return { data: preview, isFetching, error, problem }
}

/**
 * Returns the problem of the preview of these texts. Renders it if it is not cached.
 * @returns `undefined` when the preview succeeds, or when the service cannot render it now.
 */
export async function previewProblem(texts: PreviewTexts): Promise<Error | undefined> {
  const { content, dataSchema } = texts
  const [data, options] = [readData(texts.data), readOptions(texts.pdfOptions)]
  const invalid = data.problem ?? options.problem
  if (invalid !== undefined) return new Error(invalid)
  try {
    const query = previewQuery(content, data.value, { dataSchema, options: options.value })
    await queryClient.fetchQuery({ ...query, retry: false })
    return undefined
  } catch (error) {
    // The editor shows a newer text and has aborted its preview of this one.
    if (error instanceof CancelledError) return await previewProblem(texts)
    if (!(error instanceof Failure) || error.status === 401) throw error
    return UNAVAILABLE.includes(error.status) ? undefined : error
  }
}
