import { type Account, findAccountByIdOrEmail, PLANS, ROLES } from '../accounts/accounts.ts'
import type { ServerCall, ServerCommand } from './operator.ts'
import {
  changePlan,
  changeRole,
  COMMAND_LINE as actor,
  adjustCredits,
  restoreAccount,
  suspendAccount,
} from '../accounts/audit-log.ts'
import type { Database } from '../database/database.ts'
import { releaseAccount } from '../identity/users.ts'
import { optional, positionals, UsageError, wholeNumber } from '@platen/cli/command'
import { withDatabase } from './database.ts'

/** Commands that change an account, with the same effect as the operator page of the dashboard. */
export const accountChangeCommands: ServerCommand[] = [
  {
    name: 'accounts role',
    help: 'An operator sees all accounts in the dashboard, a member only their own. The role applies from the next request.',
    options: {},
    async run(call) {
      const [name, argument] = positionals(call, 'ACCOUNT', 'ROLE')
      const role = ROLES.find((one) => one === argument)
      if (!role) throw new UsageError(`ROLE must be one of ${ROLES.join(', ')}.`)
      const account = await withAccount(call, name, (database, { userId }) =>
        changeRole(database, { actor, userId, role }),
      )
      return {
        text: `${account.email} is now ${role === 'operator' ? 'an operator' : 'a member'}.`,
        json: { userId: account.userId, role },
      }
    },
  },
  {
    name: 'accounts plan',
    options: {},
    async run(call) {
      const [name, argument] = positionals(call, 'ACCOUNT', 'PLAN')
      const plan = PLANS.find((one) => one === argument)
      if (!plan) throw new UsageError(`PLAN must be one of ${PLANS.join(', ')}.`)
      const account = await withAccount(call, name, (database, { userId }) =>
        changePlan(database, { actor, userId, plan }),
      )
      return { text: `${account.email} now has the plan "${plan}".`, json: { userId: account.userId, plan } }
    },
  },
  {
    name: 'accounts suspend',
    help: 'The service rejects all calls and sign-ins of the account with 403. Its data is kept.',
    options: { reason: { type: 'string', help: 'Reason for the audit log.' } },
    async run(call) {
      const [name] = positionals(call, 'ACCOUNT')
      const reason = optional(call, 'reason') ?? ''
      const account = await withAccount(call, name, (database, { userId }) =>
        suspendAccount(database, { actor, userId, reason }),
      )
      return { text: `${account.email} is suspended.`, json: { userId: account.userId, suspended: true } }
    },
  },
  {
    name: 'accounts restore',
    options: {},
    async run(call) {
      const [name] = positionals(call, 'ACCOUNT')
      const account = await withAccount(call, name, (database, { userId }) =>
        restoreAccount(database, { actor, userId }),
      )
      return {
        text: `${account.email} is no longer suspended.`,
        json: { userId: account.userId, suspended: false },
      }
    },
  },
  {
    name: 'accounts release',
    help: 'Deletes the password and the sessions of the user. The next user who signs in with the verified e-mail address of the account gets the account, for example after a change of the identity provider.',
    options: {},
    async run(call) {
      const [name] = positionals(call, 'ACCOUNT')
      const account = await withAccount(call, name, (database, { userId }) =>
        releaseAccount(database, { actor, userId }),
      )
      return {
        text: `The account ${account.userId} has no user now. The next verified sign-in with ${account.email} gets the account.`,
        json: { userId: account.userId },
      }
    },
  },
  {
    name: 'credits add',
    help: 'To remove credits: platen credits add ACCOUNT -- -N',
    options: {
      reason: { type: 'string', help: 'Reason, shown to the owner of the account in the ledger.' },
    },
    async run(call) {
      const [name, count] = positionals(call, 'ACCOUNT', 'N')
      const added = wholeNumber(count, 'N')
      if (added === 0) throw new UsageError('N must not be 0.')
      const reason = optional(call, 'reason') ?? ''
      let credits = 0
      const account = await withAccount(call, name, async (database, { userId }) => {
        credits = await adjustCredits(database, { actor, userId, credits: added, reason })
      })
      return {
        text: `${account.email} now has ${credits} credits.`,
        json: { userId: account.userId, added, credits },
      }
    },
  },
]

/** Runs `work` on the account with this user id or e-mail address. @throws {Refusal} `not-found`. */
async function withAccount(
  { config }: ServerCall,
  name: string,
  work: (database: Database, account: Account) => Promise<void>,
): Promise<Account> {
  return await withDatabase(config, async (database) => {
    const account = await findAccountByIdOrEmail(database, name)
    await work(database, account)
    return account
  })
}
