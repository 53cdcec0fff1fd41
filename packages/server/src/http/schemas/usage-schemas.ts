import { Type } from 'typebox'
import { Day, Days, FirstDay, LastDay, TimeZone } from './day-ranges.ts'
import { Nullable, Timestamp, Uuid } from './schemas.ts'

const counts = {
  pages: Type.Integer({ description: 'Pages charged.' }),
  completed: Type.Integer({ description: 'Completed renders.' }),
  failed: Type.Integer({ description: 'Failed renders. Only the newest 1,000 of the account are stored.' }),
}

const percentiles = {
  count: Type.Integer({ description: 'Number of renders.' }),
  p50: Type.Number({ description: 'Median in milliseconds.' }),
  p95: Type.Number({ description: '95th percentile in milliseconds.' }),
}

/** Durations of the renders of one kind. null without renders. */
const Durations = Nullable(Type.Object(percentiles, { title: 'Durations' }))

/** Range of days of the usage. */
export const UsageQuery = Type.Object(
  {
    from: Type.Optional(FirstDay),
    to: Type.Optional(LastDay),
    days: Type.Optional(Days),
    timeZone: Type.Optional(TimeZone),
  },
  { additionalProperties: false },
)

/** Usage of an account in a range of days. */
export const Usage = Type.Object(
  {
    from: FirstDay,
    to: LastDay,
    timeZone: Type.String({
      description: 'IANA name of the time zone of the days.',
      examples: ['Europe/Berlin'],
    }),
    storage: Type.Object({
      bytes: Type.Integer({
        description:
          'Size of templates, partials and assets with all versions, in bytes. Each version counts at least 4 KiB.',
      }),
      limit: Nullable(Type.Integer({ description: 'Limit of the plan in bytes. null for no limit.' })),
    }),
    detailsFrom: Type.Unsafe<Date>({
      type: 'string',
      format: 'date-time',
      description:
        'Time from which details are stored. Earlier days have only the number of pages, from the ledger.',
    }),
    days: Type.Array(
      Type.Object({
        day: Day,
        pages: counts.pages,
        details: Nullable(
          Type.Object({
            syncPages: Type.Integer(),
            asyncPages: Type.Integer(),
            completed: Type.Integer(),
            failed: Type.Integer(),
          }),
        ),
      }),
    ),
    templates: Type.Array(
      Type.Object({ templateId: Uuid, name: Type.String(), exists: Type.Boolean(), ...counts }),
    ),
    keys: Type.Array(
      Type.Object({
        tokenId: Nullable(Uuid),
        name: Nullable(Type.String()),
        lastFour: Nullable(Type.String()),
        ...counts,
      }),
    ),
    ...counts,
    failures: Type.Array(
      Type.Object({
        message: Type.String(),
        count: Type.Integer(),
        lastAt: Timestamp,
        jobId: Type.String({
          format: 'uuid',
          description: 'The latest render that failed for this reason, synchronous or asynchronous.',
        }),
      }),
      { description: 'Failed renders by reason, most frequent first.' },
    ),
    durations: Type.Object({
      sync: Durations,
      async: Durations,
      phases: Type.Array(Type.Object({ phase: Type.String(), ...percentiles })),
    }),
  },
  { title: 'Usage' },
)
