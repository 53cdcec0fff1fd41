import { PLANS, ROLES } from '../accounts/accounts.ts'
import {
  changePlan,
  changeRole,
  COMMAND_LINE as actor,
  giveCredits,
  restoreAccount,
  suspendAccount,
} from '../accounts/operators.ts'
import { releaseAccount } from '../identity/people.ts'
import { type Command, optional, positionals, UsageError, wholeNumber } from './command.ts'
import { withDatabase } from './database.ts'

/** What operators do to an account, as the dashboard's page for them does it. */
export const operatorCommands: Command[] = [
  {
    name: 'accounts role',
    help: `Says what the person of an account may do in the dashboard, from the next call on: a member sees to their own
account, an operator to all of them.`,
    options: {},
    async run(call) {
      const [userId, wanted] = positionals(call, 'USER_ID', 'ROLE')
      const role = ROLES.find((name) => name === wanted)
      if (!role) throw new UsageError(`ROLE must be one of ${ROLES.join(', ')}.`)
      await withDatabase(call.config, (database) => changeRole(database, { actor, userId, role }))
      return {
        text: `${userId} is ${role === 'operator' ? 'an operator' : 'a member'} now.`,
        json: { userId, role },
      }
    },
  },
  {
    name: 'accounts plan',
    help: `Puts an account on a plan.`,
    options: {},
    async run(call) {
      const [userId, name] = positionals(call, 'USER_ID', 'PLAN')
      const plan = PLANS.find((one) => one === name)
      if (!plan) throw new UsageError(`PLAN must be one of ${PLANS.join(', ')}.`)
      await withDatabase(call.config, (database) => changePlan(database, { actor, userId, plan }))
      return { text: `${userId} is on the plan "${plan}".`, json: { userId, plan } }
    },
  },
  {
    name: 'accounts suspend',
    help: `Refuses every call and sign-in of an account with 403, from the next one on. Nothing of it is lost.`,
    options: { reason: { type: 'string' } },
    async run(call) {
      const [userId] = positionals(call, 'USER_ID')
      const reason = optional(call, 'reason') ?? ''
      await withDatabase(call.config, (database) => suspendAccount(database, { actor, userId, reason }))
      return { text: `${userId} is suspended.`, json: { userId, suspended: true } }
    },
  },
  {
    name: 'accounts restore',
    help: 'Takes the suspension of an account back.',
    options: {},
    async run(call) {
      const [userId] = positionals(call, 'USER_ID')
      await withDatabase(call.config, (database) => restoreAccount(database, { actor, userId }))
      return { text: `${userId} is not suspended.`, json: { userId, suspended: false } }
    },
  },
  {
    name: 'accounts release',
    help: `Takes an account from whoever signs in to it, with their password and sessions. The next to sign in with its e-mail
address, verified, has it: after a change to another identity provider, for instance.`,
    options: {},
    async run(call) {
      const [userId] = positionals(call, 'USER_ID')
      await withDatabase(call.config, (database) => releaseAccount(database, { actor, userId }))
      return {
        text: `Nobody has ${userId} now. Whoever signs in with its address is the next.`,
        json: { userId },
      }
    },
  },
  {
    name: 'credits add',
    help: `Gives an account N credits; its owner is shown the reason. To take some back: platen credits add USER_ID -- -N`,
    options: { reason: { type: 'string' } },
    async run(call) {
      const [userId, count] = positionals(call, 'USER_ID', 'N')
      const added = wholeNumber(count, 'N')
      if (added === 0) throw new UsageError('N may not be 0.')
      const reason = optional(call, 'reason') ?? ''
      const credits = await withDatabase(call.config, (database) =>
        giveCredits(database, { actor, userId, credits: added, reason }),
      )
      return { text: `${userId} now has ${credits} credits.`, json: { userId, added, credits } }
    },
  },
]
