import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ACCOUNT_BYTES_MAX, listAssets, putAsset, readAsset, removeAsset } from '../../library/assets.ts'
import { ASSET_BYTES_MAX } from '@platen/template/library-limits'
import { requireAssetName } from '@platen/template/library-names'
import type { Services } from '../../services.ts'
import { parsePreconditions, versionTagOf } from '../protocol/etags.ts'
import { parseAsset, readAssetBodies, sendAsset } from '../bodies/asset-bodies.ts'
import {
  AssetBody,
  AssetBytes,
  AssetList,
  AssetSchema,
  NameParams,
  PutHeaders,
  Removed,
  PRECONDITION_DESCRIPTION,
  assetResponse,
  assetsResponse,
} from '../schemas/library-schemas.ts'
import { failures } from '../schemas/schemas.ts'

/** Routes `/v1/assets`: list, read, put, delete. */
export function assetRoutes(services: Services): FastifyPluginAsyncTypebox {
  return async (app) => {
    readAssetBodies(app)

    app.get(
      '/assets',
      {
        schema: {
          summary: 'List the images and fonts of the account',
          tags: ['assets'],
          response: { 200: AssetList, ...failures() },
        },
      },
      async ({ accountId }) =>
        assetsResponse(await listAssets(services.database, accountId), ACCOUNT_BYTES_MAX),
    )

    app.get(
      '/assets/:name',
      {
        schema: {
          summary: 'Read the content of an asset',
          tags: ['assets'],
          params: NameParams,
          response: { 200: AssetBytes, ...failures(404, 504) },
        },
      },
      async ({ accountId, params: { name } }, reply) =>
        await sendAsset(reply, await readAsset(services, accountId, name)),
    )

    app.put(
      '/assets/:name',
      {
        bodyLimit: ASSET_BYTES_MAX,
        config: { bodyHint: 'This is the limit for an asset.' },
        schema: {
          summary: 'Create or replace an asset',
          description:
            'The body is the file: a PNG, JPEG, GIF, WebP or SVG image, or a TTF, OTF, WOFF or WOFF2 font, of at most 5 MiB. ' +
            PRECONDITION_DESCRIPTION,
          tags: ['assets'],
          headers: PutHeaders,
          params: NameParams,
          consumes: ['application/octet-stream'],
          body: AssetBody,
          response: { 200: AssetSchema, 201: AssetSchema, ...failures(404, 412, 504) },
        },
      },
      async (request, reply) => {
        const { accountId, deadline } = request
        const { name } = request.params
        requireAssetName(name)
        const content = {
          ...parseAsset(request.body, request.headers['content-type']),
          author: { tokenId: request.apiKey?.tokenId },
          expectedVersion: parsePreconditions(request.headers),
        }
        const { asset, isNew } = await putAsset(services, accountId, name, content, deadline)
        void reply.header('etag', versionTagOf(asset))
        return await reply.status(isNew ? 201 : 200).send(assetResponse(asset))
      },
    )

    app.delete(
      '/assets/:name',
      {
        schema: {
          summary: 'Delete an asset',
          tags: ['assets'],
          params: NameParams,
          response: { 200: Removed, ...failures(404) },
        },
      },
      async ({ accountId, params: { name } }) => {
        await removeAsset(services, accountId, name)
        return { message: 'The asset was deleted.', name }
      },
    )
  }
}
