import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { listSessions, removeOtherSessions, removeSession } from '../../../identity/sessions.ts'
import { notSignedInError } from '../../../identity/identity.ts'
import type { Services } from '../../../services.ts'
import { failures, Nullable, Timestamp, Uuid, UuidParameter } from '../../schemas/schemas.ts'

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
        schema: {
          operationId: 'listSessions',
          summary: 'List your sessions, newest first',
          tags: ['me'],
          response: { 200: Type.Object({ sessions: Type.Array(Session) }), ...failures() },
        },
      },
      async (request) => {
        const { subject, sessionId: currentId } = sessionOf(request)
        const sessions = await listSessions(database, subject)
        return {
          sessions: sessions.map(({ createdAt, usedAt, ...session }) => ({
            ...session,
            isThis: session.sessionId === currentId,
            createdAt: createdAt.toISOString(),
            usedAt: usedAt.toISOString(),
          })),
        }
      },
    )

    app.delete(
      '/sessions/:sessionId',
      {
        schema: {
          operationId: 'removeSession',
          summary: 'End a session',
          tags: ['me'],
          params: Type.Object({ sessionId: UuidParameter }),
          response: { 200: Type.Object({ message: Type.String() }), ...failures(404) },
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
        schema: {
          operationId: 'removeOtherSessions',
          summary: 'End all other sessions',
          tags: ['me'],
          response: { 200: Type.Object({ removed: Type.Integer() }), ...failures() },
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
