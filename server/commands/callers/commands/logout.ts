import { type CallerCommand, positionals } from '../../command.ts'
import { changeCredentials } from '../sign-in/credentials.ts'
import { endSignIn } from '../sign-in/end-sign-in.ts'

export const logoutCommand: CallerCommand = {
  name: 'logout',
  options: {},
  async run(call) {
    positionals(call)
    const { caller, config } = call
    const { url, kept: stored } = caller
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
        ? `The key of ${url} is forgotten here. It works on: platen login, then platen revoke, ends it.`
        : revoked
          ? `You are signed out of ${url}, and the key is revoked.`
          : `What was kept of ${url} is forgotten here, but its key could not be revoked: ${problem}\nDelete it at ${url}/api-keys`,
      json: { url, revoked, ...(problem !== undefined && { problem }) },
      failed: problem !== undefined,
    }
  },
}
