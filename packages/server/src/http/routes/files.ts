import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { Refusal } from '@platen/template/refusal'
import { openZip } from '../../batches/results.ts'
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
        const { type, what, open } = objectOf(services, params)
        const file = await open()
        if (!file) throw new Refusal('not-found', `This ${what} is no longer stored.`)
        if (file.size !== undefined) void reply.header('content-length', String(file.size))
        return await reply
          .header('content-type', type)
          .header('content-disposition', dispositionOf(params.fileName))
          .header('cache-control', 'private, no-store')
          .header('content-security-policy', 'sandbox')
          .header('cross-origin-resource-policy', 'cross-origin')
          .send(file.stream)
      },
    )
  }
}

/** Returns the object of a signed URL. The file name of a PDF always ends in ".pdf". */
function objectOf(services: Services, { fileId, fileName }: { fileId: string; fileName: string }) {
  if (fileName === THUMBNAIL_FILE_NAME) {
    return {
      type: 'image/png',
      what: 'picture',
      open: () => services.storage.readStream(thumbnailKey(fileId)),
    }
  }
  if (fileName.endsWith('.zip')) {
    return { type: 'application/zip', what: 'ZIP', open: () => openZip(services, fileId) }
  }
  return { type: 'application/pdf', what: 'PDF', open: () => services.storage.readStream(pdfKey(fileId)) }
}
