import Type from 'typebox'
import { pageQuery, pageSchema } from '../../../lib/requests/page.ts'
import { createSlot } from '../../../queue/create-slot.ts'
import { deleteSlot } from '../../../queue/delete-slot.ts'
import { getQueue } from '../../../queue/get-queue.ts'
import { listFreeSlots } from '../../../queue/list-free-slots.ts'
import { listSlots } from '../../../queue/list-slots.ts'
import { pauseQueue } from '../../../queue/pause-queue.ts'
import { weekdays } from '../../../queue/slot.ts'
import { updateSlot } from '../../../queue/update-slot.ts'
import { defineOperation } from '../../operation.ts'
import { deleted, id, idParams, nullable, time } from '../../schemas.ts'

const closed = { additionalProperties: false }
const thing = 'queue slot'
const path = '/v1/queue-slots'

const timezone = Type.String({
  maxLength: 100,
  description: 'A time zone of the IANA database, such as `Europe/Berlin`.',
})
const accounts = Type.Optional(
  Type.Array(Type.String({ format: 'uuid' }), {
    maxItems: 100,
    description: 'Accounts of a post: slots that are free for all of them, and slots of their own.',
  }),
)

const fields = {
  weekdays: Type.Array(Type.Enum([...weekdays]), { minItems: 1, maxItems: 7, uniqueItems: true }),
  time: Type.String({
    pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
    description:
      'By the clock on the wall, from `00:00` to `23:59`. On a day that leaves it out, because clocks are put forward, the slot is at the first moment after the gap. On a day that has it twice, it is at the first of the two.',
    examples: ['09:00'],
  }),
  timezone: nullable(timezone),
  social_account_id: nullable(
    Type.String({ format: 'uuid', description: 'The account whose posts it is for; null: all.' }),
  ),
  jitter_minutes: Type.Integer({
    minimum: 0,
    maximum: 60,
    description: 'A post goes out up to so many minutes later, by a number that is fixed for each day.',
  }),
  enabled: Type.Boolean({ description: 'Whether it is given to new posts.' }),
}

const slot = Type.Object(
  { id, ...fields, created_at: time, updated_at: time },
  { title: 'QueueSlot', ...closed },
)

const optional = {
  timezone: Type.Optional(fields.timezone),
  social_account_id: Type.Optional(fields.social_account_id),
  jitter_minutes: Type.Optional(fields.jitter_minutes),
  enabled: Type.Optional(fields.enabled),
}
const newSlot = Type.Object({ weekdays: fields.weekdays, time: fields.time, ...optional }, closed)
const slotChanges = Type.Object(
  { weekdays: Type.Optional(fields.weekdays), time: Type.Optional(fields.time), ...optional },
  closed,
)

const queueFields = {
  timezone: Type.String({ description: 'The zone of the workspace, for slots that have none of their own.' }),
  paused: Type.Boolean({ description: 'Whether new posts get no slots.' }),
  paused_accounts: Type.Array(id, { description: 'Accounts whose new posts get no slots.' }),
}

const freeSlots = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          slot_id: id,
          social_account_id: nullable(Type.String({ format: 'uuid' })),
          scheduled_at: Type.String({
            format: 'date-time',
            description: 'When a post with this slot goes out, with the jitter of the day.',
          }),
          slot_at: Type.String({ format: 'date-time', description: 'The slot itself, without jitter.' }),
          local_time: Type.String({ description: 'The first of the two times, by the clock of the zone.' }),
          timezone: Type.String(),
        },
        closed,
      ),
    ),
    paused: Type.Boolean({ description: 'Whether the queue is paused, so that no slot is free.' }),
  },
  { title: 'FreeSlots', ...closed },
)

const example = {
  id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b70',
  weekdays: ['mon', 'wed', 'fri'],
  time: '09:00',
  timezone: null,
  social_account_id: null,
  jitter_minutes: 10,
  enabled: true,
  created_at: '2026-03-01T08:00:00.000Z',
  updated_at: '2026-03-01T08:00:00.000Z',
}
const queueExample = { timezone: 'Europe/Berlin', paused: false, paused_accounts: [] }

