import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { Refusal } from '@platen/template/refusal'
import { acceptInvitation, readInvitation } from '../../../identity/teams/invitation-links.ts'
import {
  findInvitation,
  invite,
  listInvitations,
  MAIL_STATUSES,
  resendInvitation,
  revokeInvitation,
} from '../../../identity/teams/invitations.ts'
import { isEmailAddress } from '../../../mail/addresses.ts'
import type { Services } from '../../../services.ts'
import { Done, failures, noPrototypeKeys, Timestamp, Uuid, UuidParameter } from '../../schemas/schemas.ts'
import { countAttempt, countInvitation, uncountAttempt } from '../sign-in/attempts.ts'
import { Role } from './schemas.ts'

const InvitationParams = Type.Object({ invitationId: UuidParameter })

const Invitation = Type.Object(
  {
    invitationId: Uuid,
    email: Type.String(),
    role: Role,
    mailStatus: Type.Enum([...MAIL_STATUSES]),
    invitedBy: Type.String({ description: 'E-mail address of the owner who sent the invitation.' }),
    createdAt: Timestamp,
    expiresAt: Timestamp,
    isExpired: Type.Boolean(),
  },
  { title: 'Invitation' },
)

const NewInvitation = Type.Object({ email: Type.String({ maxLength: 254 }), role: Role }, noPrototypeKeys)

const ReceivedInvitation = Type.Object(
  {
    account: Type.String({ description: 'E-mail address of the account.' }),
    role: Role,
    invitedBy: Type.String(),
    expiresAt: Timestamp,
  },
  { title: 'ReceivedInvitation' },
)

const Joined = Type.Object({
  userId: Type.String({ description: 'Identifier of the account, for the header `x-platen-account`.' }),
  role: Role,
})

// In the body, because paths are logged.
const Token = Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }, noPrototypeKeys)

// The user may have no account.
const TOKEN_BODY = {
  bodyLimit: 4 * 1024,
  config: { permission: 'signed-in', readsAnonymousBody: true },
} as const

/** Routes `/invitations`: invitations of the account, and the answer of the invited person. */
export function invitationRoutes(services: Services): FastifyPluginAsyncTypebox {
  const { database } = services
  return async (app) => {
    app.get(
      '/invitations',
      {
        config: { permission: 'members:write' },
        schema: {
          summary: 'List the invitations that are not accepted, newest first',
          response: { 200: Type.Object({ invitations: Type.Array(Invitation) }) },
        },
      },
      async ({ accountId }) => ({ invitations: await listInvitations(database, accountId) }),
    )

    app.post(
      '/invitations',
      {
        config: { permission: 'members:write' },
        schema: {
          summary: 'Invite a person by mail',
          description: 'The link in the mail works once, for seven days, for a user with this address.',
          body: NewInvitation,
          response: { 201: Invitation, ...failures(409) },
        },
      },
      async (request, reply) => {
        const { accountId, user: actor } = request
        const email = request.body.email.trim()
        if (!isEmailAddress(email)) throw new Refusal('invalid', 'email is not an e-mail address.')
        await countInvitation(services, accountId)
        await countAttempt(services, request, 'invitation', email)
        const { role } = request.body
        return await reply.status(201).send(await invite(services, { accountId, actor, email, role }))
      },
    )

    app.post(
      '/invitations/:invitationId/resend',
      {
        config: { permission: 'members:write' },
        schema: {
          summary: 'Send the mail of an invitation again',
          description: 'With a new link and expiry. The earlier link is no longer valid.',
          params: InvitationParams,
          response: { 200: Invitation },
        },
      },
      async (request) => {
        const { accountId, user: actor } = request
        const { invitationId } = request.params
        const { email } = await findInvitation(database, accountId, invitationId)
        await countInvitation(services, accountId)
        await countAttempt(services, request, 'invitation', email)
        return await resendInvitation(services, { accountId, actor, invitationId })
      },
    )

    app.delete(
      '/invitations/:invitationId',
      {
        config: { permission: 'members:write' },
        schema: {
          summary: 'Revoke an invitation',
          params: InvitationParams,
          response: { 200: Done },
        },
      },
      async ({ accountId, user: actor, params: { invitationId } }) => {
        await revokeInvitation(database, { accountId, actor, invitationId })
        return { message: 'The invitation was revoked.' }
      },
    )

    app.post(
      '/invitations/read',
      {
        ...TOKEN_BODY,
        schema: {
          summary: 'Read the invitation of a link',
          body: Token,
          response: { 200: ReceivedInvitation },
        },
      },
      async (request) => {
        await countAttempt(services, request, 'link')
        const invitation = await readInvitation(database, request.body.token, request.user)
        await uncountAttempt(services, request, 'link')
        return invitation
      },
    )

    app.post(
      '/invitations/accept',
      {
        ...TOKEN_BODY,
        schema: {
          summary: 'Accept the invitation of a link',
          description: 'You become a member of the account. A link works once.',
          body: Token,
          response: { 200: Joined },
        },
      },
      async (request) => {
        await countAttempt(services, request, 'link')
        const joined = await acceptInvitation(database, request.body.token, request.user)
        await uncountAttempt(services, request, 'link')
        return joined
      },
    )
  }
}
