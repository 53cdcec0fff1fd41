import { writeFile } from 'node:fs/promises'
import { startPlaten } from '../../test/harness.ts'
import { disposeShared } from '../../test/shared.ts'
import { API_TYPES, apiTypes } from './api-types.ts'

// npm run dashboard:api: regenerates src/api/schema.ts from the schemas of the routes.

await using stack = new AsyncDisposableStack()
stack.defer(disposeShared)
const platen = stack.use(await startPlaten())
await writeFile(API_TYPES, await apiTypes(platen.url))
