// The call of each route in the samples of the API reference. `write-samples.ts` writes them for curl, TypeScript and
// Python, and test/docs/samples.test.ts runs all of them.

/** Call of a route, for all languages. */
export interface SampleCall {
  /** Method of both clients, such as `templates.list`. Absent: the clients do not have the route. */
  method?: string
  /** Method of the Python client, if its name is not the same in snake case. */
  pythonMethod?: string
  /** Values of the parameters in the path, which the clients take first. */
  path?: Readonly<Record<string, string | number>>
  /** Fields of the query, which the clients take as names. */
  query?: Readonly<Record<string, string | number>>
  /** Fields of the body, or a file that is the whole body. */
  body?: Readonly<Record<string, SampleValue>> | SampleFile
  /** Fields of the body, or `body` for the whole body, that the clients take by position. */
  positional?: readonly string[]
  /** Rows of a batch. curl sends them as JSON Lines. */
  rows?: readonly Readonly<Record<string, SampleValue>>[]
  /** The clients encode `content` as base64; curl sends it encoded. */
  encodesContent?: boolean
  /** Field of the result that the sample prints. Absent: all of it. `nothing`: the result is empty. */
  prints?: string
  /** File to which the result is written. */
  saves?: string
}

/** Content of a file beside the program. */
export interface SampleFile {
  file: string
  as: 'bytes' | 'json'
}

/** Value in a sample. */
export type SampleValue =
  | string
  | number
  | boolean
  | SampleFile
  | readonly SampleValue[]
  | { readonly [name: string]: SampleValue }

/** Ids and names in the samples. The test replaces the ids by those of its resources. */
export const SAMPLE_IDS = {
  templateId: '97d5550a-6f17-4386-9ae9-63a47e32d9e8',
  jobId: '5b0c6f0e-6d1f-4c56-9d1e-3c1b7a2f9e10',
  webhookId: '0d9a4f3e-52c1-4d8f-b7aa-6a1f2c3d4e5f',
  deliveryId: 'b1f6a0c2-7c64-4a39-8f0e-2d7c9e8a1b34',
  listenerId: 'c2e7b1d3-8d75-4b4a-9a1f-3e8dafb2c45a',
  requestId: 'e4c0a7b9-1f2d-4b3c-8a6e-7d5f4e3c2b1a',
  batchId: 'a7d3c5e1-2b4f-4c6d-8e9a-0f1b2c3d4e5f',
} as const

const { templateId, jobId, webhookId, deliveryId, listenerId, requestId, batchId } = SAMPLE_IDS
const HELLO = '<title>Hello</title>\n<h1>Hello {{name}}</h1>\n'
const SCHEMA = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }
const INVOICE = { format: 'xrechnung-ubl', invoice: { file: 'invoice.json', as: 'json' } } as const
const DATA_SET = { name: 'two-sheets' }
const PARTIAL = { name: 'footer' }
const ASSET = { name: 'logo.png' }

