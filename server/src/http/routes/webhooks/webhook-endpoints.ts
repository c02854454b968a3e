import Type from 'typebox'

import { pageQuery, pageSchema } from '../../../lib/requests/page.ts'
import { requireProofOf, requireProofWithin } from '../../../people/sessions/prove.ts'
import { createEndpoint } from '../../../webhooks/endpoints/create-endpoint.ts'
import { deleteEndpoint } from '../../../webhooks/endpoints/delete-endpoint.ts'
import { enableEndpoint } from '../../../webhooks/endpoints/enable-endpoint.ts'
import { getEndpoint } from '../../../webhooks/endpoints/get-endpoint.ts'
import { listEndpoints } from '../../../webhooks/endpoints/list-endpoints.ts'
import { readEndpointUrl } from '../../../webhooks/endpoints/read-endpoint-url.ts'
import { longestOverlapSeconds, rotateSecret } from '../../../webhooks/endpoints/rotate-secret.ts'
import { sendTestEvent } from '../../../webhooks/endpoints/send-test-event.ts'
import { updateEndpoint } from '../../../webhooks/endpoints/update-endpoint.ts'
import { type EventType, eventTypes } from '../../../webhooks/event-catalog.ts'
import { defineOperation } from '../../operation.ts'
import { deleted, id, idParams, nullable, time } from '../../schemas.ts'
import { delivery, exampleDelivery } from './webhook-deliveries.ts'

const closed = { additionalProperties: false }
const thing = 'webhook endpoint'
const path = '/v1/webhook-endpoints'
const scope = 'admin'

const url = Type.String({
  minLength: 1,
  maxLength: 2_000,
  description: 'Where events are sent: an https address on the public internet. Redirects are not followed.',
})
const events = Type.Array(Type.Unsafe<EventType>(Type.Enum(eventTypes)), {
  maxItems: 100,
  uniqueItems: true,
  description: 'The types of events to send; empty for all, those of later versions too.',
})
const description = Type.String({ maxLength: 500 })
const status = Type.Enum(['enabled', 'disabled'])
const count = Type.Integer({ minimum: 0 })

const members = {
  id,
  url,
  description,
  events: Type.Array(Type.String()),
  status,
  disabled_reason: nullable(
    Type.Enum(['person', 'failing', 'gone', 'inherited'], {
      description:
        'A person switched it off, every delivery of five days failed, it answered 410, or its URL was set in an account that somebody else may have made, before the owner of its address took it over.',
    }),
  ),
  disabled_at: nullable(time),
  failing_since: nullable(
    Type.String({ format: 'date-time', description: 'When an attempt failed first since one succeeded.' }),
  ),
  last_24_hours: Type.Object(
    { succeeded: count, failed: count },
    { description: 'Attempts, by whole hours.', ...closed },
  ),
  kept_deliveries: Type.Integer({
    minimum: 0,
    description: 'Deliveries that wait because the endpoint is off. They are counted up to 10,000.',
  }),
  previous_secret_expires_at: nullable(
    Type.String({
      format: 'date-time',
      description: 'Until then the secret before the present one signs too.',
    }),
  ),
  created_at: time,
}
const endpoint = Type.Object(members, { title: 'WebhookEndpoint', ...closed })
const secret = Type.String({ description: 'Verifies signatures. It is shown only in this answer.' })
const endpointWithSecret = Type.Object(
  { ...members, secret },
  { title: 'WebhookEndpointWithSecret', ...closed },
)

