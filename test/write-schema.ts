import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../packages/server/src/database/database.ts'
import { startEmbeddedPostgres } from '../packages/server/src/database/embedded.ts'
import { migrate } from '../packages/server/src/database/migrate.ts'
import { describeSchema } from './schema.ts'

// npm run schema: rewrites packages/server/migrations/schema.txt, which is reviewed in the diff like code.

const MIGRATIONS = new URL('../packages/server/migrations/', import.meta.url).pathname
const QUIET = { info: () => {}, warn: () => {}, error: () => {} }

const dataDir = await mkdtemp(join(tmpdir(), 'platen-schema-'))
{
  await using postgres = await startEmbeddedPostgres({
    dataDir,
    cacheDir: join(dataDir, 'cache'),
    log: QUIET,
  })
  await using connections = connect({ url: postgres.url, poolSize: 1, log: QUIET })
  await migrate(postgres.url, MIGRATIONS, QUIET)
  await writeFile(join(MIGRATIONS, 'schema.txt'), await describeSchema(connections.database))
}
await rm(dataDir, { recursive: true, force: true })
