import { base64Of, bytesOf } from './base64.ts'
import { call, type Connection } from './connection/calls.ts'
import { PlatenError } from './errors.ts'
import type { CallOptions, GenerateRequest, Preview, PreviewResult } from './types.ts'

/** Source or template to preview, with the sheet to draw. */
export type PreviewRequest = (
  | {
      templateId: string
      /** Number of a version, or `draft` for the newest saved version. Default: the published version. */
      templateVersion?: GenerateRequest['templateVersion']
      /** Name of a data set of the template, instead of `data`. */
      dataSet?: string | undefined
    }
  | {
      /** Handlebars source, as text. */
      content: string
    }
) & {
  /** Default: the sample data of the template. Without any data, helpers that need data print nothing. */
  data?: object | undefined
  /** False to omit the image. Default: true. */
  picture?: boolean | undefined
  /** Sheet to draw, from 1. Default: 1. */
  sheet?: number | undefined
  /** Maximum width of the image in pixels, 100 to 2,000. Its height is at most twice the width. Default: 1,000. */
  width?: number | undefined
}

/** Renders a preview. @throws {PlatenError} */
export async function previewOf(
  connection: Connection,
  request: PreviewRequest,
  options?: CallOptions,
): Promise<Preview> {
  const body =
    'content' in request
      ? { ...request, content: base64Of(request.content), contentEncoding: 'base64' }
      : request
  const post = { method: 'POST', path: '/v1/templates/preview', body, repeatable: true } as const
  const { picture, ...fields } = (await call<PreviewResult>(connection, post, options)).body
  if (picture === null) return { ...fields, picture: undefined }
  const png = bytesOf(picture.png)
  if (!png) throw new PlatenError('The image in the response is not valid base64.')
  return { ...fields, picture: { sheet: picture.sheet, png } }
}
