import { findAccountByUserId } from '../accounts/accounts.ts'
import { createKey, listKeys, removeKey } from '../accounts/keys.ts'
import { type Command, optional, positionals, required, table, UsageError } from './command.ts'
import { withDatabase } from './database.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const ISO_TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/

export const tokenCommands: Command[] = [
  {
    name: 'create-token',
    help: `platen create-token --name NAME --account USER_ID [--expires ISO] [--json]

Makes an API key and prints it. It cannot be read again.`,
    options: { name: { type: 'string' }, account: { type: 'string' }, expires: { type: 'string' } },
    async run(call) {
      positionals(call)
      const [name, userId] = [required(call, 'name'), required(call, 'account')]
      const expiresAt = timeFrom(optional(call, 'expires'))
      const token = await withDatabase(call.config, async (database) => {
        const { accountId } = await findAccountByUserId(database, userId)
        return await createKey(database, { accountId, name, expiresAt })
      })
      return {
        text: `${token.key}\n\nThis is the only time that the key is shown. Its token id, to revoke it: ${token.tokenId}`,
        json: token,
      }
    },
  },
  {
    name: 'revoke',
    help: 'platen revoke TOKEN_ID [--json]\n\nDeletes an API key. Calls with it fail from now on.',
    options: {},
    async run(call) {
      const [tokenId] = positionals(call, 'TOKEN_ID')
      if (!UUID.test(tokenId))
        throw new UsageError(`"${tokenId}" is not a token id. "platen tokens" shows them.`)
      await withDatabase(call.config, (database) => removeKey(database, tokenId))
      return { text: `Revoked ${tokenId}.`, json: { tokenId, revoked: true } }
    },
  },
  {
    name: 'tokens',
    help: 'platen tokens --account USER_ID [--json]\n\nShows the API keys of an account.',
    options: { account: { type: 'string' } },
    async run(call) {
      positionals(call)
      const userId = required(call, 'account')
      const keys = await withDatabase(call.config, async (database) => {
        const { accountId } = await findAccountByUserId(database, userId)
        return await listKeys(database, accountId)
      })
      const shown = keys.map((key) => ({
        tokenId: key.tokenId,
        name: key.name,
        lastFour: key.lastFour,
        createdAt: key.createdAt.toISOString(),
        expiresAt: key.expiresAt?.toISOString() ?? null,
        active:
          key.deactivatedAt === null && (key.expiresAt === null || key.expiresAt.getTime() > Date.now()),
        lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
      }))
      const rows = shown.map((key) => [
        key.tokenId,
        key.name,
        `…${key.lastFour}`,
        key.createdAt,
        key.expiresAt ?? 'never',
        key.active ? 'yes' : 'no',
        key.lastUsedAt ?? 'never',
      ])
      return {
        text:
          rows.length === 0
            ? 'This account has no keys.'
            : table(['TOKEN ID', 'NAME', 'KEY', 'CREATED', 'EXPIRES', 'ACTIVE', 'LAST USED'], rows),
        json: shown,
      }
    },
  },
]

function timeFrom(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const time = ISO_TIME.test(text) ? new Date(text) : undefined
  if (time && Number.isFinite(time.getTime())) return time
  throw new UsageError(`--expires must be a time such as 2027-01-31T12:00:00Z, not "${text}".`)
}
