import { writeFile } from 'node:fs/promises'
import { startPlaten } from '../test/harness.ts'
import { API_TYPES, apiTypes } from './api-types.ts'

// npm run dashboard:api: writes src/api/schema.ts anew from the routes' own schemas.

await using platen = await startPlaten()
await writeFile(API_TYPES, await apiTypes(platen.url))
