import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Refusal } from '@platen/template/refusal'
import type { Services } from '../../services.ts'
import { replaceDataSets } from '../../templates/data-sets.ts'
import { duplicateTemplate } from '../../templates/duplicate.ts'
import { type ExampleName, readExample } from '../../templates/examples.ts'
import {
  describeTemplate,
  findTemplateDetails,
  searchTemplates,
  type TemplateDetails as Details,
  type TemplateOverview,
} from '../../templates/overview.ts'
import { readKnownSource, readSource } from '../../content/contents.ts'
import { listTags } from '../../templates/organization.ts'
import { createTemplate, saveTemplate } from '../../templates/save.ts'
import { versionOfTemplate } from '../../templates/template-data.ts'
import { findTemplate, removeTemplate, templateRef } from '../../templates/templates.ts'
import { thumbnailUrl } from '../../templates/thumbnails.ts'
import { parsePreconditions, tagOf } from '../protocol/etags.ts'
import { Preconditions } from '../schemas/content-schemas.ts'
import { TemplateParams } from '../schemas/params.ts'
import { readSchema } from '../fields/data-schema.ts'
import { readDataSet, readSampleData } from '../fields/sample-data.ts'
import { readStoredOptions } from '../fields/stored-options.ts'
import { SourceFailure } from '../schemas/preview-schemas.ts'
import { failures, TemplateRemoved } from '../schemas/schemas.ts'
import { plainSource, TEMPLATE_BODY } from '../fields/template-source.ts'
import { requirePlainText } from '../fields/plain-text.ts'
import {
  CreateBody,
  DescribeBody,
  SaveBody,
  TemplateDetails,
  TemplateSearchResult,
  TemplatesQuery,
} from './schemas/template-schemas.ts'

const PAGE_SIZE = 48

