import { hostname } from 'node:os'
import { Platen } from '@platen/client'
import { type CommandDefinitions, examples, type Result, UsageError } from '../command.ts'
import { promptSecret } from '../sign-in/prompt-secret.ts'
import { openInBrowser } from '../sign-in/browser.ts'
import { type CallerCall, isKey } from '../caller.ts'
import { changeCredentials, type StoredService } from '../sign-in/credentials.ts'
import { type Instructions, signInByDevice, type Tokens } from '../sign-in/device-flow.ts'
import { chooseAccount } from '../sign-in/choose-account.ts'
import { endSession, endSignIn } from '../sign-in/end-sign-in.ts'
import { dashboardClient, newKeyIn } from '../sign-in/session.ts'
import { findSignInService, type SignInService, stringFieldsOf } from '../sign-in/sign-in-service.ts'

const KEY_NAME_LENGTH_MAX = 100
const REVOCATION_LIMIT_MS = 5_000

export const loginCommand: CommandDefinitions<CallerCall> = {
  login: (command, run) =>
    command
      .description(
        'Shows an address and a code. Open the address in a browser, on this machine or another, sign in and enter the code. If you belong to several accounts, the tool asks for one of them. It then creates an API key and stores it in a file that only you can read. The other commands use this service and this key from then on.',
      )
      .option('--api-key', 'Store an existing API key, read from the terminal or a pipe.')
      .option('--account <ACCOUNT>', 'User id or e-mail address of the account, if you belong to several.')
      .option('--no-browser', 'Print the address and open no browser.')
      .addHelpText(
        'after',
        examples(
          'platen login --url https://pdf.example.com',
          'platen login --account team@example.com',
          'platen login --api-key < key.txt',
        ),
      )
      .action(({ apiKey, browser, account }) =>
        run(async (call) => {
          const signIn = apiKey
            ? await signInWithKey(call)
            : await signInWithBrowser(call, { opensBrowser: browser, account })
          await storeSignIn(call, signIn.stored).catch(async (error: unknown) => {
            await endSignIn(call, signIn.stored).catch(() => undefined)
            throw error
          })
          return signIn.result
        }),
      ),
}

interface SignIn {
  stored: StoredService
  result: Result
}

/** Stores the sign-in and makes its service the default. */
async function storeSignIn(call: CallerCall, stored: StoredService): Promise<void> {
  const { caller, config, terminal } = call
  // The previous session is no longer needed. If it cannot be ended now, it expires.
  if (caller.stored) await endSignIn(call, caller.stored).catch(() => undefined)
  await changeCredentials(config.folder, ({ services, version }) => ({
    version,
    current: caller.url,
    services: { ...services, [caller.url]: stored },
  }))
  if (config.apiKey !== undefined) {
    const warning = 'PLATEN_API_KEY is set and overrides the stored key.'
    terminal.print(warning, { warning })
  }
}

async function signInWithBrowser(
  call: CallerCall,
  options: { opensBrowser: boolean; account: string | undefined },
): Promise<SignIn> {
  const { caller, signal } = call
  const { url } = caller
  const name = `platen on ${hostname()}`.slice(0, KEY_NAME_LENGTH_MAX)
  const service = await findSignInService(url, signal)
  const tokens = await signInByDevice(service, {
    deviceName: name,
    signal,
    instruct: (instructions) => showInstructions(call, options.opensBrowser, instructions),
  })
  try {
    return await createStoredSignIn(call, { service, tokens, name, account: options.account })
  } catch (error) {
    // The session is not stored. If it cannot be ended now, it expires. The signal may have ended the sign-in.
    if (tokens.refreshToken !== undefined) {
      const limit = AbortSignal.timeout(REVOCATION_LIMIT_MS)
      await endSession(service, tokens.refreshToken, limit).catch(() => undefined)
    }
    throw error
  }
}

/** Creates an API key in the chosen account. @returns the sign-in to store. */
async function createStoredSignIn(
  call: CallerCall,
  signIn: { service: SignInService; tokens: Tokens; name: string; account: string | undefined },
): Promise<SignIn> {
  const { caller, config, signal } = call
  const { url } = caller
  const { service, name } = signIn
  const { token, refreshToken } = signIn.tokens
  const chosen = await chooseAccount(call, dashboardClient({ url, token }, signal), signIn.account)
  const callDashboard = dashboardClient({ url, token, account: chosen }, signal)
  const { account } = await callDashboard('/me')
  const { userId = '', email = '' } = stringFieldsOf(account)
  const created = await callDashboard('/keys', { method: 'POST', json: { name } })
  const { key: apiKey, tokenId } = newKeyIn(created, url)
  // Deletes the key of the previous sign-in, even if that session has expired.
  if (caller.stored?.tokenId !== undefined) {
    await callDashboard(`/keys/${caller.stored.tokenId}`, { method: 'DELETE' }).catch(() => undefined)
  }
  const { tokenEndpoint, revocationEndpoint, clientId, kind, parameters } = service
  const session = refreshToken !== undefined && {
    session: {
      refreshToken,
      tokenEndpoint,
      ...(revocationEndpoint !== undefined && { revocationEndpoint }),
      clientId,
      kind,
      parameters,
    },
  }
  return {
    stored: { apiKey, tokenId, account: { userId, email }, ...session },
    result: {
      text: `You are signed in to ${url} as ${email} (${userId}).\nThe API key "${name}" is stored in ${config.folder}.`,
      json: { url, account: { userId, email }, tokenId },
    },
  }
}

async function showInstructions(
  call: CallerCall,
  opensBrowser: boolean,
  instructions: Instructions,
): Promise<void> {
  const { verificationUri, userCode, expiresInSeconds } = instructions
  const { terminal, caller, config } = call
  terminal.print(
    `To sign in to ${caller.url}, open\n\n  ${verificationUri}\n\nand enter the code  ${userCode}\n`,
    instructions,
  )
  const isOpened =
    opensBrowser && terminal.showsProgress && (await openInBrowser(verificationUri, config.hasDisplay))
  terminal.printLine(
    `${isOpened ? 'Opened your browser. ' : ''}Waiting for up to ${Math.round(expiresInSeconds / 60)} minutes…`,
  )
}

async function signInWithKey(call: CallerCall): Promise<SignIn> {
  const { caller, config, terminal, signal } = call
  const { url } = caller
  const apiKey = await promptSecret(`API key for ${url}: `, { canPrompt: terminal.canPrompt, signal })
  if (!isKey(apiKey))
    throw new UsageError('This is not an API key. An API key begins with tlfy_ and has no spaces.')
  caller.apiKey = apiKey
  caller.keyFrom = 'prompt'
  // The service answers only if the key is valid.
  await new Platen({ apiKey, baseUrl: url, retries: 1 }).credits({ signal })
  return {
    stored: { apiKey },
    result: {
      text: `The key …${apiKey.slice(-4)} works at ${url} and is stored in ${config.folder}.`,
      json: { url, account: null, tokenId: null },
    },
  }
}
