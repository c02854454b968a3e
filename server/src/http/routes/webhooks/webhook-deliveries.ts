import Type from 'typebox'
import { pageQuery, pageSchema } from '../../../lib/requests/page.ts'
import { spanEnd } from '../../../lib/requests/read-span.ts'
import { deliveryStates } from '../../../webhooks/deliveries/delivery.ts'
import { getDelivery } from '../../../webhooks/deliveries/get-delivery.ts'
import { listDeliveries } from '../../../webhooks/deliveries/list-deliveries.ts'
import { resendDelivery } from '../../../webhooks/deliveries/resend-delivery.ts'
import { resendSince } from '../../../webhooks/deliveries/resend-since.ts'
import { eventTypes } from '../../../webhooks/event-catalog.ts'
import { attemptErrors } from '../../../webhooks/sending/judge-answer.ts'
import { defineOperation } from '../../operation.ts'
import { id, idParams, nullable, time } from '../../schemas.ts'

const closed = { additionalProperties: false }
const path = '/v1/webhook-endpoints/{id}'
const scope = 'admin'
const thing = 'delivery'

const status = Type.Enum([...deliveryStates])
const headers = Type.Record(Type.String(), Type.String())

const attempt = {
  number: Type.Integer({ minimum: 1 }),
  at: time,
  duration_ms: Type.Integer({ minimum: 0 }),
  success: Type.Boolean(),
  status_code: nullable(Type.Integer({ description: 'The status code of the answer; null if none came.' })),
  error: nullable(
    Type.Object({ code: Type.Enum(Object.keys(attemptErrors)), message: Type.String() }, closed),
  ),
}
const members = {
  id,
  webhook_endpoint_id: id,
  event_id: Type.String({ format: 'uuid', description: 'Sent as `webhook-id`, the same in every attempt.' }),
  event_type: Type.String(),
  status,
  created_at: time,
  next_attempt_at: nullable(
    Type.String({
      format: 'date-time',
      description: 'Null while it is being sent, and when it is not sent any more.',
    }),
  ),
  tries: Type.Object(
    { failed: Type.Integer({ minimum: 0 }), most: Type.Integer({ minimum: 1 }) },
    { description: 'Failed attempts since it was last told to begin, and how many there may be.', ...closed },
  ),
}
export const delivery = Type.Object(
  { ...members, attempts: Type.Array(Type.Object(attempt, closed)) },
  { title: 'WebhookDelivery', ...closed },
)
const wholeDelivery = Type.Object(
  {
    ...members,
    request_body: Type.String({ description: 'The beginning of it, up to 8 kB.' }),
    attempts: Type.Array(
      Type.Object(
        {
          ...attempt,
          request_headers: headers,
          response_headers: nullable(headers),
          response_body: nullable(Type.String({ description: 'The beginning of it, up to 8 kB.' })),
        },
        closed,
      ),
    ),
  },
  { title: 'WholeWebhookDelivery', ...closed },
)

const deliveryParams = Type.Object({ id, delivery_id: id }, closed)

export const exampleDelivery = {
  id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b90',
  webhook_endpoint_id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b70',
  event_id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b80',
  event_type: 'post.posted',
  status: 'pending',
  created_at: '2026-03-01T08:00:00.000Z',
  next_attempt_at: '2026-03-01T08:00:00.000Z',
  tries: { failed: 0, most: 10 },
  attempts: [],
}
const failedAttempt = {
  number: 1,
  at: '2026-03-01T08:00:00.120Z',
  duration_ms: 240,
  success: false,
  status_code: 500,
  error: { code: 'not_accepted', message: attemptErrors.not_accepted },
}
const tried = {
  ...exampleDelivery,
  next_attempt_at: '2026-03-01T08:00:05.360Z',
  tries: { failed: 1, most: 10 },
  attempts: [failedAttempt],
}

export const webhookDeliveryOperations = [
  defineOperation({
    id: 'listWebhookDeliveries',
    method: 'GET',
    path: `${path}/deliveries`,
    scope,
    kind: 'read',
    mayWait: true,
    thing: 'webhook endpoint',
    summary: 'List the deliveries of a webhook endpoint',
    description: 'Newest first. Deliveries are kept as long as events.',
    params: idParams,
    query: Type.Object(
      {
        ...pageQuery,
        status: Type.Optional(Type.Array(status, { maxItems: 10 })),
        event_type: Type.Optional(Type.Array(Type.Enum(eventTypes), { maxItems: 100 })),
        from: spanEnd('Only deliveries made at this time or later: a date or a date and time.'),
        to: spanEnd(
          'Only deliveries made until this time: a date, whose whole day counts, or a date and time.',
        ),
      },
      closed,
    ),
    response: pageSchema(delivery),
    successExample: { data: [tried], meta: { total: 1, offset: 0, limit: 10, next: null } },
    run: (call, { params, query, url }) => listDeliveries(call, params.id, query, url),
  }),
  defineOperation({
    id: 'getWebhookDelivery',
    method: 'GET',
    path: `${path}/deliveries/{delivery_id}`,
    scope,
    kind: 'read',
    mayWait: true,
    thing,
    summary: 'Get one delivery with what was sent and answered',
    description: 'Bodies and headers are cut at 8 kB, and secrets in them are hidden.',
    params: deliveryParams,
    response: wholeDelivery,
    successExample: {
      ...tried,
      request_body: '{"id":"0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b80","type":"post.posted",…}',
      attempts: [
        {
          ...failedAttempt,
          request_headers: { 'content-type': 'application/json', 'webhook-signature': 'hidden' },
          response_headers: { 'content-type': 'text/plain' },
          response_body: 'Internal Server Error',
        },
      ],
    },
    run: (call, { params }) => getDelivery(call, params.id, params.delivery_id),
  }),
  defineOperation({
    id: 'resendWebhookDelivery',
    method: 'POST',
    audit: 'webhook_endpoint.resend',
    path: `${path}/deliveries/{delivery_id}/resend`,
    scope,
    kind: 'change',
    mayWait: true,
    problems: [409],
    thing,
    summary: 'Send a delivery again',
    description: 'It keeps its `webhook-id`, and its attempts begin anew.',
    params: deliveryParams,
    response: delivery,
    successExample: exampleDelivery,
    run: (call, { params }) => resendDelivery(call, params.id, params.delivery_id),
  }),
  defineOperation({
    id: 'resendWebhookDeliveries',
    method: 'POST',
    audit: { action: 'webhook_endpoint.resend', keeps: ['since'] },
    path: `${path}/resend`,
    scope,
    kind: 'change',
    mayWait: true,
    problems: [409],
    thing: 'webhook endpoint',
    summary: 'Send all failed and kept deliveries again since a time',
    description: 'The oldest first, up to 10,000. `more` says that there are others; ask again.',
    params: idParams,
    body: Type.Object(
      {
        since: Type.String({
          format: 'date-time',
          maxLength: 100,
          description: 'Deliveries that were made at this time or later.',
        }),
      },
      closed,
    ),
    response: Type.Object({ resent: Type.Integer({ minimum: 0 }), more: Type.Boolean() }, closed),
    bodyExample: { since: '2026-03-01T08:00:00Z' },
    successExample: { resent: 214, more: false },
    run: (call, { params, body }) => resendSince(call, params.id, body.since),
  }),
]
