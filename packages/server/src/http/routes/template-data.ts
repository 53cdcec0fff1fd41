import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Services } from '../../services.ts'
import { SAMPLE_DATA_BYTES_MAX, SCHEMA_BYTES_MAX } from '@platen/template/template-limits'
import { saveTemplate } from '../../templates/save.ts'
import { EMPTY_JSON, findTemplateData, versionOfJson } from '../../templates/template-data.ts'
import { findTemplate } from '../../templates/templates.ts'
import { parsePreconditions, tagOf } from '../protocol/etags.ts'
import { readSchema } from '../fields/data-schema.ts'
import { formatJson } from '../bodies/json-texts.ts'
import { PRECONDITION_DESCRIPTION, Preconditions } from '../schemas/content-schemas.ts'
import { TemplateParams } from '../schemas/params.ts'
import { readSampleData } from '../fields/sample-data.ts'
import { Data, failures, SchemaStored, TemplateRemoved } from '../schemas/schemas.ts'

const SchemaDocument = Type.Unsafe<object>({
  type: 'object',
  description: 'A JSON Schema of draft 2020-12, or of draft 07 if $schema names it. At most 64 KiB.',
})
/** Schema of a response that is sent as stored text and not serialized. */
const Text = (schema: object) => Type.Unsafe<string>(schema)

/** Routes `/v1/templates/…/schema` and `…/sample-data`: data schema and sample data of a template. */
export function templateDataRoutes(services: Services): FastifyPluginAsyncTypebox {
  const { database, renderer } = services
  return async (app) => {
    app.get(
      '/templates/:templateId/schema',
      {
        schema: {
          summary: 'Read the JSON Schema for the data of a template',
          description: 'If the template has no schema, the response is {}, which accepts all data.',
          tags: ['templates'],
          params: TemplateParams,
          response: { 200: Text(SchemaDocument) },
        },
      },
      async ({ accountId, params }, reply) => {
        const { schema } = await findTemplateData(database, accountId, params.templateId)
        const text = schema?.text ?? EMPTY_JSON
        return await reply
          .header('etag', tagOf(versionOfJson(text)))
          .type('application/json')
          .send(text)
      },
    )

    app.put(
      '/templates/:templateId/schema',
      {
        schema: {
          summary: 'Set the JSON Schema for the data of a template',
          description: `From then on, calls whose data does not match the schema fail with 400 and are not charged. ${PRECONDITION_DESCRIPTION}`,
          tags: ['templates'],
          headers: Preconditions,
          params: TemplateParams,
          body: SchemaDocument,
          response: { 200: SchemaStored, ...failures(412, 504) },
        },
      },
      async (request) => {
        const { accountId, author, deadline } = request
        const { templateId } = request.params
        const expected = { schema: parsePreconditions(request.headers) }
        await findTemplate(database, accountId, templateId)
        const text = formatJson(request.body, SCHEMA_BYTES_MAX)
        const schema = await readSchema(renderer, text, accountId, deadline)
        await saveTemplate(services, accountId, templateId, { schema, expected, author }, deadline)
        return { message: 'The schema was stored.', templateId, schemaVersion: schema.version }
      },
    )

    app.delete(
      '/templates/:templateId/schema',
      {
        schema: {
          summary: 'Delete the JSON Schema of a template',
          tags: ['templates'],
          params: TemplateParams,
          response: { 200: TemplateRemoved },
        },
      },
      async ({ accountId, author, params: { templateId }, deadline }) => {
        await saveTemplate(services, accountId, templateId, { schema: null, author }, deadline)
        return { message: 'The schema was deleted.', templateId }
      },
    )

    app.get(
      '/templates/:templateId/sample-data',
      {
        schema: {
          summary: 'Read the sample data of a template',
          tags: ['templates'],
          params: TemplateParams,
          response: { 200: Text(Data) },
        },
      },
      async ({ accountId, params }, reply) => {
        const { sampleData } = await findTemplateData(database, accountId, params.templateId)
        return await reply
          .header('etag', tagOf(versionOfJson(sampleData)))
          .type('application/json')
          .send(sampleData)
      },
    )

    app.put(
      '/templates/:templateId/sample-data',
      {
        schema: {
          summary: 'Set the sample data of a template',
          description: `The thumbnail of the template and the editor of the dashboard use the sample data. At most 256 KiB. ${PRECONDITION_DESCRIPTION}`,
          tags: ['templates'],
          headers: Preconditions,
          params: TemplateParams,
          body: Type.Unsafe<object>(Data),
          response: { 200: TemplateRemoved, ...failures(412) },
        },
      },
      async ({ accountId, author, headers, params: { templateId }, body, deadline }) => {
        const expected = { sampleData: parsePreconditions(headers) }
        const sampleData = readSampleData(formatJson(body, SAMPLE_DATA_BYTES_MAX))
        await saveTemplate(services, accountId, templateId, { sampleData, expected, author }, deadline)
        return { message: 'The sample data were stored.', templateId }
      },
    )

    app.delete(
      '/templates/:templateId/sample-data',
      {
        schema: {
          summary: 'Delete the sample data of a template',
          tags: ['templates'],
          params: TemplateParams,
          response: { 200: TemplateRemoved },
        },
      },
      async ({ accountId, author, params: { templateId }, deadline }) => {
        await saveTemplate(services, accountId, templateId, { sampleData: EMPTY_JSON, author }, deadline)
        return { message: 'The sample data were deleted.', templateId }
      },
    )
  }
}
