import fastifySwagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '../../../services.ts'
import { addExamples } from './api-examples.ts'
import { describeResponses } from './response-descriptions.ts'
import { shareSchemas } from '../shared-schemas.ts'

/** Registers the OpenAPI document of the API. It contains the routes that are added after this call. */
export async function describeApi(
  app: FastifyInstance,
  { version, baseUrl }: Pick<Settings, 'version' | 'baseUrl'>,
): Promise<void> {
  await app.register(fastifySwagger, {
    // The dashboard has a document of its own.
    transform: ({ schema, url }) => ({
      schema: url.startsWith('/dashboard/') ? { ...schema, hide: true } : schema,
      url,
    }),
    transformObject: (described) =>
      'openapiObject' in described
        ? addExamples(describeResponses(shareSchemas(described.openapiObject)))
        : described.swaggerObject,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Platen API',
        description:
          'Store Handlebars templates and generate PDFs from them and your data. Requests and responses are JSON, except for ' +
          'files (PDFs, pictures and assets). ' +
          'Every error response has a `message`.',
        version,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: baseUrl }],
      components: {
        securitySchemes: {
          apiKey: {
            type: 'apiKey',
            in: 'header',
            name: 'x-api-key',
            description:
              'An API key of the account. Create one in the dashboard or with `platen create-token`.',
          },
        },
      },
      security: [{ apiKey: [] }],
      tags: [
        { name: 'templates', description: 'Upload, read, replace, delete and preview templates.' },
        { name: 'partials', description: 'Partials that all templates of the account can use.' },
        { name: 'assets', description: 'Images and fonts that all templates of the account can use.' },
        { name: 'pdf', description: 'Generate PDFs, and read the status of jobs.' },
        { name: 'batches', description: 'Generate a document for each row of a file.' },
        {
          name: 'einvoices',
          description: 'Create, check and read electronic invoices: Factur-X, XRechnung and Peppol.',
        },
        { name: 'certificates', description: 'Certificates with which PDFs are signed.' },
        { name: 'webhooks', description: 'Send events to your servers, and read them in your programs.' },
        { name: 'account', description: 'Credits, usage and calls of the account.' },
        {
          name: 'health',
          description: 'Health checks for load balancers and supervisors. They need no key.',
        },
      ],
    },
  })
}
