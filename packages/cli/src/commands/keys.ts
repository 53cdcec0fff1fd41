import { NotFound } from '@platen/client/errors'
import { type CommandDefinitions, examples, Option, UsageError } from '../command.ts'
import {
  formatKeyList,
  formatNewKey,
  type ListedKey,
  type NewKey,
  parseExpiry,
  parseOverlap,
  SCOPES,
} from '../output/key-list.ts'
import { type CallerCall, CallerError } from '../caller.ts'
import { formatCount } from '../output/texts.ts'
import { isInstalled, loadOptional } from '../optional-packages.ts'
import { findKeyId } from './find-key.ts'
import { changeCredentials } from '../sign-in/credentials.ts'
import { newKeyIn, openDashboard } from '../sign-in/session.ts'
import { stringFieldsOf } from '../sign-in/sign-in-service.ts'

const NEEDS_SIGN_IN =
  'Requires a sign-in: run platen login first. With --account, the operator manages the keys of any account on the host of the service.'

const KEY = 'Id of the key, its name or its last four characters: platen tokens lists the keys.'

const account = () =>
  new Option('--account <ACCOUNT>', 'For the operator: user id or e-mail address of the account.')

/** Commands for the API keys of the signed-in user or, on the host of the service, of any account. */
export const keyCommands: CommandDefinitions<CallerCall> = {
  'create-token': (command, run) =>
    command
      .description(NEEDS_SIGN_IN)
      .requiredOption('--name <NAME>', 'Name of the key in lists.')
      .option('--expires <DATE>', 'Date or time of expiry, for example 2027-06-30.')
      .option('--test', 'Create a test key. Documents have a TEST label and cost nothing.')
      .addOption(
        new Option('--scopes <SCOPE...>', 'Calls that the key may make. Default: all.').choices(SCOPES),
      )
      .addOption(account())
      .addHelpText(
        'after',
        examples(
          'platen create-token --name "Build server" --expires 2027-06-30',
          'platen create-token --name "Staging" --test --scopes read render',
          'platen create-token --name "Build server" --account ada@example.com',
        ),
      )
      .action(({ name, expires, test: isTest = false, scopes, account }) =>
        run(async (call) => {
          const expiresAt = parseExpiry(expires)
          const operator = await operatorKeys(call, account)
          if (operator) {
            const key = { name, expiresAt, isTest, scopes }
            return formatNewKey(await operator.create(required(account), key))
          }
          const callDashboard = await openDashboard(call)
          const json = {
            name,
            isTest,
            ...(scopes && { scopes }),
            ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
          }
          return formatNewKey(
            newKeyIn(await callDashboard('/keys', { method: 'POST', json }), call.caller.url),
          )
        }),
      ),
  tokens: (command, run) =>
    command
      .description(NEEDS_SIGN_IN)
      .addOption(account())
      .addHelpText('after', examples('platen tokens', 'platen tokens --account ada@example.com'))
      .action(({ account }) =>
        run(async (call) => {
          const operator = await operatorKeys(call, account)
          if (operator) return formatKeyList(await operator.list(required(account)))
          return formatKeyList(await ownKeys(call))
        }),
      ),
  rotate: (command, run) =>
    command
      .description(
        `The new key has the same name, scopes and lifetime. The old key stays valid for the overlap. ${NEEDS_SIGN_IN}`,
      )
      .argument('<KEY>', KEY)
      .option('--overlap <HOURS>', 'Hours in which the old key stays valid, at most 720.', '24')
      .addOption(account())
      .addHelpText('after', examples('platen rotate "Build server" --overlap 48'))
      .action((reference, { overlap, account }) =>
        run(async (call) => {
          const overlapHours = parseOverlap(overlap)
          const operator = await operatorKeys(call, account)
          const tokenId = await findKeyId(reference, () =>
            operator ? operator.list(required(account)) : ownKeys(call),
          )
          const key = operator
            ? await operator.rotate(tokenId, required(account), overlapHours)
            : await rotateOwn(call, tokenId, overlapHours)
          const validity =
            overlapHours === 0 ? 'is no longer valid' : `stays valid for ${formatCount(overlapHours, 'hour')}`
          return formatNewKey(key, `\nThe old key ${validity}.`)
        }),
      ),
  revoke: (command, run) =>
    command
      .description(`Calls with the key then fail with 401. ${NEEDS_SIGN_IN}`)
      .argument('<KEY>', KEY)
      .addOption(account())
      .addHelpText(
        'after',
        examples(
          'platen revoke "Build server"',
          'platen revoke 3f2b8c1e-8a55-4f0e-9b2d-5c6d7e8f9a0b --account ada@example.com',
        ),
      )
      .action((reference, { account }) =>
        run(async (call) => {
          const operator = await operatorKeys(call, account)
          const tokenId = await findKeyId(reference, () =>
            operator ? operator.list(required(account)) : ownKeys(call),
          )
          if (operator) await operator.revoke(tokenId, account)
          const note = operator ? '' : await revokeOwn(call, tokenId)
          return { text: `Revoked ${tokenId}.${note}`, json: { tokenId, revoked: true } }
        }),
      ),
}

