import type { Command, Listed } from './command.ts'

const accounts = async () => (await import('./accounts.ts')).accountCommands
const operators = async () => (await import('./operators.ts')).operatorCommands
const tokens = async () => (await import('./tokens.ts')).tokenCommands
const webhooks = async () => (await import('./webhooks.ts')).webhookCommands

/** What an operator does on the service's own host. */
export const OPERATOR_COMMANDS: readonly Listed<Command>[] = [
  {
    name: 'accounts create',
    usage: '--email EMAIL [--plan default|enterprise] [--credits N]',
    load: accounts,
  },
  { name: 'accounts list', usage: '', load: accounts },
  {
    name: 'accounts egress',
    usage: 'USER_ID [--mode public|allowlist|none] [--allow HOSTS] [--deny HOSTS]',
    load: accounts,
  },
  { name: 'accounts role', usage: 'USER_ID member|operator', load: operators },
  { name: 'accounts plan', usage: 'USER_ID default|enterprise', load: operators },
  { name: 'accounts suspend', usage: 'USER_ID [--reason TEXT]', load: operators },
  { name: 'accounts restore', usage: 'USER_ID', load: operators },
  { name: 'accounts release', usage: 'USER_ID', load: operators },
  { name: 'credits add', usage: 'USER_ID N [--reason TEXT]', load: operators },
  { name: 'create-token', usage: '--name NAME --account USER_ID [--expires ISO]', load: tokens },
  { name: 'revoke', usage: 'TOKEN_ID [--account USER_ID]', load: tokens },
  { name: 'tokens', usage: '--account USER_ID', load: tokens },
  { name: 'webhooks set', usage: '--account USER_ID --url URL', load: webhooks },
  { name: 'webhooks show', usage: '--account USER_ID', load: webhooks },
  { name: 'webhooks remove', usage: '--account USER_ID', load: webhooks },
  { name: 'webhooks deliveries', usage: '--account USER_ID', load: webhooks },
  { name: 'webhooks test', usage: '--account USER_ID', load: webhooks },
  { name: 'doctor', usage: '', load: async () => [(await import('./doctor.ts')).doctorCommand] },
  { name: 'prepare', usage: '', load: async () => [(await import('./prepare.ts')).prepareCommand] },
]
