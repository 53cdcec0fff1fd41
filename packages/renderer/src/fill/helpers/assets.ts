import { type Helper, HelperError, textFrom } from './arguments.ts'

const NAME_LENGTH_MAX = 100

/** Images and fonts of the account's library. */
export const assets: Record<string, Helper> = {
  /** `<img src="{{asset "logo.png"}}">`, `url({{asset "brand.woff2"}})`: URL of an asset in this document. */
  asset: ({ values: [value], assets: known }) => {
    const name = textFrom(value, NAME_LENGTH_MAX, 'name')
    if (name === '') throw new HelperError('needs a name: {{asset "logo.png"}}')
    const url = known?.urlOf(name)
    if (url === undefined) throw new HelperError(`there is no asset named "${name}"`)
    return url
  },
}
