import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal } from '@platen/template/refusal'
import { detectAssetType } from '@platen/template/asset-types'
import { dispositionOf } from '../../storage/disposition.ts'

/** Makes a scope read all bodies as bytes, independent of `Content-Type`. */
export function readAssetBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body)
}

/**
 * Returns the asset in a body, with its type detected from the bytes.
 * @throws {Refusal} `invalid` for an empty body, and the errors of `detectAssetType`.
 */
export function parseAsset(body: unknown, contentType: string | undefined) {
  if (!Buffer.isBuffer(body) || body.length === 0)
    throw new Refusal('invalid', 'The body is empty. Send the bytes of the asset.')
  return { bytes: body, contentType: detectAssetType(body, contentType) }
}

/** Sends the bytes of an asset as a download in a sandbox, so that scripts in an SVG do not run. */
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
