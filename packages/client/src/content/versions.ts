import { call, type Connection, conditionsOf } from '../calls.ts'
import { BadRequest } from '../errors.ts'
import type { CallOptions, RestoreOptions, Version } from '../types.ts'

/**
 * Versions of templates, partials or assets. Each change of the content adds a version.
 * `id` is the id of a template, or the name of a partial or asset.
 */
export interface Versions<Item, Content> {
  /** Lists the versions, the newest first. @throws {NotFound} */
  versions(id: string, options?: CallOptions): Promise<Version[]>
  /** Returns one version with its content. @throws {NotFound} */
  version(id: string, number: number, options?: CallOptions): Promise<Content>
  /**
   * Restores the content of an older version, as a new version.
   * @throws {NotFound} @throws {Changed} if `ifVersion` does not match.
   */
  restore(id: string, number: number, options?: RestoreOptions): Promise<Item>
}

/**
 * Creates the version methods of one kind of content.
 * @param pathOf returns the path of a template, partial or asset.
 * @param format format of the content of a version: an object with its fields, or bytes.
 */
export function createVersions<Item, Content>(
  connection: Connection,
  pathOf: (id: string) => string,
  format: 'json' | 'bytes',
): Versions<Item, Content> {
  const versionPath = (id: string, number: number) => {
    if (Number.isSafeInteger(number) && number > 0) return `${pathOf(id)}/versions/${number}`
    throw new BadRequest('number must be an integer of at least 1.')
  }
  return {
    async versions(id, options) {
      const request = { method: 'GET', path: `${pathOf(id)}/versions`, repeatable: true } as const
      return (await call<{ versions: Version[] }>(connection, request, options)).body.versions
    },
    async version(id, number, options) {
      const target = { method: 'GET', path: versionPath(id, number), repeatable: true } as const
      const request = format === 'bytes' ? { ...target, accept: '*/*' as const } : target
      return (await call<Content>(connection, request, options)).body
    },
    async restore(id, number, options) {
      const path = `${versionPath(id, number)}/restore`
      // A repeated restore stores the same content, which adds no version.
      const request = { method: 'POST', path, ...conditionsOf(options), repeatable: true } as const
      return (await call<Item>(connection, request, options)).body
    },
  }
}
