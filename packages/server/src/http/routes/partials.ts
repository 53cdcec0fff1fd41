import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Refusal } from '@platen/template/refusal'
import { libraryOf } from '../../library/library.ts'
import { listPartialVersions, readPartialVersion } from '../../library/partial-versions.ts'
import { listPartials, readPartial, removePartial } from '../../library/partials.ts'
import { requireValidPartial, savePartial } from '../../library/save-partial.ts'
import type { Services } from '../../services.ts'
import { parsePreconditions, versionTagOf } from '../protocol/etags.ts'
import {
  NameParams,
  PartialList,
  PartialQuery,
  PartialSchema,
  PartialVersionList,
  PartialWithContent,
  PutHeaders,
  PutPartialBody,
  Removed,
  PRECONDITION_DESCRIPTION,
  partialResponse,
  versionResponse,
} from '../schemas/library-schemas.ts'
import { failures } from '../schemas/schemas.ts'
import { decodeSource, PARTIAL_BODY } from '../fields/template-source.ts'

/** Routes `/v1/partials`: list, read, put, delete, list versions. */
export function partialRoutes(services: Services): FastifyPluginAsyncTypebox {
  const { database, renderer } = services
  return async (app) => {
    app.get(
      '/partials',
      {
        schema: {
          summary: 'List the partials of the account',
          tags: ['partials'],
          response: { 200: PartialList, ...failures() },
        },
      },
      async ({ accountId }) => ({ partials: (await listPartials(database, accountId)).map(partialResponse) }),
    )

    app.get(
      '/partials/:name',
      {
        schema: {
          summary: 'Read a partial with its source, in its current or an older version',
          tags: ['partials'],
          params: NameParams,
          querystring: PartialQuery,
          response: { 200: PartialWithContent, ...failures(404, 504) },
        },
      },
      async ({ accountId, params: { name }, query, deadline }, reply) => {
        const { source, ...partial } = await readPartial(services, accountId, name, deadline)
        if (query.version === undefined) {
          void reply.header('etag', versionTagOf(partial))
          return { partial: { ...partialResponse(partial), content: source } }
        }
        const versionId = { name, number: Number(query.version) }
        const version = await readPartialVersion(services, accountId, versionId, deadline)
        const { number, fileSize, contentVersion, createdAt, savedBy } = version
        const older = { version: number, fileSize, contentVersion, updatedAt: createdAt, updatedBy: savedBy }
        return { partial: { ...partialResponse({ ...partial, ...older }), content: version.source } }
      },
    )

    app.put(
      '/partials/:name',
      {
        config: PARTIAL_BODY,
        schema: {
          summary: 'Create or replace a partial, or restore an older version',
          description: PRECONDITION_DESCRIPTION,
          tags: ['partials'],
          headers: PutHeaders,
          params: NameParams,
          body: PutPartialBody,
          response: { 200: PartialSchema, 201: PartialSchema, ...failures(404, 412, 504) },
        },
      },
      async (request, reply) => {
        const { accountId, deadline } = request
        const { name } = request.params
        const expectedVersion = parsePreconditions(request.headers)
        const { source, restored } = await sourceOf(request)
        requireValidPartial(name, source)
        await renderer.checkPartial(
          { name, source, library: libraryOf(services, accountId) },
          accountId,
          deadline,
        )
        const change = { source, restored, expectedVersion, author: { tokenId: request.apiKey?.tokenId } }
        const { partial, isNew } = await savePartial(services, accountId, name, change, deadline)
        void reply.header('etag', versionTagOf(partial))
        return await reply.status(isNew ? 201 : 200).send(partialResponse(partial))
      },
    )

    app.delete(
      '/partials/:name',
      {
        schema: {
          summary: 'Delete a partial and all its versions',
          tags: ['partials'],
          params: NameParams,
          response: { 200: Removed, ...failures(404) },
        },
      },
      async ({ accountId, params: { name } }) => {
        await removePartial(services, accountId, name)
        return { message: 'The partial was deleted.', name }
      },
    )

    app.get(
      '/partials/:name/versions',
      {
        schema: {
          summary: 'List the versions of a partial, newest first',
          tags: ['partials'],
          params: NameParams,
          response: { 200: PartialVersionList, ...failures(404) },
        },
      },
      async ({ accountId, params: { name } }) => ({
        versions: (await listPartialVersions(database, accountId, name)).map(versionResponse),
      }),
    )
  }

  /**
   * Returns the source in a body, or the source of the older version that it names.
   * @throws {Refusal} `invalid` for neither or both; `not-found` for a version that does not exist.
   */
  async function sourceOf(request: {
    accountId: string
    params: { name: string }
    body: { content?: string; contentEncoding?: 'base64'; version?: number }
    deadline: AbortSignal
  }): Promise<{ source: string; restored?: number }> {
    const { content, contentEncoding, version } = request.body
    if ((content === undefined) === (version === undefined))
      throw new Refusal('invalid', 'Send either content or version.')
    if (version !== undefined) {
      const versionId = { name: request.params.name, number: version }
      const { source } = await readPartialVersion(services, request.accountId, versionId, request.deadline)
      return { source, restored: version }
    }
    if (contentEncoding === undefined) throw new Refusal('invalid', 'contentEncoding is required.')
    return { source: decodeSource(content ?? '') }
  }
}
