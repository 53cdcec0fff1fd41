import { type CallerCall, missingKeyError } from '../caller.ts'
import { type CommandDefinitions, examples, type Result } from '../command.ts'

export const whoamiCommand: CommandDefinitions<CallerCall> = {
  whoami: (command, run) =>
    command
      .addHelpText('after', examples('platen whoami', 'platen whoami --url https://pdf.example.com'))
      .action(() => run(showCaller)),
}

async function showCaller(call: CallerCall): Promise<Result> {
  const { caller, signal } = call
  if (caller.apiKey === undefined) throw missingKeyError(caller.url)
  // The service answers only if the key is valid.
  const { available: credits } = await (await call.client()).credits({ signal })
  const { url, urlFrom, keyFrom, stored } = caller
  const account = keyFrom === 'login' ? stored?.account : undefined
  return {
    text: [
      account ? `${account.email} (${account.userId})` : 'Signed in with an API key only',
      `Service  ${url}`,
      `Key      …${caller.apiKey.slice(-4)}, from ${keyFrom === 'environment' ? 'PLATEN_API_KEY' : 'platen login'}`,
      `Credits  ${credits}`,
    ].join('\n'),
    json: { url, urlFrom, keyFrom, account: account ?? null, credits },
  }
}
