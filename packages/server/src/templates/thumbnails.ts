import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { JobSender } from '../database/job-sender.ts'
import type { EgressRules } from '@platen/renderer/egress/rules'
import type { SignedUrls } from '../storage/signed-urls.ts'

/** Job that renders the thumbnail of one version of a template. */
export interface ThumbnailJob {
  templateId: string
  /** Object of the source. A job for a source that was replaced in the meantime does nothing. */
  objectKey: string
}

/** Fields that a thumbnail needs in addition to the source. */
export interface ThumbnailContent {
  accountId: string
  contentVersion: string
  egress: EgressRules
  region: { locale: string; timeZone: string }
  /** JSON text, `{}` by default. */
  sampleData: string
}

/** Queue of thumbnail jobs. */
export type ThumbnailQueue = JobSender<{ thumbnail: ThumbnailJob }>

/** File name of each thumbnail. The name of the template may change, so it is not used. */
export const THUMBNAIL_FILE_NAME = 'thumbnail.png'

/** The lifetime of a PDF URL. */
const URL_LIFETIME_MS = 5 * 24 * 3_600_000

/** Returns the content of a thumbnail job. `undefined`: the source was replaced, or has a thumbnail already. */
export async function findThumbnailContent(
  database: Database,
  { templateId, objectKey }: ThumbnailJob,
): Promise<ThumbnailContent | undefined> {
  const { rows } = await sql<ThumbnailContent>`
    select account_id, content_version, egress,
      json_build_object('locale', locale, 'timeZone', time_zone) as region,
      sample_data::text as "sampleData"
    from templates join accounts using (account_id)
    where template_id = ${templateId} and object_key = ${objectKey} and thumbnail_id is null`.execute(
    database,
  )
  return rows[0]
}

/**
 * Stores the thumbnail of a source that was rendered with these sample data.
 * @returns false when the source or its sample data were replaced in the meantime, or the template has a thumbnail.
 */
export async function setThumbnail(
  database: Database,
  { templateId, objectKey, sampleData }: ThumbnailJob & Pick<ThumbnailContent, 'sampleData'>,
  thumbnailId: string,
): Promise<boolean> {
  const { rows } = await sql`
    with current as (
      select contents.content_id
      from contents join content_versions on content_versions.content_id = contents.content_id and number = version
      where contents.content_id = ${templateId} and object_key = ${objectKey}
      for share of contents
    )
    update template_details set thumbnail_id = ${thumbnailId} from current
    where template_id = content_id and thumbnail_id is null and sample_data::text = ${sampleData}
    returning 1`.execute(database)
  return rows.length === 1
}

/** Returns the key of a thumbnail in the object store. */
export function thumbnailKey(thumbnailId: string): string {
  return `thumbnails/${thumbnailId}.png`
}

/** Returns the URL of a thumbnail, valid for 5 days from now, or `null` when the template has none. */
export function thumbnailUrl(signedUrls: SignedUrls, thumbnailId: string | null): string | null {
  if (thumbnailId === null) return null
  const file = { fileId: thumbnailId, fileName: THUMBNAIL_FILE_NAME }
  return signedUrls.sign(file, new Date(Date.now() + URL_LIFETIME_MS))
}

/** Returns the keys that belong to the thumbnail of a template. */
export async function thumbnailsInUse(database: Database, keys: string[]): Promise<Set<string>> {
  const ids = keys.flatMap((key) => /^thumbnails\/([0-9a-f-]{36})\.png$/.exec(key)?.[1] ?? [])
  const { rows } = await sql<{ thumbnailId: string }>`
    select thumbnail_id from template_details where thumbnail_id = any(${ids}::uuid[])`.execute(database)
  return new Set(rows.map((row) => thumbnailKey(row.thumbnailId)))
}
