import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal } from '../../errors.ts'
import { typeOfAsset } from '../../library/asset-types.ts'
import { dispositionOf } from '../../storage/disposition.ts'

/** Has a scope read bodies as the bytes that they are, whatever their `Content-Type` says. */
export function readAssetBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body)
}

/**
 * The asset in a body, with the type that it really has.
 * @throws {Refusal} `invalid` for an empty body, and as `typeOfAsset`.
 */
export function assetIn(body: unknown, contentType: string | undefined) {
  if (!Buffer.isBuffer(body) || body.length === 0)
    throw new Refusal('invalid', 'The body is empty: send the bytes of the asset.')
  return { bytes: body, contentType: typeOfAsset(body, contentType) }
}

/** Answers an asset's bytes as a file to be saved: whatever is in an SVG runs nowhere. */
export async function sendAsset(
  reply: FastifyReply,
  asset: { name: string; contentType: string; contentVersion: string; fileSize: number; stream: Readable },
): Promise<FastifyReply> {
  return await reply
    .header('content-type', asset.contentType)
    .header('content-length', String(asset.fileSize))
    .header('content-disposition', dispositionOf(asset.name))
    .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
    .header('etag', `"${asset.contentVersion}"`)
    .header('cache-control', 'private, no-cache')
    .send(asset.stream)
}
