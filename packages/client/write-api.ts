import { writeFile } from 'node:fs/promises'
import { startPlaten } from '../../test/harness.ts'
import { disposeShared } from '../../test/shared.ts'
import { CLIENT_TYPES, clientTypes } from './api-types.ts'
import { PYTHON_TYPES, pythonTypes } from './python-types.ts'

// npm run client:api: generates the types of both clients from the schemas of the routes.

await using stack = new AsyncDisposableStack()
stack.defer(disposeShared)
const platen = stack.use(await startPlaten())
await writeFile(CLIENT_TYPES, await clientTypes(platen.url))
await writeFile(PYTHON_TYPES, await pythonTypes(platen.url))
