import { type Account, findAccountByIdOrEmail, PLANS, ROLES } from '../accounts/accounts.ts'
import type { ServerCall } from './operator.ts'
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
import { Argument, type CommandDefinitions, examples, UsageError, wholeNumber } from '@platen/cli/command'
import { withDatabase } from './database.ts'

const ACCOUNT = ['<ACCOUNT>', 'User id or e-mail address of the account.'] as const

/** Commands that change an account, with the same effect as the operator page of the dashboard. */
export const accountChangeCommands: CommandDefinitions<ServerCall> = {
  'accounts role': (command, run) =>
    command
      .description(
        'An operator sees all accounts in the dashboard, a member only their own. The role applies from the next request.',
      )
      .argument(...ACCOUNT)
      .addArgument(new Argument('<ROLE>', 'Role of the account.').choices(ROLES))
      .addHelpText('after', examples('platen accounts role ada@example.com operator'))
      .action((name, role) =>
        run(async (call) => {
          const account = await withAccount(call, name, (database, { userId }) =>
            changeRole(database, { actor, userId, role }),
          )
          return {
            text: `${account.email} is now ${role === 'operator' ? 'an operator' : 'a member'}.`,
            json: { userId: account.userId, role },
          }
        }),
      ),
  'accounts plan': (command, run) =>
    command
      .argument(...ACCOUNT)
      .addArgument(new Argument('<PLAN>', 'Plan of the account.').choices(PLANS))
      .addHelpText('after', examples('platen accounts plan ada@example.com enterprise'))
      .action((name, plan) =>
        run(async (call) => {
          const account = await withAccount(call, name, (database, { userId }) =>
            changePlan(database, { actor, userId, plan }),
          )
          return {
            text: `${account.email} now has the plan "${plan}".`,
            json: { userId: account.userId, plan },
          }
        }),
      ),
  'accounts suspend': (command, run) =>
    command
      .description('The service rejects all calls and sign-ins of the account with 403. Its data is kept.')
      .argument(...ACCOUNT)
      .option('--reason <TEXT>', 'Reason for the audit log.')
      .addHelpText('after', examples('platen accounts suspend ada@example.com --reason "Unpaid invoices"'))
      .action((name, { reason = '' }) =>
        run(async (call) => {
          const account = await withAccount(call, name, (database, { userId }) =>
            suspendAccount(database, { actor, userId, reason }),
          )
          return { text: `${account.email} is suspended.`, json: { userId: account.userId, suspended: true } }
        }),
      ),
  'accounts restore': (command, run) =>
    command
      .argument(...ACCOUNT)
      .addHelpText('after', examples('platen accounts restore ada@example.com'))
      .action((name) =>
        run(async (call) => {
          const account = await withAccount(call, name, (database, { userId }) =>
            restoreAccount(database, { actor, userId }),
          )
          return {
            text: `${account.email} is no longer suspended.`,
            json: { userId: account.userId, suspended: false },
          }
        }),
      ),
  'accounts release': (command, run) =>
    command
      .description(
        'Removes the members of the account. Users who belong to no other account are deleted with their passwords and sessions. The next user who signs in with the verified e-mail address of the account gets the account, for example after a change of the identity provider.',
      )
      .argument(...ACCOUNT)
      .addHelpText('after', examples('platen accounts release ada@example.com'))
      .action((name) =>
        run(async (call) => {
          const account = await withAccount(call, name, (database, { userId }) =>
            releaseAccount(database, { actor, userId }),
          )
          return {
            text: `The account ${account.userId} has no user now. The next verified sign-in with ${account.email} gets the account.`,
            json: { userId: account.userId },
          }
        }),
      ),
  'credits add': (command, run) =>
    command
      .description('A negative number removes credits.')
      .argument(...ACCOUNT)
      .argument('<N>', 'Number of credits.', wholeNumber())
      .option('--reason <TEXT>', 'Reason, shown to the owner of the account in the ledger.')
      .addHelpText(
        'after',
        examples('platen credits add ada@example.com 500', 'platen credits add ada@example.com -20'),
      )
      .action((name, added, { reason = '' }) =>
        run(async (call) => {
          if (added === 0) throw new UsageError('N must not be 0.')
          let credits = 0
          const account = await withAccount(call, name, async (database, { userId }) => {
            credits = await adjustCredits(database, { actor, userId, credits: added, reason })
          })
          return {
            text: `${account.email} now has ${credits} credits.`,
            json: { userId: account.userId, added, credits },
          }
        }),
      ),
}

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
