import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { EgressRules } from '../egress/rules.ts'
import type { SignedUrls } from '../storage/signed-urls.ts'

/** One content of a template, of which a thumbnail is to be made. */
export interface ThumbnailJob {
  templateId: string
  /** The content's object: a job for one that was replaced meanwhile has nothing to do any more. */
  objectKey: string
}

/** What a thumbnail is printed with, beside the source. */
export interface ThumbnailContent {
  accountId: string
  contentVersion: string
  egress: EgressRules
  region: { locale: string; timeZone: string }
  /** JSON text, `{}` where nobody gave any. */
  sampleData: string
}

/** Has thumbnails made in the background. */
export interface ThumbnailQueue {
  /** Queues a thumbnail if and only if the transaction is committed. */
  sendThumbnail(transaction: Database, job: ThumbnailJob & { accountId: string }): Promise<void>
}

/** The same for all: a template's name says nothing about its picture, and may change. */
export const THUMBNAIL_FILE_NAME = 'thumbnail.png'

/** As long as a PDF's. */
const URL_LIFETIME_MS = 5 * 24 * 3_600_000

/** The content that a job is about, if the template still has it and it has no thumbnail yet. */
export async function findContentWithoutThumbnail(
  database: Database,
  { templateId, objectKey }: ThumbnailJob,
): Promise<ThumbnailContent | undefined> {
  const { rows } = await sql<ThumbnailContent>`
    select account_id as "accountId", content_version as "contentVersion", egress,
      json_build_object('locale', locale, 'timeZone', time_zone) as region,
      sample_data::text as "sampleData"
    from templates join accounts using (account_id)
    where template_id = ${templateId} and object_key = ${objectKey} and thumbnail_id is null`.execute(
    database,
  )
  return rows[0]
}

/**
 * Stores the thumbnail of a content that was printed with these sample data.
 * @returns false if the content or its sample data were replaced meanwhile, or the template has a thumbnail.
 */
export async function setThumbnail(
  database: Database,
  { templateId, objectKey, sampleData }: ThumbnailJob & Pick<ThumbnailContent, 'sampleData'>,
  thumbnailId: string,
): Promise<boolean> {
  const { rows } = await sql`
    update templates set thumbnail_id = ${thumbnailId}
    where template_id = ${templateId} and object_key = ${objectKey} and thumbnail_id is null
      and sample_data::text = ${sampleData}
    returning 1`.execute(database)
  return rows.length === 1
}

/** Where the picture named `thumbnailId` lies in the object store. */
export function thumbnailKey(thumbnailId: string): string {
  return `thumbnails/${thumbnailId}.png`
}

/** The URL of a template's thumbnail, good for five days from now; null while there is none. */
export function thumbnailUrl(signedUrls: SignedUrls, thumbnailId: string | null): string | null {
  if (thumbnailId === null) return null
  const file = { fileId: thumbnailId, fileName: THUMBNAIL_FILE_NAME }
  return signedUrls.sign(file, new Date(Date.now() + URL_LIFETIME_MS))
}

/** Those of these objects that are the thumbnail of a template. */
export async function thumbnailsInUse(database: Database, keys: string[]): Promise<Set<string>> {
  const ids = keys.flatMap((key) => /^thumbnails\/([0-9a-f-]{36})\.png$/.exec(key)?.[1] ?? [])
  const { rows } = await sql<{ thumbnailId: string }>`
    select thumbnail_id as "thumbnailId" from templates where thumbnail_id = any(${ids}::uuid[])`.execute(
    database,
  )
  return new Set(rows.map((row) => thumbnailKey(row.thumbnailId)))
}
