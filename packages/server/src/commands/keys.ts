import { findAccountByIdOrEmail } from '../accounts/accounts.ts'
import type { ServerCommand } from './operator.ts'
import { createKey, listKeys, deleteKey } from '../accounts/keys.ts'
import { optional, positionals, required } from '@platen/cli/command'
import { withDatabase } from './database.ts'
import { checkTokenId, formatNewKey, parseExpiry, formatKeyList } from '@platen/cli/output/key-list'

const ACCOUNT = { type: 'string', help: 'User id or e-mail address of the account.' } as const

/** Commands for the API keys of any account. */
export const keyCommands: ServerCommand[] = [
  {
    name: 'create-token',
    options: {
      name: { type: 'string', help: 'Name of the key in lists.' },
      account: ACCOUNT,
      expires: { type: 'string', help: 'Date or time of expiry, for example 2027-06-30.' },
    },
    async run(call) {
      positionals(call)
      const [name, account] = [required(call, 'name'), required(call, 'account')]
      const expiresAt = parseExpiry(optional(call, 'expires'))
      return await withDatabase(call.config, async (database) => {
        const { accountId } = await findAccountByIdOrEmail(database, account)
        const { tokenId, key, ...created } = await createKey(database, { accountId, name, expiresAt })
        return formatNewKey({ tokenId, name: created.name, key })
      })
    },
  },
  {
    name: 'revoke',
    help: 'Calls with the key then fail with 401.',
    options: { account: ACCOUNT },
    async run(call) {
      const [tokenId] = positionals(call, 'TOKEN_ID')
      checkTokenId(tokenId)
      const account = optional(call, 'account')
      await withDatabase(call.config, async (database) => {
        const owner = account === undefined ? undefined : await findAccountByIdOrEmail(database, account)
        await deleteKey(database, tokenId, owner?.accountId)
      })
      return { text: `Revoked ${tokenId}.`, json: { tokenId, revoked: true } }
    },
  },
  {
    name: 'tokens',
    options: { account: ACCOUNT },
    async run(call) {
      positionals(call)
      const account = required(call, 'account')
      const keys = await withDatabase(call.config, async (database) => {
        const { accountId } = await findAccountByIdOrEmail(database, account)
        return await listKeys(database, accountId)
      })
      return formatKeyList(
        keys.map((key) => ({
          tokenId: key.tokenId,
          name: key.name,
          lastFour: key.lastFour,
          createdAt: key.createdAt.toISOString(),
          expiresAt: key.expiresAt?.toISOString() ?? null,
          active: key.status === 'active',
          lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
        })),
      )
    },
  },
]
