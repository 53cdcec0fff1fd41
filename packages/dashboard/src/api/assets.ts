import { queryOptions } from '@tanstack/react-query'
import { Failure } from '../base/failure.ts'
import { assetNameOf } from './asset-name.ts'
import { api, unwrap } from './client.ts'
import { type Asset, assetsQuery } from './library.ts'
import { queryClient } from './query-client.ts'

/** Files that the service accepts as assets, for the `accept` attribute of a file input. */
export const ASSET_FILES = 'image/*,.ttf,.otf,.woff,.woff2'

/** Largest asset, in MiB. */
export const ASSET_MEBIBYTES_MAX = 5

const MEBIBYTE = 1024 * 1024

const NUMBERED_MAX = 100

/** Uploads a file as the asset `name`, which it replaces if it exists. */
export async function putAsset(name: string, file: File): Promise<void> {
  await upload(name, file)
}

/**
 * Uploads a file as a new asset. If another file has its name, the name gets a number: "logo-2.png". The same file is
 * stored once.
 * @returns the name of the asset.
 */
export async function addAsset(file: File): Promise<string> {
  const name = assetNameOf(file.name)
  for (let number = 1; ; number += 1) {
    const numbered = number === 1 ? name : name.replace(/(?=\.[^.]*$|$)/, `-${number}`)
    try {
      await upload(numbered, file, { 'if-none-match': '*' })
      return numbered
    } catch (error) {
      if (!(error instanceof Failure) || error.status !== 412 || number === NUMBERED_MAX) throw error
    }
  }
}

/** Query of an image as a `data:` URL. Cached by the version of its content. */
export const assetPictureQuery = ({ name, contentVersion, contentType }: Asset) =>
  queryOptions({
    queryKey: ['assets', 'picture', name, contentVersion],
    queryFn: async ({ signal }) => {
      const params = { path: { name } }
      const blob = await unwrap(api.GET('/dashboard/api/assets/{name}', { params, parseAs: 'blob', signal }))
      return await dataUrlOf(new Blob([blob], { type: contentType }))
    },
    staleTime: Infinity,
    throwOnError: false,
  })

async function upload(name: string, file: File, header: { 'if-none-match'?: string } = {}): Promise<void> {
  if (file.size > ASSET_MEBIBYTES_MAX * MEBIBYTE)
    throw new Failure(413, `${file.name} is larger than ${ASSET_MEBIBYTES_MAX} MiB. Choose a smaller file.`)
  await unwrap(
    api.PUT('/dashboard/api/assets/{name}', {
      params: { path: { name }, header },
      headers: { 'content-type': file.type || 'application/octet-stream' },
      body: file,
      bodySerializer: () => file,
    }),
  )
  await queryClient.invalidateQueries(assetsQuery)
  // Previews that use the asset are outdated.
  void queryClient.invalidateQueries({ queryKey: ['templates', 'preview'] })
}

function dataUrlOf(blob: Blob): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
  reader.addEventListener('error', () => reject(reader.error ?? new Error('The image could not be read')))
  reader.readAsDataURL(blob)
  return promise
}
