import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { BuiltInIdentity } from '../../../identity/identity.ts'
import type { Services } from '../../../services.ts'
import { networkOf } from '../../network.ts'
import { failures, noPrototypeKeys, Timestamp } from '../../schemas/schemas.ts'
import { countAttempt, forgiveAttempt } from './attempts.ts'

const UserCode = Type.String({ minLength: 1, maxLength: 40 })

const Device = Type.Object({
  name: Type.String({ description: 'What it calls itself, which may be a lie.' }),
  address: Type.String({ description: 'Where it asked from.' }),
  isYourNetwork: Type.Boolean({ description: 'Whether that is where you ask from, too.' }),
  createdAt: Timestamp,
  expiresAt: Timestamp,
})

/** `/device`: somebody looks at the program that wants to sign in as them, and lets it or not. */
export function deviceRoutes(services: Services, { devices }: BuiltInIdentity): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/device/find',
      {
        schema: {
          operationId: 'findDevice',
          summary: 'Which program shows a code',
          tags: ['me'],
          body: Type.Object({ userCode: UserCode }, noPrototypeKeys),
          response: { 200: Device, ...failures(404) },
        },
      },
      async (request) => {
        const { subject } = request.person
        await countAttempt(services, request, 'deviceCode', subject)
        const { createdAt, expiresAt, ...device } = await devices.find(request.body.userCode)
        await forgiveAttempt(services, request, 'deviceCode', subject)
        return {
          ...device,
          isYourNetwork: networkOf(device.address) === networkOf(request.ip),
          createdAt: createdAt.toISOString(),
          expiresAt: expiresAt.toISOString(),
        }
      },
    )

    app.post(
      '/device/decide',
      {
        schema: {
          operationId: 'decideDevice',
          summary: 'Let the program that shows a code sign in as you, or not',
          tags: ['me'],
          body: Type.Object({ userCode: UserCode, allow: Type.Boolean() }, noPrototypeKeys),
          response: { 200: Type.Object({ message: Type.String() }), ...failures(404) },
        },
      },
      async (request) => {
        const { userCode, allow } = request.body
        const { subject } = request.person
        await countAttempt(services, request, 'deviceCode', subject)
        await devices.decide({ userCode, subject, allow })
        await forgiveAttempt(services, request, 'deviceCode', subject)
        return { message: allow ? 'It is let in.' : 'It is not let in.' }
      },
    )
  }
}
