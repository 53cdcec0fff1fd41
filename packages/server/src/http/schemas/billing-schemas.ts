import { Type } from 'typebox'
import { LEDGER_CURSOR_PATTERN } from '../../billing/ledger.ts'
import { Cursor, NextCursor, noPrototypeKeys, Nullable, Timestamp, Uuid } from './schemas.ts'

const CREDITS_MAX = 1_000_000_000

export const Notice = Type.Object(
  {
    below: Nullable(
      Type.Integer({
        minimum: 0,
        maximum: CREDITS_MAX,
        description:
          'Balance at or below which a notice is mailed. 0: no notice. null: a tenth of the balance after the last purchase or addition of credits.',
      }),
    ),
  },
  { title: 'LowCreditNotice' },
)

/** Balance of an account. */
export const balanceFields = {
  credits: Type.Integer({ description: 'Credit balance, including reserved credits.' }),
  reserved: Type.Integer({ description: 'Credits reserved by renders in progress.' }),
  available: Type.Integer({
    description: 'Credits that can be spent: credits minus reserved. Below 0 after a refund or dispute.',
  }),
}

/** Balance, for the API. */
export const Credits = Type.Object(
  { ...balanceFields, billingUrl: Type.String({ description: 'Address where credits are bought.' }) },
  { title: 'Credits' },
)

/** Balance and the ways to get credits, for the dashboard. */
export const Billing = Type.Object(
  {
    ...balanceFields,
    sellsCredits: Type.Boolean({
      description: 'True when this service sells credits. Otherwise the operator adds them.',
    }),
    externalUrl: Nullable(Type.String({ description: 'Address of another site where credits are bought.' })),
    notice: Notice,
  },
  { title: 'Billing' },
)

const money = {
  amount: Type.Integer({ description: 'In the smallest unit of the currency.' }),
  currency: Type.String({ description: 'ISO 4217, in lower case.' }),
}

export const Packs = Type.Object({
  packs: Type.Array(
    Type.Object(
      { priceId: Type.String(), name: Type.String(), credits: Type.Integer(), ...money },
      { title: 'CreditPack' },
    ),
  ),
})

export const NewCheckout = Type.Object(
  { priceId: Type.String({ minLength: 1, maxLength: 255 }) },
  noPrototypeKeys,
)

export const Checkout = Type.Object({ url: Type.String({ description: 'Address of the checkout page.' }) })

export const LedgerQuery = Type.Object({ cursor: Cursor(LEDGER_CURSOR_PATTERN) })

export const LedgerPage = Type.Object({
  entries: Type.Array(
    Type.Object(
      {
        entryId: Type.Integer(),
        kind: Type.Enum(['welcome', 'added', 'generation', 'purchase', 'refund', 'dispute']),
        credits: Type.Integer({ description: 'Credits added, or removed when below 0.' }),
        balance: Type.Integer({ description: 'Balance after this entry.' }),
        note: Type.String({ description: 'Reason that the operator entered.' }),
        createdAt: Timestamp,
        jobId: Nullable(Uuid),
        amount: Nullable(money.amount),
        currency: Nullable(money.currency),
        receiptUrl: Nullable(Type.String()),
      },
      { title: 'LedgerEntry' },
    ),
  ),
  nextCursor: NextCursor,
})
