import { openDatabase } from '../backends.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { migrate, MIGRATIONS } from '../database/migrate.ts'

/** Log of commands. They print their own results, and their output contains no log. */
export const QUIET = { info: () => {}, warn: () => {}, error: () => {} }

/** Opens the database of the service for `work`, whether the service runs or not, and closes it afterwards. */
export async function withDatabase<Result>(
  config: Config,
  work: (database: Database, databaseUrl: string) => Promise<Result>,
): Promise<Result> {
  await using opened = await openDatabase(config, QUIET)
  await migrate(opened.url, MIGRATIONS, QUIET)
  return await work(opened.database, opened.url)
}
