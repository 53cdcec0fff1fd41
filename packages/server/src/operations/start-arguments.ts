const HELP = `Starts the Platen service: npm start

Environment variables configure it. The most important ones:

  PORT       Port of the service. Default: 3000.
  HOST       Address on which it listens. Default: 127.0.0.1.
  BASE_URL   Public address of the service. Default: http://HOST:PORT.
  DATA_DIR   Folder for its data. Default: .data.
  SMTP_URL   Mail server. Default: none, mails are stored in DATA_DIR/outbox.

For example: PORT=4000 npm start
All variables: docs/operate/configuration.md
Commands for users and operators: npx platen --help
`

/** Returns the output for arguments of the start command, after which it ends; `undefined` without arguments. */
export function startArgumentsOutput([argument]: readonly string[]):
  | { text: string; exitCode: 0 | 1 }
  | undefined {
  if (argument === undefined) return undefined
  if (argument === '--help' || argument === '-h') return { text: HELP, exitCode: 0 }
  return {
    text: `npm start takes no arguments, and “${argument}” is one. Environment variables configure the service: npm start -- --help\n`,
    exitCode: 1,
  }
}
