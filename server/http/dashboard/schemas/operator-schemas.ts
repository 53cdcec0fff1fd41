import { Type } from 'typebox'
import { PLANS, ROLES } from '../../../accounts/accounts.ts'
import { noPrototypeKeys, Nullable, Timestamp, Uuid } from '../../schemas/schemas.ts'

const CREDITS_MAX = 1_000_000_000
const USER_ID_LENGTH_MAX = 120

export const AccountParams = Type.Object({ userId: Type.String({ maxLength: USER_ID_LENGTH_MAX }) })

export const AccountsQuery = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 254, description: 'A part of an address or userId.' })),
  after: Type.Optional(
    Type.String({
      pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}Z~[A-Za-z0-9._-]{1,120}$',
      description: '`next` of the page before.',
    }),
  ),
})

const Account = Type.Object({
  userId: Type.String(),
  email: Type.String(),
  plan: Type.Enum([...PLANS]),
  role: Type.Enum([...ROLES]),
  credits: Type.Integer(),
  reserved: Type.Integer(),
  suspended: Type.Boolean(),
  deletionAt: Nullable(Timestamp),
  createdAt: Timestamp,
  templates: Type.Integer({ description: 'How many there are.' }),
  keys: Type.Integer({ description: 'How many work.' }),
  pages: Type.Integer({ description: 'Charged in the last 30 days.' }),
  lastCallAt: Nullable(Timestamp),
})

export const AccountsFound = Type.Object({
  accounts: Type.Array(Account),
  next: Nullable(Type.String()),
})

const Action = Type.Object({
  actionId: Type.String(),
  actor: Type.String({ description: 'The operator’s userId, "command line" or "first sign-up".' }),
  actorEmail: Nullable(Type.String()),
  userId: Type.String({ description: 'The account that it was done to.' }),
  email: Nullable(Type.String({ description: 'Its address, while it is there.' })),
  action: Type.Enum(['credits', 'plan', 'role', 'release', 'suspend', 'restore']),
  detail: Type.Object({
    credits: Type.Optional(Type.Integer()),
    plan: Type.Optional(Type.Enum([...PLANS])),
    role: Type.Optional(Type.Enum([...ROLES])),
    was: Type.Optional(Type.Enum([...PLANS, ...ROLES], { description: 'The plan or role before.' })),
    reason: Type.Optional(Type.String()),
  }),
  createdAt: Timestamp,
})

export const AccountDetail = Type.Object({ account: Account, actions: Type.Array(Action) })

const ReasonText = Type.String({ minLength: 1, maxLength: 500 })

export const GiveCredits = Type.Object(
  {
    credits: Type.Integer({ minimum: -CREDITS_MAX, maximum: CREDITS_MAX }),
    reason: ReasonText,
    giftId: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9_-]{16,64}$',
        description: 'Of the caller’s making: a call that is repeated with the same one gives nothing more.',
      }),
    ),
  },
  noPrototypeKeys,
)

export const Given = Type.Object({ credits: Type.Integer({ description: 'The new balance.' }) })

export const PlanBody = Type.Object({ plan: Type.Enum([...PLANS]) }, noPrototypeKeys)

export const Reason = Type.Object({ reason: ReasonText }, noPrototypeKeys)

export const ActionsQuery = Type.Object({
  before: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$', description: '`next` of the page before.' })),
})

export const Actions = Type.Object({ actions: Type.Array(Action), next: Nullable(Type.String()) })

export const Queue = Type.Object({
  pending: Type.Integer({ description: 'Generations that wait.' }),
  processing: Type.Integer({ description: 'Generations under way, those that callers wait for among them.' }),
  completedLastHour: Type.Integer(),
  failedLastHour: Type.Integer(),
  queues: Type.Array(
    Type.Object({
      name: Type.String(),
      waiting: Type.Integer({ description: 'Jobs that could start now.' }),
      oldestSeconds: Type.Number({ description: 'For how long the oldest of them could have.' }),
    }),
  ),
  failed: Type.Array(
    Type.Object({
      jobId: Uuid,
      userId: Type.String(),
      email: Type.String(),
      pages: Type.Integer(),
      attempts: Type.Integer(),
      createdAt: Timestamp,
      failedAt: Timestamp,
    }),
  ),
})

export const Health = Type.Object({
  version: Type.String(),
  parts: Type.Array(
    Type.Object({
      name: Type.String(),
      isWell: Type.Boolean(),
      detail: Type.String({ description: 'What it says of itself, or what is wrong with it.' }),
    }),
  ),
  tabs: Type.Object({
    busy: Type.Integer({ description: 'Those of the process that answers.' }),
    idle: Type.Integer(),
  }),
})
