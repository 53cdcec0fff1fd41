import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { libraryOf } from '../../library/library.ts'
import { listPartialVersions, readPartialVersion } from '../../library/partial-versions.ts'
import { listPartials, readPartial, removePartial } from '../../library/partials.ts'
import { type PartialChange, requireValidPartial, savePartial } from '../../library/save-partial.ts'
import type { Services } from '../../services.ts'
import { parseIfMatchRevision } from '../protocol/etags.ts'
import {
  NameParams,
  PartialList,
  PartialQuery,
  PartialSchema,
  PartialVersionList,
  PartialWithContent,
  Removed,
  partialResponse,
  versionResponse,
} from '../schemas/library-schemas.ts'
import { SourceFailure } from '../schemas/preview-schemas.ts'
import { failures, noPrototypeKeys } from '../schemas/schemas.ts'
import { PARTIAL_BODY, plainSource } from '../fields/template-source.ts'
import { IfMatch } from './schemas/template-schemas.ts'

const SaveBody = Type.Object(
  { content: Type.String({ minLength: 1, description: 'The Handlebars source as plain text.' }) },
  noPrototypeKeys,
)

const RestoreBody = Type.Object(
  { version: Type.Integer({ minimum: 1, maximum: 999_999_999 }) },
  noPrototypeKeys,
)

/** Routes `/dashboard/api/partials`: list, read, save, restore, delete. The ETag of a partial is its version. */
export function partialRoutes(services: Services): FastifyPluginAsyncTypebox {
  const { database, renderer } = services

  const save = async (
    { accountId, user, deadline }: { accountId: string; user: { email: string }; deadline: AbortSignal },
    name: string,
    change: Omit<PartialChange, 'author'>,
  ) => {
    requireValidPartial(name, change.source)
    const library = libraryOf(services, accountId)
    await renderer.checkPartial({ name, source: change.source, library }, accountId, deadline)
    const saved = { ...change, author: { person: user.email } }
    return partialResponse((await savePartial(services, accountId, name, saved, deadline)).partial)
  }

  return async (app) => {
    app.get(
      '/partials',
      {
        schema: {
          operationId: 'listPartials',
          summary: 'List the partials of the account',
          response: { 200: PartialList, ...failures() },
        },
      },
      async ({ accountId }) => ({ partials: (await listPartials(database, accountId)).map(partialResponse) }),
    )

    app.get(
      '/partials/:name',
      {
        schema: {
          operationId: 'getPartial',
          summary: 'Read a partial with its source, in its current or an older version',
          params: NameParams,
          querystring: PartialQuery,
          response: { 200: PartialWithContent, ...failures(404, 504) },
        },
      },
      async ({ accountId, params: { name }, query: { version }, deadline }) => {
        const { source, ...partial } = await readPartial(services, accountId, name, deadline)
        const older = version === undefined ? undefined : { name, number: Number(version) }
        const content = older
          ? (await readPartialVersion(services, accountId, older, deadline)).source
          : source
        return { partial: { ...partialResponse(partial), content } }
      },
    )

    app.put(
      '/partials/:name',
      {
        config: PARTIAL_BODY,
        schema: {
          operationId: 'savePartial',
          summary: 'Create or save a partial',
          description:
            'If-Match is the version that the change is based on, "0" for a new partial. The response is 412 when the partial has a newer version, and 428 without If-Match.',
          params: NameParams,
          headers: IfMatch,
          body: SaveBody,
          response: { ...failures(404, 412, 428, 504), 200: PartialSchema, 400: SourceFailure },
        },
      },
      async (request) => {
        const baseVersion = parseIfMatchRevision(request.headers['if-match'])
        const source = plainSource(request.body.content)
        return await save(request, request.params.name, { source, baseVersion })
      },
    )

    app.post(
      '/partials/:name/restore',
      {
        schema: {
          operationId: 'restorePartial',
          summary: 'Restore an older version of a partial',
          params: NameParams,
          body: RestoreBody,
          response: { ...failures(404, 504), 200: PartialSchema, 400: SourceFailure },
        },
      },
      async (request) => {
        const { accountId, deadline, params, body } = request
        const version = { name: params.name, number: body.version }
        const { source } = await readPartialVersion(services, accountId, version, deadline)
        return await save(request, params.name, { source, restored: body.version })
      },
    )

    app.get(
      '/partials/:name/versions',
      {
        schema: {
          operationId: 'listPartialVersions',
          summary: 'List the versions of a partial, newest first',
          params: NameParams,
          response: { 200: PartialVersionList, ...failures(404) },
        },
      },
      async ({ accountId, params: { name } }) => ({
        versions: (await listPartialVersions(database, accountId, name)).map(versionResponse),
      }),
    )

    app.delete(
      '/partials/:name',
      {
        schema: {
          operationId: 'deletePartial',
          summary: 'Delete a partial and all its versions permanently',
          params: NameParams,
          response: { 200: Removed, ...failures(404) },
        },
      },
      async ({ accountId, params: { name } }) => {
        await removePartial(services, accountId, name)
        return { message: 'The partial was deleted.', name }
      },
    )
  }
}
