import { base64Of } from './base64.ts'
import { call, type Connection, conditionsOf } from './connection/calls.ts'
import { BadRequest } from './errors.ts'
import type { CallOptions, RestoreOptions, Template, Version, VersionWithContent } from './types.ts'

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

/** Drafts of templates. Renders use the draft only with `templateVersion: 'draft'`, until it is published. */
export interface Drafts {
  /** Returns the draft of a template with its source. @throws {NotFound} also if the template has no draft. */
  get(templateId: string, options?: CallOptions): Promise<VersionWithContent>
  /**
   * Saves a source as the draft of a template.
   * @param options `ifVersion`: the `contentVersion` of the draft to replace, or of the published version if there is
   * no draft.
   * @throws {BadRequest} with the message of the compiler in `detail`. @throws {NotFound} @throws {Changed}
   */
  save(templateId: string, content: string, options?: RestoreOptions): Promise<Version>
  /**
   * Publishes the draft: renders use it from then on.
   * @throws {NotFound} also if the template has no draft. @throws {Changed} if `ifVersion` does not match the draft.
   */
  publish(templateId: string, options?: RestoreOptions): Promise<Template>
  /** Discards the draft. Its versions stay in the history. @throws {NotFound} @throws {Changed} as `publish`. */
  discard(templateId: string, options?: RestoreOptions): Promise<void>
}

/** Creates the methods for drafts. @param pathOf returns the path of a template. */
export function createDrafts(connection: Connection, pathOf: (templateId: string) => string): Drafts {
  const draftPath = (templateId: string) => `${pathOf(templateId)}/draft`
  return {
    async get(templateId, options) {
      const request = { method: 'GET', path: draftPath(templateId), repeatable: true } as const
      return (await call<VersionWithContent>(connection, request, options)).body
    },
    async save(templateId, content, options) {
      const body = { content: base64Of(content), contentEncoding: 'base64' }
      const target = { method: 'PUT', path: draftPath(templateId), body } as const
      const request = { ...target, ...conditionsOf(options), repeatable: true }
      return (await call<Version>(connection, request, options)).body
    },
    async publish(templateId, options) {
      const target = { method: 'POST', path: `${pathOf(templateId)}/publish` } as const
      // Not repeated: a second call would find no draft.
      const request = { ...target, ...conditionsOf(options), repeatable: false }
      return (await call<Template>(connection, request, options)).body
    },
    async discard(templateId, options) {
      const target = { method: 'DELETE', path: draftPath(templateId) } as const
      await call(connection, { ...target, ...conditionsOf(options), repeatable: false }, options)
    },
  }
}
