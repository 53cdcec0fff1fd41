import { writeFile } from 'node:fs/promises'
import { errorsPage } from './errors-page.ts'

// npm run docs:errors: writes docs/errors.md from the catalogue of errors.

await writeFile(new URL('errors.md', import.meta.url), errorsPage())
