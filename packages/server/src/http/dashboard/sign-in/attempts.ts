import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import {
  limitReached,
  returnToken,
  spendTokens,
  takeTokens,
  type TokenBucket,
} from '../../../accounts/token-bucket.ts'
import type { Services } from '../../../services.ts'
import { networkOf } from '../../network.ts'

/** Limits of attempts, per network and per mailbox. */
const LIMITS = {
  // Sign-in with a password.
  password: { network: { capacity: 30, perHour: 120 }, mailbox: { capacity: 10, perHour: 40 } },
  // Password of a signed-in user. A limit of its own, which attackers without a session cannot use up.
  ownPassword: { network: { capacity: 30, perHour: 120 }, mailbox: { capacity: 10, perHour: 40 } },
  // Requests that send a mail.
  mail: { network: { capacity: 20, perHour: 20 }, mailbox: { capacity: 5, perHour: 5 } },
  // Invitations of all accounts to a mailbox.
  invitation: { network: { capacity: 40, perHour: 40 }, mailbox: { capacity: 5, perHour: 5 } },
  // Links from mails.
  link: { network: { capacity: 30, perHour: 120 } },
  // Start of a device sign-in.
  device: { network: { capacity: 20, perHour: 60 } },
  // Polling of a device sign-in, and token refresh. Their secrets are too long to guess.
  deviceToken: { network: { capacity: 300, perHour: 20_000 } },
  // Device code that a signed-in user types. Codes live for 10 minutes and cannot be guessed within this limit.
  deviceCode: { network: { capacity: 30, perHour: 120 }, mailbox: { capacity: 10, perHour: 40 } },
} as const satisfies Record<string, { network: TokenBucket; mailbox?: TokenBucket }>

type Kind = keyof typeof LIMITS

/** Counts an attempt, for all processes. @throws {Refusal} `limit-reached`, with `retryAfter`. */
export async function countAttempt(
  { database }: Services,
  request: FastifyRequest,
  kind: Kind,
  email?: string,
): Promise<void> {
  const waits: number[] = []
  for (const { subject, limit } of bucketsOf(request, kind, email)) {
    waits.push(await takeTokens(database, subject, limit))
  }
  const retryAfter = Math.max(...waits)
  if (retryAfter > 0) throw limitReached(retryAfter, 'Too many attempts. Wait and try again.')
}

// Each checkout is a session that Stripe stores for a day, and a call that counts towards Stripe's rate limit.
const CHECKOUTS: TokenBucket = { capacity: 20, perHour: 20 }

/** Counts a checkout of an account. @throws {Refusal} `limit-reached`, with `retryAfter`. */
export async function countCheckout({ database }: Services, accountId: string): Promise<void> {
  await spendTokens(database, `checkout account ${accountId}`, CHECKOUTS, {
    refusal: () => `You can start at most ${CHECKOUTS.capacity} purchases in an hour. Wait and try again.`,
  })
}

// Each mail goes to an address that a user has typed.
const INVITATIONS: TokenBucket = { capacity: 20, perHour: 20 }

/** Counts a mail with an invitation of an account. @throws {Refusal} `limit-reached`, with `retryAfter`. */
export async function countInvitation({ database }: Services, accountId: string): Promise<void> {
  await spendTokens(database, `invitation account ${accountId}`, INVITATIONS, {
    refusal: () => `You can send at most ${INVITATIONS.capacity} invitations in an hour. Wait and try again.`,
  })
}

/** Removes an attempt that succeeded from the count. Only failed attempts are limited. */
export async function uncountAttempt(
  { database }: Services,
  request: FastifyRequest,
  kind: Kind,
  email?: string,
): Promise<void> {
  for (const { subject, limit } of bucketsOf(request, kind, email)) {
    await returnToken(database, subject, limit)
  }
}

/** Returns the token buckets of an attempt. The e-mail address is stored as a hash. */
function bucketsOf(request: FastifyRequest, kind: Kind, email: string | undefined) {
  const limits: { network: TokenBucket; mailbox?: TokenBucket } = LIMITS[kind]
  const ofNetwork = { subject: `${kind} network ${networkOf(request.ip)}`, limit: limits.network }
  if (email === undefined || !limits.mailbox) return [ofNetwork]
  const mailbox = createHash('sha256').update(email.toLowerCase()).digest('base64url')
  return [ofNetwork, { subject: `${kind} mailbox ${mailbox}`, limit: limits.mailbox }]
}
