import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal } from '@platen/template/refusal'
import type { StoredObject } from '../../content/contents.ts'
import { dispositionOf } from '../../storage/disposition.ts'

/** Makes a scope read all bodies as bytes, independent of `Content-Type`. */
export function readAssetBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body)
}

/** Returns the bytes of a body. @throws {Refusal} `invalid` for an empty body. */
export function requireBytes(body: unknown): Buffer {
  if (Buffer.isBuffer(body) && body.length > 0) return body
  throw new Refusal('invalid', 'The body is empty. Send the bytes of the asset.')
}

/** Sends the bytes of an asset as a download in a sandbox, so that scripts in an SVG do not run. */
export async function sendAsset(
  reply: FastifyReply,
  name: string,
  { contentType, contentVersion, fileSize, stream }: StoredObject & { stream: Readable },
): Promise<FastifyReply> {
  return await reply
    .header('content-type', contentType)
    .header('content-length', String(fileSize))
    .header('content-disposition', dispositionOf(name))
    .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
    .header('etag', `"${contentVersion}"`)
    .header('cache-control', 'private, no-cache')
    .send(stream)
}
