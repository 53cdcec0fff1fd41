import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../../errors.ts'
import { type AttemptLimit, returnAttempt, takeAttempt } from '../../../identity/attempts.ts'
import type { Services } from '../../../services.ts'
import { networkOf } from '../../network.ts'

/** What may be tried only so often, by one network and for one mailbox. */
const LIMITS = {
  // A wrong password, or one that may be.
  password: { network: { burst: 30, perHour: 120 }, mailbox: { burst: 10, perHour: 40 } },
  // The same of somebody who is signed in already: those who try it from elsewhere do not use it up.
  ownPassword: { network: { burst: 30, perHour: 120 }, mailbox: { burst: 10, perHour: 40 } },
  // What sends a mail.
  mail: { network: { burst: 20, perHour: 20 }, mailbox: { burst: 5, perHour: 5 } },
  // What a link in a mail leads to.
  link: { network: { burst: 30, perHour: 120 } },
  // A program that begins to sign in.
  device: { network: { burst: 20, perHour: 60 } },
  // One that asks what became of it, or for a new token. Its own codes are longer than anybody can guess.
  deviceToken: { network: { burst: 300, perHour: 20_000 } },
  // A code that somebody types who is signed in: of ten minutes' codes, nobody finds one by trying.
  deviceCode: { network: { burst: 30, perHour: 120 }, mailbox: { burst: 10, perHour: 40 } },
} as const satisfies Record<string, { network: AttemptLimit; mailbox?: AttemptLimit }>

type Kind = keyof typeof LIMITS

/** Counts an attempt in all processes. @throws {Refusal} `limit-reached`, with the time to come back. */
export async function countAttempt(
  { database }: Services,
  request: FastifyRequest,
  kind: Kind,
  email?: string,
): Promise<void> {
  const waits: number[] = []
  for (const { subject, limit } of bucketsOf(request, kind, email)) {
    waits.push(await takeAttempt(database, subject, limit))
  }
  const retryAfter = Math.max(...waits)
  if (retryAfter > 0) {
    throw new Refusal('limit-reached', 'Too many attempts. Please wait a while and try again.', {
      retryAfter,
    })
  }
}

// Each is a session that Stripe keeps for a day, and a call that it counts.
const CHECKOUTS: AttemptLimit = { burst: 20, perHour: 20 }

/** Counts a checkout that an account opens. @throws {Refusal} `limit-reached`, with the time to come back. */
export async function countCheckout({ database }: Services, accountId: string): Promise<void> {
  const retryAfter = await takeAttempt(database, `checkout account ${accountId}`, CHECKOUTS)
  if (retryAfter === 0) return
  throw new Refusal(
    'limit-reached',
    `At most ${CHECKOUTS.burst} purchases can be begun in an hour. Please wait a while and try again.`,
    { retryAfter },
  )
}

/** Takes the attempt back: it was a good one, and somebody may be good as often as they like. */
export async function forgiveAttempt(
  { database }: Services,
  request: FastifyRequest,
  kind: Kind,
  email?: string,
): Promise<void> {
  for (const { subject, limit } of bucketsOf(request, kind, email)) {
    await returnAttempt(database, subject, limit)
  }
}

/** An address is not written down to count by it. */
function bucketsOf(request: FastifyRequest, kind: Kind, email: string | undefined) {
  const limits: { network: AttemptLimit; mailbox?: AttemptLimit } = LIMITS[kind]
  const ofNetwork = { subject: `${kind} network ${networkOf(request.ip)}`, limit: limits.network }
  if (email === undefined || !limits.mailbox) return [ofNetwork]
  const mailbox = createHash('sha256').update(email.toLowerCase()).digest('base64url')
  return [ofNetwork, { subject: `${kind} mailbox ${mailbox}`, limit: limits.mailbox }]
}
