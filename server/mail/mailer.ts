import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { composePdfReady } from './pdf-ready.ts'

/** A finished PDF on its way to one recipient. */
export interface PdfReady {
  /** What the mail is about; with the recipient it makes the Message-ID, the same for every try. */
  subjectId: string
  recipient: string
  templateName: string
  pages: number
  pdfUrl: string
  /** Until when the URL works. */
  expiresAt: Date
  fileName: string
  pdf: { stream: Readable; size: number }
}

/** Hands mails to a mail server, or to a folder where there is none. */
export interface Mailer extends Disposable {
  /** @throws when the server did not take the mail. */
  sendPdfReady(mail: PdfReady): Promise<void>
  /** @throws what stands in the way of sending. */
  probe(): Promise<void>
}

const ATTACHMENT_BYTES_MAX = 7 * 1024 * 1024
const SERVER_SILENCE_MS = 20_000

/** Where mails go: to a server, over pooled connections, or as `.eml` files into a folder. */
export type MailTransport = { kind: 'smtp'; url: string } | { kind: 'outbox'; folder: string }

/** Makes the mailer; nothing is connected before the first mail. */
export function createMailer(options: { from: string; transport: MailTransport }): Mailer {
  const transport =
    options.transport.kind === 'smtp' ? smtp(options.transport.url) : outbox(options.transport.folder)
  return {
    async sendPdfReady(mail) {
      const attached = mail.pdf.size <= ATTACHMENT_BYTES_MAX
      // Read even where it is not attached would be a waste; closed, because nobody else will.
      if (!attached) mail.pdf.stream.destroy()
      await transport.send({
        from: options.from,
        to: mail.recipient,
        messageId: messageIdOf(mail, options.from),
        ...composePdfReady({ ...mail, attached }),
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        attachments: attached
          ? [
              {
                filename: mail.fileName,
                content: await buffer(mail.pdf.stream),
                contentType: 'application/pdf',
              },
            ]
          : [],
        // Nothing in a mail may make nodemailer fetch a file or an address.
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    },
    probe: () => transport.probe(),
    [Symbol.dispose]: () => transport.close(),
  }
}

function smtp(url: string) {
  const transport = createTransport({
    url,
    pool: true,
    connectionTimeout: SERVER_SILENCE_MS,
    greetingTimeout: SERVER_SILENCE_MS,
    socketTimeout: SERVER_SILENCE_MS,
  })
  return {
    send: async (mail: SendMailOptions) => void (await transport.sendMail(mail)),
    probe: async () => void (await transport.verify()),
    close: () => transport.close(),
  }
}

function outbox(folder: string) {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const write = async (name: string, content: Buffer | string) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const temporary = join(folder, `.${randomUUID()}`)
    await writeFile(temporary, content, { mode: 0o600 })
    await rename(temporary, join(folder, name))
  }
  return {
    async send(mail: SendMailOptions) {
      const { message } = await transport.sendMail(mail)
      await write(
        `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`,
        await bytesOf(message),
      )
    },
    probe: () => write('.probe', ''),
    close: () => transport.close(),
  }
}

async function bytesOf(message: Buffer | Readable): Promise<Buffer> {
  return Buffer.isBuffer(message) ? message : await buffer(message)
}

function messageIdOf(mail: PdfReady, from: string): string {
  const recipient = createHash('sha256').update(mail.recipient).digest('hex').slice(0, 16)
  const domain = /@([^\s<>]+?)>?$/.exec(from)?.[1] ?? 'localhost'
  return `<${mail.subjectId}.${recipient}@${domain}>`
}
