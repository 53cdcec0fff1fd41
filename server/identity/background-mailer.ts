import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { type Mailer, DeliveryError } from '../mail/mailer.ts'
import type { ComposedMail } from '../mail/sign-in-mails.ts'

/** Sends mails in the background. A caller that waited could learn from the duration whether an account exists. */
export interface BackgroundMailer extends AsyncDisposable {
  send(recipient: string, letter: ComposedMail): void
}

// Few attempts, because users request another mail soon.
const ATTEMPT_DELAYS_MS = [0, 2_000, 15_000]
const SEND_LIMIT_MS = 30_000
const CLOSE_LIMIT_MS = 5_000

/** Creates the outbox. Disposing it waits up to 5 s for mails in progress, without retries. */
export function createBackgroundMailer({ mailer, log }: { mailer: Mailer; log: Log }): BackgroundMailer {
  const underWay = new Set<Promise<void>>()
  const closing = new AbortController()

  const deliver = async (recipient: string, letter: ComposedMail) => {
    const subjectId = randomUUID()
    for (const afterMs of ATTEMPT_DELAYS_MS) {
      if (afterMs > 0) await delay(afterMs, undefined, { signal: closing.signal })
      try {
        const mail = { subjectId, recipient, ...letter, attachment: undefined }
        return await mailer.send(mail, AbortSignal.timeout(SEND_LIMIT_MS))
      } catch (error) {
        log.warn({ err: error }, 'an attempt to send a sign-in mail failed')
        if (error instanceof DeliveryError && error.isPermanent) return
      }
    }
  }

  return {
    send(recipient, letter) {
      const delivery = deliver(recipient, letter)
        .catch((error: unknown) => log.warn({ err: error }, 'a sign-in mail was not sent'))
        .finally(() => underWay.delete(delivery))
      underWay.add(delivery)
    },
    async [Symbol.asyncDispose]() {
      closing.abort(new Error('The process ends'))
      await Promise.race([Promise.all(underWay), delay(CLOSE_LIMIT_MS, undefined, { ref: false })])
    },
  }
}
