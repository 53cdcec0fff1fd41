import { Type } from 'typebox'
import { CURSOR_PATTERN } from '../../database/pages.ts'
import { DELIVERY_STATUSES } from '../../webhooks/deliveries.ts'
import { EVENT_TYPES } from '../../webhooks/events.ts'
import { DISABLED_REASONS } from '../../webhooks/webhooks.ts'
import { LIMIT_PATTERN } from './job-schemas.ts'
import { Cursor, NextCursor, noPrototypeKeys, Nullable, Timestamp, Uuid } from './schemas.ts'

const URL_LENGTH_MAX = 2_000
const DESCRIPTION_LENGTH_MAX = 200
/** Longest time that a rotated secret stays valid, in hours. */
const OVERLAP_HOURS_MAX = 30 * 24
const ACKNOWLEDGED_MAX = 100

const id = Type.String({ format: 'uuid' })
export const WebhookParams = Type.Object({ webhookId: id })
export const DeliveryParams = Type.Object({ webhookId: id, deliveryId: id })
export const ListenerParams = Type.Object({ listenerId: id })

const EventTypes = Type.Array(Type.Enum([...EVENT_TYPES]), {
  minItems: 1,
  maxItems: EVENT_TYPES.length,
  description:
    'Types of the events to send. `job.completed` and `job.failed`: an asynchronous job has ended. `batch.completed`, `batch.paused` and `batch.failed`: a batch has this status. `credits.low`: the mail about low credits is sent.',
})

const EventName = Type.Enum([...EVENT_TYPES, 'webhook.test'])

const webhookFields = {
  webhookId: Uuid,
  url: Type.String({ description: 'Address that receives the events.' }),
  description: Type.String(),
  events: EventTypes,
  isEnabled: Type.Boolean({ description: 'A disabled webhook receives no events.' }),
  disabledAt: Nullable(Timestamp),
  disabledReason: Nullable(
    Type.Enum([...DISABLED_REASONS], {
      description:
        '`user`: by a call. `gone`: its server answered 410. `failing`: no event could be delivered for 5 days. null when enabled.',
    }),
  ),
  failingSince: Nullable(
    Type.Unsafe<Date | string>({
      type: 'string',
      format: 'date-time',
      description: 'Time of the first failed attempt since the last success. null after a success.',
    }),
  ),
  previousSecretUntil: Nullable(
    Type.Unsafe<Date | string>({
      type: 'string',
      format: 'date-time',
      description: 'Until then, events are also signed with the secret before the last rotation.',
    }),
  ),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  etag: Type.String({
    description: 'SHA-256 of the fields that can be changed, in quotes. Send it in If-Match.',
  }),
}

export const WebhookSchema = Type.Object(webhookFields, { title: 'Webhook' })
export const WebhookList = Type.Object({ webhooks: Type.Array(WebhookSchema) })
export const WebhookResponse = Type.Object({ webhook: WebhookSchema })
export const WebhookWithSecret = Type.Object(
  {
    ...webhookFields,
    secret: Type.String({ description: 'Secret that signs the events. It is returned only here.' }),
  },
  { title: 'WebhookWithSecret' },
)
export const WebhookRemoved = Type.Object({ message: Type.String(), webhookId: Uuid })

const body = {
  url: Type.String({
    minLength: 1,
    maxLength: URL_LENGTH_MAX,
    description:
      'Address that receives the events. It begins with https:// unless the operator allows its host.',
  }),
  description: Type.String({ maxLength: DESCRIPTION_LENGTH_MAX }),
}

export const NewWebhookBody = Type.Object(
  { url: body.url, description: Type.Optional(body.description), events: EventTypes },
  noPrototypeKeys,
)

export const WebhookChangeBody = Type.Object(
  {
    url: Type.Optional(body.url),
    description: Type.Optional(body.description),
    events: Type.Optional(EventTypes),
    isEnabled: Type.Optional(
      Type.Boolean({ description: 'true enables a webhook again that was disabled for any reason.' }),
    ),
  },
  { ...noPrototypeKeys, minProperties: 1 },
)

