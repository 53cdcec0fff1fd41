import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { listSessions, removeOtherSessions, removeSession } from '../../../identity/sessions.ts'
import { notSignedInError } from '../../../identity/identity.ts'
import type { Services } from '../../../services.ts'
import { Done, Nullable, Timestamp, Uuid, UuidParameter } from '../../schemas/schemas.ts'

const Session = Type.Object(
  {
    sessionId: Uuid,
    isThis: Type.Boolean({ description: 'True for the session of this request.' }),
    createdAt: Timestamp,
    usedAt: Timestamp,
    address: Nullable(Type.String()),
    userAgent: Nullable(Type.String()),
  },
  { title: 'Session' },
)

/** Routes `/sessions`: sessions of a user of the built-in identity. An external provider manages its own sessions. */
export function sessionRoutes({ database }: Services): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/sessions',
      {
        config: { permission: 'signed-in' },
        schema: {
          summary: 'List your sessions, newest first',
          response: { 200: Type.Object({ sessions: Type.Array(Session) }) },
        },
      },
      async (request) => {
        const { subject, sessionId: currentId } = sessionOf(request)
        const sessions = await listSessions(database, subject)
        return {
          sessions: sessions.map((session) => ({ ...session, isThis: session.sessionId === currentId })),
        }
      },
    )

    app.delete(
      '/sessions/:sessionId',
      {
        config: { permission: 'signed-in' },
        schema: {
          summary: 'End a session',
          params: Type.Object({ sessionId: UuidParameter }),
          response: { 200: Done },
        },
      },
      async (request) => {
        await removeSession(database, sessionOf(request).subject, request.params.sessionId)
        return { message: 'The session was ended.' }
      },
    )

    app.delete(
      '/sessions',
      {
        config: { permission: 'signed-in' },
        schema: {
          summary: 'End all other sessions',
          response: { 200: Type.Object({ removed: Type.Integer() }) },
        },
      },
      async (request) => {
        const { subject, sessionId } = sessionOf(request)
        return { removed: await removeOtherSessions(database, subject, sessionId) }
      },
    )
  }
}

function sessionOf({ user }: FastifyRequest): { subject: string; sessionId: string } {
  const { subject, sessionId } = user
  if (sessionId === undefined) throw notSignedInError()
  return { subject, sessionId }
}
