import { call, type Connection, conditionsOf } from './connection/calls.ts'
import { resourcePath } from './connection/paths.ts'
import type { Asset, CallOptions, PutOptions } from './types.ts'
import { createVersions, type Versions } from './versions.ts'

/** Images and fonts that all templates of the account can use: `{{asset "logo.png"}}`. */
export interface Assets extends Versions<Asset, Uint8Array<ArrayBuffer>> {
  list(options?: CallOptions): Promise<Asset[]>
  /** Returns the bytes of an asset. @throws {NotFound} */
  get(name: string, options?: CallOptions): Promise<Uint8Array<ArrayBuffer>>
  /**
   * Creates or replaces an asset. Later calls use the new bytes.
   * @param bytes a PNG, JPEG, GIF, WebP, SVG, TTF, OTF, WOFF or WOFF2 file of at most 5 MiB.
   * @throws {BadRequest} for another file. @throws {RateLimited} if the account has too many assets. @throws {Changed}
   * if `ifVersion` or `ifAbsent` does not match.
   */
  put(name: string, bytes: Uint8Array<ArrayBuffer>, options?: PutOptions): Promise<Asset>
  /** Deletes an asset and all its versions permanently. @throws {NotFound} */
  remove(name: string, options?: CallOptions): Promise<void>
}

/** Creates the asset methods of a client. */
export function createAssets(connection: Connection): Assets {
  return {
    ...createVersions(connection, pathOf, 'bytes'),
    async list(options) {
      const request = { method: 'GET', path: '/v1/assets', repeatable: true } as const
      return (await call<{ assets: Asset[] }>(connection, request, options)).body.assets
    },
    async get(name, options) {
      const request = { method: 'GET', path: pathOf(name), accept: '*/*', repeatable: true } as const
      return (await call<Uint8Array<ArrayBuffer>>(connection, request, options)).body
    },
    async put(name, bytes, options) {
      const condition = conditionsOf(options)
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
