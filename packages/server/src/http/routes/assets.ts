import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { saveAsset } from '../../content/assets.ts'
import { listContents, openContent, removeContent } from '../../content/contents.ts'
import { ASSET_TOTAL_BYTES_MAX } from '../../content/limits.ts'
import { ASSET_BYTES_MAX } from '@platen/template/library-limits'
import type { Services } from '../../services.ts'
import { parsePreconditions, tagOf } from '../protocol/etags.ts'
import { readAssetBodies, requireBytes, sendAsset } from '../bodies/asset-bodies.ts'
import {
  AssetBody,
  AssetBytes,
  AssetList,
  AssetSchema,
  NameParams,
  PRECONDITION_DESCRIPTION,
  Preconditions,
  Removed,
} from '../schemas/content-schemas.ts'
import { failures } from '../schemas/schemas.ts'

const kind = 'asset'

/** Routes `/assets`, under /v1 and in the dashboard: list, read, put, delete. */
export function assetRoutes(services: Services): FastifyPluginAsyncTypebox {
  return async (app) => {
    readAssetBodies(app)

    app.get(
      '/assets',
      {
        config: { permission: 'content:read' },
        schema: {
          summary: 'List the images and fonts of the account',
          tags: ['assets'],
          response: { 200: AssetList },
        },
      },
      async ({ accountId }) => {
        const assets = await listContents(services.database, { accountId, kind })
        const bytes = assets.reduce((sum, { fileSize }) => sum + fileSize, 0)
        return { assets, bytes, bytesMax: ASSET_TOTAL_BYTES_MAX }
      },
    )

    app.get(
      '/assets/:name',
      {
        config: { permission: 'content:read' },
        schema: {
          summary: 'Read the content of an asset',
          tags: ['assets'],
          params: NameParams,
          response: { 200: AssetBytes, ...failures(504) },
        },
      },
      async ({ accountId, params: { name } }, reply) =>
        await sendAsset(reply, name, await openContent(services, { accountId, kind, id: name })),
    )

    app.put(
      '/assets/:name',
      {
        bodyLimit: ASSET_BYTES_MAX,
        config: { permission: 'content:write', bodyHint: 'This is the limit for an asset.' },
        schema: {
          summary: 'Create or replace an asset',
          description:
            'The body is the file: a PNG, JPEG, GIF, WebP or SVG image, or a TTF, OTF, WOFF or WOFF2 font, of at most 5 MiB. ' +
            PRECONDITION_DESCRIPTION,
          tags: ['assets'],
          headers: Preconditions,
          params: NameParams,
          consumes: ['application/octet-stream'],
          body: AssetBody,
          response: { 200: AssetSchema, 201: AssetSchema, ...failures(412, 504) },
        },
      },
      async ({ accountId, author, headers, params: { name }, body, deadline }, reply) => {
        const change = {
          bytes: requireBytes(body),
          contentType: headers['content-type'],
          expectedVersion: parsePreconditions(headers),
          author,
        }
        const { content, isNew } = await saveAsset(services, { accountId, name }, change, deadline)
        void reply.header('etag', tagOf(content.contentVersion))
        return await reply.status(isNew ? 201 : 200).send(content)
      },
    )

    app.delete(
      '/assets/:name',
      {
        config: { permission: 'content:write' },
        schema: {
          summary: 'Delete an asset and all its versions permanently',
          tags: ['assets'],
          params: NameParams,
          response: { 200: Removed },
        },
      },
      async ({ accountId, params: { name } }) => {
        await removeContent(services, { accountId, kind, id: name })
        return { message: 'The asset was deleted.', name }
      },
    )
  }
}
