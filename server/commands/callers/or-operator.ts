import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readCallerConfig } from '../../config/caller.ts'
import { readConfig } from '../../config.ts'
import { readCredentials } from './sign-in/credentials.ts'
import { callerOf } from './run.ts'

/**
 * Whose command it is where operators and callers have one of the same name: with --account the operator's. Without,
 * the caller's who is signed in; and where nobody is, the operator's if this host has a database.
 */
export async function isForOperator(args: string[], environment: NodeJS.ProcessEnv): Promise<boolean> {
  if (args.some((word) => word === '--account' || word.startsWith('--account='))) return true
  const config = readCallerConfig(environment)
  const { credentials } = await readCredentials(config.folder)
  const isOfUrl = args.some((word) => word === '--url' || word.startsWith('--url='))
  if (isOfUrl || callerOf(config, credentials).kept?.session) return false
  const { database, dataDir } = readConfig(environment)
  if (database.kind === 'external') return true
  return await stat(join(dataDir, 'postgres')).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
}
