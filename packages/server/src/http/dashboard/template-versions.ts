import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Services } from '../../services.ts'
import { saveTemplate } from '../../templates/save.ts'
import { listVersions, readVersion, type Version } from '../../templates/versions.ts'
import { parseIfMatchRevision, tagOf } from '../protocol/etags.ts'
import { TemplateParams } from '../schemas/params.ts'
import { failures } from '../schemas/schemas.ts'
import {
  IfMatch,
  VersionList,
  VersionParams,
  VersionRestored,
  VersionWithContent,
} from './schemas/template-schemas.ts'

/** Routes `/dashboard/api/templates/…/versions`: list, read, restore. */
export function templateVersionRoutes(services: Services): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/templates/:templateId/versions',
      {
        schema: {
          operationId: 'listTemplateVersions',
          summary: 'List the versions of a template, newest first',
          params: TemplateParams,
          response: { 200: VersionList, ...failures(404) },
        },
      },
      async ({ accountId, params }) => {
        const versions = await listVersions(services.database, accountId, params.templateId)
        return { versions: versions.map(versionResponse) }
      },
    )

    app.get(
      '/templates/:templateId/versions/:number',
      {
        schema: {
          operationId: 'getTemplateVersion',
          summary: 'Read a version with its source',
          params: VersionParams,
          response: { 200: VersionWithContent, ...failures(404, 504) },
        },
      },
      async ({ accountId, params: { templateId, number }, deadline }) => {
        const versionId = { templateId, number: Number(number) }
        const { source, ...version } = await readVersion(services, accountId, versionId, deadline)
        return { ...versionResponse(version), content: source }
      },
    )

    app.post(
      '/templates/:templateId/versions/:number/restore',
      {
        schema: {
          operationId: 'restoreTemplateVersion',
          summary: 'Restore the source of an older version as a new version',
          params: VersionParams,
          headers: IfMatch,
          response: { 200: VersionRestored, ...failures(404, 412, 428, 504) },
        },
      },
      async (request, reply) => {
        const { accountId, user, deadline } = request
        const { templateId } = request.params
        const versionId = { templateId, number: Number(request.params.number) }
        const { source, number: restored } = await readVersion(services, accountId, versionId, deadline)
        const baseRevision = parseIfMatchRevision(request.headers['if-match'])
        const change = { source, restored, baseRevision, author: { person: user.email } }
        const { revision } = await saveTemplate(services, accountId, templateId, change, deadline)
        void reply.header('etag', tagOf({ revision }))
        return { templateId, revision }
      },
    )
  }
}

function versionResponse<Row extends Version>(version: Row) {
  return { ...version, createdAt: version.createdAt.toISOString() }
}
