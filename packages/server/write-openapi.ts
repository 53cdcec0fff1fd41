import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { format } from 'oxfmt'
import { buildOpenApiDocuments, OPENAPI_FILES } from './src/openapi/documents.ts'

// npm run openapi: writes the OpenAPI documents of the routes, in the format that `npm run check` expects.

// As in .oxfmtrc.json.
const STYLE = { printWidth: 110 }

const documents = await buildOpenApiDocuments()
for (const name of ['v1', 'dashboard'] as const) {
  const file = OPENAPI_FILES[name]
  const { code } = await format(fileURLToPath(file), JSON.stringify(documents[name]), STYLE)
  await writeFile(file, code)
}
