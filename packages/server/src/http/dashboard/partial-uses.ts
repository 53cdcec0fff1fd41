import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { findPartialUses } from '../../content/partial-uses.ts'
import type { Services } from '../../services.ts'
import { NameParams } from '../schemas/content-schemas.ts'
import { failures } from '../schemas/schemas.ts'

const PartialUses = Type.Object({
  uses: Type.Array(
    Type.Object(
      {
        kind: Type.Enum(['template', 'partial'], { type: 'string' }),
        id: Type.String({ description: 'Id of the template, or name of the partial.' }),
        name: Type.String(),
      },
      { title: 'PartialUse' },
    ),
  ),
  isComplete: Type.Boolean({
    description:
      'False when the account has more than 500 templates and partials, or more than 32 MB of them.',
  }),
})

/** Route `/dashboard/api/partials/{name}/uses`. */
export function partialUseRoutes(services: Services): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/partials/:name/uses',
      {
        config: { permission: 'content:read' },
        schema: {
          summary: 'List the templates and partials that call a partial',
          params: NameParams,
          response: { ...failures(404, 504), 200: PartialUses },
        },
      },
      async ({ accountId, params: { name }, deadline }) =>
        await findPartialUses(services, { accountId, name }, deadline),
    )
  }
}