/** Routes `/dashboard/api/templates`: search, create, read, save, describe, delete. */
export function templateRoutes(services: Services): FastifyPluginAsyncTypebox {
  const { database, renderer } = services

  /** Returns a template with its source and its ETag. */
  const withSource = async (accountId: string, template: Details, signal: AbortSignal) => {
    const ref = templateRef(accountId, template.templateId, 'draft')
    const { source, contentVersion } = await readKnownSource(services, ref, template, signal)
    const current = { ...template, contentVersion }
    const etag = tagOf(versionOfTemplate(current))
    return { ...templateResponse(services, current), content: source, etag }
  }

  const draftSource = async (accountId: string, templateId: string, signal: AbortSignal) =>
    (await readSource(services, templateRef(accountId, templateId, 'draft'), signal)).source

  return async (app) => {
    app.get(
      '/templates',
      {
        config: { permission: 'content:read' },
        schema: {
          summary: 'Search templates',
          querystring: TemplatesQuery,
          response: { 200: TemplateSearchResult },
        },
      },
      async ({ accountId, query }) => {
        const { search = '', sort = 'updated', page = '1', tag, archived = 'exclude' } = query
        const range = { limit: PAGE_SIZE, offset: (Number(page) - 1) * PAGE_SIZE }
        const filter = { search: search.trim(), sort, tag, archived, ...range }
        const result = await searchTemplates(database, accountId, filter)
        const templates = result.templates.map((template) => ({
          ...templateResponse(services, template),
          usedAt: template.usedAt?.toISOString() ?? null,
        }))
        const tags = await listTags(database, accountId)
        return { templates, total: result.total, tags, pageSize: PAGE_SIZE }
      },
    )

    app.post(
      '/templates',
      {
        config: { ...TEMPLATE_BODY, permission: 'content:write' },
        schema: {
          summary: 'Create a template from a source or an example',
          body: CreateBody,
          response: { ...failures(504), 201: TemplateDetails, 400: SourceFailure },
        },
      },
      async (request, reply) => {
        const { accountId, author, deadline } = request
        const { name, description = '' } = request.body
        requirePlainText({ name, description })
        const { source, sampleData } = await initialContent(request.body)
        await renderer.check(source, accountId, deadline)
        const content = { name, description, source, sampleData, author }
        const template = await createTemplate(services, accountId, content, deadline)
        const created = await withSource(accountId, template, deadline)
        return await reply.status(201).header('etag', created.etag).send(created)
      },
    )

    app.get(
      '/templates/:templateId',
      {
        config: { permission: 'content:read' },
        schema: {
          summary: 'Read a template with its source, data and PDF options',
          description:
            'Source and data schema are those of the draft, or of the published version without a draft.',
          params: TemplateParams,
          response: { 200: TemplateDetails, ...failures(504) },
        },
      },
      async (request, reply) => {
        const { accountId, deadline } = request
        const details = await findTemplateDetails(database, accountId, request.params.templateId, 'draft')
        const template = await withSource(accountId, details, deadline)
        void reply.header('etag', template.etag)
        return template
      },
    )

    app.put(
      '/templates/:templateId',
      {
        config: { ...TEMPLATE_BODY, permission: 'content:write' },
        schema: {
          summary: 'Save the source, data, PDF options or data schema of a template',
          description:
            'Source and data schema are saved as a draft. ' +
            'If-Match is the ETag that the change is based on. The response is 412 when the template has changed since, and 428 without If-Match.',
          params: TemplateParams,
          headers: Preconditions,
          body: SaveBody,
          response: { ...failures(412, 428, 504), 200: TemplateDetails, 400: SourceFailure },
        },
      },
      async (request, reply) => {
        const { accountId, author, deadline, params, body } = request
        const { templateId } = params
        await findTemplate(database, accountId, templateId)
        const template = parsePreconditions(request.headers, { isRequired: true })
        const sampleData = readSampleData(body.sampleData)
        const dataSets = body.dataSets && replaceDataSets(body.dataSets.map(readDataSet))
        const pdfOptions = readStoredOptions(body.pdfOptions)
        const source = body.content === undefined ? undefined : plainSource(body.content)
        if (source !== undefined) await renderer.check(source, accountId, deadline)
        const schema =
          body.dataSchema === undefined
            ? undefined
            : body.dataSchema.trim() === ''
              ? null
              : await readSchema(renderer, body.dataSchema, accountId, deadline)
        // A draft with a new schema is a version, so it needs a source.
        const saved =
          source ?? (schema === undefined ? undefined : await draftSource(accountId, templateId, deadline))
        const data = { sampleData, dataSets, pdfOptions, schema }
        const change = { source: saved, ...data, isDraft: true, author, expected: { template } }
        const details = await saveTemplate(services, accountId, templateId, change, deadline)
        const result = await withSource(accountId, details, deadline)
        void reply.header('etag', result.etag)
        return result
      },
    )

    app.patch(
      '/templates/:templateId',
      {
        config: { permission: 'content:write' },
        schema: {
          summary: 'Change the name or description of a template',
          params: TemplateParams,
          body: DescribeBody,
          response: { 200: TemplateDetails, ...failures(504) },
        },
      },
      async ({ accountId, params, body: { name, description }, deadline }) => {
        requirePlainText({ name, description })
        const details = await describeTemplate(database, accountId, params.templateId, { name, description })
        return await withSource(accountId, details, deadline)
      },
    )

    app.post(
      '/templates/:templateId/duplicate',
      {
        config: { permission: 'content:write' },
        schema: {
          summary: 'Copy a template',
          description:
            'Copies the draft, or the published version without a draft. The history is not copied.',
          params: TemplateParams,
          response: { 201: TemplateDetails, ...failures(504) },
        },
      },
      async ({ accountId, author, params: { templateId }, deadline }, reply) => {
        const template = await duplicateTemplate(services, accountId, templateId, author, deadline)
        const created = await withSource(accountId, template, deadline)
        return await reply.status(201).header('etag', created.etag).send(created)
      },
    )

    app.delete(
      '/templates/:templateId',
      {
        config: { permission: 'content:write' },
        schema: {
          summary: 'Delete a template and all its versions permanently',
          params: TemplateParams,
          response: { 200: TemplateRemoved },
        },
      },
      async ({ accountId, params: { templateId } }) => {
        await removeTemplate(services, accountId, templateId)
        return { message: 'The template was deleted.', templateId }
      },
    )
  }
}

/** Returns the content of a new template: an example or the caller's. @throws {Refusal} `invalid` for both or neither. */
async function initialContent({
  example,
  content,
  sampleData,
}: {
  example?: ExampleName
  content?: string
  sampleData?: string
}): Promise<{ source: string; sampleData: string | undefined }> {
  if (example === undefined && content !== undefined) {
    return { source: plainSource(content), sampleData: readSampleData(sampleData) }
  }
  if (example !== undefined && content === undefined && sampleData === undefined)
    return await readExample(example)
  throw new Refusal('invalid', 'Send either example or content. sampleData is only allowed with content.')
}

function templateResponse<Row extends Details | TemplateOverview>(services: Services, template: Row) {
  return {
    ...template,
    createdAt: template.createdAt.toISOString(),
    updatedAt: template.updatedAt.toISOString(),
    archivedAt: template.archivedAt?.toISOString() ?? null,
    thumbnailUrl: thumbnailUrl(services.signedUrls, template.thumbnailId),
  }
}
