import { base64Of } from './base64.ts'
import { call, type Connection, conditionsOf } from './connection/calls.ts'
import { resourcePath } from './connection/paths.ts'
import type {
  CallOptions,
  LibraryPartial,
  PartialWithContent,
  PutOptions,
  VersionWithContent,
} from './types.ts'
import { createVersions, type Versions } from './versions.ts'

/** Partials that all templates of the account can include: `{{> letterhead}}`. */
export interface Partials extends Versions<LibraryPartial, VersionWithContent> {
  list(options?: CallOptions): Promise<LibraryPartial[]>
  /** Returns a partial with its source. @throws {NotFound} */
  get(name: string, options?: CallOptions): Promise<PartialWithContent>
  /**
   * Creates or replaces a partial. Later calls use the new source.
   * @param content the Handlebars source, as text.
   * @throws {BadRequest} with the message of the compiler in `detail`. @throws {RateLimited} if the account has too
   * many partials.
   * @throws {Changed} if `ifVersion` or `ifAbsent` does not match.
   */
  put(name: string, content: string, options?: PutOptions): Promise<LibraryPartial>
  /** Deletes a partial and all its versions permanently. @throws {NotFound} */
  remove(name: string, options?: CallOptions): Promise<void>
}

/** Creates the partial methods of a client. */
export function createPartials(connection: Connection): Partials {
  return {
    ...createVersions(connection, pathOf, 'json'),
    async list(options) {
      const request = { method: 'GET', path: '/v1/partials', repeatable: true } as const
      return (await call<{ partials: LibraryPartial[] }>(connection, request, options)).body.partials
    },
    async get(name, options) {
      const request = { method: 'GET', path: pathOf(name), repeatable: true } as const
      return (await call<{ partial: PartialWithContent }>(connection, request, options)).body.partial
    },
    async put(name, content, options) {
      const target = { method: 'PUT', path: pathOf(name), ...conditionsOf(options) } as const
      const body = { content: base64Of(content), contentEncoding: 'base64' }
      return (await call<LibraryPartial>(connection, { ...target, body, repeatable: true }, options)).body
    },
    async remove(name, options) {
      await call(connection, { method: 'DELETE', path: pathOf(name), repeatable: true }, options)
    },
  }
}

function pathOf(name: string): string {
  return resourcePath('partials', 'name', name)
}
