import { writeFile } from 'node:fs/promises'
import { API_TYPES, apiTypes } from './api-types.ts'

// npm run dashboard:api: regenerates src/api/schema.ts from the OpenAPI document of the dashboard API.

await writeFile(API_TYPES, await apiTypes())
