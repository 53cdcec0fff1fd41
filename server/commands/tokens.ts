import { findAccountByUserId } from '../accounts/accounts.ts'
import { createKey, listKeys, removeKey, stateOf } from '../accounts/keys.ts'
import { type Command, optional, positionals, required } from './command.ts'
import { withDatabase } from './database.ts'
import { checkTokenId, newToken, timeFrom, tokenList } from './token-list.ts'

/** The keys of any account, as the operator sees to them. */
export const tokenCommands: Command[] = [
  {
    name: 'create-token',
    help: 'Makes an API key and prints it. It cannot be read again.',
    options: { name: { type: 'string' }, account: { type: 'string' }, expires: { type: 'string' } },
    async run(call) {
      positionals(call)
      const [name, userId] = [required(call, 'name'), required(call, 'account')]
      const expiresAt = timeFrom(optional(call, 'expires'))
      return await withDatabase(call.config, async (database) => {
        const { accountId } = await findAccountByUserId(database, userId)
        const { tokenId, key, ...created } = await createKey(database, { accountId, name, expiresAt })
        return newToken({ tokenId, name: created.name, key })
      })
    },
  },
  {
    name: 'revoke',
    help: 'Deletes an API key. Calls with it fail from now on.',
    options: { account: { type: 'string' } },
    async run(call) {
      const [tokenId] = positionals(call, 'TOKEN_ID')
      checkTokenId(tokenId)
      const userId = optional(call, 'account')
      await withDatabase(call.config, async (database) => {
        const owner = userId === undefined ? undefined : await findAccountByUserId(database, userId)
        await removeKey(database, tokenId, owner?.accountId)
      })
      return { text: `Revoked ${tokenId}.`, json: { tokenId, revoked: true } }
    },
  },
  {
    name: 'tokens',
    help: 'Shows the API keys of an account.',
    options: { account: { type: 'string' } },
    async run(call) {
      positionals(call)
      const userId = required(call, 'account')
      const keys = await withDatabase(call.config, async (database) => {
        const { accountId } = await findAccountByUserId(database, userId)
        return await listKeys(database, accountId)
      })
      return tokenList(
        keys.map((key) => ({
          tokenId: key.tokenId,
          name: key.name,
          lastFour: key.lastFour,
          createdAt: key.createdAt.toISOString(),
          expiresAt: key.expiresAt?.toISOString() ?? null,
          active: stateOf(key) === 'active',
          lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
        })),
      )
    },
  },
]
