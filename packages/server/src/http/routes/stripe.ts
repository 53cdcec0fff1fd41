import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { bookPayment } from '../../billing/payments.ts'
import type { Payments } from '../../billing/stripe.ts'
import type { Services } from '../../services.ts'
import { exemptFromAnonymousLimit } from '../admission/anonymous-limit.ts'
import { requestFailures } from '../schemas/schemas.ts'

const EVENT_BYTES_MAX = 1024 * 1024

/** Route `POST /billing/stripe-webhook`: payment events from Stripe. They are authenticated by their signature. */
export function stripeRoutes(services: Services, payments: Payments): FastifyPluginAsyncTypebox {
  return async (app) => {
    exemptFromAnonymousLimit(app)
    // The signature covers the bytes of the body, so the body is not parsed here.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: EVENT_BYTES_MAX },
      async (_request: unknown, body: Buffer) => body,
    )
    app.post(
      '/billing/stripe-webhook',
      {
        bodyLimit: EVENT_BYTES_MAX,
        config: { readsAnonymousBody: true },
        schema: {
          hide: true,
          response: { 200: Type.Object({ received: Type.Literal(true) }), ...requestFailures(413, 503, 500) },
        },
      },
      async (request) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const signature = request.headers['stripe-signature']
        const { type, paymentId } = payments.readEvent(body, [signature].flat().join())
        if (paymentId !== undefined) {
          // An error is answered with 5xx, and Stripe repeats the event for days.
          const outcome = await bookPayment(services.database, payments, paymentId)
          const fields = { type, paymentId }
          if (outcome === 'unknown')
            request.log.warn(fields, 'a payment is for an account that does not exist')
          else request.log.info({ ...fields, outcome }, 'received a payment event from Stripe')
        }
        return { received: true as const }
      },
    )
  }
}
