import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { type Mailer, DeliveryError } from '../mail/mailer.ts'
import type { Composed } from '../mail/sign-in-mails.ts'

/** Sends sign-in mails in the background: a longer answer would reveal that an account exists. */
export interface MailOutbox extends AsyncDisposable {
  send(recipient: string, letter: Composed): void
}

// A user who waits for a mail requests it again soon.
const TRIES_AFTER_MS = [0, 2_000, 15_000]
const SEND_LIMIT_MS = 30_000
const LAST_LETTERS_MS = 5_000

/** Creates the sender. Disposing it waits a few seconds for mails being sent, and does not retry. */
export function createMailOutbox({ mailer, log }: { mailer: Mailer; log: Log }): MailOutbox {
  const underWay = new Set<Promise<void>>()
  const closing = new AbortController()

  const deliver = async (recipient: string, letter: Composed) => {
    const subjectId = randomUUID()
    for (const afterMs of TRIES_AFTER_MS) {
      if (afterMs > 0) await delay(afterMs, undefined, { signal: closing.signal })
      try {
        const mail = { subjectId, recipient, ...letter, attached: undefined }
        return await mailer.send(mail, AbortSignal.timeout(SEND_LIMIT_MS))
      } catch (error) {
        log.warn({ err: error }, 'a mail about signing in was not taken')
        if (error instanceof DeliveryError && error.forGood) return
      }
    }
  }

  return {
    send(recipient, letter) {
      const delivery = deliver(recipient, letter)
        .catch((error: unknown) => log.warn({ err: error }, 'a mail about signing in was given up'))
        .finally(() => underWay.delete(delivery))
      underWay.add(delivery)
    },
    async [Symbol.asyncDispose]() {
      closing.abort(new Error('The process ends'))
      await Promise.race([Promise.all(underWay), delay(LAST_LETTERS_MS, undefined, { ref: false })])
    },
  }
}
