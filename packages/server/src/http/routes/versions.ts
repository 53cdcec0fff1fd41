import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
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
  Preconditions,
  VersionList,
  VersionNumber,
  VersionWithContent,
} from '../schemas/content-schemas.ts'
import { TemplateParams } from '../schemas/params.ts'
import { failures, TemplateSchema } from '../schemas/schemas.ts'
import { templateResponse } from './templates.ts'

interface VersionedKind {
  kind: ContentKind
  /** Path of a content. Its parameter is the id of the content. */
  path: `/${string}/:${string}`
  params: typeof TemplateParams | typeof NameParams
  /** Response with one version. */
  version: TSchema | typeof AssetBytes
  /** Response with the content after an older version was restored. */
  restored: TSchema
  restore(services: Services, restoring: Restoring): Promise<{ contentVersion: string }>
}

interface Restoring {
  ref: ContentRef
  number: number
  author: Author
  expectedVersion: string | null | undefined
  deadline: AbortSignal
}

const KINDS: readonly VersionedKind[] = [
  {
    kind: 'template',
    path: '/templates/:templateId',
    params: TemplateParams,
    version: VersionWithContent,
    restored: TemplateSchema,
    async restore(services, { ref, number, author, expectedVersion, deadline }) {
      const { object: source } = await readSourceVersion(services, ref, number, deadline)
      const change = { source, restored: number, author, expected: { source: expectedVersion } }
      return templateResponse(await saveTemplate(services, ref.accountId, ref.id, change, deadline))
    },
  },
  {
    kind: 'partial',
    path: '/partials/:name',
    params: NameParams,
    version: VersionWithContent,
    restored: PartialSchema,
    async restore(services, { ref, number, author, expectedVersion, deadline }) {
      const { object: source } = await readSourceVersion(services, ref, number, deadline)
      const target = { accountId: ref.accountId, name: ref.id }
      const change = { source, restored: number, author, expectedVersion }
      return (await savePartial(services, target, change, deadline)).content
    },
  },
  {
    kind: 'asset',
    path: '/assets/:name',
    params: NameParams,
    version: AssetBytes,
    restored: AssetSchema,
    async restore(services, { ref, number, author, expectedVersion, deadline }) {
      const { storage, database } = services
      const { object: bytes } = await readVersion(database, ref, number, (key) =>
        storage.readBytes(key, deadline),
      )
      const target = { accountId: ref.accountId, name: ref.id }
      const change = { bytes, restored: number, author, expectedVersion }
      return (await saveAsset(services, target, change, deadline)).content
    },
  },
]

/** Routes `…/versions` of templates, partials and assets, under /v1 and in the dashboard: list, read, restore. */
export function versionRoutes(services: Services): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const versioned of KINDS) await app.register(routesOf(services, versioned))
  }
}

function routesOf(services: Services, versioned: VersionedKind): FastifyPluginAsyncTypebox {
  const { kind, path } = versioned
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

  return async (app) => {
    app.get(
      `${path}/versions`,
      {
        schema: {
          summary: `List the versions of a ${kind}, newest first`,
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
        schema: {
          summary: `Read a version of a ${kind} with its content`,
          tags,
          params: versionParams,
          response: { 200: versioned.version, ...failures(504) },
        },
      },
      async (request, reply) => {
        const ref = refOf(request)
        const number = Number(request.params['number'])
        if (kind === 'asset') {
          const { storage, database } = services
          const { object, ...version } = await readVersion(database, ref, number, (key) =>
            storage.readStream(key),
          )
          return await sendAsset(reply, ref.id, { ...version, stream: object.stream })
        }
        const { object, ...version } = await readSourceVersion(services, ref, number, request.deadline)
        return await reply.send({ ...version, content: object })
      },
    )

    app.post(
      `${path}/versions/:number/restore`,
      {
        schema: {
          summary: `Restore an older version of a ${kind} as a new version`,
          description:
            'With If-Match, the response is 412 when the current content is not the expected version.',
          tags,
          params: versionParams,
          headers: Preconditions,
          response: { 200: versioned.restored, ...failures(412, 504) },
        },
      },
      async (request, reply) => {
        const { author, deadline } = request
        const expectedVersion = parsePreconditions(request.headers)
        const number = Number(request.params['number'])
        const content = await versioned.restore(services, {
          ref: refOf(request),
          number,
          author,
          expectedVersion,
          deadline,
        })
        return await reply.header('etag', tagOf(content.contentVersion)).send(content)
      },
    )
  }
}

function readSourceVersion(
  { database, storage }: Services,
  ref: ContentRef,
  number: number,
  signal: AbortSignal,
) {
  return readVersion(database, ref, number, (key) => storage.readText(key, signal))
}
