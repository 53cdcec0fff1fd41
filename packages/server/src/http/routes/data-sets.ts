import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { DATA_SETS_BYTES_MAX, DATA_SETS_MAX, SAMPLE_DATA_BYTES_MAX } from '@platen/template/template-limits'
import type { Services } from '../../services.ts'
import {
  dataSetIn,
  type DataSetsChange,
  putDataSet,
  removeDataSet,
  renameDataSet,
} from '../../templates/data-sets.ts'
import { saveTemplate } from '../../templates/save.ts'
import { findTemplateData, versionOfJson } from '../../templates/template-data.ts'
import { formatJson } from '../bodies/json-texts.ts'
import { readDataSet } from '../fields/sample-data.ts'
import { parsePreconditions, tagOf } from '../protocol/etags.ts'
import { PRECONDITION_DESCRIPTION, Preconditions } from '../schemas/content-schemas.ts'
import { TemplateParams } from '../schemas/params.ts'
import { Data, failures, noPrototypeKeys } from '../schemas/schemas.ts'

const tags = ['templates']
const DataSetParams = Type.Object({ ...TemplateParams.properties, name: Type.String() })
const DataSetList = Type.Object({
  dataSets: Type.Array(
    Type.Object(
      {
        name: Type.String(),
        size: Type.Integer({ description: 'Size of the JSON text in bytes.' }),
        version: Type.String({ description: 'SHA-256 of the JSON without white space, hex.' }),
      },
      { title: 'DataSet' },
    ),
  ),
})
const RenameBody = Type.Object(
  { name: Type.String({ maxLength: 64, description: 'New name of the data set.' }) },
  noPrototypeKeys,
)
const DataSetChanged = Type.Object(
  { message: Type.String(), templateId: Type.String(), name: Type.String() },
  { title: 'DataSetChanged' },
)

/** Routes `/v1/templates/…/data-sets`: further data of a template, for previews. */
export function dataSetRoutes(services: Services): FastifyPluginAsyncTypebox {
  const { database } = services
  return async (app) => {
    app.get(
      '/templates/:templateId/data-sets',
      {
        schema: {
          summary: 'List the data sets of a template',
          description: 'The sample data of the template is not in the list.',
          tags,
          params: TemplateParams,
          response: { 200: DataSetList },
        },
      },
      async ({ accountId, params }) => {
        const { dataSets } = await findTemplateData(database, accountId, params.templateId)
        return {
          dataSets: dataSets.map(({ name, data }) => ({
            name,
            size: Buffer.byteLength(data),
            version: versionOfJson(data),
          })),
        }
      },
    )

    app.get(
      '/templates/:templateId/data-sets/:name',
      {
        schema: {
          summary: 'Read a data set of a template',
          tags,
          params: DataSetParams,
          // Stored text, which is not serialized.
          response: { 200: Type.Unsafe<string>(Data) },
        },
      },
      async ({ accountId, params: { templateId, name } }, reply) => {
        const { dataSets } = await findTemplateData(database, accountId, templateId)
        const { data } = dataSetIn(dataSets, name)
        return await reply
          .header('etag', tagOf(versionOfJson(data)))
          .type('application/json')
          .send(data)
      },
    )

    app.put(
      '/templates/:templateId/data-sets/:name',
      {
        schema: {
          summary: 'Create or replace a data set of a template',
          description: `Previews and the editor of the dashboard use it. A template has at most ${DATA_SETS_MAX} data sets of at most ${SAMPLE_DATA_BYTES_MAX / 1024} KiB, and ${DATA_SETS_BYTES_MAX / 1024 / 1024} MiB in total. The name has at most 64 letters, digits, “-” and “_”. ${PRECONDITION_DESCRIPTION}`,
          tags,
          headers: Preconditions,
          params: DataSetParams,
          body: Type.Unsafe<object>(Data),
          response: { 200: DataSetChanged, ...failures(412) },
        },
      },
      async (request) => {
        const { name } = request.params
        const dataSet = readDataSet({ name, data: formatJson(request.body, SAMPLE_DATA_BYTES_MAX) })
        const change = putDataSet(dataSet, parsePreconditions(request.headers))
        return await save(request, change, 'The data set was stored.')
      },
    )

    app.patch(
      '/templates/:templateId/data-sets/:name',
      {
        schema: {
          summary: 'Rename a data set of a template',
          tags,
          params: DataSetParams,
          body: RenameBody,
          response: { 200: DataSetChanged },
        },
      },
      async (request) => {
        const { name } = request.body
        return await save(
          request,
          renameDataSet(request.params.name, name),
          'The data set was renamed.',
          name,
        )
      },
    )

    app.delete(
      '/templates/:templateId/data-sets/:name',
      {
        schema: {
          summary: 'Delete a data set of a template',
          tags,
          params: DataSetParams,
          response: { 200: DataSetChanged },
        },
      },
      async (request) => await save(request, removeDataSet(request.params.name), 'The data set was deleted.'),
    )
  }

  async function save(
    { accountId, author, deadline, params }: SaveRequest,
    dataSets: DataSetsChange,
    message: string,
    name: string = params.name,
  ) {
    const { templateId } = params
    await saveTemplate(services, accountId, templateId, { dataSets, author }, deadline)
    return { message, templateId, name }
  }
}

type SaveRequest = Pick<FastifyRequest, 'accountId' | 'author' | 'deadline'> & {
  params: { templateId: string; name: string }
}
