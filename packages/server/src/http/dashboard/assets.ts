import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { ACCOUNT_BYTES_MAX, listAssets, putAsset, readAsset, removeAsset } from '../../library/assets.ts'
import { ASSET_BYTES_MAX } from '@platen/template/library-limits'
import { requireAssetName } from '@platen/template/library-names'
import type { Services } from '../../services.ts'
import { parseAsset, readAssetBodies, sendAsset } from '../bodies/asset-bodies.ts'
import {
  AssetBody,
  AssetBytes,
  AssetList,
  AssetSchema,
  NameParams,
  Removed,
  assetResponse,
  assetsResponse,
} from '../schemas/library-schemas.ts'
import { failures } from '../schemas/schemas.ts'

/** Routes `/dashboard/api/assets`: list, read, put, delete. */
export function assetRoutes(services: Services): FastifyPluginAsyncTypebox {
  return async (app) => {
    readAssetBodies(app)

    app.get(
      '/assets',
      {
        schema: {
          operationId: 'listAssets',
          summary: 'List the assets of the account',
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
          operationId: 'getAsset',
          summary: 'Download an asset',
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
          operationId: 'putAsset',
          summary: 'Create or replace an asset',
          description: 'The body is the bytes of the asset.',
          params: NameParams,
          consumes: ['application/octet-stream'],
          body: AssetBody,
          response: { 200: AssetSchema, ...failures(404, 504) },
        },
      },
      async ({ accountId, user, params: { name }, headers, body, deadline }) => {
        requireAssetName(name)
        const content = { ...parseAsset(body, headers['content-type']), author: { person: user.email } }
        return assetResponse((await putAsset(services, accountId, name, content, deadline)).asset)
      },
    )

    app.delete(
      '/assets/:name',
      {
        schema: {
          operationId: 'deleteAsset',
          summary: 'Delete an asset permanently',
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
