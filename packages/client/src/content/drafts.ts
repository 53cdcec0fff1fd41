import { base64Of } from '../base64.ts'
import { call, type Connection, conditionsOf } from '../calls.ts'
import type { CallOptions, RestoreOptions, Template, Version, VersionWithContent } from '../types.ts'

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
