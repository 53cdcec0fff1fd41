import type { CallerCall } from '../caller.ts'
import { type CommandDefinitions, examples, type Result } from '../command.ts'
import { changeCredentials } from '../sign-in/credentials.ts'
import { endSignIn } from '../sign-in/end-sign-in.ts'

export const logoutCommand: CommandDefinitions<CallerCall> = {
  logout: (command, run) =>
    command
      .description(
        'An API key that you have stored with platen login --api-key is removed from this machine only.',
      )
      .addHelpText('after', examples('platen logout', 'platen logout --url https://pdf.example.com'))
      .action(() => run(signOut)),
}

async function signOut(call: CallerCall): Promise<Result> {
  const { caller, config } = call
  const { url, stored } = caller
  if (!stored) return { text: `You were not signed in to ${url}.`, json: { url, revoked: false } }
  const problem = await endSignIn(call, stored).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  await changeCredentials(config.folder, ({ services, current, version }) => {
    const { [url]: _, ...others } = services
    return { version, services: others, ...(current !== undefined && current !== url && { current }) }
  })
  const isOwnKey = stored.session === undefined && stored.apiKey !== undefined
  const revoked = stored.session !== undefined && problem === undefined
  return {
    text: isOwnKey
      ? `Removed the key of ${url} from this machine. The key still works. To revoke it: platen login, then platen revoke.`
      : revoked
        ? `Signed out of ${url} and revoked the key.`
        : `Signed out of ${url} on this machine, but its key was not revoked: ${problem}\nDelete the key at ${url}/api-keys`,
    json: { url, revoked, ...(problem !== undefined && { problem }) },
    failed: problem !== undefined,
  }
}
