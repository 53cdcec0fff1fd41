import { linksIn } from '../mail/outbox.ts'
import type { Mail } from '../mail/mailer.ts'

/** Facts of the running service for its start message. */
export interface StartFacts {
  version: string
  /** URL for browsers, without a trailing slash. */
  baseUrl: string
  dataDir: string
  /** True for a worker, which has no sign-in and serves health checks only. */
  isWorker: boolean
  /** True when users sign in with a password of this service, and not at an identity provider. */
  isBuiltIn: boolean
  signUp: 'open' | 'invited'
  hasAccounts: boolean
  /** True when the first account becomes the operator. */
  firstBecomesOperator: boolean
  /** `undefined` when mails are sent. `url`: its page with the key, `undefined` when the page is not reachable. */
  outbox: { url: string | undefined } | undefined
}

const DEFAULT_URL = 'http://127.0.0.1:3000'

/** Message for the person who started the service on a terminal. */
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

/** Message about a mail in the outbox: one line with its subject, and each link unbroken on its own line. */
export function mailMessage({
  recipient,
  subject,
  text,
}: Pick<Mail, 'recipient' | 'subject' | 'text'>): string {
  const links = linksIn(text).map((link) => `  ${link}\n`)
  return `\nMail to ${recipient}: ${subject}\n${links.join('')}`
}

function signInRows(facts: StartFacts): [string, string][] {
  const { baseUrl, hasAccounts, isBuiltIn, signUp } = facts
  if (!isBuiltIn || hasAccounts) return [['Sign in', `${baseUrl}/sign-in`]]
  if (signUp === 'invited') {
    return [['Invite', 'npx platen accounts create --email you@example.com, then sign up with that address']]
  }
  return [
    ['Sign up', `${baseUrl}/sign-up`],
    facts.firstBecomesOperator
      ? ['', 'The first account becomes the operator.']
      : ['Operator', 'After signing up: npx platen accounts role you@example.com operator'],
  ]
}

function outboxRows({ outbox }: StartFacts): [string, string][] {
  if (!outbox) return []
  const about = 'No mail server is set. Mails are kept, and their links are printed here.'
  return [
    ['Mails', outbox.url ?? 'npx platen outbox'],
    ['', about],
  ]
}

function loginCommand(baseUrl: string): string {
  return baseUrl === DEFAULT_URL ? 'npx platen login' : `npx platen login --url ${baseUrl}`
}
