import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { type Mailer, DeliveryError } from '../mail/mailer.ts'
import type { ComposedMail } from '../mail/sign-in-mails.ts'

/** Sends mails in the background. A caller that waited could learn from the duration whether an account exists. */
export interface BackgroundMailer extends AsyncDisposable {
  send(recipient: string, mail: ComposedMail): void
}

// Few attempts, because users request another mail soon.
const ATTEMPT_DELAYS_MS = [0, 2_000, 15_000]
const SEND_LIMIT_MS = 30_000
const CLOSE_LIMIT_MS = 5_000

/** Creates the mailer. Disposing it waits up to 5 s for mails in progress, without retries. */
export function createBackgroundMailer({ mailer, log }: { mailer: Mailer; log: Log }): BackgroundMailer {
  const inProgress = new Set<Promise<void>>()
  const closing = new AbortController()

  const deliver = async (recipient: string, content: ComposedMail) => {
    const subjectId = randomUUID()
    for (const afterMs of ATTEMPT_DELAYS_MS) {
      if (afterMs > 0) await delay(afterMs, undefined, { signal: closing.signal })
      try {
        const mail = { subjectId, recipient, ...content, attachment: undefined }
        return await mailer.send(mail, AbortSignal.timeout(SEND_LIMIT_MS))
      } catch (error) {
        log.warn({ err: error }, 'an attempt to send a sign-in mail failed')
        if (error instanceof DeliveryError && error.isPermanent) return
      }
    }
  }

  return {
    send(recipient, mail) {
      const delivery = deliver(recipient, mail)
        .catch((error: unknown) => log.warn({ err: error }, 'a sign-in mail was not sent'))
        .finally(() => inProgress.delete(delivery))
      inProgress.add(delivery)
    },
    async [Symbol.asyncDispose]() {
      closing.abort(new Error('The process ends'))
      await Promise.race([Promise.all(inProgress), delay(CLOSE_LIMIT_MS, undefined, { ref: false })])
    },
  }
}
