import { Type } from 'typebox'
import { Day, Days, TimeZone } from './day-ranges.ts'
import { Nullable, Timestamp, Uuid } from './schemas.ts'

/** What is counted of calls that have ended. */
export const counts = {
  pages: Type.Integer({ description: 'Charged.' }),
  completed: Type.Integer(),
  failed: Type.Integer({ description: 'Failed calls that are kept: the newest 1,000 of the account.' }),
}

/** How long calls took. */
export const percentiles = {
  count: Type.Integer(),
  p50: Type.Number({ description: 'Milliseconds that half of them took at most.' }),
  p95: Type.Number({ description: 'Milliseconds that 95 of 100 took at most.' }),
}

/** Which days are asked for. */
export const rangeFields = {
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  days: Type.Optional(Days),
  timeZone: Type.Optional(TimeZone),
}

/** What both answers about usage have, the dashboard's and the one for programs. */
export const usageFields = {
  from: Day,
  to: Day,
  timeZone: TimeZone,
  storage: Type.Object({
    bytes: Type.Integer({
      description: 'Bytes of templates, partials and assets, with all versions, each of at least 4 KiB.',
    }),
    limit: Nullable(Type.Integer({ description: 'The limit of the plan; null without one.' })),
  }),
  detailsFrom: Type.String({
    format: 'date-time',
    description:
      'Calls are kept from then on; of the days before, only their pages are known, from the ledger.',
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
}

/** Why calls have failed. */
export const failureFields = { message: Type.String(), count: Type.Integer(), lastAt: Timestamp }
