/** Example bodies in the API reference, by path. Each works as it is, except for the templateId. A test sends them. */
const EXAMPLES: Record<string, object> = {
  '/v1/templates/upload': {
    name: 'Hello',
    content: Buffer.from('<title>Hello</title>\n<h1>Hello {{name}}</h1>\n').toString('base64'),
    contentEncoding: 'base64',
  },
  '/v1/pdf/generate': {
    templateId: '97d5550a-6f17-4386-9ae9-63a47e32d9e8',
    data: [{ name: 'Ada' }, { name: 'Grace' }],
  },
}

interface OpenApiDocument {
  paths?: Record<string, { post?: { requestBody?: object } } | undefined>
}

/** Adds the examples to an OpenAPI document. In the schema of a route, their fields would be parsed as keywords. */
export function addExamples<Document extends OpenApiDocument>(document: Document): Document {
  for (const [path, example] of Object.entries(EXAMPLES)) {
    const body = document.paths?.[path]?.post?.requestBody
    if (body && 'content' in body) Object.assign(Object(body.content)['application/json'], { example })
  }
  return document
}
