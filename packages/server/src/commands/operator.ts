import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { CommandDefinition, OperatorCall, OperatorCommand } from '@platen/cli/command'
import { type Config, readConfig } from '../config.ts'

/** Call of an operator's command, with the settings of the service. */
export interface ServerCall extends Omit<OperatorCall, 'environment'> {
  config: Config
}

/** Command for the operator, on the host of the service. */
export type ServerCommand = CommandDefinition<ServerCall>

const MODULES = {
  accounts: async () => (await import('./accounts.ts')).accountCommands,
  accountChanges: async () => (await import('./account-changes.ts')).accountChangeCommands,
  outbox: async () => (await import('./outbox.ts')).outboxCommands,
  keys: async () => (await import('./keys.ts')).keyCommands,
  webhooks: async () => (await import('./webhooks.ts')).webhookCommands,
  doctor: async () => [(await import('./doctor.ts')).doctorCommand],
  prepare: async () => [(await import('./prepare.ts')).prepareCommand],
  start: async () => [(await import('./start.ts')).startCommand],
} satisfies Record<string, () => Promise<ServerCommand[]>>

/** Name of a module with commands. */
export type OperatorModule = keyof typeof MODULES

/** Loads the commands of a module, for the command-line tool. */
export async function loadCommands(module: OperatorModule): Promise<OperatorCommand[]> {
  const commands: ServerCommand[] = await MODULES[module]()
  return commands.map((command) => ({
    ...command,
    run: ({ environment, ...call }) => command.run({ ...call, config: readConfig(environment) }),
  }))
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
