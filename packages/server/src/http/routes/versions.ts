import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { saveAsset } from '../../content/assets.ts'
import type { Author } from '../../content/authors.ts'
import type { ContentKind, ContentRef } from '../../content/contents.ts'
import { savePartial } from '../../content/partials.ts'
import { listVersions, readVersion } from '../../content/versions.ts'
import type { Services } from '../../services.ts'
import { saveTemplate } from '../../templates/save.ts'
import { sendAsset } from '../bodies/asset-bodies.ts'
import { parsePreconditions, tagOf } from '../protocol/etags.ts'
import {
  AssetBytes,
  AssetSchema,
  NameParams,
  PartialSchema,
  RestorePrecondition,
  VersionList,
  VersionNumber,
  VersionWithContent,
} from '../schemas/content-schemas.ts'
import { TemplateParams } from '../schemas/params.ts'
import { failures, TemplateSchema } from '../schemas/schemas.ts'
import { templateResponse } from './templates.ts'

/** A kind of content with what its versions have in common with no other kind. */
interface VersionedKind {
  kind: ContentKind
  /** Path of a content. Its parameter is the id of the content. */
  path: `/${string}/:${string}`
  params: typeof TemplateParams | typeof NameParams
  /** Response with one version. */
  version: TSchema | typeof AssetBytes
  /** Response with the content after an older version was restored. */
  restored: TSchema
  send(services: Services, reply: FastifyReply, version: VersionRef): Promise<FastifyReply>
  restore(
    services: Services,
    version: VersionRef,
    change: { author: Author; expectedVersion: string | null | undefined },
  ): Promise<{ contentVersion: string }>
}

interface VersionRef {
  ref: ContentRef
  number: number
  deadline: AbortSignal
}

const KINDS: readonly VersionedKind[] = [
  {
    kind: 'template',
    path: '/templates/:templateId',
    params: TemplateParams,
    version: VersionWithContent,
    restored: TemplateSchema,
    send: sendSource,
    async restore(services, version, { author, expectedVersion }) {
      const { accountId, id } = version.ref
      const { object: source, schema } = await readSource(services, version)
      const expected = { source: expectedVersion }
      const change = { source, schema, restored: version.number, author, expected }
      return templateResponse(await saveTemplate(services, accountId, id, change, version.deadline))
    },
  },
  {
    kind: 'partial',
    path: '/partials/:name',
    params: NameParams,
    version: VersionWithContent,
    restored: PartialSchema,
    send: sendSource,
    async restore(services, version, change) {
      const { accountId, id: name } = version.ref
      const { object: source } = await readSource(services, version)
      const restoring = { ...change, source, restored: version.number }
      return (await savePartial(services, { accountId, name }, restoring, version.deadline)).content
    },
  },
  {
    kind: 'asset',
    path: '/assets/:name',
    params: NameParams,
    version: AssetBytes,
    restored: AssetSchema,
    async send({ database, storage }, reply, { ref, number }) {
      const version = await readVersion(database, ref, number, (key) => storage.readStream(key))
      return await sendAsset(reply, ref.id, { ...version, stream: version.object.stream })
    },
    async restore(services, { ref, number, deadline }, change) {
      const { database, storage } = services
      const { accountId, id: name } = ref
      const { object: bytes } = await readVersion(database, ref, number, (key) =>
        storage.readBytes(key, deadline),
      )
      const restoring = { ...change, bytes, restored: number }
      return (await saveAsset(services, { accountId, name }, restoring, deadline)).content
    },
  },
]

async function readSource({ database, storage }: Services, { ref, number, deadline }: VersionRef) {
  return await readVersion(database, ref, number, (key) => storage.readText(key, deadline))
}

async function sendSource(services: Services, reply: FastifyReply, version: VersionRef) {
  const { object, ...row } = await readSource(services, version)
  return await reply.send({ ...row, content: object })
}

/** Routes `…/versions` of templates, partials and assets, under /v1 and in the dashboard: list, read, restore. */
export function versionRoutes(services: Services): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const versioned of KINDS) await app.register(routesOf(services, versioned))
  }
}

function routesOf(services: Services, versioned: VersionedKind): FastifyPluginAsyncTypebox {
  const { kind, path } = versioned
  const what = kind === 'asset' ? 'an asset' : `a ${kind}`
  const tags = [`${kind}s`]
  // The name of the first parameter depends on the kind.
  const params = Type.Unsafe<Record<string, string>>(versioned.params)
  const versionParams = Type.Unsafe<Record<string, string>>(
    Type.Object({ ...versioned.params.properties, number: VersionNumber }),
  )
  const refOf = (request: { accountId: string; params: Record<string, string> }): ContentRef => ({
    accountId: request.accountId,
    kind,
    id: request.params['templateId'] ?? request.params['name'] ?? '',
  })
  const versionOf = (request: {
    accountId: string
    params: Record<string, string>
    deadline: AbortSignal
  }) => ({
    ref: refOf(request),
    number: Number(request.params['number']),
    deadline: request.deadline,
  })

  return async (app) => {
    app.get(
      `${path}/versions`,
      {
        config: { permission: 'content:read' },
        schema: {
          summary: `List the versions of ${what}, newest first`,
          tags,
          params,
          response: { 200: VersionList },
        },
      },
      async (request) => ({ versions: await listVersions(services.database, refOf(request)) }),
    )

    app.get(
      `${path}/versions/:number`,
      {
        config: { permission: 'content:read' },
        schema: {
          summary: `Read a version of ${what} with its content`,
          tags,
          params: versionParams,
          response: { 200: versioned.version, ...failures(504) },
        },
      },
      async (request, reply) => await versioned.send(services, reply, versionOf(request)),
    )

    app.post(
      `${path}/versions/:number/restore`,
      {
        config: { permission: 'content:write' },
        schema: {
          summary: `Restore an older version of ${what} as a new version`,
          description:
            'With If-Match, the response is 412 when the current content is not the expected version.',
          tags,
          params: versionParams,
          headers: RestorePrecondition,
          response: { 200: versioned.restored, ...failures(412, 504) },
        },
      },
      async (request, reply) => {
        const expectedVersion = parsePreconditions(request.headers)
        const change = { author: request.author, expectedVersion }
        const content = await versioned.restore(services, versionOf(request), change)
        return await reply.header('etag', tagOf(content.contentVersion)).send(content)
      },
    )
  }
}
