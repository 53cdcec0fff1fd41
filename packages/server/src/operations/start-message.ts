import { linksIn } from '../mail/outbox.ts'
import type { Mail } from '../mail/mailer.ts'

/** Facts about the running service for its start message. */
export interface StartFacts {
  version: string
  /** Public URL, without a trailing slash. */
  baseUrl: string
  dataDir: string
  /** True for a worker. It has no sign-in, and answers health checks only. */
  isWorker: boolean
  /** True when users sign in with a password of this service instead of an identity provider. */
  isBuiltIn: boolean
  signUp: 'open' | 'invited'
  hasAccounts: boolean
  /** True when the first account becomes the operator. */
  firstBecomesOperator: boolean
  /**
   * Outbox; `undefined` with an SMTP server. `urls`: its page and the sign-up that opens it, with the key; `undefined`
   * when the page is not available.
   */
  outbox: { urls: { page: string; signUp: string } | undefined } | undefined
}

const DEFAULT_URL = 'http://127.0.0.1:3000'

/** Returns the message for the operator who started the service in a terminal. */
export function startMessage(facts: StartFacts): string {
  const rows: [string, string][] = facts.isWorker
    ? [['Role', 'worker: it processes jobs and answers /health only']]
    : [['Address', facts.baseUrl], ...signInRows(facts), ...outboxRows(facts)]
  const next = facts.isWorker
    ? []
    : [['Next', `In a second terminal: ${loginCommand(facts.baseUrl)}`] as const]
  const all = [...rows, ['Data', facts.dataDir] as const, ...next, ['Stop', 'Ctrl-C'] as const]
  const width = Math.max(...all.map(([name]) => name.length))
  const lines = all.map(([name, value]) => `  ${name.padEnd(width)}   ${value}`)
  return `\nPlaten ${facts.version} is ready.\n\n${lines.join('\n')}\n`
}

/** Returns the message about a mail in the outbox: its recipient and subject, and each link on its own line. */
export function mailMessage({
  recipient,
  subject,
  text,
}: Pick<Mail, 'recipient' | 'subject' | 'text'>): string {
  const links = linksIn(text).map((link) => `  ${link}\n`)
  return `\nMail to ${recipient}: ${subject}\n${links.join('')}`
}

function signInRows(facts: StartFacts): [string, string][] {
  const { baseUrl, hasAccounts, isBuiltIn, signUp, outbox } = facts
  if (!isBuiltIn || hasAccounts) return [['Sign in', `${baseUrl}/sign-in`]]
  if (signUp === 'invited') {
    return [['Invite', 'npx platen accounts create --email you@example.com, then sign up with that address']]
  }
  return [
    ['Sign up', outbox?.urls?.signUp ?? `${baseUrl}/sign-up`],
    facts.firstBecomesOperator
      ? ['', 'The first account becomes the operator.']
      : ['Operator', 'After signing up: npx platen accounts role you@example.com operator'],
  ]
}

function outboxRows({ outbox }: StartFacts): [string, string][] {
  if (!outbox) return []
  const explanation = 'No mail server is configured. Mails go to the outbox. Their links are printed here.'
  return [
    ['Mails', outbox.urls?.page ?? 'npx platen outbox'],
    ['', explanation],
  ]
}

function loginCommand(baseUrl: string): string {
  return baseUrl === DEFAULT_URL ? 'npx platen login' : `npx platen login --url ${baseUrl}`
}
