import { openOutbox } from '../../packages/server/src/mail/outbox.ts'
import { outboxFolder } from '../../packages/server/src/backends.ts'
import { eventually, type Platen } from '../harness.ts'

const MAILS_MAX = 1_000

/** Mail in the outbox. */
export interface Received {
  subject: string
  text: string
  /** URL of its only link; empty without one. */
  link: string
}

/** Service whose outbox is read. */
type Sender = { config: Pick<Platen['config'], 'dataDir'> }

/** Returns the mails to an address in the outbox of a service, the oldest first. */
export async function mailsTo({ config }: Sender, address: string): Promise<Received[]> {
  const outbox = openOutbox(outboxFolder(config))
  const listed = (await outbox.list(MAILS_MAX)).filter(({ recipient }) => recipient === address).toReversed()
  const mails = await Promise.all(listed.map(({ id }) => outbox.read(id)))
  return mails.map(({ subject, text, links: [link = ''] }) => ({ subject, text, link }))
}

/** Waits for a mail to an address whose subject matches. */
export async function mailTo(platen: Sender, address: string, subject: RegExp): Promise<Received> {
  return await eventually(async () =>
    (await mailsTo(platen, address)).findLast((mail) => subject.test(mail.subject)),
  )
}
