import type { CallerCommand, Listed } from '../command.ts'
import { DOCUMENT_COMMANDS } from './document-commands.ts'

const tokens = async () => (await import('./tokens.ts')).tokenCommands

/** What those do who call a service, from whichever machine. */
export const CALLER_COMMANDS: readonly Listed<CallerCommand>[] = [
  {
    name: 'login',
    usage: '[--api-key] [--no-browser]',
    load: async () => [(await import('./login.ts')).loginCommand],
  },
  { name: 'logout', usage: '', load: async () => [(await import('./logout.ts')).logoutCommand] },
  { name: 'whoami', usage: '', load: async () => [(await import('./whoami.ts')).whoamiCommand] },
  { name: 'create-token', usage: '--name NAME [--expires ISO]', load: tokens },
  { name: 'tokens', usage: '', load: tokens },
  { name: 'revoke', usage: 'TOKEN_ID', load: tokens },
  ...DOCUMENT_COMMANDS,
  {
    name: 'completion',
    usage: 'bash|zsh|fish',
    load: async () => [(await import('./completion.ts')).completionCommand],
  },
  { name: 'mcp', usage: '', load: async () => [(await import('./mcp.ts')).mcpCommand] },
  {
    name: 'instructions',
    usage: '',
    load: async () => [(await import('./instructions.ts')).instructionsCommand],
  },
]
