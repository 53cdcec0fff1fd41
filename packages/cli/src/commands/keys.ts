import { NotFound } from '@platen/client/errors'
import { type CallerCommand, optional, positionals, required } from '../command.ts'
import { checkTokenId, formatNewKey, parseExpiry, formatKeyList } from '../output/key-list.ts'
import { CallerError } from '../caller.ts'
import { changeCredentials } from '../sign-in/credentials.ts'
import { openDashboard } from '../sign-in/session.ts'
import { stringFieldsOf } from '../sign-in/sign-in-service.ts'

/** Commands for the API keys of the signed-in user. */
export const keyCommands: CallerCommand[] = [
  {
    name: 'create-token',
    help: 'Requires a sign-in: run platen login first.',
    options: {
      name: { type: 'string', help: 'Name of the key in lists.' },
      expires: { type: 'string', help: 'Date or time of expiry, for example 2027-06-30.' },
    },
    async run(call) {
      positionals(call)
      const name = required(call, 'name')
      const expiresAt = parseExpiry(optional(call, 'expires'))
      const callDashboard = await openDashboard(call)
      const json = { name, ...(expiresAt && { expiresAt: expiresAt.toISOString() }) }
      const created = stringFieldsOf(await callDashboard('/keys', { method: 'POST', json }))
      return formatNewKey({
        tokenId: created['tokenId'] ?? '',
        name: created['name'] ?? name,
        key: created['key'] ?? '',
      })
    },
  },
  {
    name: 'revoke',
    help: 'Calls with the key then fail with 401. Requires a sign-in: run platen login first.',
    options: {},
    async run(call) {
      const [tokenId] = positionals(call, 'TOKEN_ID')
      checkTokenId(tokenId)
      const { config, caller } = call
      const callDashboard = await openDashboard(call)
      await callDashboard(`/keys/${tokenId}`, { method: 'DELETE' }).catch((error: unknown) => {
        if (!(error instanceof NotFound)) throw error
        throw new CallerError(error.message, {
          next: 'platen tokens lists the keys of your account.',
          cause: error,
        })
      })
      const isOwn = caller.stored?.tokenId === tokenId
      if (isOwn) {
        await changeCredentials(config.folder, ({ services, ...rest }) => {
          const { apiKey: _, tokenId: __, ...others } = services[caller.url] ?? {}
          return { ...rest, services: { ...services, [caller.url]: others } }
        })
      }
      const advice = isOwn ? '\nThis tool used the key. Run platen login to create another.' : ''
      return { text: `Revoked ${tokenId}.${advice}`, json: { tokenId, revoked: true } }
    },
  },
  {
    name: 'tokens',
    help: 'Requires a sign-in: run platen login first.',
    options: {},
    async run(call) {
      positionals(call)
      const callDashboard = await openDashboard(call)
      const { keys } = await callDashboard('/keys')
      return formatKeyList(
        (Array.isArray(keys) ? keys : []).map((key: unknown) => {
          const {
            tokenId = '',
            name = '',
            lastFour = '',
            createdAt = '',
            status,
            ...times
          } = stringFieldsOf(key)
          const { expiresAt = null, lastUsedAt = null } = times
          return { tokenId, name, lastFour, createdAt, expiresAt, active: status === 'active', lastUsedAt }
        }),
      )
    },
  },
]
