import { textsOf } from '../pdf.ts'
import type { Pictures } from '../rendering/images.ts'

/** Returns the first difference of two PDFs in their sheets, pictures and texts. '' when there is none. */
export async function differenceOf(pictures: Pictures, one: Buffer, other: Buffer): Promise<string> {
  const [first, second] = [await textsOf(one), await textsOf(other)]
  if (first.length !== second.length) return `${first.length} and ${second.length} sheets`
  const differing = (await pictures.differences(one, other)).findIndex((sheet) => sheet.differing > 0)
  if (differing !== -1) return `the picture of sheet ${differing + 1}`
  const text = first.findIndex((sheet, index) => sheet !== second[index])
  return text === -1 ? '' : `the text of sheet ${text + 1}`
}
