import { Type } from 'typebox'
import { noPrototypeKeys, Nullable, Timestamp, Uuid } from '../../schemas/schemas.ts'

const CREDITS_MAX = 1_000_000_000

export const Notice = Type.Object({
  below: Nullable(
    Type.Integer({
      minimum: 0,
      maximum: CREDITS_MAX,
      description:
        'At or below how many credits. 0: never. null: a tenth of what there was when credits were added.',
    }),
  ),
})

export const Billing = Type.Object({
  credits: Type.Integer({ description: 'The balance.' }),
  reserved: Type.Integer({ description: 'What calls under way hold of it.' }),
  available: Type.Integer({ description: 'What is left to spend; below 0 after a payment went back.' }),
  sold: Type.Boolean({ description: 'Whether credits can be bought here; else the operator adds them.' }),
  elsewhere: Nullable(Type.String({ description: 'The page of the operator’s own where they are bought.' })),
  notice: Notice,
})

const money = {
  amount: Type.Integer({ description: 'In the currency’s smallest unit.' }),
  currency: Type.String({ description: 'ISO 4217, in lower case.' }),
}

export const Packs = Type.Object({
  packs: Type.Array(
    Type.Object({ priceId: Type.String(), name: Type.String(), credits: Type.Integer(), ...money }),
  ),
})

export const NewCheckout = Type.Object(
  { priceId: Type.String({ minLength: 1, maxLength: 255 }) },
  noPrototypeKeys,
)

export const Checkout = Type.Object({ url: Type.String({ description: 'Where it is paid.' }) })

export const LedgerQuery = Type.Object({
  after: Type.Optional(
    Type.String({ pattern: '^[0-9]{1,15}[.]-?[0-9]{1,15}$', description: '`next` of the page before.' }),
  ),
})

export const LedgerPage = Type.Object({
  entries: Type.Array(
    Type.Object({
      entryId: Type.String(),
      kind: Type.Enum(['welcome', 'added', 'generation', 'purchase', 'refund', 'dispute']),
      credits: Type.Integer({ description: 'Added, or, below 0, taken.' }),
      balance: Type.Integer({ description: 'After it.' }),
      note: Type.String({ description: 'The operator’s words.' }),
      createdAt: Timestamp,
      jobId: Nullable(Uuid),
      amount: Nullable(money.amount),
      currency: Nullable(money.currency),
      receiptUrl: Nullable(Type.String()),
    }),
  ),
  next: Nullable(Type.String()),
})