const slotOperations = [
  defineOperation({
    id: 'createQueueSlot',
    method: 'POST',
    audit: {
      action: 'queue_slot.create',
      keeps: ['weekdays', 'time', 'timezone', 'social_account_id', 'jitter_minutes', 'is_enabled'],
    },
    path,
    scope: 'publish',
    kind: 'change',
    problems: [409],
    summary: 'Add a slot to the queue',
    description:
      'A slot is a time of the week. A post with `use_queue` gets the next slot that no other post has on one of its accounts.',
    body: newSlot,
    response: slot,
    bodyExample: { weekdays: ['mon', 'wed', 'fri'], time: '09:00', jitter_minutes: 10 },
    successExample: example,
    run: (call, { body }) => createSlot(call, body),
  }),
  defineOperation({
    id: 'listQueueSlots',
    method: 'GET',
    path,
    scope: 'read',
    kind: 'read',
    mayWait: true,
    summary: 'List the slots of the queue',
    description: 'All of them unless a limit is given, newest first.',
    query: Type.Object(
      {
        ...pageQuery,
        social_account_id: Type.Optional(
          Type.Array(Type.String({ format: 'uuid' }), {
            maxItems: 100,
            description: 'Slots that are for one of these accounts alone.',
          }),
        ),
      },
      closed,
    ),
    response: pageSchema(slot),
    successExample: { data: [example], meta: { total: 1, offset: 0, limit: 1, next: null } },
    run: (call, { query, url }) => listSlots(call, query, url),
  }),
  defineOperation({
    id: 'updateQueueSlot',
    method: 'PATCH',
    audit: {
      action: 'queue_slot.update',
      keeps: ['weekdays', 'time', 'timezone', 'social_account_id', 'jitter_minutes', 'is_enabled'],
    },
    path: `${path}/{id}`,
    scope: 'publish',
    kind: 'change',
    thing,
    summary: 'Change a slot of the queue',
    description: 'Changes the given fields and keeps the others. Posts keep the times that they have.',
    params: idParams,
    body: slotChanges,
    response: slot,
    bodyExample: { time: '10:30' },
    successExample: { ...example, time: '10:30' },
    run: (call, { params, body }) => updateSlot(call, params.id, body),
  }),
  defineOperation({
    id: 'deleteQueueSlot',
    method: 'DELETE',
    audit: 'queue_slot.delete',
    path: `${path}/{id}`,
    scope: 'publish',
    kind: 'change',
    thing,
    summary: 'Delete a slot of the queue',
    description: 'Posts keep the times that it gave them.',
    params: idParams,
    response: deleted,
    successExample: { id: example.id, deleted: true, success: true },
    run: async (call, { params }) => {
      await deleteSlot(call, params.id)
      return { id: params.id, deleted: true as const, success: true as const }
    },
  }),
]

export const queueOperations = [
  ...slotOperations,
  defineOperation({
    id: 'listFreeSlots',
    method: 'GET',
    path: `${path}/next`,
    scope: 'read',
    kind: 'read',
    mayWait: true,
    summary: 'List the next free slots of the queue',
    description:
      'In the order of their times: the first is the one that a post with `use_queue` would get. Without accounts, a slot is free while no post has it.',
    query: Type.Object(
      {
        limit: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 1_000, description: 'How many; 10 by default.' }),
        ),
        from: Type.Optional(
          Type.String({ maxLength: 100, description: 'Slots at this time or later; now by default.' }),
        ),
        to: Type.Optional(
          Type.String({
            maxLength: 100,
            description:
              'Slots at this time or earlier, at most 366 days from now; 90 days after `from` by default.',
          }),
        ),
        social_account_id: accounts,
        timezone: Type.Optional(timezone),
      },
      closed,
    ),
    response: freeSlots,
    successExample: {
      data: [
        {
          slot_id: example.id,
          social_account_id: null,
          scheduled_at: '2026-03-02T08:04:00.000Z',
          slot_at: '2026-03-02T08:00:00.000Z',
          local_time: '2026-03-02T09:04',
          timezone: 'Europe/Berlin',
        },
      ],
      paused: false,
    },
    run: (call, { query }) => listFreeSlots(call, query),
  }),
  defineOperation({
    id: 'getQueue',
    method: 'GET',
    path: '/v1/queue',
    scope: 'read',
    kind: 'read',
    mayWait: true,
    summary: 'Get whether the queue is paused',
    response: Type.Object(queueFields, { title: 'Queue', ...closed }),
    successExample: queueExample,
    run: getQueue,
  }),
  defineOperation({
    id: 'pauseQueue',
    method: 'PATCH',
    audit: { action: 'queue.pause', keeps: ['paused', 'social_account_id'] },
    path: '/v1/queue',
    scope: 'publish',
    kind: 'change',
    summary: 'Pause the queue, or resume it',
    description:
      'For all accounts, or for one. Posts keep their times. While the queue is paused, a post with `use_queue` is refused.',
    body: Type.Object(
      {
        paused: Type.Boolean(),
        social_account_id: Type.Optional(nullable(Type.String({ format: 'uuid' }))),
      },
      closed,
    ),
    response: Type.Object(
      { ...queueFields, message: Type.String({ description: 'A sentence for people.' }) },
      { title: 'ChangedQueue', ...closed },
    ),
    bodyExample: { paused: true },
    successExample: {
      ...queueExample,
      paused: true,
      message: 'Paused. 6 posts keep their times; new ones won’t get slots.',
    },
    run: (call, { body }) => pauseQueue(call, body),
  }),
]