const exampleId = '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b70'
const example = {
  id: exampleId,
  url: 'https://hooks.example.org/crier',
  description: 'Our newsroom',
  events: ['post.posted', 'post.failed'],
  status: 'enabled',
  disabled_reason: null,
  disabled_at: null,
  failing_since: null,
  last_24_hours: { succeeded: 214, failed: 1 },
  kept_deliveries: 0,
  previous_secret_expires_at: null,
  created_at: '2026-03-01T08:00:00.000Z',
}
const withSecret = { ...example, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' }

export const webhookEndpointOperations = [
  defineOperation({
    id: 'createWebhookEndpoint',
    method: 'POST',
    audit: { action: 'webhook_endpoint.create', keeps: ['events', 'description'] },
    path,
    scope,
    needsProof: true,
    kind: 'change',
    problems: [409],
    hasSecretAnswer: true,
    summary: 'Have events sent to a URL',
    description:
      'Each event is sent as a signed POST, as Standard Webhooks describe; webhooks.md tells how to verify it. The secret is shown only now.',
    body: Type.Object(
      { url, events: Type.Optional(events), description: Type.Optional(description) },
      closed,
    ),
    response: endpointWithSecret,
    bodyExample: {
      url: example.url,
      events: ['post.posted', 'post.failed'],
      description: example.description,
    },
    successExample: withSecret,
    ask:
      ({ body }) =>
      ({ context }) =>
        readEndpointUrl(context, body.url),
    run: (call, { body }, readUrl) => createEndpoint(call, body, readUrl),
  }),
  defineOperation({
    id: 'listWebhookEndpoints',
    method: 'GET',
    path,
    scope,
    kind: 'read',
    mayWait: true,
    summary: 'List the webhook endpoints',
    description: 'Newest first, without their secrets.',
    query: Type.Object({ ...pageQuery }, closed),
    response: pageSchema(endpoint),
    successExample: { data: [example], meta: { total: 1, offset: 0, limit: 10, next: null } },
    run: (call, { query, url: address }) => listEndpoints(call, query, address),
  }),
  defineOperation({
    id: 'getWebhookEndpoint',
    method: 'GET',
    path: `${path}/{id}`,
    scope,
    kind: 'read',
    thing,
    summary: 'Get one webhook endpoint',
    params: idParams,
    response: endpoint,
    successExample: example,
    run: (call, { params }) => getEndpoint(call, params.id),
  }),
  defineOperation({
    id: 'updateWebhookEndpoint',
    method: 'PATCH',
    audit: { action: 'webhook_endpoint.update', keeps: ['events', 'description', 'status'] },
    path: `${path}/{id}`,
    scope,
    kind: 'change',
    thing,
    summary: 'Change a webhook endpoint',
    description:
      'Changes what it names. An endpoint that is switched off keeps its deliveries; resend them when it is on again. A person who is signed in needs a fresh proof for another `url`.',
    params: idParams,
    body: Type.Object(
      {
        url: Type.Optional(url),
        events: Type.Optional(events),
        description: Type.Optional(description),
        status: Type.Optional(status),
      },
      closed,
    ),
    response: endpoint,
    bodyExample: { events: [], status: 'disabled' },
    successExample: {
      ...example,
      events: [],
      status: 'disabled',
      disabled_reason: 'person',
      disabled_at: example.created_at,
    },
    ask:
      ({ body }) =>
      async ({ context, caller }) => {
        if (body.url === undefined) return null
        requireProofOf(caller)
        return readEndpointUrl(context, body.url)
      },
    run: async (call, { params, body }, readUrl) => {
      if (body.url !== undefined) await requireProofWithin(call.db, call.caller)
      return updateEndpoint(call, params.id, body, readUrl)
    },
  }),
  defineOperation({
    id: 'deleteWebhookEndpoint',
    method: 'DELETE',
    audit: 'webhook_endpoint.delete',
    path: `${path}/{id}`,
    scope,
    kind: 'change',
    thing,
    summary: 'Delete a webhook endpoint',
    description:
      'Its deliveries and their log go with it. A request that is under way at this moment still arrives.',
    params: idParams,
    response: deleted,
    successExample: { id: exampleId, deleted: true, success: true },
    run: async (call, { params }) => {
      await deleteEndpoint(call, params.id)
      return { id: params.id, deleted: true as const, success: true as const }
    },
  }),
  defineOperation({
    id: 'rotateWebhookSecret',
    method: 'POST',
    audit: 'webhook_endpoint.rotate_secret',
    path: `${path}/{id}/rotate-secret`,
    scope,
    needsProof: true,
    kind: 'change',
    thing,
    hasSecretAnswer: true,
    summary: 'Give a webhook endpoint a new secret',
    description:
      'Until the overlap ends each delivery is signed with both secrets, so a receiver may change at any moment between. A secret that leaked is ended at once with an overlap of 0.',
    params: idParams,
    body: Type.Object(
      {
        overlap_seconds: Type.Optional(
          Type.Integer({ minimum: 0, maximum: longestOverlapSeconds, description: '24 hours unless given.' }),
        ),
      },
      closed,
    ),
    response: endpointWithSecret,
    bodyExample: { overlap_seconds: 3_600 },
    successExample: { ...withSecret, previous_secret_expires_at: '2026-03-01T09:00:00.000Z' },
    run: (call, { params, body }) => rotateSecret(call, params.id, body.overlap_seconds),
  }),
  defineOperation({
    id: 'sendTestWebhook',
    method: 'POST',
    audit: 'webhook_endpoint.test',
    path: `${path}/{id}/test`,
    scope,
    kind: 'change',
    mayWait: true,
    thing,
    summary: 'Send a test event to a webhook endpoint',
    description:
      'Sends an event of the type `webhook_endpoint.test`, once, also to an endpoint that is off. Get the delivery to see how it went.',
    params: idParams,
    response: delivery,
    successExample: {
      ...exampleDelivery,
      event_type: 'webhook_endpoint.test',
      tries: { failed: 0, most: 1 },
    },
    run: (call, { params }) => sendTestEvent(call, params.id),
  }),
  defineOperation({
    id: 'enableWebhookEndpoint',
    method: 'POST',
    audit: 'webhook_endpoint.enable',
    path: `${path}/{id}/enable`,
    scope,
    kind: 'change',
    thing,
    summary: 'Switch a webhook endpoint on',
    description:
      'Its failures are forgotten, and new events are sent. Events from the time when it was off stay kept until you resend them.',
    params: idParams,
    response: endpoint,
    successExample: example,
    run: (call, { params }) => enableEndpoint(call, params.id),
  }),
]
