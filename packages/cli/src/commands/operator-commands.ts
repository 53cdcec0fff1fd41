import type { OperatorModule } from '@platen/server/operator'
import type { CommandModule, OperatorCall } from '../command.ts'
import { loadOptional } from '../optional-packages.ts'

const OPERATOR = 'For the operator, on the host of the service, whether or not it is running'

const server = (module: OperatorModule) => async () => {
  const { loadCommands } = await loadOptional('@platen/server', () => import('@platen/server/operator'))
  return await loadCommands(module)
}

/** Commands of the operator, on the host of the service. */
export const OPERATOR_COMMANDS: readonly CommandModule<OperatorCall>[] = [
  { group: OPERATOR, load: server('start'), summaries: { start: 'Start the service.' } },
  {
    group: OPERATOR,
    load: server('outbox'),
    summaries: {
      'outbox list': 'List the mails of a service without a mail server, with their links.',
      'outbox show': 'Print a mail of the outbox, or open its link. Without MAIL, the newest one.',
    },
  },
  {
    group: OPERATOR,
    load: server('accounts'),
    summaries: {
      'accounts create': 'Create an account.',
      'accounts list': 'List all accounts, the oldest first.',
      'accounts egress': 'Set the hosts that the templates of an account may load from.',
    },
  },
  {
    group: OPERATOR,
    load: server('accountChanges'),
    summaries: {
      'accounts role': 'Set the role of an account in the dashboard.',
      'accounts plan': 'Set the plan of an account.',
      'accounts suspend': 'Reject the calls and sign-ins of an account.',
      'accounts restore': 'End the suspension of an account.',
      'accounts release': 'Detach an account from its user.',
      'credits add': 'Add credits to an account.',
    },
  },
  {
    group: OPERATOR,
    load: server('webhooks'),
    summaries: {
      'webhooks set': 'Set the address of a webhook of any account, with a new secret.',
      'webhooks show': 'Show a webhook of any account.',
      'webhooks remove': 'Delete a webhook of any account. Pending deliveries are dropped.',
    },
  },
  {
    group: OPERATOR,
    load: server('doctor'),
    summaries: { doctor: 'Check every part of the service and show how to fix what fails.' },
  },
  {
    group: OPERATOR,
    load: server('prepare'),
    summaries: { prepare: 'Unpack Chromium and the fonts before the first start.' },
  },
]
