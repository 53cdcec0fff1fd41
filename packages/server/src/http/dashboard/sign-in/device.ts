import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { BuiltInIdentity } from '../../../identity/identity.ts'
import type { Services } from '../../../services.ts'
import { networkOf } from '../../network.ts'
import { Done, failures, noPrototypeKeys, Timestamp } from '../../schemas/schemas.ts'
import { countAttempt, uncountAttempt } from './attempts.ts'

const UserCode = Type.String({ minLength: 1, maxLength: 40 })

const Device = Type.Object(
  {
    name: Type.String({ description: 'Name that the program sent. It is not verified.' }),
    address: Type.String({ description: 'IP address of the program.' }),
    isYourNetwork: Type.Boolean({
      description: 'True when the program and this request come from the same network.',
    }),
    createdAt: Timestamp,
    expiresAt: Timestamp,
  },
  { title: 'Device' },
)

// The user may have no account.
const SMALL_BODY = {
  bodyLimit: 4 * 1024,
  config: { permission: 'signed-in', readsAnonymousBody: true },
} as const

/** Routes `/device`: a signed-in user reads which program shows a device code, and approves or denies its sign-in. */
export function deviceRoutes(services: Services, builtIn: BuiltInIdentity): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/device/find',
      {
        ...SMALL_BODY,
        schema: {
          summary: 'Read which program shows a device code',
          body: Type.Object({ userCode: UserCode }, noPrototypeKeys),
          response: { 200: Device, ...failures(404) },
        },
      },
      async (request) => {
        const { subject } = request.user
        await countAttempt(services, request, 'deviceCode', subject)
        const device = await builtIn.devices.find(request.body.userCode)
        await uncountAttempt(services, request, 'deviceCode', subject)
        return { ...device, isYourNetwork: networkOf(device.address) === networkOf(request.ip) }
      },
    )

    app.post(
      '/device/decide',
      {
        ...SMALL_BODY,
        schema: {
          summary: 'Approve or deny the sign-in of the program that shows a device code',
          body: Type.Object({ userCode: UserCode, allow: Type.Boolean() }, noPrototypeKeys),
          response: { 200: Done, ...failures(404) },
        },
      },
      async (request) => {
        const { userCode, allow } = request.body
        const { subject } = request.user
        await countAttempt(services, request, 'deviceCode', subject)
        await builtIn.devices.decide({ userCode, subject, allow })
        await uncountAttempt(services, request, 'deviceCode', subject)
        return { message: allow ? 'The sign-in was approved.' : 'The sign-in was denied.' }
      },
    )
  }
}
