import { isLocalUrl } from '../http/auth/local-request.ts'
import type { ServerCall, ServerCommand } from './operator.ts'
import { outboxUrl } from '../http/pages/outbox-pages.ts'
import { publicUrls } from '../config.ts'
import { openOutbox, type OutboxEntry } from '../mail/outbox.ts'
import { Refusal } from '@platen/template/refusal'
import { outboxFolder } from '../backends.ts'
import { openInBrowser } from '@platen/cli/browser'
import { withoutControls } from '@platen/cli/output/texts'
import { optional, positionals, UsageError, wholeNumber } from '@platen/cli/command'
import { formatTime } from '@platen/cli/output/times'

const LIMIT = 20
const LIMIT_MAX = 1_000

/** Commands for the mails of a service without a mail server. */
export const outboxCommands: ServerCommand[] = [
  {
    name: 'outbox',
    help: 'Without SMTP_URL, the service stores its mails in the folder outbox of DATA_DIR.',
    options: {
      limit: { type: 'string', help: `Number of mails, the newest first. Default: ${LIMIT}.` },
      open: { type: 'boolean', help: 'Open the outbox page of the running service in the browser.' },
    },
    async run(call) {
      if (call.positionals[0] !== 'list' || call.positionals.length > 1) positionals(call)
      const outbox = openOutbox(outboxFolder(call.config))
      if (call.options['open'] === true) return await openPage(call, await outbox.key())
      const mails = await outbox.list(limitOf(optional(call, 'limit')))
      return {
        text: mails.length === 0 ? emptyText(call) : mails.map(formatEntry).join('\n\n'),
        json: mails.map(mailJson),
      }
    },
  },
  {
    name: 'outbox show',
    help: 'MAIL is the id of a mail, or the first characters of the id.',
    options: { open: { type: 'boolean', help: 'Open the first link of the mail in the browser.' } },
    async run(call) {
      const outbox = openOutbox(outboxFolder(call.config))
      const [newest] = await outbox.list(1)
      const [id = newest?.id] = call.positionals.length > 1 ? positionals(call, 'MAIL') : call.positionals
      if (id === undefined) return { text: emptyText(call), json: null }
      const { attachments, ...mail } = await outbox.read(id)
      if (call.options['open'] === true) await openLink(call, mail.links[0])
      const files = attachments.map(({ filename, content }) => ({ name: filename, bytes: content.length }))
      return {
        text: [
          `To       ${withoutControls(mail.recipient)}`,
          `Date     ${formatTime(mail.at)}`,
          `Subject  ${withoutControls(mail.subject)}`,
          ...files.map(
            ({ name, bytes }) => `File     ${withoutControls(name)}, ${bytes.toLocaleString('en')} bytes`,
          ),
          `Source   ${mail.path}`,
          `\n${mail.text.trim()}`,
        ].join('\n'),
        json: { ...mailJson(mail), path: mail.path, text: mail.text, attachments: files },
      }
    },
  },
]

async function openPage(call: ServerCall, key: string) {
  const { baseUrl } = publicUrls(call.config)
  if (!isLocalUrl(baseUrl)) {
    throw new Refusal(
      'invalid',
      `The outbox page is available only on the host of the service, and the service is at ${baseUrl}. List the mails without --open.`,
    )
  }
  const url = outboxUrl(baseUrl, key)
  await openLink(call, url)
  return { text: `The outbox is at ${url}`, json: { url } }
}

async function openLink({ display }: ServerCall, link: string | undefined): Promise<void> {
  if (link === undefined) throw new Refusal('invalid', 'This mail has no link.')
  if (await openInBrowser(link, display)) return
  throw new Refusal('invalid', `Cannot open a browser on this machine. Open this address: ${link}`)
}

function formatEntry({ id, at, recipient, subject, links }: OutboxEntry): string {
  return [
    `${formatTime(at)}  ${withoutControls(recipient)}  ${withoutControls(subject)}`,
    ...links.map((link) => `  ${withoutControls(link)}`),
    `  Mail ${id}`,
  ].join('\n')
}

function mailJson({ id, at, recipient, subject, links }: OutboxEntry) {
  return { id, at: at.toISOString(), recipient, subject, links }
}

function emptyText({ config }: ServerCall): string {
  return config.mail.transport.kind === 'smtp'
    ? 'The outbox is empty: SMTP_URL is set, so mails are sent.'
    : `The outbox is empty. The service stores its mails in ${outboxFolder(config)}.`
}

function limitOf(text: string | undefined): number {
  if (text === undefined) return LIMIT
  const limit = wholeNumber(text, '--limit')
  if (limit >= 1 && limit <= LIMIT_MAX) return limit
  throw new UsageError(`--limit must be 1 to ${LIMIT_MAX}, not ${text}.`)
}
