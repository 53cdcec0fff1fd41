import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { Refusal } from '@platen/template/refusal'
import { pdfKey } from '../../generation/generations.ts'
import type { Services } from '../../services.ts'
import { dispositionOf } from '../../storage/disposition.ts'
import { THUMBNAIL_FILE_NAME, thumbnailKey } from '../../templates/thumbnails.ts'
import { type AnonymousLimit, exemptFromAnonymousLimit } from '../admission/anonymous-limit.ts'
import { isUuid } from '../schemas/params.ts'

/** Route `GET /files/…`: PDFs and thumbnails. The signed URL is the only credential. */
export function fileRoutes(services: Services, anonymous: AnonymousLimit): FastifyPluginAsyncTypebox {
  return async (app) => {
    exemptFromAnonymousLimit(app)
    app.get(
      '/files/:fileId/:fileName',
      {
        schema: {
          hide: true,
          params: Type.Object({ fileId: Type.String(), fileName: Type.String() }),
          querystring: Type.Object({ expires: Type.String(), signature: Type.String() }),
        },
        // All invalid URLs get the same error, so that attempts reveal nothing.
        attachValidation: true,
      },
      async (request, reply) => {
        const { params, query } = request
        const isValid =
          !request.validationError &&
          isUuid(params.fileId) &&
          services.signedUrls.verify(params, query.expires, query.signature)
        if (!isValid) {
          await anonymous.count(request, reply)
          throw new Refusal('forbidden', 'This link is not valid or has expired.')
        }
        const { key, type, what } = objectOf(params)
        const file = await services.storage.readStream(key)
        if (!file) throw new Refusal('not-found', `This ${what} is no longer stored.`)
        return await reply
          .header('content-type', type)
          .header('content-length', String(file.size))
          .header('content-disposition', dispositionOf(params.fileName))
          .header('cache-control', 'private, no-store')
          .header('content-security-policy', 'sandbox')
          .header('cross-origin-resource-policy', 'cross-origin')
          .send(file.stream)
      },
    )
  }
}

/** Returns the stored object of a signed URL. The file name of a PDF always ends in ".pdf". */
function objectOf({ fileId, fileName }: { fileId: string; fileName: string }) {
  return fileName === THUMBNAIL_FILE_NAME
    ? { key: thumbnailKey(fileId), type: 'image/png', what: 'picture' }
    : { key: pdfKey(fileId), type: 'application/pdf', what: 'PDF' }
}
