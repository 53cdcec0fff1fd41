import { base64Of } from './base64.ts'
import { call, type Connection, seenAs } from './calls.ts'
import { resourcePath } from './paths.ts'
import { type PreviewRequest, previewOf } from './previews.ts'
import type {
  CallOptions,
  ListedTemplate,
  Preview,
  PutOptions,
  Template,
  TemplateWithContent,
} from './types.ts'

/** A template that is to be. */
export interface NewTemplate {
  name: string
  /** The Handlebars source, as text. */
  content: string
  description?: string | undefined
}

/** What a template becomes; its name and description stay where they are not given. */
export interface Replacement {
  /** The Handlebars source, as text. */
  content: string
  name?: string | undefined
  description?: string | undefined
  /** The `contentVersion` that is to be replaced, so that nobody's change is lost unseen. Any, if not given. */
  ifVersion?: string | undefined
}

/** What is kept beside a template's source. */
export interface TemplatePart {
  /** `{}` where there is none. @throws {NotFound} */
  get(templateId: string, options?: CallOptions): Promise<object>
  /**
   * @param options `ifVersion`: the SHA-256, hex, of the JSON that is to be replaced, without white space.
   * @throws {BadRequest} with the place of what is wrong in `detail`. @throws {NotFound} @throws {Changed}
   */
  set(templateId: string, value: object, options?: PutOptions): Promise<void>
  /** @throws {NotFound} */
  remove(templateId: string, options?: CallOptions): Promise<void>
}

/** The account's templates. */
export interface Templates {
  /** The JSON Schema that a template's data must fit: calls with others are refused, and cost nothing. */
  schema: TemplatePart
  /** The data that a template is tried with. */
  sampleData: TemplatePart
  list(options?: CallOptions): Promise<ListedTemplate[]>
  /** @throws {NotFound} */
  get(templateId: string, options?: CallOptions): Promise<TemplateWithContent>
  /**
   * Stores a template. Tried again only where it is certain that nothing was stored, for the service would store
   * another one: after a `Timeout` or a `ConnectionFailed`, look at the list.
   * @throws {BadRequest} with the compiler's words in `detail`. @throws {RateLimited} for one too many.
   */
  upload(template: NewTemplate, options?: CallOptions): Promise<Template>
  /**
   * From its answer on, calls see the new source.
   * @throws {BadRequest} @throws {NotFound} @throws {Changed} where the content is not `ifVersion` any more.
   */
  replace(templateId: string, replacement: Replacement, options?: CallOptions): Promise<Template>
  /**
   * Shows how a template looks, stored or not; nothing is stored and nothing charged. Of an array the first five
   * elements are shown.
   * @throws {BadRequest} with the compiler's words in `detail` and where it is in `place`. @throws {NotFound}
   */
  preview(request: PreviewRequest, options?: CallOptions): Promise<Preview>
  /** Compiles a source and fills nothing. @throws {BadRequest} likewise. */
  check(content: string, options?: CallOptions): Promise<void>
  /** Deletes it for good. @throws {NotFound} */
  remove(templateId: string, options?: CallOptions): Promise<void>
}

/** What works on templates over a connection. */
export function createTemplates(connection: Connection): Templates {
  return {
    schema: partOf(connection, 'schema'),
    sampleData: partOf(connection, 'sample-data'),
    async list(options) {
      const request = { method: 'GET', path: '/v1/templates', repeatable: true } as const
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
      const request = { method: 'PUT', path, body, ...seenAs({ ifVersion }), repeatable: true } as const
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

function partOf(connection: Connection, name: 'schema' | 'sample-data'): TemplatePart {
  const path = (templateId: string) => `${pathOf(templateId)}/${name}`
  return {
    async get(templateId, options) {
      const request = { method: 'GET', path: path(templateId), repeatable: true } as const
      return (await call<object>(connection, request, options)).body
    },
    async set(templateId, value, options) {
      const target = { method: 'PUT', path: path(templateId), body: value } as const
      await call(connection, { ...target, ...seenAs(options), repeatable: true }, options)
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
