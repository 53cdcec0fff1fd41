import type { OperatorCommand, CommandEntry } from '../command.ts'

const accounts = async () => (await import('./accounts.ts')).accountCommands
const accountChanges = async () => (await import('./account-changes.ts')).accountChangeCommands
const outbox = async () => (await import('./outbox.ts')).outboxCommands
const keys = async () => (await import('./keys.ts')).keyCommands
const webhooks = async () => (await import('./webhooks.ts')).webhookCommands

/** Commands of the operator, on the host of the service. ACCOUNT is a user id or an e-mail address. */
export const OPERATOR_COMMANDS: readonly CommandEntry<OperatorCommand>[] = [
  {
    name: 'outbox',
    usage: '[list] [--limit N] [--open]',
    summary: 'List the mails of a service without a mail server, with their links.',
    load: outbox,
  },
  {
    name: 'outbox show',
    usage: '[MAIL] [--open]',
    summary: 'Print a mail of the outbox, or open its link. Without MAIL, the newest one.',
    load: outbox,
  },
  {
    name: 'accounts create',
    usage: '--email EMAIL [--plan default|enterprise] [--credits N]',
    summary: 'Create an account.',
    load: accounts,
  },
  { name: 'accounts list', usage: '', summary: 'List all accounts, the oldest first.', load: accounts },
  {
    name: 'accounts egress',
    usage: 'ACCOUNT [--mode public|allowlist|none] [--allow HOSTS] [--deny HOSTS]',
    summary: 'Set the hosts that the templates of an account may load from.',
    load: accounts,
  },
  {
    name: 'accounts role',
    usage: 'ACCOUNT member|operator',
    summary: 'Set the role of an account in the dashboard.',
    load: accountChanges,
  },
  {
    name: 'accounts plan',
    usage: 'ACCOUNT default|enterprise',
    summary: 'Set the plan of an account.',
    load: accountChanges,
  },
  {
    name: 'accounts suspend',
    usage: 'ACCOUNT [--reason TEXT]',
    summary: 'Reject the calls and sign-ins of an account.',
    load: accountChanges,
  },
  {
    name: 'accounts restore',
    usage: 'ACCOUNT',
    summary: 'End the suspension of an account.',
    load: accountChanges,
  },
  {
    name: 'accounts release',
    usage: 'ACCOUNT',
    summary: 'Detach an account from its user.',
    load: accountChanges,
  },
  {
    name: 'credits add',
    usage: 'ACCOUNT N [--reason TEXT]',
    summary: 'Add credits to an account.',
    load: accountChanges,
  },
  {
    name: 'create-token',
    usage: '--name NAME --account ACCOUNT [--expires ISO]',
    summary: 'Create an API key of any account and print it once.',
    load: keys,
  },
  {
    name: 'revoke',
    usage: 'TOKEN_ID [--account ACCOUNT]',
    summary: 'Delete an API key of any account.',
    load: keys,
  },
  {
    name: 'tokens',
    usage: '--account ACCOUNT',
    summary: 'List the API keys of an account.',
    load: keys,
  },
  {
    name: 'webhooks set',
    usage: '--account ACCOUNT --url URL',
    summary: 'Set the address that job events of an account are sent to.',
    load: webhooks,
  },
  {
    name: 'webhooks show',
    usage: '--account ACCOUNT',
    summary: 'Show the webhook of an account.',
    load: webhooks,
  },
  {
    name: 'webhooks remove',
    usage: '--account ACCOUNT',
    summary: 'Delete the webhook of an account. Pending deliveries are dropped.',
    load: webhooks,
  },
  {
    name: 'webhooks deliveries',
    usage: '--account ACCOUNT',
    summary: 'List the last 100 deliveries, the newest first.',
    load: webhooks,
  },
  {
    name: 'webhooks test',
    usage: '--account ACCOUNT',
    summary: 'Send a test event through the running service and show its result.',
    load: webhooks,
  },
  {
    name: 'doctor',
    usage: '',
    summary: 'Check every part of the service and show how to fix what fails.',
    load: async () => [(await import('./doctor.ts')).doctorCommand],
  },
  {
    name: 'prepare',
    usage: '',
    summary: 'Unpack Chromium and the fonts before the first start.',
    load: async () => [(await import('./prepare.ts')).prepareCommand],
  },
]
