import { type CallerCommand, positionals } from '../command.ts'
import { missingKeyError } from '../caller.ts'

export const envCommand: CallerCommand = {
  name: 'env',
  help: 'Prints two lines for bash, zsh and other POSIX shells: eval "$(platen env)". Programs that use the client libraries, curl and agents read these variables. The API key is printed in plain text.',
  options: {},
  async run({ caller, ...call }) {
    positionals(call)
    const { url, apiKey } = caller
    if (apiKey === undefined) throw missingKeyError(url)
    const variables = { PLATEN_URL: url, PLATEN_API_KEY: apiKey }
    return {
      text: Object.entries(variables)
        .map(([name, value]) => `export ${name}=${quoted(value)}`)
        .join('\n'),
      json: variables,
    }
  },
}

/** Quotes a value for a POSIX shell. */
function quoted(value: string): string {
  return `'${value.replaceAll("'", `'\\''`)}'`
}
