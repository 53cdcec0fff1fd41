import { Type } from 'typebox'
import { PLANS, ROLES } from '../../../accounts/accounts.ts'
import { CURSOR_PATTERN } from '../../../database/pages.ts'
import { Cursor, NextCursor, noPrototypeKeys, Nullable, Timestamp, Uuid } from '../../schemas/schemas.ts'

const CREDITS_MAX = 1_000_000_000
const USER_ID_LENGTH_MAX = 120

export const AccountParams = Type.Object({ userId: Type.String({ maxLength: USER_ID_LENGTH_MAX }) })

export const AccountsQuery = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 254, description: 'Part of an e-mail address or userId.' })),
  cursor: Cursor(CURSOR_PATTERN),
})

const Account = Type.Object(
  {
    userId: Type.String(),
    email: Type.String(),
    plan: Type.Enum([...PLANS]),
    role: Type.Enum([...ROLES]),
    credits: Type.Integer(),
    reserved: Type.Integer(),
    suspended: Type.Boolean(),
    deletionAt: Nullable(Timestamp),
    createdAt: Timestamp,
    templates: Type.Integer({ description: 'Number of templates.' }),
    keys: Type.Integer({ description: 'Number of active API keys.' }),
    pages: Type.Integer({ description: 'Pages charged in the last 30 days.' }),
    lastCallAt: Nullable(Timestamp),
  },
  { title: 'Account' },
)

export const AccountList = Type.Object({
  accounts: Type.Array(Account),
  nextCursor: NextCursor,
})

const Action = Type.Object(
  {
    actionId: Type.Integer(),
    actor: Type.String({
      description: 'The operator’s userId, "command line", "first sign-up" or "handover".',
    }),
    actorEmail: Nullable(Type.String()),
    userId: Type.String({ description: 'Account that was changed.' }),
    email: Nullable(Type.String({ description: 'E-mail address of that account. null after its deletion.' })),
    action: Type.Enum(['credits', 'plan', 'role', 'release', 'suspend', 'restore']),
    detail: Type.Object({
      credits: Type.Optional(Type.Integer()),
      plan: Type.Optional(Type.Enum([...PLANS])),
      role: Type.Optional(Type.Enum([...ROLES])),
      was: Type.Optional(Type.Enum([...PLANS, ...ROLES], { description: 'Previous plan or role.' })),
      reason: Type.Optional(Type.String()),
    }),
    createdAt: Timestamp,
  },
  { title: 'AuditEntry' },
)

export const AccountDetail = Type.Object({ account: Account, actions: Type.Array(Action) })

const ReasonText = Type.String({ minLength: 1, maxLength: 500 })

export const AddCredits = Type.Object(
  {
    credits: Type.Integer({ minimum: -CREDITS_MAX, maximum: CREDITS_MAX }),
    reason: ReasonText,
    idempotencyKey: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9_-]{16,64}$',
        description: 'Idempotency key of the caller. A repeated call with the same key adds nothing.',
      }),
    ),
  },
  noPrototypeKeys,
)

export const NewBalance = Type.Object({ credits: Type.Integer({ description: 'New balance.' }) })

export const PlanBody = Type.Object({ plan: Type.Enum([...PLANS]) }, noPrototypeKeys)

export const Reason = Type.Object({ reason: ReasonText }, noPrototypeKeys)

export const Suspended = Type.Object({ suspended: Type.Boolean() })

export const ActionsQuery = Type.Object({ cursor: Cursor('^[0-9]{1,15}$') })

export const Actions = Type.Object({ actions: Type.Array(Action), nextCursor: NextCursor })

export const Queue = Type.Object(
  {
    pending: Type.Integer({ description: 'Jobs that wait.' }),
    processing: Type.Integer({ description: 'Renders in progress, including synchronous calls.' }),
    completedLastHour: Type.Integer(),
    failedLastHour: Type.Integer(),
    queues: Type.Array(
      Type.Object({
        queue: Type.String(),
        waiting: Type.Integer({ description: 'Jobs that are due.' }),
        oldestSeconds: Type.Number({ description: 'Time since the oldest of them became due. In seconds.' }),
      }),
    ),
    failed: Type.Array(
      Type.Object(
        {
          jobId: Uuid,
          userId: Type.String(),
          email: Type.String(),
          pages: Type.Integer(),
          attempts: Type.Integer(),
          createdAt: Timestamp,
          failedAt: Timestamp,
        },
        { title: 'FailedJob' },
      ),
    ),
  },
  { title: 'Queue' },
)

export const Health = Type.Object(
  {
    version: Type.String(),
    components: Type.Array(
      Type.Object({
        name: Type.String(),
        isHealthy: Type.Boolean(),
        detail: Type.String({ description: 'State of the component, or the error.' }),
      }),
    ),
    tabs: Type.Object({
      busy: Type.Integer({ description: 'Busy tabs of the process that answers.' }),
      idle: Type.Integer(),
    }),
  },
  { title: 'Health' },
)
