import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { listContents, readSource, removeContent } from '../../content/contents.ts'
import { savePartial } from '../../content/partials.ts'
import type { Services } from '../../services.ts'
import { parsePreconditions, tagOf } from '../protocol/etags.ts'
import {
  NameParams,
  PartialList,
  PartialSchema,
  PartialWithContent,
  PRECONDITION_DESCRIPTION,
  Preconditions,
  PutPartialBody,
  Removed,
} from '../schemas/content-schemas.ts'
import { SourceFailure } from '../schemas/preview-schemas.ts'
import { failures } from '../schemas/schemas.ts'
import { decodeSource, PARTIAL_BODY, plainSource } from '../fields/template-source.ts'

const kind = 'partial'

/**
 * Routes `/partials`, under /v1 and in the dashboard: list, read, put, delete.
 * @param options.isPreconditionRequired rejects a PUT without If-Match or If-None-Match.
 */
export function partialRoutes(
  services: Services,
  { isPreconditionRequired }: { isPreconditionRequired: boolean },
): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/partials',
      {
        config: { permission: 'content:read' },
        schema: {
          summary: 'List the partials of the account',
          tags: ['partials'],
          response: { 200: PartialList },
        },
      },
      async ({ accountId }) => ({ partials: await listContents(services.database, { accountId, kind }) }),
    )

    app.get(
      '/partials/:name',
      {
        config: { permission: 'content:read' },
        schema: {
          summary: 'Read a partial with its source',
          tags: ['partials'],
          params: NameParams,
          response: { 200: PartialWithContent, ...failures(504) },
        },
      },
      async ({ accountId, params: { name }, deadline }, reply) => {
        const { source, ...partial } = await readSource(services, { accountId, kind, id: name }, deadline)
        void reply.header('etag', tagOf(partial.contentVersion))
        return { partial: { ...partial, content: source } }
      },
    )

    app.put(
      '/partials/:name',
      {
        config: { ...PARTIAL_BODY, permission: 'content:write' },
        schema: {
          summary: 'Create or replace a partial',
          description: PRECONDITION_DESCRIPTION,
          tags: ['partials'],
          headers: Preconditions,
          params: NameParams,
          body: PutPartialBody,
          response: {
            ...failures(404, 412, 504, ...(isPreconditionRequired ? [428] : [])),
            200: PartialSchema,
            201: PartialSchema,
            400: SourceFailure,
          },
        },
      },
      async ({ accountId, author, headers, params: { name }, body, deadline }, reply) => {
        const expectedVersion = parsePreconditions(headers, { isRequired: isPreconditionRequired })
        const source =
          body.contentEncoding === 'base64' ? decodeSource(body.content) : plainSource(body.content)
        const change = { source, expectedVersion, author }
        const { content, isNew } = await savePartial(services, { accountId, name }, change, deadline)
        void reply.header('etag', tagOf(content.contentVersion))
        return await reply.status(isNew ? 201 : 200).send(content)
      },
    )

    app.delete(
      '/partials/:name',
      {
        config: { permission: 'content:write' },
        schema: {
          summary: 'Delete a partial and all its versions permanently',
          tags: ['partials'],
          params: NameParams,
          response: { 200: Removed },
        },
      },
      async ({ accountId, params: { name } }) => {
        await removeContent(services, { accountId, kind, id: name })
        return { message: 'The partial was deleted.', name }
      },
    )
  }
}
