import { base64Of, bytesOf } from './base64.ts'
import { call, type Connection } from './calls.ts'
import { PlatenError } from './errors.ts'
import type { CallOptions, Preview, Previewed } from './types.ts'

/** What is shown, and which sheet of it is drawn. */
export type PreviewRequest = (
  | { templateId: string }
  | {
      /** The Handlebars source, as text. */
      content: string
    }
) & {
  /** The template's sample data, if not given; then helpers that cannot work with it print nothing. */
  data?: object | undefined
  /** Whether a sheet is drawn; it is unless told. */
  picture?: boolean | undefined
  /** From 1 on; 1 unless told. */
  sheet?: number | undefined
  /** Pixels that the picture may be wide, 100 to 2000, and half as many as it may be high; 1000 unless told. */
  width?: number | undefined
}

/** Makes a preview. @throws {PlatenError} */
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
  const { picture, ...fields } = (await call<Previewed>(connection, post, options)).body
  if (picture === null) return { ...fields, picture: undefined }
  const png = bytesOf(picture.png)
  if (!png) throw new PlatenError('The picture in the answer is not valid base64.')
  return { ...fields, picture: { sheet: picture.sheet, png } }
}
