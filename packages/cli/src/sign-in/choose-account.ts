import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { NotFound } from '@platen/client/errors'
import { type CallerCall, CallerError } from '../caller.ts'
import { UsageError } from '../command.ts'
import { withoutControls } from '../output/texts.ts'
import type { CallDashboard } from './session.ts'
import { stringFieldsOf } from './sign-in-service.ts'

/** Account of the signed-in user. */
interface Membership {
  userId: string
  email: string
  role: string
}

/**
 * Returns the account in which the tool works, by its user id: the one with this name, the only one, or the one that the
 * user chooses. `undefined` if the service is older than accounts with several members.
 * @param name user id or e-mail address.
 * @throws {CallerError} if the user does not belong to it; {UsageError} if the tool cannot ask.
 */
export async function chooseAccount(
  call: CallerCall,
  callDashboard: CallDashboard,
  name: string | undefined,
): Promise<string | undefined> {
  const accounts = await listAccounts(callDashboard)
  if (name !== undefined) {
    const matches = accounts.filter(
      ({ userId, email }) => userId === name || email.toLowerCase() === name.toLowerCase(),
    )
    if (matches.length === 1) return matches[0]?.userId
    throw new CallerError(
      matches.length === 0
        ? `You are not a member of the account ${name}.`
        : `You belong to ${matches.length} accounts with the e-mail address ${name}.`,
      { next: `Use the user id of one of your accounts:\n${listOf(accounts)}` },
    )
  }
  if (accounts.length < 2) return accounts[0]?.userId
  if (!call.terminal.canPrompt) {
    throw new UsageError(
      `You belong to ${accounts.length} accounts. Choose one with --account:\n${listOf(accounts)}`,
    )
  }
  return await promptAccount(accounts, call.signal)
}

async function listAccounts(callDashboard: CallDashboard): Promise<Membership[]> {
  const { accounts } = await callDashboard('/accounts').catch((error: unknown) => {
    if (error instanceof NotFound) return { accounts: [] }
    throw error
  })
  return (Array.isArray(accounts) ? accounts : []).flatMap((account: unknown) => {
    const { userId, email = '', role = '' } = stringFieldsOf(account)
    return userId === undefined
      ? []
      : [{ userId, email: withoutControls(email), role: withoutControls(role) }]
  })
}

function listOf(accounts: readonly Membership[]): string {
  return accounts
    .map(({ userId, email, role }) => `  ${withoutControls(userId)}  ${email} (${role})`)
    .join('\n')
}

async function promptAccount(accounts: readonly Membership[], signal: AbortSignal): Promise<string> {
  const { stdin, stderr } = process
  const lines = accounts.map(({ email, role }, index) => `  ${index + 1}  ${email} (${role})`)
  stderr.write(`You belong to several accounts:\n\n${lines.join('\n')}\n\n`)
  const prompt = createInterface({ input: stdin, output: stderr })
  // The terminal sends Ctrl-C as a key.
  prompt.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  try {
    for (;;) {
      stderr.write(`Number of the account (1 to ${accounts.length}): `)
      const [line] = await Promise.race([once(prompt, 'line', { signal }), once(prompt, 'close', { signal })])
      if (line === undefined) throw new UsageError('No account was chosen. Choose one with --account.')
      const account = accounts[Number(line) - 1]
      if (account) return account.userId
    }
  } finally {
    prompt.close()
  }
}
