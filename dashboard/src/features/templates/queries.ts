import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answered, api } from '../../api/client.ts'
import { Failure } from '../../api/failure.ts'
import type { paths } from '../../api/schema.ts'

type Listed = paths['/dashboard/api/templates']['get']
type Found = Listed['responses']['200']['content']['application/json']
/** A template in the list. */
export type TemplateOverview = Found['templates'][number]
/** By what the list is sorted. */
export type TemplateSort = NonNullable<NonNullable<Listed['parameters']['query']>['sort']>
/** A template with its source and its sample data. */
export type Template =
  paths['/dashboard/api/templates/{templateId}']['get']['responses']['200']['content']['application/json']
/** A PDF that nobody keeps, and what there is to say of it. */
export type Preview =
  paths['/dashboard/api/preview']['post']['responses']['200']['content']['application/json']
/** A version of a template, without its source. */
export type Version =
  paths['/dashboard/api/templates/{templateId}/versions']['get']['responses']['200']['content']['application/json']['versions'][number]

const RETRIES_MAX = 3
const RETRY_AFTER_SECONDS_MAX = 60

export const templatesQuery = (wanted: { search: string; sort: TemplateSort; page: number }) =>
  queryOptions({
    queryKey: ['templates', 'list', wanted],
    queryFn: ({ signal }) =>
      answered(
        api.GET('/dashboard/api/templates', {
          params: { query: { ...wanted, page: String(wanted.page) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  })

export const templateQuery = (templateId: string) =>
  queryOptions({
    queryKey: ['templates', 'one', templateId],
    queryFn: ({ signal }) =>
      answered(
        api.GET('/dashboard/api/templates/{templateId}', { params: { path: { templateId } }, signal }),
      ),
    // What is being edited does not change under one's hands; saving tells when somebody else has saved.
    staleTime: 'static',
  })

/** The same as it is saved at the moment of asking, for a form that begins with it. */
export const templateNowQuery = (templateId: string) =>
  queryOptions({
    ...templateQuery(templateId),
    queryKey: ['templates', 'now', templateId],
    gcTime: 0,
    // The form stands within a page that is of use without it.
    throwOnError: false,
  })

export const versionsQuery = (templateId: string) =>
  queryOptions({
    queryKey: ['templates', 'versions', templateId],
    queryFn: ({ signal }) =>
      answered(
        api.GET('/dashboard/api/templates/{templateId}/versions', {
          params: { path: { templateId } },
          signal,
        }),
      ),
    staleTime: 0,
  })

export const versionQuery = (templateId: string, number: number) =>
  queryOptions({
    queryKey: ['templates', 'version', templateId, number],
    queryFn: ({ signal }) =>
      answered(
        api.GET('/dashboard/api/templates/{templateId}/versions/{number}', {
          params: { path: { templateId, number: String(number) } },
          signal,
        }),
      ),
    staleTime: Infinity,
  })

export const examplesQuery = queryOptions({
  queryKey: ['templates', 'examples'],
  queryFn: ({ signal }) => answered(api.GET('/dashboard/api/examples', { signal })),
  staleTime: Infinity,
})

export const helpersQuery = queryOptions({
  queryKey: ['templates', 'helpers'],
  queryFn: ({ signal }) => answered(api.GET('/dashboard/api/helpers', { signal })),
  staleTime: Infinity,
})

/**
 * The PDF of a source and data. One that is not wanted any more is aborted, which ends its rendering.
 * @param data parsed; undefined where the text is no JSON.
 */
export const previewQuery = (content: string, data: object | undefined, dataSchema = '') =>
  queryOptions({
    queryKey: ['templates', 'preview', content, data, dataSchema],
    queryFn: async ({ signal }) =>
      await answered(
        api.POST('/dashboard/api/preview', {
          body: { content, data: data ?? {}, ...(dataSchema.trim() !== '' && { dataSchema }) },
          signal,
        }),
      ),
    enabled: data !== undefined && content !== '',
    staleTime: Infinity,
    // A PDF is large, and soon outdated.
    gcTime: 0,
    placeholderData: keepPreviousData,
    // Only what passes by itself, when the service says.
    retry: (failures, error) => failures < RETRIES_MAX && waitFor(error) !== undefined,
    retryDelay: (_, error) => waitFor(error) ?? 0,
    throwOnError: false,
  })

/** Returns the wait before a retry in milliseconds; undefined when the error is shown instead. */
function waitFor(error: Error): number | undefined {
  if (!(error instanceof Failure) || error.retryAfter === undefined) return undefined
  // The daily limit of previews resets after hours.
  return error.retryAfter <= RETRY_AFTER_SECONDS_MAX ? error.retryAfter * 1_000 : undefined
}
