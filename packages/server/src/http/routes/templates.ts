import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Services } from '../../services.ts'
import { readKnownSource } from '../../content/contents.ts'
import { createTemplate, saveTemplate } from '../../templates/save.ts'
import {
  findTemplate,
  listTemplates,
  removeTemplate,
  type Template,
  templateRef,
} from '../../templates/templates.ts'
import { thumbnailUrl } from '../../templates/thumbnails.ts'
import { parsePreconditions, tagOf } from '../protocol/etags.ts'
import { decodeSource, TEMPLATE_BODY } from '../fields/template-source.ts'
import { requirePlainText } from '../fields/plain-text.ts'
import {
  failures,
  ReplaceBody,
  TemplateList,
  TemplateListQuery,
  TemplateRemoved,
  TemplateSchema,
  TemplateWithContent,
  UploadBody,
} from '../schemas/schemas.ts'
import { Preconditions } from '../schemas/content-schemas.ts'
import { TemplateParams } from '../schemas/params.ts'

/** Routes `/v1/templates`: list, read, upload, replace, delete. */
export function templateRoutes(services: Services): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/templates',
      {
        schema: {
          summary: 'List the templates of the account',
          description: 'Lists archived templates too, unless archived is exclude.',
          tags: ['templates'],
          querystring: TemplateListQuery,
          response: { 200: TemplateList },
        },
      },
      async (request) => {
        const templates = await listTemplates(services.database, request.accountId, request.query)
        const listed = templates.map((template) => ({
          ...templateResponse(template),
          ...(template.tags.length > 0 && { tags: template.tags }),
          ...(template.archivedAt && { archivedAt: template.archivedAt }),
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
          response: { 200: TemplateWithContent, ...failures(504) },
        },
      },
      async (request, reply) => {
        const { accountId, deadline } = request
        const template = await findTemplate(services.database, accountId, request.params.templateId)
        const ref = templateRef(accountId, template.templateId)
        const { source, contentVersion } = await readKnownSource(services, ref, template, deadline)
        void reply.header('etag', tagOf(contentVersion))
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
        const content = { name, description, source, author: request.author }
        const template = await createTemplate(services, request.accountId, content, request.deadline)
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
          headers: Preconditions,
          tags: ['templates'],
          params: TemplateParams,
          body: ReplaceBody,
          response: { 200: TemplateSchema, ...failures(412, 504) },
        },
      },
      async (request, reply) => {
        const { accountId, author, deadline } = request
        const { templateId } = request.params
        const { name, description } = request.body
        const expected = { source: parsePreconditions(request.headers) }
        requirePlainText({ name, description })
        const source = decodeSource(request.body.content)
        await findTemplate(services.database, accountId, templateId)
        await services.renderer.check(source, accountId, deadline)
        const change = { source, name, description, author, expected }
        const saved = await saveTemplate(services, accountId, templateId, change, deadline)
        void reply.header('etag', tagOf(saved.contentVersion))
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
          response: { 200: TemplateRemoved },
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

/** Returns a template as /v1 returns it. */
export function templateResponse(template: Template) {
  const { tags: _tags, archivedAt: _archivedAt, ...fields } = template
  const { templateId, userId } = template
  return { ...fields, id: templateId, storageKey: `users/${userId}/templates/${templateId}.hbs` }
}
