import { Readable } from 'node:stream'
import Type from 'typebox'
import { type EventType, eventTypes } from '../../../webhooks/event-catalog.ts'
import { findStart, listEvents } from '../../../webhooks/reading/list-events.ts'
import { watchEvents } from '../../../webhooks/reading/watch-events.ts'
import { defineOperation } from '../../operation.ts'
import { id, nullable, time } from '../../schemas.ts'
import { createReadSearch } from '../../serving/create-read-input.ts'
import { defineStream } from '../../stream-route.ts'

const closed = { additionalProperties: false }
const path = '/v1/events'

const filters = {
  type: Type.Optional(
    Type.Array(Type.Unsafe<EventType>(Type.Enum(eventTypes)), {
      maxItems: 100,
      description: 'Only events of these types.',
    }),
  ),
  subject: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'Only events about this post, post result, account, medium or webhook endpoint.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      maxLength: 1_000,
      description:
        'Where to go on: `meta.cursor` of an earlier answer, or the id of an event of the stream. `now` for the end. The list begins with the oldest event unless given, the stream at the end.',
    }),
  ),
}

const event = Type.Object(
  { id, type: Type.Enum(eventTypes), created_at: time, data: Type.Record(Type.String(), Type.Any()) },
  { title: 'Event', ...closed },
)

const example = {
  id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b80',
  type: 'post.posted',
  created_at: '2026-03-01T08:00:00.000Z',
  data: { id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b40', status: 'posted', previous_status: 'processing' },
} as const

const cursor = 'WzAsIjgyMSIsIjAxOTliMWMyIl0.mZ8qkT1vR4yH2nLx7dJcWg'

export const eventOperations = [
  defineOperation({
    id: 'listEvents',
    method: 'GET',
    path,
    scope: 'read',
    kind: 'read',
    summary: 'List what happened, or stream it',
    description: `Oldest first, in the order in which the events were committed: going on from a cursor, you get each event once and miss
none. \`meta.cursor\` is always there; ask with it again later for what is new. \`meta.next\` is null when there is no more
at this moment. With a filter a page may hold fewer events than \`limit\`, or none, and still have a next one. Events are
kept for 30 days unless the server says otherwise (\`EVENTS_KEPT_DAYS\`).

With \`Accept: text/event-stream\` the answer is a stream of server-sent events that stays open. The id of each is a
cursor, so \`Last-Event-ID\` goes on where a stream ended. The server ends a stream after half an hour, when it stops and when
the key is revoked. A page of the app names its workspace with \`?workspace=&mode=\`.`,
    query: Type.Object(
      {
        ...filters,
        limit: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 200, description: 'Events per page; 10 by default.' }),
        ),
      },
      closed,
    ),
    response: Type.Object(
      {
        data: Type.Array(event),
        meta: Type.Object(
          {
            limit: Type.Integer({ minimum: 1 }),
            next: nullable(
              Type.String({
                format: 'uri',
                description: 'The URL of the next page; null if there is no more now.',
              }),
            ),
            cursor: Type.String({
              description: 'The end of this page, from which you may go on at any time.',
            }),
          },
          closed,
        ),
      },
      closed,
    ),
    successExample: { data: [example], meta: { limit: 10, next: null, cursor } },
    alsoAnswers: {
      'text/event-stream': {
        schema: { type: 'string' },
        example: `id: ${cursor}\nevent: ${example.type}\ndata: ${JSON.stringify(example)}\n\n`,
      },
    },
    run: (call, { query, url }) => listEvents(call, query, url),
  }),
]

const readWatched = createReadSearch(
  Type.Object(
    { ...filters, workspace: Type.Optional(Type.String()), mode: Type.Optional(Type.String()) },
    closed,
  ),
)

export const eventStreams = [
  defineStream({
    id: 'watchEvents',
    method: 'GET',
    path,
    accept: 'text/event-stream',
    group: 'api',
    authentication: { scope: 'read' },
    // The list of events describes it.
    doc: null,
    run: async (context, { caller, query, headers, signal, proceed }) => {
      const { workspaceId, mode } = caller
      const { type: types = null, subject: subjectId = null, cursor: given = 'now' } = readWatched(query)
      const place = { context, db: context.db, workspaceId, mode }
      const after = await findStart(place, String(headers['last-event-id'] ?? given))
      const stream = watchEvents(context, {
        filter: { workspaceId, mode, types, subjectId },
        after,
        signal,
        onStall: () => body.destroy(),
      })
      const body = Readable.from(stream, { highWaterMark: 1 })
      proceed()
      return {
        status: 200,
        headers: {
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store',
          // Tells nginx not to hold the stream back.
          'x-accel-buffering': 'no',
        },
        body,
      }
    },
  }),
]
