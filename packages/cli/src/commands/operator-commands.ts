import type { OperatorModule } from '@platen/server/operator'
import type { OperatorCommand, CommandEntry } from '../command.ts'
import { loadOptional } from '../optional-packages.ts'

const server = (module: OperatorModule) => async () => {
  const { loadCommands } = await loadOptional('@platen/server', () => import('@platen/server/operator'))
  return await loadCommands(module)
}

/** Commands of the operator, on the host of the service. ACCOUNT is a user id or an e-mail address. */
export const OPERATOR_COMMANDS: readonly CommandEntry<OperatorCommand>[] = [
  {
    name: 'start',
    usage: '',
    summary: 'Start the service.',
    load: server('start'),
  },
  {
    name: 'outbox',
    usage: '[list] [--limit N] [--open]',
    summary: 'List the mails of a service without a mail server, with their links.',
    load: server('outbox'),
  },
  {
    name: 'outbox show',
    usage: '[MAIL] [--open]',
    summary: 'Print a mail of the outbox, or open its link. Without MAIL, the newest one.',
    load: server('outbox'),
  },
  {
    name: 'accounts create',
    usage: '--email EMAIL [--plan default|enterprise] [--credits N]',
    summary: 'Create an account.',
    load: server('accounts'),
  },
  {
    name: 'accounts list',
    usage: '',
    summary: 'List all accounts, the oldest first.',
    load: server('accounts'),
  },
  {
    name: 'accounts egress',
    usage: 'ACCOUNT [--mode public|allowlist|none] [--allow HOSTS] [--deny HOSTS]',
    summary: 'Set the hosts that the templates of an account may load from.',
    load: server('accounts'),
  },
  {
    name: 'accounts role',
    usage: 'ACCOUNT member|operator',
    summary: 'Set the role of an account in the dashboard.',
    load: server('accountChanges'),
  },
  {
    name: 'accounts plan',
    usage: 'ACCOUNT default|enterprise',
    summary: 'Set the plan of an account.',
    load: server('accountChanges'),
  },
  {
    name: 'accounts suspend',
    usage: 'ACCOUNT [--reason TEXT]',
    summary: 'Reject the calls and sign-ins of an account.',
    load: server('accountChanges'),
  },
  {
    name: 'accounts restore',
    usage: 'ACCOUNT',
    summary: 'End the suspension of an account.',
    load: server('accountChanges'),
  },
  {
    name: 'accounts release',
    usage: 'ACCOUNT',
    summary: 'Detach an account from its user.',
    load: server('accountChanges'),
  },
  {
    name: 'credits add',
    usage: 'ACCOUNT N [--reason TEXT]',
    summary: 'Add credits to an account.',
    load: server('accountChanges'),
  },
  {
    name: 'create-token',
    usage: '--name NAME --account ACCOUNT [--expires ISO]',
    summary: 'Create an API key of any account and print it once.',
    load: server('keys'),
  },
  {
    name: 'revoke',
    usage: 'TOKEN_ID [--account ACCOUNT]',
    summary: 'Delete an API key of any account.',
    load: server('keys'),
  },
  {
    name: 'tokens',
    usage: '--account ACCOUNT',
    summary: 'List the API keys of an account.',
    load: server('keys'),
  },
  {
    name: 'webhooks set',
    usage: '--account ACCOUNT --url URL',
    summary: 'Set the address that job events of an account are sent to.',
    load: server('webhooks'),
  },
  {
    name: 'webhooks show',
    usage: '--account ACCOUNT',
    summary: 'Show the webhook of an account.',
    load: server('webhooks'),
  },
  {
    name: 'webhooks remove',
    usage: '--account ACCOUNT',
    summary: 'Delete the webhook of an account. Pending deliveries are dropped.',
    load: server('webhooks'),
  },
  {
    name: 'webhooks deliveries',
    usage: '--account ACCOUNT',
    summary: 'List the last 100 deliveries, the newest first.',
    load: server('webhooks'),
  },
  {
    name: 'webhooks test',
    usage: '--account ACCOUNT',
    summary: 'Send a test event through the running service and show its result.',
    load: server('webhooks'),
  },
  {
    name: 'doctor',
    usage: '',
    summary: 'Check every part of the service and show how to fix what fails.',
    load: server('doctor'),
  },
  {
    name: 'prepare',
    usage: '',
    summary: 'Unpack Chromium and the fonts before the first start.',
    load: server('prepare'),
  },
]
