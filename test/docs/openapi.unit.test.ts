import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { resolveReferences } from '../../packages/documentation/src/open-api.ts'
import { shareSchemas } from '../../packages/server/src/http/schemas/shared-schemas.ts'
import { buildOpenApiDocuments, OPENAPI_FILES } from '../../packages/server/src/openapi/documents.ts'

describe('OpenAPI documents', () => {
  it('match the routes and are built without database or renderer', async () => {
    const documents = await buildOpenApiDocuments()
    for (const name of ['v1', 'dashboard'] as const) {
      const stored: unknown = JSON.parse(await readFile(OPENAPI_FILES[name], 'utf8'))
      assert.deepEqual(stored, documents[name], 'run "npm run openapi"')
    }
  })

  it('describe each error response once', async () => {
    const { v1, dashboard } = await buildOpenApiDocuments()
    for (const document of [v1, dashboard]) {
      const { components, paths }: Described = Object(document)
      const failures = Object.values(paths)
        .flatMap((operations) => Object.values(operations))
        .flatMap(({ responses }) => Object.entries(responses))
        .filter(([status]) => status >= '400')
      // The readiness check has a response of its own.
      const inline = failures.filter(([, response]) => response.$ref === undefined)
      assert.deepEqual(
        inline.map(([status]) => status),
        document === v1 ? ['503'] : [],
      )
      const used = new Set(failures.map(([, { $ref }]) => $ref))
      for (const name of Object.keys(components.responses))
        assert.ok(used.has(`#/components/responses/${name}`), name)
    }
  })

  it('have no reference to a component that does not exist', async () => {
    const { v1, dashboard } = await buildOpenApiDocuments()
    for (const document of [v1, dashboard])
      assert.doesNotMatch(JSON.stringify(resolveReferences(document)), /"\$ref"/)
    assert.throws(
      () => resolveReferences({ paths: { '/': { $ref: '#/components/schemas/Absent' } } }),
      /no #\/components\/schemas\/Absent/,
    )
  })
})

describe('shared schemas', () => {
  const page = { type: 'object', title: 'Page', properties: { title: { type: 'string' } } }
  const media = (schema: object) => ({ 'application/json': { schema } })

  it('are named after their titles, nested ones too, in alphabetical order', () => {
    const run = { type: 'object', title: 'Dry run', properties: { pages: { type: 'array', items: page } } }
    const document = shareSchemas({
      components: { securitySchemes: {} },
      paths: { a: media(page), b: media(run) },
    })
    assert.deepEqual(document, {
      components: {
        securitySchemes: {},
        schemas: {
          DryRun: {
            ...run,
            properties: { pages: { type: 'array', items: { $ref: '#/components/schemas/Page' } } },
          },
          Page: page,
        },
      },
      paths: {
        a: media({ $ref: '#/components/schemas/Page' }),
        b: media({ $ref: '#/components/schemas/DryRun' }),
      },
    })
    assert.deepEqual(Object.keys(document.components.schemas ?? {}), ['DryRun', 'Page'])
  })

  it('reject two different schemas with one title', () => {
    const paths = { a: media(page), b: media({ ...page, description: 'Other.' }) }
    assert.throws(() => shareSchemas({ paths }), /Two different schemas have the title "Page"/)
  })
})

interface Described {
  components: { responses: object }
  paths: Record<string, Record<string, { responses: Record<string, { $ref?: string }> }>>
}
