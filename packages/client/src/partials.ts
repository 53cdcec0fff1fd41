import { base64Of } from './base64.ts'
import { call, type Connection, conditionsOf } from './calls.ts'
import { resourcePath } from './paths.ts'
import { queryOf } from './query.ts'
import type { CallOptions, PartialVersion, PartialWithContent, PutOptions, LibraryPartial } from './types.ts'

/** Partials that all templates of the account can include: `{{> letterhead}}`. */
export interface Partials {
  list(options?: CallOptions): Promise<LibraryPartial[]>
  /** Returns a partial with its source, in the current or an older version. @throws {NotFound} */
  get(name: string, options?: CallOptions & { version?: number | undefined }): Promise<PartialWithContent>
  /**
   * Creates or replaces a partial. Later calls use the new source.
   * @param content the Handlebars source, as text.
   * @throws {BadRequest} with the message of the compiler in `detail`. @throws {RateLimited} if the account has too
   * many partials.
   * @throws {Changed} if `ifVersion` or `ifAbsent` does not match.
   */
  put(name: string, content: string, options?: PutOptions): Promise<LibraryPartial>
  /** Lists the versions, the newest first. @throws {NotFound} */
  versions(name: string, options?: CallOptions): Promise<PartialVersion[]>
  /** Restores the source of an older version, as a new version. @throws {NotFound} */
  restore(name: string, version: number, options?: PutOptions): Promise<LibraryPartial>
  /** Deletes a partial and all its versions permanently. @throws {NotFound} */
  remove(name: string, options?: CallOptions): Promise<void>
}

/** Creates the partial methods of a client. */
export function createPartials(connection: Connection): Partials {
  const put = async (name: string, body: object, options: PutOptions | undefined) => {
    const condition = conditionsOf(options)
    const request = { method: 'PUT', path: pathOf(name), body, ...condition, repeatable: true } as const
    return (await call<LibraryPartial>(connection, request, options)).body
  }
  return {
    async list(options) {
      const request = { method: 'GET', path: '/v1/partials', repeatable: true } as const
      return (await call<{ partials: LibraryPartial[] }>(connection, request, options)).body.partials
    },
    async get(name, options) {
      const path = `${pathOf(name)}${queryOf({ version: options?.version })}`
      const request = { method: 'GET', path, repeatable: true } as const
      return (await call<{ partial: PartialWithContent }>(connection, request, options)).body.partial
    },
    put: (name, content, options) =>
      put(name, { content: base64Of(content), contentEncoding: 'base64' }, options),
    async versions(name, options) {
      const request = { method: 'GET', path: `${pathOf(name)}/versions`, repeatable: true } as const
      return (await call<{ versions: PartialVersion[] }>(connection, request, options)).body.versions
    },
    restore: (name, version, options) => put(name, { version }, options),
    async remove(name, options) {
      await call(connection, { method: 'DELETE', path: pathOf(name), repeatable: true }, options)
    },
  }
}

function pathOf(name: string): string {
  return resourcePath('partials', 'name', name)
}
