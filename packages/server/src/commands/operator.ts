import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command, CommandDefinitions, OperatorCall, Run } from '@platen/cli/command'
import { type Config, readConfig } from '../config.ts'
import type { OperatorKeys } from './keys.ts'
import type { OperatorWebhooks } from './webhooks.ts'

/** Call of an operator's command, with the settings of the service. */
export interface ServerCall extends Omit<OperatorCall, 'environment'> {
  config: Config
}

const MODULES = {
  accounts: async () => (await import('./accounts.ts')).accountCommands,
  accountChanges: async () => (await import('./account-changes.ts')).accountChangeCommands,
  outbox: async () => (await import('./outbox.ts')).outboxCommands,
  webhooks: async () => (await import('./webhooks.ts')).webhookCommands,
  doctor: async () => (await import('./doctor.ts')).doctorCommand,
  prepare: async () => (await import('./prepare.ts')).prepareCommand,
  start: async () => (await import('./start.ts')).startCommand,
} satisfies Record<string, () => Promise<CommandDefinitions<ServerCall>>>

/** Name of a module with commands. */
export type OperatorModule = keyof typeof MODULES

/** Loads the commands of a module, for the command-line tool. */
export async function loadCommands(module: OperatorModule): Promise<CommandDefinitions<OperatorCall>> {
  const definitions: CommandDefinitions<ServerCall> = await MODULES[module]()
  return Object.fromEntries(
    Object.entries(definitions).map(([name, declare]) => [
      name,
      (command: Command, run: Run<OperatorCall>) => declare(command, withConfig(run)),
    ]),
  )
}

/** Loads the functions for the API keys of any account. */
export async function loadKeys(environment: NodeJS.ProcessEnv): Promise<OperatorKeys> {
  const { operatorKeys } = await import('./keys.ts')
  return operatorKeys(readConfig(environment))
}

/** Loads the functions for the webhooks of any account. */
export async function loadWebhooks(environment: NodeJS.ProcessEnv): Promise<OperatorWebhooks> {
  const { operatorWebhooks } = await import('./webhooks.ts')
  return operatorWebhooks(readConfig(environment))
}

function withConfig(run: Run<OperatorCall>): Run<ServerCall> {
  return (work) =>
    run(async ({ environment, ...call }) => await work({ ...call, config: readConfig(environment) }))
}

/** Returns true if this host has a database for the service: the embedded one, or `DATABASE_URL`. */
export async function hasDatabase(environment: NodeJS.ProcessEnv): Promise<boolean> {
  const { database, dataDir } = readConfig(environment)
  if (database.kind === 'external') return true
  return await stat(join(dataDir, 'postgres')).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
}
