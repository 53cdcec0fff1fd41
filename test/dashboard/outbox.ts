import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually, type Platen } from '../harness.ts'

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
export async function mailsTo(platen: Sender, address: string): Promise<Received[]> {
  const folder = join(platen.config.dataDir, 'outbox')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
  const mails = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      return { source: await readFile(path, 'utf8'), at: (await stat(path)).mtimeMs }
    }),
  )
  return mails
    .filter(({ source }) => source.includes(`To: ${address}\r\n`))
    .toSorted((one, other) => one.at - other.at)
    .map(({ source }) => read(source))
}

/** Waits for the mail to an address whose subject has these words. */
export async function mailTo(platen: Sender, address: string, subject: RegExp): Promise<Received> {
  return await eventually(async () =>
    (await mailsTo(platen, address)).findLast((mail) => subject.test(mail.subject)),
  )
}

function read(source: string): Received {
  const subject = /^Subject: (.*)\r$/m.exec(source)?.[1] ?? ''
  const [, part = ''] = source.split(/^Content-Type: text\/plain.*\r$/m)
  const text = plain(part.slice(part.indexOf('\r\n\r\n') + 4).split(/^----/m)[0] ?? '', part)
  return { subject, text, link: /https?:\/\/\S+/.exec(text)?.[0] ?? '' }
}

function plain(body: string, head: string): string {
  if (!/^Content-Transfer-Encoding: quoted-printable/im.test(head)) return body
  return body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
