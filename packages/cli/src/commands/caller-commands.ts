import type { CallerCall } from '../caller.ts'
import type { CommandModule } from '../command.ts'
import { loadOptional } from '../optional-packages.ts'

const SIGN_IN = 'Sign in and manage API keys'
const WRITE = 'Write templates'
const RENDER = 'Make documents'
const OBSERVE = 'Watch calls and events'
const TOOLS = 'Connect shells and agents'

/** Loads commands that render on this machine. */
const local = (load: CommandModule<CallerCall>['load']) => async () =>
  await loadOptional('@platen/renderer', load)

function librarySummaries(words: 'partials' | 'assets'): Record<string, string> {
  return {
    [`${words} list`]: `List the ${words} of the account.`,
    [`${words} get`]: `Print ${words === 'assets' ? 'an asset' : 'the source of a partial'}, or write it to a file.`,
    [`${words} pull`]: `Write ${words} of the account to files.`,
    [`${words} push`]: `Send files to the account as ${words}.`,
    [`${words} delete`]: `Delete ${words} permanently.`,
  }
}

/** Commands for callers of a service, on any machine. */
export const CALLER_COMMANDS: readonly CommandModule<CallerCall>[] = [
  {
    group: SIGN_IN,
    load: async () => (await import('./login.ts')).loginCommand,
    summaries: { login: 'Sign in with the browser and store an API key for the other commands.' },
  },
  {
    group: SIGN_IN,
    load: async () => (await import('./logout.ts')).logoutCommand,
    summaries: { logout: 'Sign out and revoke the API key of this tool.' },
  },
  {
    group: SIGN_IN,
    load: async () => (await import('./whoami.ts')).whoamiCommand,
    summaries: { whoami: 'Show the service, the account, the API key in use and the credits.' },
  },
  {
    group: SIGN_IN,
    load: async () => (await import('./env.ts')).envCommand,
    summaries: { env: 'Print PLATEN_URL and PLATEN_API_KEY for a shell: eval "$(platen env)".' },
  },
  {
    group: SIGN_IN,
    load: async () => (await import('./keys.ts')).keyCommands,
    summaries: {
      'create-token': 'Create an API key and print it once.',
      tokens: 'List the API keys of an account.',
      rotate: 'Replace an API key by a new one.',
      revoke: 'Delete an API key.',
    },
  },
  {
    group: WRITE,
    load: local(async () => (await import('./dev.ts')).devCommand),
    summaries: { dev: 'Show a template in the browser and render it again at each change.' },
  },
  {
    group: WRITE,
    load: local(async () => (await import('./check.ts')).checkCommand),
    summaries: { check: 'Render templates on this machine and report errors and warnings.' },
  },
  {
    group: WRITE,
    load: async () => (await import('./templates.ts')).templateCommands,
    summaries: {
      'templates list': 'List the templates of the account.',
      'templates get': 'Print the source of a template, or write it to a file.',
      'templates id': 'Print the id of a template.',
      'templates pull': 'Write templates, their sample data and their schemas to files.',
      'templates push': 'Send files to the account as templates, with their sample data and schemas.',
      'templates publish': 'Publish drafts of templates.',
      'templates discard': 'Discard drafts of templates.',
      'templates archive': 'Archive templates: calls with them are rejected.',
      'templates unarchive': 'Restore archived templates.',
      'templates tag': 'Replace the tags of a template.',
      'templates diff': 'Show what a push would change.',
      'templates delete': 'Delete templates permanently.',
    },
  },
  {
    group: WRITE,
    load: async () => (await import('./library.ts')).libraryCommands,
    summaries: { ...librarySummaries('partials'), ...librarySummaries('assets') },
  },
  {
    group: RENDER,
    load: async () => (await import('./generate.ts')).generateCommand,
    summaries: { generate: 'Render a PDF from a template and data.' },
  },
  {
    group: RENDER,
    load: async () => (await import('./jobs.ts')).jobCommands,
    summaries: {
      'jobs list': 'List the jobs (renders in the background).',
      'jobs get': 'Show the state of a job.',
      'jobs wait': 'Wait until a job ends, and print the link to its PDF.',
    },
  },
  {
    group: RENDER,
    load: async () => (await import('./batches/commands.ts')).batchCommands,
    summaries: {
      'batches create': 'Start a batch: a document for each row of a file.',
      'batches list': 'List the batches of the account.',
      'batches get': 'Show the state of a batch.',
      'batches wait': 'Wait until a batch ends, and write its PDF or ZIP.',
      'batches cancel': 'Cancel a batch.',
      'batches resume': 'Resume a paused batch, or make the missing PDF of an ended one.',
      'batches failed-rows': 'Print the failed rows of a batch as CSV.',
    },
  },
  {
    group: OBSERVE,
    load: async () => (await import('./requests/commands.ts')).requestCommands,
    summaries: {
      'requests list': 'List the calls of the account, or follow them.',
      'requests show': 'Show a call with its phases and error.',
    },
  },
  {
    group: RENDER,
    load: async () => (await import('./einvoices.ts')).einvoiceCommands,
    summaries: {
      'einvoices create': 'Create the XML of an e-invoice from JSON.',
      'einvoices check': 'Check an e-invoice: JSON, XML or PDF.',
      'einvoices extract': 'Read the invoice of an XML or PDF file.',
    },
  },
  {
    group: RENDER,
    load: async () => (await import('./account/certificates.ts')).certificateCommands,
    summaries: {
      'certificates list': 'List the certificates with which PDFs are signed.',
      'certificates add': 'Add a certificate from a PKCS#12 file.',
      'certificates delete': 'Delete certificates with their private keys.',
    },
  },
  {
    group: OBSERVE,
    load: async () => (await import('./webhooks/webhooks.ts')).webhookCommands,
    summaries: {
      'webhooks list': 'List the webhooks of the account.',
      'webhooks create': 'Create a webhook: a URL that receives events.',
      'webhooks update': 'Change the URL or the events of a webhook, enable or disable it.',
      'webhooks rotate': 'Replace the secret of a webhook by a new one.',
      'webhooks delete': 'Delete a webhook permanently.',
    },
  },
  {
    group: OBSERVE,
    load: async () => (await import('./webhooks/deliveries.ts')).deliveryCommands,
    summaries: {
      'webhooks deliveries': 'List the deliveries of a webhook, the newest first.',
      'webhooks resend': 'Send an event again, or all that failed since a time.',
      'webhooks test': 'Send a test event and show its result.',
    },
  },
  {
    group: OBSERVE,
    load: async () => (await import('./webhooks/listen.ts')).listenCommand,
    summaries: { listen: 'Print events as they occur, and forward them to a local address.' },
  },
  {
    group: OBSERVE,
    load: async () => (await import('./account/usage.ts')).usageCommands,
    summaries: {
      usage: 'Show pages, calls and failures by day, template and key.',
      'credits show': 'Show the credits of the account.',
    },
  },
  {
    group: TOOLS,
    load: async () => (await import('./completion.ts')).completionCommand,
    summaries: { completion: 'Print the completion script of a shell.' },
  },
  {
    group: TOOLS,
    load: async () => (await import('./mcp.ts')).mcpCommand,
    summaries: { mcp: 'Serve the tools for agents over the Model Context Protocol.' },
  },
  {
    group: TOOLS,
    load: async () => (await import('./instructions.ts')).instructionsCommand,
    summaries: { instructions: 'Print instructions about templates and calls for coding agents.' },
  },
]
