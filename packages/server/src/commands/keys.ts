import { findAccountByIdOrEmail } from '../accounts/accounts.ts'
import { type CreatedKey, createKey, deleteKey, listKeys, type NewKey, rotateKey } from '../accounts/keys.ts'
import type { Config } from '../config.ts'
import { withDatabase } from './database.ts'
import type { ListedKey, NewKey as PrintedKey } from '@platen/cli/output/key-list'

/** Functions for the API keys of any account. Accounts are user ids or e-mail addresses. */
export interface OperatorKeys {
  create(account: string, key: NewKey): Promise<PrintedKey>
  list(account: string): Promise<ListedKey[]>
  rotate(tokenId: string, account: string, overlapHours: number): Promise<PrintedKey>
  /** @param account owner of the key, if it is given. */
  revoke(tokenId: string, account: string | undefined): Promise<void>
}

/** Creates the functions for the database of a service. */
export function operatorKeys(config: Config): OperatorKeys {
  return {
    create: (account, key) =>
      withDatabase(config, async (database) => {
        const { accountId } = await findAccountByIdOrEmail(database, account)
        return printed(await createKey(database, { ...key, accountId }))
      }),
    rotate: (tokenId, account, overlapHours) =>
      withDatabase(config, async (database) => {
        const { accountId } = await findAccountByIdOrEmail(database, account)
        return printed(await rotateKey(database, { accountId, tokenId, overlapHours }))
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
        isTest: key.isTest,
        scopes: key.scopes,
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

function printed({ tokenId, name, key }: CreatedKey): PrintedKey {
  return { tokenId, name, key }
}
