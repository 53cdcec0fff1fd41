import { isLocalUrl } from '../http/auth/local-request.ts'
import type { ServerCall } from './operator.ts'
import { outboxUrl } from '../http/pages/outbox-pages.ts'
import { publicUrls } from '../config.ts'
import { openOutbox, type OutboxEntry } from '../mail/outbox.ts'
import { Refusal } from '@platen/template/refusal'
import { outboxFolder } from '../backends.ts'
import { openInBrowser } from '@platen/cli/browser'
import { withoutControls } from '@platen/cli/output/texts'
import { type CommandDefinitions, examples, type Result, wholeNumber } from '@platen/cli/command'
import { formatTime } from '@platen/cli/output/times'

const LIMIT = 20
const LIMIT_MAX = 1_000

/** Commands for the mails of a service without a mail server. */
export const outboxCommands: CommandDefinitions<ServerCall> = {
  'outbox list': (command, run) =>
    command
      .description('Without SMTP_URL, the service stores its mails in the folder outbox of DATA_DIR.')
      .option(
        '--limit <N>',
        `Number of mails, the newest first. Default: ${LIMIT}.`,
        wholeNumber({ min: 1, max: LIMIT_MAX }),
      )
      .option('--open', 'Open the outbox page of the running service in the browser.')
      .addHelpText('after', examples('platen outbox', 'platen outbox --open'))
      .action(({ limit = LIMIT, open: opens }) =>
        run(async (call) => {
          const outbox = openOutbox(outboxFolder(call.config))
          if (opens) return await openPage(call, await outbox.key())
          const mails = await outbox.list(limit)
          return {
            text: mails.length === 0 ? emptyText(call) : mails.map(formatEntry).join('\n\n'),
            json: mails.map(mailJson),
          }
        }),
      ),
  'outbox show': (command, run) =>
    command
      .argument('[MAIL]', 'Id of a mail, or the first characters of the id.')
      .option('--open', 'Open the first link of the mail in the browser.')
      .addHelpText('after', examples('platen outbox show', 'platen outbox show --open'))
      .action((mail, { open: opens = false }) => run((call) => showMail(call, mail, opens))),
}

async function showMail(call: ServerCall, requested: string | undefined, opens: boolean): Promise<Result> {
  const outbox = openOutbox(outboxFolder(call.config))
  const id = requested ?? (await outbox.list(1))[0]?.id
  if (id === undefined) return { text: emptyText(call), json: null }
  const { attachments, ...mail } = await outbox.read(id)
  if (opens) await openLink(call, mail.links[0])
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
}

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
