import { notifications } from '@mantine/notifications'
import { addAsset } from '../../../api/assets.ts'
import { Failure } from '../../../base/failure.ts'

/** Uploads an image as a new asset. @returns its name. */
export async function addImage(file: File): Promise<string> {
  if (file.type !== '' && !file.type.startsWith('image/'))
    throw new Failure(0, `${file.name} is not an image. Choose a PNG, JPEG, GIF, WebP or SVG file.`)
  const name = await addAsset(file)
  notifications.show({ message: `“${name}” was uploaded. All templates can use it.` })
  return name
}
