import { base64Of } from './base64.ts'
import { call, type Connection, conditionsOf } from './connection/calls.ts'
import { queryOf, resourcePath } from './connection/paths.ts'
import { type PreviewRequest, previewOf } from './previews.ts'
import type {
  CallOptions,
  ListedTemplate,
  Preview,
  PutOptions,
  Template,
  TemplateWithContent,
  VersionWithContent,
} from './types.ts'
import { createDataSets, type DataSets } from './templates/data-sets.ts'
import { createDrafts, createVersions, type Drafts, type Versions } from './versions.ts'

/** New template. */
export interface NewTemplate {
  name: string
  /** Handlebars source, as text. */
  content: string
  description?: string | undefined
}

/** New content of a template. Without `name` and `description`, these are unchanged. */
export interface Replacement {
  /** Handlebars source, as text. */
  content: string
  name?: string | undefined
  description?: string | undefined
  /** The `contentVersion` to replace, to prevent lost updates. Default: any. */
  ifVersion?: string | undefined
}

/** Filter of a list of templates. */
export interface TemplateListOptions extends CallOptions {
  /** Only templates with this tag. */
  tag?: string | undefined
  /** Default: `include`. */
  archived?: 'exclude' | 'include' | 'only' | undefined
}

/** Data schema or sample data of a template, as JSON. */
export interface TemplateJson {
  /** Returns the JSON, `{}` if the template has none. @throws {NotFound} */
  get(templateId: string, options?: CallOptions): Promise<object>
  /**
   * Stores the JSON.
   * @param options `ifVersion`: SHA-256 in hex of the JSON to replace, without white space.
   * @throws {BadRequest} with the position of the error in `detail`. @throws {NotFound} @throws {Changed}
   */
  set(templateId: string, value: object, options?: PutOptions): Promise<void>
  /** Deletes the JSON. @throws {NotFound} */
  remove(templateId: string, options?: CallOptions): Promise<void>
}

/** Templates of the account. */
export interface Templates extends Versions<Template, VersionWithContent> {
  /**
   * Data schema: JSON Schema for the data of calls. Calls with data that does not match it are rejected and cost nothing.
   */
  schema: TemplateJson
  /** Data for previews and thumbnails. */
  sampleData: TemplateJson
  dataSets: DataSets
  drafts: Drafts
  /** Lists the templates, also archived ones by default. */
  list(options?: TemplateListOptions): Promise<ListedTemplate[]>
  /** Replaces the tags of a template. @throws {BadRequest} @throws {NotFound} */
  setTags(templateId: string, tags: readonly string[], options?: CallOptions): Promise<string[]>
  /** Archives a template: calls with it are rejected with `Conflict`. @throws {NotFound} */
  archive(templateId: string, options?: CallOptions): Promise<void>
  /** Restores an archived template. @throws {NotFound} */
  unarchive(templateId: string, options?: CallOptions): Promise<void>
  /** Returns a template with its source. @throws {NotFound} */
  get(templateId: string, options?: CallOptions): Promise<TemplateWithContent>
  /**
   * Stores a new template. Retried only if it is certain that nothing was stored, because a retry could store it twice.
   * After a `Timeout` or a `ConnectionFailed`, list the templates to check.
   * @throws {BadRequest} with the message of the compiler in `detail`. @throws {RateLimited} if the account has too
   * many templates.
   */
  upload(template: NewTemplate, options?: CallOptions): Promise<Template>
  /**
   * Replaces the content of a template. Later calls use the new source. Replaces a draft.
   * @throws {BadRequest} @throws {NotFound} @throws {Changed} if `ifVersion` does not match.
   */
  replace(templateId: string, replacement: Replacement, options?: CallOptions): Promise<Template>
  /**
   * Renders a preview of a source or a stored template, without charging or storing it. Only the first five elements of
   * an array are rendered.
   * @throws {BadRequest} with the message of the compiler in `detail` and its position in `position`. @throws {NotFound}
   */
  preview(request: PreviewRequest, options?: CallOptions): Promise<Preview>
  /** Compiles a source without data. @throws {BadRequest} as `preview`. */
  check(content: string, options?: CallOptions): Promise<void>
  /** Deletes a template and all its versions permanently. @throws {NotFound} */
  remove(templateId: string, options?: CallOptions): Promise<void>
}

/** Creates the template methods of a client. */
export function createTemplates(connection: Connection): Templates {
  return {
    schema: templateJson(connection, 'schema'),
    sampleData: templateJson(connection, 'sample-data'),
    dataSets: createDataSets(connection, pathOf),
    drafts: createDrafts(connection, pathOf),
    ...createVersions(connection, pathOf, 'json'),
    async setTags(templateId, tags, options) {
      const target = { method: 'PUT', path: `${pathOf(templateId)}/tags`, body: { tags } } as const
      return (await call<{ tags: string[] }>(connection, { ...target, repeatable: true }, options)).body.tags
    },
    async archive(templateId, options) {
      const path = `${pathOf(templateId)}/archive`
      await call(connection, { method: 'POST', path, repeatable: true }, options)
    },
    async unarchive(templateId, options) {
      const path = `${pathOf(templateId)}/unarchive`
      await call(connection, { method: 'POST', path, repeatable: true }, options)
    },
    async list({ tag, archived, ...options } = {}) {
      const path = `/v1/templates${queryOf({ tag, archived })}`
      const request = { method: 'GET', path, repeatable: true } as const
      const { body } = await call<{ templates: ListedTemplate[] }>(connection, request, options)
      return body.templates
    },
    async get(templateId, options) {
      const request = { method: 'GET', path: pathOf(templateId), repeatable: true } as const
      const { body } = await call<{ template: TemplateWithContent }>(connection, request, options)
      return body.template
    },
    async upload(template, options) {
      const path = '/v1/templates/upload'
      const request = { method: 'POST', path, body: encoded(template), repeatable: false } as const
      return (await call<Template>(connection, request, options)).body
    },
    async replace(templateId, { ifVersion, ...replacement }, options) {
      const [path, body] = [pathOf(templateId), encoded(replacement)]
      const request = { method: 'PUT', path, body, ...conditionsOf({ ifVersion }), repeatable: true } as const
      return (await call<Template>(connection, request, options)).body
    },
    preview: (request, options) => previewOf(connection, request, options),
    async check(content, options) {
      const [path, body] = ['/v1/templates/check', encoded({ content })]
      await call(connection, { method: 'POST', path, body, repeatable: true }, options)
    },
    async remove(templateId, options) {
      await call(connection, { method: 'DELETE', path: pathOf(templateId), repeatable: true }, options)
    },
  }
}

function templateJson(connection: Connection, name: 'schema' | 'sample-data'): TemplateJson {
  const path = (templateId: string) => `${pathOf(templateId)}/${name}`
  return {
    async get(templateId, options) {
      const request = { method: 'GET', path: path(templateId), repeatable: true } as const
      return (await call<object>(connection, request, options)).body
    },
    async set(templateId, value, options) {
      const target = { method: 'PUT', path: path(templateId), body: value } as const
      await call(connection, { ...target, ...conditionsOf(options), repeatable: true }, options)
    },
    async remove(templateId, options) {
      await call(connection, { method: 'DELETE', path: path(templateId), repeatable: true }, options)
    },
  }
}

function pathOf(templateId: string): string {
  return resourcePath('templates', 'templateId', templateId)
}

function encoded<Fields extends { content: string }>(template: Fields) {
  return { ...template, content: base64Of(template.content), contentEncoding: 'base64' }
}