/**
 * Returns the operator's functions for keys, or `undefined` if the call is for the signed-in user. With `--account` it is
 * the operator's. Otherwise it is the user's if one is signed in, else the operator's if this host has a database.
 */
async function operatorKeys({ caller, config: { environment } }: CallerCall, account: string | undefined) {
  const isOfUser = caller.urlFrom === 'option' || caller.stored?.session !== undefined
  if (account === undefined && (isOfUser || !isInstalled('@platen/server'))) return undefined
  const { hasDatabase, loadKeys } = await loadOptional(
    '@platen/server',
    () => import('@platen/server/operator'),
  )
  return account !== undefined || (await hasDatabase(environment)) ? await loadKeys(environment) : undefined
}

function required(account: string | undefined): string {
  if (account !== undefined) return account
  throw new UsageError('--account ACCOUNT is required on the host of the service, if no user is signed in.')
}

/** Lists the keys of the signed-in user. @throws {CallerError} without a sign-in. */
export async function ownKeys(call: CallerCall): Promise<ListedKey[]> {
  const callDashboard = await openDashboard(call)
  const { keys } = await callDashboard('/keys')
  return (Array.isArray(keys) ? keys : []).map(listedKey)
}

/** Rotates a key of the signed-in user. The tool then uses the new key if it used the old one. */
async function rotateOwn(call: CallerCall, tokenId: string, overlapHours: number): Promise<NewKey> {
  const { config, caller } = call
  const callDashboard = await openDashboard(call)
  const json = { overlapHours }
  const rotated = newKeyIn(
    await callDashboard(`/keys/${tokenId}/rotate`, { method: 'POST', json }).catch(adviseOnKeys),
    caller.url,
  )
  if (caller.stored?.tokenId === tokenId) {
    await changeCredentials(config.folder, ({ services, ...rest }) => {
      const service = { ...services[caller.url], apiKey: rotated.key, tokenId: rotated.tokenId }
      return { ...rest, services: { ...services, [caller.url]: service } }
    })
  }
  return rotated
}

/** Deletes a key of the signed-in user. Returns advice if it is the key of this tool. */
async function revokeOwn(call: CallerCall, tokenId: string): Promise<string> {
  const { config, caller } = call
  const callDashboard = await openDashboard(call)
  await callDashboard(`/keys/${tokenId}`, { method: 'DELETE' }).catch(adviseOnKeys)
  if (caller.stored?.tokenId !== tokenId) return ''
  await changeCredentials(config.folder, ({ services, ...rest }) => {
    const { apiKey: _, tokenId: __, ...others } = services[caller.url] ?? {}
    return { ...rest, services: { ...services, [caller.url]: others } }
  })
  return '\nThis tool used the key. Run platen login to create another.'
}

/** @throws {CallerError} for a key that does not exist; otherwise the error itself. */
function adviseOnKeys(error: unknown): never {
  if (!(error instanceof NotFound)) throw error
  throw new CallerError(error.message, {
    next: 'platen tokens lists the keys of your account.',
    cause: error,
  })
}

function listedKey(key: unknown): ListedKey {
  const { tokenId = '', name = '', lastFour = '', createdAt = '', status, ...times } = stringFieldsOf(key)
  const { expiresAt = null, lastUsedAt = null } = times
  const { isTest, scopes } = key as { isTest?: unknown; scopes?: unknown }
  return {
    tokenId,
    name,
    lastFour,
    isTest: isTest === true,
    scopes: Array.isArray(scopes) ? scopes.map(String) : [],
    createdAt,
    expiresAt,
    active: status === 'active',
    lastUsedAt,
  }
}
