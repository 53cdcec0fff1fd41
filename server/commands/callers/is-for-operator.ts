import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readCallerConfig } from '../../config/caller.ts'
import { readConfig } from '../../config.ts'
import { readCredentials } from './sign-in/credentials.ts'
import { callerOf } from './run.ts'

/**
 * Decides between an operator's and a caller's command with the same name. With `--account` it is the operator's.
 * Otherwise it is the caller's if a user is signed in, else the operator's if this host has a database.
 */
export async function isForOperator(args: string[], environment: NodeJS.ProcessEnv): Promise<boolean> {
  if (args.some((word) => word === '--account' || word.startsWith('--account='))) return true
  const config = readCallerConfig(environment)
  const { credentials } = await readCredentials(config.folder)
  const isOfUrl = args.some((word) => word === '--url' || word.startsWith('--url='))
  if (isOfUrl || callerOf(config, credentials).stored?.session) return false
  const { database, dataDir } = readConfig(environment)
  if (database.kind === 'external') return true
  return await stat(join(dataDir, 'postgres')).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
}
