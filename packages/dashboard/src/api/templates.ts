import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from './client.ts'
import { retriesOnRequest } from './retries.ts'
import type { components, paths } from './schema.ts'

type ListQuery = NonNullable<paths['/dashboard/api/templates']['get']['parameters']['query']>
/** Query of a list of templates. Without `archived`, the list has no archived templates. */
export interface TemplatesQuery extends Pick<ListQuery, 'tag' | 'archived'> {
  search: string
  sort: TemplateSort
  page: number
}
/** Template in the list. */
export type TemplateOverview = components['schemas']['TemplateOverview']
/** Order of the list. */
export type TemplateSort = NonNullable<ListQuery['sort']>
/** Changed texts of a template. */
type TextChanges =
  paths['/dashboard/api/templates/{templateId}']['put']['requestBody']['content']['application/json']
/** Options of a PDF, as calls have them. */
export type PdfOptions = components['schemas']['PdfOptions']
/** Template with its source and its sample data. */
export type Template = components['schemas']['TemplateDetails']
/** Preview: a PDF that is not stored, with its warnings and times. */
export type Preview = components['schemas']['Preview']

/** Query of one page of the templates that match. */
export const templatesQuery = (query: TemplatesQuery) =>
  queryOptions({
    queryKey: ['templates', 'list', query],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/dashboard/api/templates', {
          params: { query: { ...query, page: String(query.page) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  })

/** Query of a template for its editor. */
export const templateQuery = (templateId: string) =>
  queryOptions({
    queryKey: ['templates', 'one', templateId],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/dashboard/api/templates/{templateId}', { params: { path: { templateId } }, signal })),
    // Never refetched while it is edited. Saving detects a version that was saved meanwhile.
    staleTime: 'static',
  })

/** Query of the current version of a template, for forms that start with it. */
export const currentTemplateQuery = (templateId: string) =>
  queryOptions({
    ...templateQuery(templateId),
    queryKey: ['templates', 'current', templateId],
    gcTime: 0,
    // The form is part of a page that works without it.
    throwOnError: false,
  })

/** Saves texts of a template, source and schema as a draft. @param etag ETag of the texts that the changes are based on. */
export async function saveDraft(templateId: string, etag: string, changes: TextChanges): Promise<Template> {
  const params = { path: { templateId }, header: { 'if-match': etag } }
  return await unwrap(api.PUT('/dashboard/api/templates/{templateId}', { params, body: changes }))
}

/** Publishes the draft of a template, if it is still the one that was read. */
export async function publishDraft(
  templateId: string,
  { contentVersion }: Pick<Template, 'contentVersion'>,
): Promise<void> {
  const params = { path: { templateId }, header: { 'if-match': `"${contentVersion}"` } }
  await unwrap(api.POST('/dashboard/api/templates/{templateId}/publish', { params }))
}

/** Discards the draft of a template, if it is still the one that was read. */
export async function discardDraft({
  templateId,
  contentVersion,
}: Pick<Template, 'templateId' | 'contentVersion'>): Promise<void> {
  const params = { path: { templateId }, header: { 'if-match': `"${contentVersion}"` } }
  await unwrap(api.DELETE('/dashboard/api/templates/{templateId}/draft', { params }))
}

/** Query of the example templates. */
export const examplesQuery = queryOptions({
  queryKey: ['templates', 'examples'],
  queryFn: ({ signal }) => unwrap(api.GET('/dashboard/api/examples', { signal })),
  staleTime: Infinity,
})

/** Query of the Handlebars helpers, for completion. */
export const helpersQuery = queryOptions({
  queryKey: ['templates', 'helpers'],
  queryFn: ({ signal }) => unwrap(api.GET('/dashboard/api/helpers', { signal })),
  staleTime: Infinity,
})

/**
 * Query of the preview of a source with data. A preview that is no longer needed is aborted, which stops its render.
 * @param data parsed data; `undefined` when a text is not valid JSON.
 */
export const previewQuery = (
  content: string,
  data: object | undefined,
  { dataSchema = '', options = {} }: { dataSchema?: string; options?: PdfOptions | undefined } = {},
) =>
  queryOptions({
    queryKey: ['templates', 'preview', content, data, dataSchema, options],
    queryFn: async ({ signal }) =>
      await unwrap(
        api.POST('/dashboard/api/preview', {
          body: {
            content,
            data: data ?? {},
            ...(dataSchema.trim() !== '' && { dataSchema }),
            ...(Object.keys(options).length > 0 && { options }),
          },
          signal,
        }),
      ),
    enabled: data !== undefined && content !== '',
    staleTime: Infinity,
    // Not cached: a PDF is large and soon outdated.
    gcTime: 0,
    placeholderData: keepPreviousData,
    ...retriesOnRequest,
    throwOnError: false,
  })
