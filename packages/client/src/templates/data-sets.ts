import { call, type Connection, conditionsOf } from '../connection/calls.ts'
import { pathSegment } from '../connection/paths.ts'
import type { CallOptions, DataSet, PutOptions } from '../types.ts'

/**
 * Data sets of templates: further data for previews, besides the sample data. A name has at most 64 letters, digits, "-"
 * and "_".
 */
export interface DataSets {
  /** Lists the data sets of a template. @throws {NotFound} */
  list(templateId: string, options?: CallOptions): Promise<DataSet[]>
  /** Returns the data of a data set. @throws {NotFound} */
  get(templateId: string, name: string, options?: CallOptions): Promise<object>
  /**
   * Creates or replaces a data set.
   * @param options `ifVersion`: the `version` to replace.
   * @throws {BadRequest} @throws {NotFound} @throws {Changed} @throws {RateLimited} if the template has too many.
   */
  set(templateId: string, name: string, data: object, options?: PutOptions): Promise<void>
  /** Renames a data set. @throws {BadRequest} if the name is in use or not valid. @throws {NotFound} */
  rename(templateId: string, name: string, newName: string, options?: CallOptions): Promise<void>
  /** Deletes a data set. @throws {NotFound} */
  remove(templateId: string, name: string, options?: CallOptions): Promise<void>
}

/** Creates the methods for data sets. @param pathOf returns the path of a template. */
export function createDataSets(connection: Connection, pathOf: (templateId: string) => string): DataSets {
  const listPath = (templateId: string) => `${pathOf(templateId)}/data-sets`
  const pathFor = (templateId: string, name: string) => `${listPath(templateId)}/${pathSegment('name', name)}`
  return {
    async list(templateId, options) {
      const request = { method: 'GET', path: listPath(templateId), repeatable: true } as const
      return (await call<{ dataSets: DataSet[] }>(connection, request, options)).body.dataSets
    },
    async get(templateId, name, options) {
      const request = { method: 'GET', path: pathFor(templateId, name), repeatable: true } as const
      return (await call<object>(connection, request, options)).body
    },
    async set(templateId, name, data, options) {
      const target = { method: 'PUT', path: pathFor(templateId, name), body: data } as const
      await call(connection, { ...target, ...conditionsOf(options), repeatable: true }, options)
    },
    async rename(templateId, name, newName, options) {
      const path = pathFor(templateId, name)
      // Not repeated: a second call would not find the old name.
      const request = { method: 'PATCH', path, body: { name: newName }, repeatable: false } as const
      await call(connection, request, options)
    },
    async remove(templateId, name, options) {
      await call(connection, { method: 'DELETE', path: pathFor(templateId, name), repeatable: true }, options)
    },
  }
}
