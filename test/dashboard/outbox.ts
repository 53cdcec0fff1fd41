import { openOutbox } from '../../server/mail/outbox.ts'
import { outboxFolder } from '../../server/backends.ts'
import { eventually, type Platen } from '../harness.ts'

const MAILS_MAX = 1_000

/** A mail as its recipient reads it. */
export interface Received {
  subject: string
  text: string
  /** Where the one link in it leads; empty where there is none. */
  link: string
}

/** A service, as far as its mails go. */
type Sender = { config: Pick<Platen['config'], 'dataDir'> }

/** The mails to an address in a service's outbox, the oldest first. */
export async function mailsTo({ config }: Sender, address: string): Promise<Received[]> {
  const outbox = openOutbox(outboxFolder(config))
  const listed = (await outbox.list(MAILS_MAX)).filter(({ recipient }) => recipient === address).toReversed()
  const mails = await Promise.all(listed.map(({ id }) => outbox.read(id)))
  return mails.map(({ subject, text, links: [link = ''] }) => ({ subject, text, link }))
}

/** Waits for the mail to an address whose subject has these words. */
export async function mailTo(platen: Sender, address: string, subject: RegExp): Promise<Received> {
  return await eventually(async () =>
    (await mailsTo(platen, address)).findLast((mail) => subject.test(mail.subject)),
  )
}
