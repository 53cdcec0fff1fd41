import { sql } from 'kysely'
import type { Database } from '../packages/server/src/database/database.ts'

/** Returns the schema that the migrations create as text: every table with its columns, constraints and indexes. */
export async function describeSchema(database: Database): Promise<string> {
  const { rows } = await sql<{ name: string; lines: string[] }>`
    select c.relname as name,
      array(select format('  %s %s%s%s', attname, format_type(atttypid, atttypmod),
          case when attnotnull then ' not null' else '' end,
          coalesce(' default ' || pg_get_expr(adbin, adrelid), '') || case when attidentity <> '' then ' identity' else '' end)
        from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where attrelid = c.oid and attnum > 0 and not attisdropped order by attnum)
      || array(select format('  constraint %s %s', conname, pg_get_constraintdef(oid))
        from pg_constraint where conrelid = c.oid and contype <> 'n' order by conname)
      || array(select '  ' || pg_get_indexdef(indexrelid)
        from pg_index where indrelid = c.oid and not exists (select from pg_constraint where conindid = indexrelid)
        order by indexrelid::regclass::text)
      || array(select '  ' || pg_get_triggerdef(oid) from pg_trigger where tgrelid = c.oid and not tgisinternal order by tgname)
      as lines
    from pg_class c where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`.execute(
    database,
  )
  return rows.map(({ name, lines }) => `${name}\n${lines.join('\n')}\n`).join('\n')
}
