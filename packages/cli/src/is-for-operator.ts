import { readCallerConfig } from './config.ts'
import { isInstalled, loadOptional } from './optional-packages.ts'
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
  if (!isInstalled('@platen/server')) return false
  const { hasDatabase } = await loadOptional('@platen/server', () => import('@platen/server/operator'))
  return await hasDatabase(environment)
}
