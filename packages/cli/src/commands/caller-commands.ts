import type { CallerCommand, CommandEntry } from '../command.ts'
import { DOCUMENT_COMMANDS } from './document-commands.ts'

const keys = async () => (await import('./keys.ts')).keyCommands

/** Commands for callers of a service, on any machine. */
export const CALLER_COMMANDS: readonly CommandEntry<CallerCommand>[] = [
  {
    name: 'login',
    usage: '[--api-key] [--no-browser]',
    summary: 'Sign in with the browser and store an API key for the other commands.',
    load: async () => [(await import('./login.ts')).loginCommand],
  },
  {
    name: 'logout',
    usage: '',
    summary: 'Sign out and revoke the API key of this tool.',
    load: async () => [(await import('./logout.ts')).logoutCommand],
  },
  {
    name: 'whoami',
    usage: '',
    summary: 'Show the service, the account, the API key in use and the credits.',
    load: async () => [(await import('./whoami.ts')).whoamiCommand],
  },
  {
    name: 'env',
    usage: '',
    summary: 'Print PLATEN_URL and PLATEN_API_KEY for a shell: eval "$(platen env)".',
    load: async () => [(await import('./env.ts')).envCommand],
  },
  {
    name: 'create-token',
    usage: '--name NAME [--expires ISO]',
    summary: 'Create an API key of your account and print it once.',
    load: keys,
  },
  { name: 'tokens', usage: '', summary: 'List the API keys of your account.', load: keys },
  { name: 'revoke', usage: 'TOKEN_ID', summary: 'Delete an API key of your account.', load: keys },
  ...DOCUMENT_COMMANDS,
  {
    name: 'completion',
    usage: 'bash|zsh|fish',
    summary: 'Print the completion script of a shell.',
    load: async () => [(await import('./completion.ts')).completionCommand],
  },
  {
    name: 'mcp',
    usage: '',
    summary: 'Serve the tools for agents over the Model Context Protocol.',
    load: async () => [(await import('./mcp.ts')).mcpCommand],
  },
  {
    name: 'instructions',
    usage: '',
    summary: 'Print instructions about templates and calls for coding agents.',
    load: async () => [(await import('./instructions.ts')).instructionsCommand],
  },
]
