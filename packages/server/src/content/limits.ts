import { sql } from 'kysely'
import { findAccount, type Plan, TEMPLATES_MAX } from '../accounts/accounts.ts'
import type { Database } from '../database/database.ts'
import { one } from '../database/rows.ts'
import { Refusal } from '@platen/template/refusal'
import type { ContentKind, ContentRef } from './contents.ts'

const MIB = 1024 * 1024

/** Limit of the total size of the current assets of an account, in bytes. */
export const ASSET_TOTAL_BYTES_MAX = 100 * MIB

interface Limits {
  /** Maximum number per account. `undefined`: none. */
  count: (plan: Plan) => number | undefined
  /** Maximum size of all current contents of an account, in bytes. */
  totalBytes?: number
  /** Beyond these, the oldest versions of a content are removed. Enough for years of editing. */
  versions: number
  versionBytes: number
}

const LIMITS: Record<ContentKind, Limits> = {
  template: { count: (plan) => TEMPLATES_MAX[plan], versions: 1_000, versionBytes: 50 * MIB },
  partial: { count: () => 200, versions: 1_000, versionBytes: 20 * MIB },
  asset: { count: () => 500, totalBytes: ASSET_TOTAL_BYTES_MAX, versions: 100, versionBytes: 20 * MIB },
}

/**
 * Checks that an account may store new bytes for a content.
 * @param change `isNew`: the content does not exist yet. `bytes`: size of its new version.
 * @throws {Refusal} `limit-reached`.
 */
export async function requireBelowLimits(
  database: Database,
  { accountId, kind, id }: ContentRef,
  change: { isNew: boolean; bytes: number },
): Promise<void> {
  const { count, totalBytes } = LIMITS[kind]
  const countMax = change.isNew ? count((await findAccount(database, accountId)).plan) : undefined
  if (countMax === undefined && totalBytes === undefined) return
  const { rows } = await sql<{ count: number; otherBytes: number }>`
    select count(*) as count, coalesce(sum(file_size) filter (where name <> ${id}), 0)::int8 as "otherBytes"
    from current_contents where account_id = ${accountId} and kind = ${kind}`.execute(database)
  const used = one(rows)
  if (countMax !== undefined && used.count >= countMax) {
    throw new Refusal(
      'limit-reached',
      `This account has ${countMax} ${kind}s, which is its limit. Delete one before you add another.`,
    )
  }
  if (totalBytes === undefined || used.otherBytes + change.bytes <= totalBytes) return
  const [needed, limit] = [used.otherBytes + change.bytes, totalBytes].map((bytes) =>
    bytes.toLocaleString('en'),
  )
  throw new Refusal(
    'limit-reached',
    `With this ${kind}, the ${kind}s of the account would have ${needed} bytes. The limit is ${limit}.`,
  )
}

/**
 * Removes the oldest versions of a content beyond its limits, but not the current version and not the draft.
 * @returns the keys of their objects, to delete after the commit.
 */
export async function removeOldestVersions(
  transaction: Database,
  { contentId, kind }: { contentId: string; kind: ContentKind },
): Promise<string[]> {
  const { versions, versionBytes } = LIMITS[kind]
  const { rows } = await sql<{ objectKey: string }>`
    with aged as (
      select number, row_number() over newest as age_rank,
        sum(file_size + coalesce(octet_length(data_schema), 0)) over newest as bytes
      from content_versions where content_id = ${contentId} window newest as (order by number desc)
    )
    delete from content_versions using aged, contents
    where contents.content_id = ${contentId} and content_versions.content_id = contents.content_id
      and content_versions.number = aged.number and aged.number not in (version, coalesce(draft, version))
      and (age_rank > ${versions} or bytes > ${versionBytes})
    returning object_key`.execute(transaction)
  return rows.map(({ objectKey }) => objectKey)
}
