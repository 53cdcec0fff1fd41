import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Refusal } from '../../errors.ts'
import type { Services } from '../../services.ts'
import {
  createTemplate,
  findTemplate,
  listTemplates,
  readSource,
  removeTemplate,
  replaceTemplate,
  type Template,
} from '../../templates/templates.ts'
import { thumbnailUrl } from '../../templates/thumbnails.ts'
import { decodeSource } from '../source.ts'
import {
  failures,
  ReplaceBody,
  TemplateList,
  TemplateRemoved,
  TemplateSchema,
  TemplateWithContent,
  UploadBody,
} from '../schemas.ts'
import { TemplateParams } from '../params.ts'

/** `/v1/templates`: list, read, upload, replace, delete. */
export function templateRoutes(services: Services): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/templates',
      {
        schema: {
          summary: 'List all templates',
          tags: ['templates'],
          response: { 200: TemplateList, ...failures() },
        },
      },
      async (request) => {
        const templates = await listTemplates(services.database, request.accountId)
        const listed = templates.map((template) => ({
          ...shown(template),
          thumbnailUrl: thumbnailUrl(services.signedUrls, template.thumbnailId),
        }))
        return { templates: listed }
      },
    )

    app.get(
      '/templates/:templateId',
      {
        schema: {
          summary: 'Read one template with its source',
          tags: ['templates'],
          params: TemplateParams,
          response: { 200: TemplateWithContent, ...failures(404, 503, 504) },
        },
      },
      async (request) => {
        const template = await findTemplate(services.database, request.accountId, request.params.templateId)
        const { source } = await readSource(services, request.accountId, template, request.deadline)
        return { template: { ...shown(template), content: source } }
      },
    )

    app.post(
      '/templates/upload',
      {
        schema: {
          summary: 'Create a template',
          tags: ['templates'],
          body: UploadBody,
          response: { 201: TemplateSchema, ...failures(503, 504) },
        },
      },
      async (request, reply) => {
        const { name, description = '' } = request.body
        refuseUnlessPlain({ name, description })
        const source = decodeSource(request.body.content)
        await services.renderer.check(source, request.accountId, request.deadline)
        const content = { name, description, source }
        const template = await createTemplate(services, request, content, request.deadline)
        return await reply.status(201).send(shown(template))
      },
    )

    app.put(
      '/templates/:templateId',
      {
        schema: {
          summary: 'Replace a template’s content',
          tags: ['templates'],
          params: TemplateParams,
          body: ReplaceBody,
          response: { 200: TemplateSchema, ...failures(404, 503, 504) },
        },
      },
      async (request) => {
        const { templateId } = request.params
        const { name, description } = request.body
        refuseUnlessPlain({ name, description })
        const source = decodeSource(request.body.content)
        await findTemplate(services.database, request.accountId, templateId)
        await services.renderer.check(source, request.accountId, request.deadline)
        const content = { source, name, description }
        return shown(
          await replaceTemplate(services, request.accountId, templateId, content, request.deadline),
        )
      },
    )

    app.delete(
      '/templates/:templateId',
      {
        schema: {
          summary: 'Delete a template for good',
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

function shown(template: Template) {
  const { objectKey: _, thumbnailId: __, createdAt, updatedAt, ...fields } = template
  return {
    ...fields,
    id: template.templateId,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

// Control characters and halves of characters cannot be stored or shown, and a mail's subject must be one line.
const UNSHOWABLE = /[\p{Cc}\p{Cs}]/u

function refuseUnlessPlain(texts: { name: string | undefined; description: string | undefined }): void {
  if (texts.name?.trim() === '') throw new Refusal('invalid', 'name is empty.')
  if (UNSHOWABLE.test(texts.name ?? '')) {
    throw new Refusal('invalid', 'name holds a control character or half of a character.')
  }
  if (UNSHOWABLE.test((texts.description ?? '').replace(/[\r\n\t]/g, ''))) {
    throw new Refusal('invalid', 'description holds a control character or half of a character.')
  }
}
