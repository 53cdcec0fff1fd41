import { createAccount, findAccountByIdOrEmail, listAccounts, PLANS } from '../accounts/accounts.ts'
import type { ServerCall, ServerCommand } from './operator.ts'
import { setEgressRules } from '../accounts/settings.ts'
import { EGRESS_MODES, type EgressRules, hostEntry } from '@platen/renderer/egress/rules'
import { optional, positionals, required, table, UsageError, wholeNumber } from '@platen/cli/command'
import { withDatabase } from './database.ts'
import { formatTime } from '@platen/cli/output/times'

export const accountCommands: ServerCommand[] = [
  {
    name: 'accounts create',
    options: {
      email: { type: 'string', help: 'E-mail address of the owner.' },
      plan: { type: 'string', help: 'Plan of the account. Default: default.' },
      credits: { type: 'string', help: 'Credits instead of the welcome credits.' },
    },
    async run(call) {
      positionals(call)
      const email = required(call, 'email')
      const plan = PLANS.find((name) => name === (optional(call, 'plan') ?? 'default'))
      if (!plan) throw new UsageError(`--plan must be one of ${PLANS.join(', ')}.`)
      const credits = optional(call, 'credits')
      const welcomeCredits =
        credits === undefined ? call.config.accounts.welcomeCredits : wholeNumber(credits, '--credits')
      if (welcomeCredits < 0) throw new UsageError('--credits must not be negative.')
      const { identityPrefix } = call.config.accounts
      const account = await withDatabase(call.config, (database) =>
        createAccount(database, { email, plan, identityPrefix, welcomeCredits }),
      )
      return {
        text: `Created account ${account.userId} for ${account.email} with the plan "${account.plan}" and ${account.credits} credits.`,
        json: { userId: account.userId, email: account.email, plan: account.plan, credits: account.credits },
      }
    },
  },
  {
    name: 'accounts list',
    options: {},
    async run(call) {
      positionals(call)
      const accounts = await withDatabase(call.config, listAccounts)
      const rows = accounts.map(({ userId, email, plan, role, credits, reserved, createdAt }) => [
        userId,
        email,
        plan,
        role,
        String(credits),
        String(reserved),
        formatTime(createdAt),
      ])
      return {
        text:
          rows.length === 0
            ? 'No accounts yet. "platen accounts create" creates one.'
            : table(['USER ID', 'EMAIL', 'PLAN', 'ROLE', 'CREDITS', 'RESERVED', 'CREATED'], rows),
        json: accounts.map(({ userId, email, plan, role, credits, reserved, suspended, createdAt }) => ({
          userId,
          email,
          plan,
          role,
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
    help: 'The rules apply from the next render, within the limits of EGRESS. HOSTS are host names, separated by commas. *.example.com matches all subdomains of example.com. The command replaces all rules of the account.',
    options: {
      mode: { type: 'string', help: 'Egress mode. Default: public.' },
      allow: { type: 'string', help: 'Hosts that --mode allowlist allows.' },
      deny: { type: 'string', help: 'Hosts that are denied in every mode.' },
    },
    async run(call) {
      const [name] = positionals(call, 'ACCOUNT')
      const mode = EGRESS_MODES.find((name) => name === (optional(call, 'mode') ?? 'public'))
      if (!mode) throw new UsageError(`--mode must be one of ${EGRESS_MODES.join(', ')}.`)
      const rules: EgressRules = { mode, allow: hosts(call, 'allow'), deny: hosts(call, 'deny') }
      if (rules.allow.length > 0 && mode !== 'allowlist') {
        throw new UsageError('--allow is only for --mode allowlist.')
      }
      const userId = await withDatabase(call.config, async (database) => {
        const account = await findAccountByIdOrEmail(database, name)
        await setEgressRules(database, account.accountId, rules)
        return account.userId
      })
      const list = (entries: readonly string[]) => entries.join(', ') || 'none'
      return {
        text: `Egress rules of ${userId}: ${mode}; allowed: ${list(rules.allow)}; denied: ${list(rules.deny)}.`,
        json: { userId, ...rules },
      }
    },
  },
]

function hosts(call: ServerCall, option: string): string[] {
  const entries = optional(call, option)?.split(',') ?? []
  return entries.map((text) => {
    const entry = hostEntry(text.trim())
    if (entry === undefined) throw new UsageError(`--${option} must be host names, not "${text}".`)
    return entry
  })
}
