import { createAccount, findAccountByIdOrEmail, listAccounts, PLANS } from '../accounts/accounts.ts'
import type { ServerCall } from './operator.ts'
import { setEgressRules } from '../accounts/settings.ts'
import { EGRESS_MODES, type EgressRules, hostEntry } from '@platen/renderer/egress/rules'
import {
  type CommandDefinitions,
  examples,
  Option,
  type Result,
  table,
  UsageError,
  wholeNumber,
} from '@platen/cli/command'
import { withDatabase } from './database.ts'
import { formatTime } from '@platen/cli/output/times'

export const accountCommands: CommandDefinitions<ServerCall> = {
  'accounts create': (command, run) =>
    command
      .requiredOption('--email <EMAIL>', 'E-mail address of the owner.')
      .addOption(new Option('--plan <PLAN>', 'Plan of the account.').choices(PLANS).default(PLANS[0]))
      .option('--credits <N>', 'Credits instead of the welcome credits.', wholeNumber({ min: 0 }))
      .addHelpText(
        'after',
        examples(
          'platen accounts create --email ada@example.com',
          'platen accounts create --email ada@example.com --plan enterprise --credits 500',
        ),
      )
      .action(({ email, plan, credits }) =>
        run(async ({ config }) => {
          const { identityPrefix, welcomeCredits } = config.accounts
          const account = await withDatabase(config, (database) =>
            createAccount(database, {
              email,
              plan,
              identityPrefix,
              welcomeCredits: credits ?? welcomeCredits,
            }),
          )
          return {
            text: `Created account ${account.userId} for ${account.email} with the plan "${account.plan}" and ${account.credits} credits.`,
            json: {
              userId: account.userId,
              email: account.email,
              plan: account.plan,
              credits: account.credits,
            },
          }
        }),
      ),
  'accounts list': (command, run) =>
    command.addHelpText('after', examples('platen accounts list')).action(() => run(listAll)),
  'accounts egress': (command, run) =>
    command
      .description(
        'The rules apply from the next render, within the limits of EGRESS. HOSTS are host names, separated by commas. *.example.com matches all subdomains of example.com. The command replaces all rules of the account.',
      )
      .argument('<ACCOUNT>', 'User id or e-mail address of the account.')
      .addOption(new Option('--mode <MODE>', 'Egress mode.').choices(EGRESS_MODES).default('public' as const))
      .option('--allow <HOSTS>', 'Hosts that --mode allowlist allows.')
      .option('--deny <HOSTS>', 'Hosts that are denied in every mode.')
      .addHelpText(
        'after',
        examples(
          'platen accounts egress ada@example.com --mode allowlist --allow "cdn.example.com,*.example.org"',
        ),
      )
      .action((name, { mode, allow, deny }) =>
        run(async ({ config }) => {
          const rules: EgressRules = { mode, allow: hosts('--allow', allow), deny: hosts('--deny', deny) }
          if (rules.allow.length > 0 && mode !== 'allowlist') {
            throw new UsageError('--allow is only for --mode allowlist.')
          }
          const userId = await withDatabase(config, async (database) => {
            const account = await findAccountByIdOrEmail(database, name)
            await setEgressRules(database, account.accountId, rules)
            return account.userId
          })
          const list = (entries: readonly string[]) => entries.join(', ') || 'none'
          return {
            text: `Egress rules of ${userId}: ${mode}; allowed: ${list(rules.allow)}; denied: ${list(rules.deny)}.`,
            json: { userId, ...rules },
          }
        }),
      ),
}

async function listAll({ config }: ServerCall): Promise<Result> {
  const accounts = await withDatabase(config, listAccounts)
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
}

function hosts(option: string, text = ''): string[] {
  return text === ''
    ? []
    : text.split(',').map((text) => {
        const entry = hostEntry(text.trim())
        if (entry === undefined) throw new UsageError(`${option} must be host names, not "${text}".`)
        return entry
      })
}
