import { findAccountByIdOrEmail } from '../accounts/accounts.ts'
import { createKey, listKeys, deleteKey } from '../accounts/keys.ts'
import type { Config } from '../config.ts'
import { withDatabase } from './database.ts'
import type { ListedKey } from '@platen/cli/output/key-list'

/** Functions for the API keys of any account. Accounts are user ids or e-mail addresses. */
export interface OperatorKeys {
  create(
    account: string,
    key: { name: string; expiresAt: Date | undefined },
  ): Promise<{ tokenId: string; name: string; key: string }>
  list(account: string): Promise<ListedKey[]>
  /** @param account owner of the key, if it is given. */
  revoke(tokenId: string, account: string | undefined): Promise<void>
}

/** Creates the functions for the database of a service. */
export function operatorKeys(config: Config): OperatorKeys {
  return {
    create: (account, { name, expiresAt }) =>
      withDatabase(config, async (database) => {
        const { accountId } = await findAccountByIdOrEmail(database, account)
        const { tokenId, key, ...created } = await createKey(database, { accountId, name, expiresAt })
        return { tokenId, name: created.name, key }
      }),
    async list(account) {
      const keys = await withDatabase(config, async (database) => {
        const { accountId } = await findAccountByIdOrEmail(database, account)
        return await listKeys(database, accountId)
      })
      return keys.map((key) => ({
        tokenId: key.tokenId,
        name: key.name,
        lastFour: key.lastFour,
        createdAt: key.createdAt.toISOString(),
        expiresAt: key.expiresAt?.toISOString() ?? null,
        active: key.status === 'active',
        lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
      }))
    },
    revoke: (tokenId, account) =>
      withDatabase(config, async (database) => {
        const owner = account === undefined ? undefined : await findAccountByIdOrEmail(database, account)
        await deleteKey(database, tokenId, owner?.accountId)
      }),
  }
}
