import { type CallerCall, missingKeyError } from '../caller.ts'
import { type CommandDefinitions, examples, type Result } from '../command.ts'
import { quoteForShell } from '../output/texts.ts'

export const envCommand: CommandDefinitions<CallerCall> = {
  env: (command, run) =>
    command
      .description(
        'Prints two lines for bash, zsh and other POSIX shells. Programs that use the client libraries, curl and agents read these variables. The API key is printed in plain text.',
      )
      .addHelpText('after', examples('eval "$(platen env)"'))
      .action(() => run(printVariables)),
}

async function printVariables({ caller: { url, apiKey } }: CallerCall): Promise<Result> {
  if (apiKey === undefined) throw missingKeyError(url)
  const variables = { PLATEN_URL: url, PLATEN_API_KEY: apiKey }
  return {
    text: Object.entries(variables)
      .map(([name, value]) => `export ${name}=${quoteForShell(value)}`)
      .join('\n'),
    json: variables,
  }
}
