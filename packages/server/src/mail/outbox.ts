import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from '@platen/template/refusal'
import type { Attachment } from './mailer.ts'

/** A mail in the outbox, without its text. */
export interface OutboxEntry {
  id: string
  /** Time of its creation. */
  at: Date
  recipient: string
  subject: string
  /** URLs in its text, in order. */
  links: string[]
}

/** A mail in the outbox, decoded. */
export interface OutboxMail extends OutboxEntry {
  path: string
  text: string
  attachments: Attachment[]
}

/** The folder that receives mails when no SMTP server is configured, with one `.eml` file per mail. */
export interface Outbox {
  /** Returns the newest mails, the newest first. */
  list(limit: number): Promise<OutboxEntry[]>
  /**
   * Reads a mail.
   * @param id of a mail, or its beginning.
   * @throws {Refusal} `not-found`; `invalid` when several mails match.
   */
  read(id: string): Promise<OutboxMail>
  /**
   * Returns the secret that opens the page of the outbox. It is stored in the folder, whose readers can read the mails
   * anyway.
   */
  key(): Promise<string>
  /** Compares a text with the key in constant time. */
  verifyKey(text: string): Promise<boolean>
}

const ENDING = '.eml'
// Headers and text precede the attachments, which can have several MB.
const HEAD_BYTES = 256 * 1024
const KEY_FILE = '.key'
const KEY_BYTES = 24

/** Opens the outbox in `folder`. The folder need not exist. */
export function openOutbox(folder: string): Outbox {
  let cached: Promise<string> | undefined
  const key = () =>
    (cached ??= findOrCreateKey(folder).catch((error: unknown) => {
      cached = undefined
      throw error
    }))
  return {
    key,
    async list(limit) {
      const files = (await filesIn(folder)).toSorted((one, other) => other.at.getTime() - one.at.getTime())
      return await Promise.all(files.slice(0, limit).map(readEntry))
    },
    async read(id) {
      const matches = (await filesIn(folder)).filter((file) => file.id === id || file.id.startsWith(id))
      const file = matches.find((file) => file.id === id) ?? matches[0]
      if (!file || id === '') throw new Refusal('not-found', `The outbox has no mail ${id}.`)
      if (file.id !== id && matches.length > 1) {
        throw new Refusal(
          'invalid',
          `The ids of ${matches.length} mails begin with ${id}. Use a longer part of the id.`,
        )
      }
      const { attachments, ...mail } = await decode(await readFile(file.path))
      return { ...entryOf(file, mail), path: file.path, text: mail.text, attachments }
    },
    async verifyKey(text) {
      const [actual, expected] = [Buffer.from(text), Buffer.from(await key())]
      return actual.length === expected.length && timingSafeEqual(actual, expected)
    },
  }
}

/** Returns the URLs in a text, in order, without duplicates. */
export function linksIn(text: string): string[] {
  return [...new Set(text.match(/https?:\/\/[^\s<>"]+/g))]
}

interface MailFile {
  id: string
  path: string
  at: Date
}

async function filesIn(folder: string): Promise<MailFile[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  const files = names
    .filter((name) => name.endsWith(ENDING) && !name.startsWith('.'))
    .map(async (name) => {
      const path = join(folder, name)
      const { mtime } = await stat(path)
      return { id: name.slice(0, -ENDING.length), path, at: mtime }
    })
  return await Promise.all(files)
}

async function readEntry(file: MailFile): Promise<OutboxEntry> {
  await using handle = await open(file.path)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  return entryOf(file, await decode(buffer.subarray(0, bytesRead)))
}

function entryOf({ id, at }: MailFile, mail: { recipient: string; subject: string; text: string }) {
  return { id, at, recipient: mail.recipient, subject: mail.subject, links: linksIn(mail.text) }
}

async function decode(source: Uint8Array) {
  // Loaded on demand: only commands and pages that show mails use it.
  const { default: PostalMime } = await import('postal-mime')
  const mail = await PostalMime.parse(source)
  return {
    recipient: (mail.to ?? []).map(({ address = '' }) => address).join(', '),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    attachments: mail.attachments.map(({ filename, mimeType, content }, index): Attachment => {
      const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content))
      return { filename: filename ?? `attachment-${index + 1}`, contentType: mimeType, content: bytes }
    }),
  }
}

/** Reads or creates the key. When several processes start on a new folder, one of them links its key into place. */
async function findOrCreateKey(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, KEY_FILE)
  const existing = await readFile(path, 'utf8').catch(() => undefined)
  if (existing !== undefined) return existing
  const temporary = join(folder, `.${randomUUID()}`)
  await writeFile(temporary, randomBytes(KEY_BYTES).toString('base64url'), { mode: 0o600 })
  try {
    await link(temporary, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await rm(temporary, { force: true })
  }
  return await readFile(path, 'utf8')
}
