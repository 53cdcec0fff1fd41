import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Services } from '../../services.ts'
import { setArchived, setTags, TAG_LENGTH_MAX, TAGS_MAX } from '../../templates/organization.ts'
import { TemplateParams } from '../schemas/params.ts'
import { noPrototypeKeys, TemplateRemoved, Uuid } from '../schemas/schemas.ts'

const tags = ['templates']
const Tags = Type.Array(Type.String({ maxLength: TAG_LENGTH_MAX }), {
  maxItems: TAGS_MAX,
  description: `Tags, at most ${TAGS_MAX}. A tag has at most ${TAG_LENGTH_MAX} characters, without commas.`,
})
const TagsBody = Type.Object({ tags: Tags }, noPrototypeKeys)
const TagsStored = Type.Object(
  { message: Type.String(), templateId: Uuid, tags: Tags },
  { title: 'TagsStored' },
)

/** Routes `/templates/…/tags`, `/archive` and `/unarchive`, under /v1 and in the dashboard. */
export function organizationRoutes({ database }: Pick<Services, 'database'>): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.put(
      '/templates/:templateId/tags',
      {
        config: { permission: 'content:write' },
        schema: {
          summary: 'Replace the tags of a template',
          description: 'The list of templates can be filtered by a tag.',
          tags,
          params: TemplateParams,
          body: TagsBody,
          response: { 200: TagsStored },
        },
      },
      async ({ accountId, params: { templateId }, body }) => ({
        message: 'The tags were stored.',
        templateId,
        tags: await setTags(database, accountId, templateId, body.tags),
      }),
    )

    app.post(
      '/templates/:templateId/archive',
      {
        config: { permission: 'content:write' },
        schema: {
          summary: 'Archive a template',
          description:
            'Calls with an archived template are answered 409. The dashboard leaves it out of its list by default. Jobs that were accepted before still run. Previews and changes of the template stay possible.',
          tags,
          params: TemplateParams,
          response: { 200: TemplateRemoved },
        },
      },
      async ({ accountId, params: { templateId } }) => {
        await setArchived(database, accountId, templateId, true)
        return { message: 'The template was archived.', templateId }
      },
    )

    app.post(
      '/templates/:templateId/unarchive',
      {
        config: { permission: 'content:write' },
        schema: {
          summary: 'Restore an archived template',
          description: 'Calls can use it again.',
          tags,
          params: TemplateParams,
          response: { 200: TemplateRemoved },
        },
      },
      async ({ accountId, params: { templateId } }) => {
        await setArchived(database, accountId, templateId, false)
        return { message: 'The template was restored.', templateId }
      },
    )
  }
}
