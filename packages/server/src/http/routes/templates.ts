import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Services } from '../../services.ts'
import {
  createTemplate,
  findTemplate,
  listTemplates,
  readSource,
  removeTemplate,
  type Template,
} from '../../templates/templates.ts'
import { saveTemplate } from '../../templates/save.ts'
import { thumbnailUrl } from '../../templates/thumbnails.ts'
import { parseIfMatch, versionTagOf } from '../protocol/etags.ts'
import { decodeSource, TEMPLATE_BODY } from '../fields/template-source.ts'
import { requirePlainText } from '../fields/plain-text.ts'
import {
  failures,
  ReplaceBody,
  ReplaceHeaders,
  TemplateList,
  TemplateRemoved,
  TemplateSchema,
  TemplateWithContent,
  UploadBody,
} from '../schemas/schemas.ts'
import { TemplateParams } from '../schemas/params.ts'

/** Routes `/v1/templates`: list, read, upload, replace, delete. */
export function templateRoutes(services: Services): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/templates',
      {
        schema: {
          summary: 'List the templates of the account',
          tags: ['templates'],
          response: { 200: TemplateList, ...failures() },
        },
      },
      async (request) => {
        const templates = await listTemplates(services.database, request.accountId)
        const listed = templates.map((template) => ({
          ...templateResponse(template),
          thumbnailUrl: thumbnailUrl(services.signedUrls, template.thumbnailId),
        }))
        return { templates: listed }
      },
    )

    app.get(
      '/templates/:templateId',
      {
        schema: {
          summary: 'Read a template with its source',
          tags: ['templates'],
          params: TemplateParams,
          response: { 200: TemplateWithContent, ...failures(404, 504) },
        },
      },
      async (request, reply) => {
        const template = await findTemplate(services.database, request.accountId, request.params.templateId)
        const { source, contentVersion } = await readSource(
          services,
          request.accountId,
          template,
          request.deadline,
        )
        void reply.header('etag', versionTagOf({ contentVersion }))
        return { template: { ...templateResponse(template), contentVersion, content: source } }
      },
    )

    app.post(
      '/templates/upload',
      {
        config: TEMPLATE_BODY,
        schema: {
          summary: 'Create a template',
          tags: ['templates'],
          body: UploadBody,
          response: { 201: TemplateSchema, ...failures(504) },
        },
      },
      async (request, reply) => {
        const { name, description = '' } = request.body
        requirePlainText({ name, description })
        const source = decodeSource(request.body.content)
        await services.renderer.check(source, request.accountId, request.deadline)
        const content = { name, description, source, author: { tokenId: request.apiKey?.tokenId } }
        const template = await createTemplate(services, request, content, request.deadline)
        return await reply.status(201).send(templateResponse(template))
      },
    )

    app.put(
      '/templates/:templateId',
      {
        config: TEMPLATE_BODY,
        schema: {
          summary: 'Replace the content of a template',
          description:
            'With If-Match, the response is 412 when the current content is neither that version nor the content in ' +
            'the body.',
          headers: ReplaceHeaders,
          tags: ['templates'],
          params: TemplateParams,
          body: ReplaceBody,
          response: { 200: TemplateSchema, ...failures(404, 412, 504) },
        },
      },
      async (request, reply) => {
        const { templateId } = request.params
        const { name, description } = request.body
        const expectedVersion = parseIfMatch(request.headers['if-match'])
        requirePlainText({ name, description })
        const source = decodeSource(request.body.content)
        await findTemplate(services.database, request.accountId, templateId)
        await services.renderer.check(source, request.accountId, request.deadline)
        const author = { tokenId: request.apiKey?.tokenId }
        const change = {
          source,
          name,
          description,
          author,
          ...(expectedVersion && { expectedVersion }),
        }
        const saved = await saveTemplate(services, request.accountId, templateId, change, request.deadline)
        void reply.header('etag', versionTagOf(saved))
        return templateResponse(saved)
      },
    )

    app.delete(
      '/templates/:templateId',
      {
        schema: {
          summary: 'Delete a template',
          tags: ['templates'],
          params: TemplateParams,
          response: { 200: TemplateRemoved, ...failures(404) },
        },
      },
      async (request) => {
        const { templateId } = request.params
        await removeTemplate(services, request.accountId, templateId)
        return { message: 'The template was deleted.', templateId }
      },
    )
  }
}

function templateResponse(template: Template) {
  const { objectKey: _, thumbnailId: __, revision: ___, createdAt, updatedAt, ...fields } = template
  return {
    ...fields,
    id: template.templateId,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
