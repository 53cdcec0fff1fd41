import { fileURLToPath } from 'node:url'
import { openDatabase } from '../../backends.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/database.ts'
import { migrate } from '../../database/migrate.ts'

const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url))
// A command says what it did itself; what goes on below it is not for its output.
const QUIET = { info: () => {}, warn: () => {}, error: () => {} }

/** Does something with the service's database, whether or not the service runs, and leaves it as it was found. */
export async function withDatabase<Result>(
  config: Config,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  await using opened = await openDatabase(config, QUIET)
  await migrate(opened.url, MIGRATIONS, QUIET)
  return await work(opened.database)
}