/** Calls of all routes, by method and path. */
export const SAMPLE_CALLS: Readonly<Record<string, SampleCall>> = {
  'GET /health/live': {},
  'GET /health/ready': {},

  'GET /v1/templates': { method: 'templates.list' },
  'POST /v1/templates/upload': {
    method: 'templates.upload',
    body: { name: 'Hello', content: HELLO },
    encodesContent: true,
  },
  'GET /v1/templates/{templateId}': { method: 'templates.get', path: { templateId } },
  'PUT /v1/templates/{templateId}': {
    method: 'templates.replace',
    path: { templateId },
    body: { content: HELLO },
    encodesContent: true,
  },
  'DELETE /v1/templates/{templateId}': {
    method: 'templates.remove',
    path: { templateId },
    prints: 'nothing',
  },
  'GET /v1/templates/{templateId}/schema': { method: 'templates.schema.get', path: { templateId } },
  'PUT /v1/templates/{templateId}/schema': {
    method: 'templates.schema.set',
    path: { templateId },
    body: SCHEMA,
    positional: ['body'],
    prints: 'nothing',
  },
  'DELETE /v1/templates/{templateId}/schema': {
    method: 'templates.schema.remove',
    path: { templateId },
    prints: 'nothing',
  },
  'GET /v1/templates/{templateId}/sample-data': {
    method: 'templates.sampleData.get',
    path: { templateId },
  },
  'PUT /v1/templates/{templateId}/sample-data': {
    method: 'templates.sampleData.set',
    path: { templateId },
    body: { name: 'Ada' },
    positional: ['body'],
    prints: 'nothing',
  },
  'DELETE /v1/templates/{templateId}/sample-data': {
    method: 'templates.sampleData.remove',
    path: { templateId },
    prints: 'nothing',
  },
  'GET /v1/templates/{templateId}/data-sets': { method: 'templates.dataSets.list', path: { templateId } },
  'GET /v1/templates/{templateId}/data-sets/{name}': {
    method: 'templates.dataSets.get',
    path: { templateId, ...DATA_SET },
  },
  'PUT /v1/templates/{templateId}/data-sets/{name}': {
    method: 'templates.dataSets.set',
    path: { templateId, ...DATA_SET },
    body: { name: 'Grace' },
    positional: ['body'],
    prints: 'nothing',
  },
  'PATCH /v1/templates/{templateId}/data-sets/{name}': {
    method: 'templates.dataSets.rename',
    path: { templateId, ...DATA_SET },
    body: { name: 'long-invoice' },
    positional: ['name'],
    prints: 'nothing',
  },
  'DELETE /v1/templates/{templateId}/data-sets/{name}': {
    method: 'templates.dataSets.remove',
    path: { templateId, ...DATA_SET },
    prints: 'nothing',
  },
  'PUT /v1/templates/{templateId}/tags': {
    method: 'templates.setTags',
    path: { templateId },
    body: { tags: ['invoice', 'germany'] },
    positional: ['tags'],
  },
  'POST /v1/templates/{templateId}/archive': {
    method: 'templates.archive',
    path: { templateId },
    prints: 'nothing',
  },
  'POST /v1/templates/{templateId}/unarchive': {
    method: 'templates.unarchive',
    path: { templateId },
    prints: 'nothing',
  },
  'POST /v1/templates/preview': {
    method: 'templates.preview',
    body: { templateId, data: { name: 'Ada' }, picture: false },
    prints: 'sheets',
  },
  'POST /v1/templates/check': {
    method: 'templates.check',
    body: { content: HELLO },
    positional: ['content'],
    encodesContent: true,
    prints: 'nothing',
  },
  ...versionCalls('/v1/templates/{templateId}', 'templates', { templateId }),
  'GET /v1/templates/{templateId}/draft': { method: 'templates.drafts.get', path: { templateId } },
  'PUT /v1/templates/{templateId}/draft': {
    method: 'templates.drafts.save',
    path: { templateId },
    body: { content: HELLO },
    positional: ['content'],
    encodesContent: true,
  },
  'DELETE /v1/templates/{templateId}/draft': {
    method: 'templates.drafts.discard',
    path: { templateId },
    prints: 'nothing',
  },
  'POST /v1/templates/{templateId}/publish': { method: 'templates.drafts.publish', path: { templateId } },

  'GET /v1/partials': { method: 'partials.list' },
  'GET /v1/partials/{name}': { method: 'partials.get', path: PARTIAL },
  'PUT /v1/partials/{name}': {
    method: 'partials.put',
    path: PARTIAL,
    body: { content: '<footer>{{company}}</footer>\n' },
    positional: ['content'],
    encodesContent: true,
  },
  'DELETE /v1/partials/{name}': { method: 'partials.remove', path: PARTIAL, prints: 'nothing' },
  ...versionCalls('/v1/partials/{name}', 'partials', PARTIAL),

  'GET /v1/assets': { method: 'assets.list' },
  'GET /v1/assets/{name}': { method: 'assets.get', path: ASSET, saves: 'logo.png' },
  'PUT /v1/assets/{name}': {
    method: 'assets.put',
    path: ASSET,
    body: { file: 'logo.png', as: 'bytes' },
    positional: ['body'],
  },
  'DELETE /v1/assets/{name}': { method: 'assets.remove', path: ASSET, prints: 'nothing' },
  ...versionCalls('/v1/assets/{name}', 'assets', ASSET, 'logo-1.png'),

  'POST /v1/pdf/generate': {
    method: 'pdf.generate',
    body: { templateId, data: [{ name: 'Ada' }, { name: 'Grace' }] },
    prints: 'pdfUrl',
  },
  'GET /v1/jobs': { method: 'jobs.list', query: { status: 'completed', limit: 10 } },
  'GET /v1/jobs/{jobId}': { method: 'jobs.get', path: { jobId } },

  'POST /v1/batches': {
    method: 'batches.create',
    query: { templateId },
    rows: [{ name: 'Ada' }, { name: 'Grace' }],
  },
  'GET /v1/batches': { method: 'batches.list', query: { limit: 10 } },
  'GET /v1/batches/{batchId}': { method: 'batches.get', path: { batchId } },
  'GET /v1/batches/{batchId}/failed-rows': { method: 'batches.failedRows', path: { batchId } },
  'POST /v1/batches/{batchId}/cancel': { method: 'batches.cancel', path: { batchId } },
  'POST /v1/batches/{batchId}/resume': { method: 'batches.resume', path: { batchId } },

  'GET /v1/einvoices/schema': {},
  'POST /v1/einvoices': { method: 'einvoices.create', body: INVOICE, prints: 'xml' },
  'POST /v1/einvoices/validate': { method: 'einvoices.validate', body: INVOICE },
  'POST /v1/einvoices/extract': {
    method: 'einvoices.extract',
    body: { content: { file: 'invoice.xml', as: 'bytes' } },
    positional: ['content'],
    encodesContent: true,
    prints: 'format',
  },

  'GET /v1/certificates': { method: 'certificates.list' },
  'POST /v1/certificates': {
    method: 'certificates.add',
    body: {
      name: 'company-seal',
      content: { file: 'certificate.p12', as: 'bytes' },
      password: 'secret of the file',
    },
  },
  'DELETE /v1/certificates/{name}': {
    method: 'certificates.remove',
    path: { name: 'company-seal' },
    prints: 'nothing',
  },

  'GET /v1/webhooks': { method: 'webhooks.list' },
  'POST /v1/webhooks': {
    method: 'webhooks.create',
    body: { url: 'https://example.com/hooks/platen', events: ['job.completed', 'job.failed'] },
  },
  'GET /v1/webhooks/{webhookId}': { method: 'webhooks.get', path: { webhookId } },
  'PATCH /v1/webhooks/{webhookId}': {
    method: 'webhooks.update',
    path: { webhookId },
    body: { events: ['job.failed'] },
  },
  'DELETE /v1/webhooks/{webhookId}': {
    method: 'webhooks.remove',
    path: { webhookId },
    prints: 'nothing',
  },
  'POST /v1/webhooks/{webhookId}/rotate': {
    method: 'webhooks.rotate',
    path: { webhookId },
    body: { overlapHours: 24 },
  },
  'GET /v1/webhooks/{webhookId}/deliveries': {
    method: 'webhooks.deliveries',
    path: { webhookId },
    query: { limit: 10 },
  },
  'GET /v1/webhooks/{webhookId}/deliveries/{deliveryId}': {
    method: 'webhooks.delivery',
    path: { webhookId, deliveryId },
  },
  'POST /v1/webhooks/{webhookId}/deliveries/{deliveryId}/resend': {
    method: 'webhooks.resend',
    path: { webhookId, deliveryId },
  },
  'POST /v1/webhooks/{webhookId}/resend-failed': {
    method: 'webhooks.resendFailed',
    path: { webhookId },
    body: { since: '2026-11-21T00:00:00Z' },
    positional: ['since'],
  },
  'POST /v1/webhooks/{webhookId}/test': { method: 'webhooks.test', path: { webhookId } },
  'POST /v1/webhook-listeners': {
    method: 'webhooks.listeners.create',
    body: { events: ['job.completed'] },
  },
  'POST /v1/webhook-listeners/{listenerId}/poll': {
    method: 'webhooks.listeners.poll',
    path: { listenerId },
    body: { acknowledged: [] },
    positional: ['acknowledged'],
  },
  'DELETE /v1/webhook-listeners/{listenerId}': {
    method: 'webhooks.listeners.remove',
    path: { listenerId },
    prints: 'nothing',
  },

  'GET /v1/credits': { method: 'credits' },
  'GET /v1/usage': { method: 'usage', query: { days: 7 } },
  'GET /v1/requests': { method: 'requests.list', query: { status: '4xx', limit: 10 } },
  'GET /v1/requests/{requestId}': { method: 'requests.get', path: { requestId } },
}

/** Returns the calls for the versions of a kind of content. */
function versionCalls(
  route: string,
  client: string,
  path: Readonly<Record<string, string>>,
  saves?: string,
): Record<string, SampleCall> {
  const number = 1
  return {
    [`GET ${route}/versions`]: { method: `${client}.versions`, path },
    [`GET ${route}/versions/{number}`]: {
      method: `${client}.version`,
      path: { ...path, number },
      ...(saves !== undefined && { saves }),
    },
    [`POST ${route}/versions/{number}/restore`]: { method: `${client}.restore`, path: { ...path, number } },
  }
}