export const RotationBody = Type.Object(
  {
    overlapHours: Type.Integer({
      minimum: 0,
      maximum: OVERLAP_HOURS_MAX,
      description: 'Time in which events are also signed with the old secret, in hours.',
    }),
  },
  noPrototypeKeys,
)

const deliveryFields = {
  deliveryId: Type.String({
    format: 'uuid',
    description: 'Id of the event, in its body and in the header `webhook-id`.',
  }),
  webhookId: Uuid,
  event: EventName,
  jobId: Nullable(Uuid),
  status: Type.Enum([...DELIVERY_STATUSES]),
  attempts: Type.Integer(),
  responseStatus: Nullable(Type.Integer({ description: 'HTTP status of the last attempt.' })),
  reason: Nullable(Type.String({ description: 'Reason why the last attempt failed.' })),
  createdAt: Timestamp,
  lastAttemptAt: Nullable(Timestamp),
  nextAttemptAt: Nullable(Timestamp),
  endedAt: Nullable(Timestamp),
}

export const DeliverySchema = Type.Object(deliveryFields, { title: 'WebhookDelivery' })
export const DeliveryList = Type.Object(
  { deliveries: Type.Array(DeliverySchema), nextCursor: NextCursor },
  { title: 'WebhookDeliveryList' },
)
export const DeliveryResponse = Type.Object({
  delivery: Type.Object(
    {
      ...deliveryFields,
      history: Type.Array(
        Type.Object(
          {
            number: Type.Integer(),
            startedAt: Timestamp,
            durationMs: Type.Integer(),
            responseStatus: Nullable(Type.Integer()),
            reason: Nullable(Type.String()),
            responseExcerpt: Nullable(
              Type.String({ description: 'First 1,000 characters of the body of the response.' }),
            ),
          },
          { title: 'WebhookAttempt' },
        ),
        { description: 'Attempts that have ended, the newest first.' },
      ),
    },
    { title: 'WebhookDeliveryDetail' },
  ),
})

export const DeliveriesQuery = Type.Object(
  {
    status: Type.Optional(Type.Enum([...DELIVERY_STATUSES])),
    limit: Type.Optional(
      Type.String({ pattern: LIMIT_PATTERN, description: 'Deliveries per page, at most 100. Default: 50.' }),
    ),
    cursor: Cursor(CURSOR_PATTERN),
  },
  { additionalProperties: false },
)

export const TestQueued = Type.Object({ deliveryId: Uuid })

export const ResendFailedBody = Type.Object(
  {
    since: Type.String({
      format: 'date-time',
      maxLength: 40,
      description: 'Sends the failed events again that were created at this time or after it.',
    }),
  },
  noPrototypeKeys,
)
export const Resent = Type.Object(
  {
    resent: Type.Integer({ description: 'Number of events that are sent again, at most 1,000.' }),
    remaining: Type.Integer({
      description: 'Number of failed events that remain. Repeat the call for them.',
    }),
  },
  { title: 'ResentWebhookEvents' },
)

export const ListenerSchema = Type.Object(
  {
    listenerId: Uuid,
    events: EventTypes,
    createdAt: Timestamp,
    expiresAt: Type.Unsafe<Date | string>({
      type: 'string',
      format: 'date-time',
      description: 'The listener is deleted at this time, 10 minutes after its last poll.',
    }),
  },
  { title: 'WebhookListener' },
)
export const NewListenerBody = Type.Object({ events: Type.Optional(EventTypes) }, noPrototypeKeys)
export const PollBody = Type.Object(
  {
    acknowledged: Type.Optional(
      Type.Array(Type.String({ format: 'uuid' }), {
        maxItems: ACKNOWLEDGED_MAX,
        description:
          'Ids of the events of earlier polls that you have processed. They are not returned again.',
      }),
    ),
  },
  noPrototypeKeys,
)
export const PolledEvents = Type.Object(
  {
    events: Type.Array(
      Type.Object(
        {
          id: Uuid,
          event: EventName,
          createdAt: Timestamp,
          body: Type.String({ description: 'JSON text that a webhook would receive.' }),
        },
        { title: 'ListenerEvent' },
      ),
    ),
  },
  { title: 'PolledEvents' },
)
export const ListenerRemoved = Type.Object({ message: Type.String(), listenerId: Uuid })
