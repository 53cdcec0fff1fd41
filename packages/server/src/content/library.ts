import { sql } from 'kysely'
import type { Library } from '@platen/renderer/service'
import type { ContentStores } from './contents.ts'

interface Row {
  kind: 'partial' | 'asset'
  name: string
  objectKey: string
  contentVersion: string
  contentType: string
  size: number
}

/** Returns the library of an account: its partials and assets. Each query is one statement, so its result is consistent. */
export function libraryOf(
  { database, storage }: Pick<ContentStores, 'database' | 'storage'>,
  accountId: string,
): Library {
  return {
    async list() {
      const { rows } = await sql<Row>`
        select kind, name, object_key, content_version,
          content_type, file_size as size
        from current_contents where account_id = ${accountId} and kind <> 'template'
        order by kind desc, name`.execute(database)
      const keys = new Map(rows.map(({ kind, name, objectKey }) => [`${kind} ${name}`, objectKey]))
      const keyOf = (kind: Row['kind'], { name }: { name: string }) => keys.get(`${kind} ${name}`) ?? ''
      return {
        partials: rows.filter(({ kind }) => kind === 'partial'),
        assets: rows.filter(({ kind }) => kind === 'asset'),
        readPartial: (partial, signal) => storage.readText(keyOf('partial', partial), signal),
        readAsset: (asset, signal) => storage.readBytes(keyOf('asset', asset), signal),
      }
    },
  }
}
