import {
  createAccount,
  findAccountByUserId,
  listAccounts,
  PLANS,
  setEgressRules,
} from '../accounts/accounts.ts'
import { addCredits } from '../accounts/credits.ts'
import { randomUUID } from 'node:crypto'
import {
  type Call,
  type Command,
  optional,
  positionals,
  required,
  table,
  UsageError,
  wholeNumber,
} from './command.ts'
import { EGRESS_MODES, type EgressRules, hostEntry } from '../egress/rules.ts'
import { withDatabase } from './database.ts'

export const accountCommands: Command[] = [
  {
    name: 'accounts create',
    help: `platen accounts create --email EMAIL [--plan ${PLANS.join('|')}] [--credits N] [--json]

Creates an account. --credits takes the place of the welcome credits.`,
    options: { email: { type: 'string' }, plan: { type: 'string' }, credits: { type: 'string' } },
    async run(call) {
      positionals(call)
      const email = required(call, 'email')
      const plan = PLANS.find((name) => name === (optional(call, 'plan') ?? 'default'))
      if (!plan) throw new UsageError(`--plan must be one of ${PLANS.join(', ')}.`)
      const credits = optional(call, 'credits')
      const welcomeCredits =
        credits === undefined ? call.config.accounts.welcomeCredits : wholeNumber(credits, '--credits')
      if (welcomeCredits < 0) throw new UsageError('--credits may not be negative.')
      const { identityPrefix } = call.config.accounts
      const account = await withDatabase(call.config, (database) =>
        createAccount(database, { email, plan, identityPrefix, welcomeCredits }),
      )
      return {
        text: `Created the account ${account.userId} for ${account.email}, on the plan "${account.plan}", with ${account.credits} credits.`,
        json: { userId: account.userId, email: account.email, plan: account.plan, credits: account.credits },
      }
    },
  },
  {
    name: 'accounts list',
    help: 'platen accounts list [--json]\n\nShows all accounts, the oldest first.',
    options: {},
    async run(call) {
      positionals(call)
      const accounts = await withDatabase(call.config, listAccounts)
      const rows = accounts.map(({ userId, email, plan, credits, reserved, createdAt }) => [
        userId,
        email,
        plan,
        String(credits),
        String(reserved),
        createdAt.toISOString(),
      ])
      return {
        text:
          rows.length === 0
            ? 'There are no accounts yet.'
            : table(['USER ID', 'EMAIL', 'PLAN', 'CREDITS', 'RESERVED', 'CREATED'], rows),
        json: accounts.map(({ userId, email, plan, credits, reserved, suspended, createdAt }) => ({
          userId,
          email,
          plan,
          credits,
          reserved,
          suspended,
          createdAt: createdAt.toISOString(),
        })),
      }
    },
  },
  {
    name: 'accounts egress',
    help: `platen accounts egress USER_ID [--mode ${EGRESS_MODES.join('|')}] [--allow HOSTS] [--deny HOSTS] [--json]

Says which hosts the templates of an account may load from, within what EGRESS allows, from the next PDF on.
HOSTS are names, comma-separated; *.example.com means all below it. What is not given becomes "public" and empty.`,
    options: { mode: { type: 'string' }, allow: { type: 'string' }, deny: { type: 'string' } },
    async run(call) {
      const [userId] = positionals(call, 'USER_ID')
      const mode = EGRESS_MODES.find((name) => name === (optional(call, 'mode') ?? 'public'))
      if (!mode) throw new UsageError(`--mode must be one of ${EGRESS_MODES.join(', ')}.`)
      const rules: EgressRules = { mode, allow: hosts(call, 'allow'), deny: hosts(call, 'deny') }
      if (rules.allow.length > 0 && mode !== 'allowlist') {
        throw new UsageError('--allow is only for --mode allowlist.')
      }
      await withDatabase(call.config, (database) => setEgressRules(database, userId, rules))
      const list = (entries: readonly string[]) => entries.join(', ') || 'none'
      return {
        text: `Templates of ${userId}: ${mode}; allowed: ${list(rules.allow)}; denied: ${list(rules.deny)}.`,
        json: { userId, ...rules },
      }
    },
  },
  {
    name: 'credits add',
    help: 'platen credits add USER_ID N [--json]\n\nGives an account N credits. To take some back: platen credits add USER_ID -- -N',
    options: {},
    async run(call) {
      const [userId, count] = positionals(call, 'USER_ID', 'N')
      const added = wholeNumber(count, 'N')
      if (added === 0) throw new UsageError('N may not be 0.')
      const credits = await withDatabase(call.config, async (database) => {
        const { accountId } = await findAccountByUserId(database, userId)
        return await addCredits(database, {
          accountId,
          credits: added,
          reference: `operator:${randomUUID()}`,
        })
      })
      return { text: `${userId} now has ${credits} credits.`, json: { userId, added, credits } }
    },
  },
]

function hosts(call: Call, option: string): string[] {
  const entries = optional(call, option)?.split(',') ?? []
  return entries.map((text) => {
    const entry = hostEntry(text.trim())
    if (entry === undefined) throw new UsageError(`--${option} takes host names, not "${text}".`)
    return entry
  })
}
