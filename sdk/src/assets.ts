import { call, type Connection, seenAs } from './calls.ts'
import { resourcePath } from './paths.ts'
import type { Asset, CallOptions, PutOptions } from './types.ts'

/** The pictures and fonts that all templates of the account may show: `{{asset "logo.png"}}`. */
export interface Assets {
  list(options?: CallOptions): Promise<Asset[]>
  /** The bytes of one. @throws {NotFound} */
  get(name: string, options?: CallOptions): Promise<Uint8Array<ArrayBuffer>>
  /**
   * Creates or replaces it. From its answer on, calls use the new bytes.
   * @param bytes a PNG, JPEG, GIF, WebP or SVG, or a TTF, OTF, WOFF or WOFF2 font, of at most 5 MiB.
   * @throws {BadRequest} for anything else. @throws {RateLimited} for one too many. @throws {Changed} where it is not
   * `ifVersion` any more, or with `ifAbsent` is there.
   */
  put(name: string, bytes: Uint8Array<ArrayBuffer>, options?: PutOptions): Promise<Asset>
  /** Deletes it for good. @throws {NotFound} */
  remove(name: string, options?: CallOptions): Promise<void>
}

/** What works on assets over a connection. */
export function createAssets(connection: Connection): Assets {
  return {
    async list(options) {
      const request = { method: 'GET', path: '/v1/assets', repeatable: true } as const
      return (await call<{ assets: Asset[] }>(connection, request, options)).body.assets
    },
    async get(name, options) {
      const request = { method: 'GET', path: pathOf(name), accept: '*/*', repeatable: true } as const
      return (await call<Uint8Array<ArrayBuffer>>(connection, request, options)).body
    },
    async put(name, bytes, options) {
      const condition = seenAs(options)
      const request = { method: 'PUT', path: pathOf(name), bytes, ...condition, repeatable: true } as const
      return (await call<Asset>(connection, request, options)).body
    },
    async remove(name, options) {
      await call(connection, { method: 'DELETE', path: pathOf(name), repeatable: true }, options)
    },
  }
}

function pathOf(name: string): string {
  return resourcePath('assets', 'name', name)
}
