import Type from 'typebox'
import { moveTestClock } from '../../publishing/person/move-test-clock.ts'
import { getTestClock } from '../../workspaces/get-test-clock.ts'
import { furthestAheadSeconds } from '../../workspaces/test-clock.ts'
import { defineOperation } from '../operation.ts'
import { time } from '../schemas.ts'

const closed = { additionalProperties: false }

const testClock = Type.Object(
  {
    now: time,
    real_time: time,
    advanced_by_seconds: Type.Number({ description: '0: it shows the real time.' }),
    next_due_at: Type.Union([time, Type.Null()], {
      description: 'When the next of what waits for its time is due, by this clock; null: nothing does.',
    }),
  },
  { title: 'TestClock', ...closed },
)

const move = Type.Object(
  {
    advance_by_seconds: Type.Optional(
      Type.Integer({ minimum: 1, maximum: furthestAheadSeconds, description: 'So many seconds on.' }),
    ),
    now: Type.Optional(
      Type.String({
        format: 'date-time',
        maxLength: 100,
        description: 'What it is to show, later than what it shows.',
      }),
    ),
    reset: Type.Optional(Type.Literal(true, { description: 'Back to the real time.' })),
  },
  { description: 'One of the three.', ...closed },
)

const example = {
  now: '2026-03-08T09:00:00.000Z',
  real_time: '2026-03-01T09:00:00.000Z',
  advanced_by_seconds: 604_800,
  next_due_at: '2026-03-09T07:30:00.000Z',
}

export const testClockOperations = [
  defineOperation({
    id: 'getTestClock',
    method: 'GET',
    path: '/v1/test-clock',
    scope: 'read',
    kind: 'read',
    summary: 'What time it is for the test data of the workspace',
    description: 'Only with a test key; live data go by the real time.',
    response: testClock,
    successExample: example,
    run: getTestClock,
  }),
  defineOperation({
    id: 'moveTestClock',
    method: 'POST',
    path: '/v1/test-clock',
    scope: 'publish',
    kind: 'change',
    summary: 'Advance the clock of the test data, or put it back to the real time',
    description: `Only with a test key. All test data of the workspace go by one clock, at most 366 days ahead of the real time.

It jumps: what came due on the way is published at once, each account’s posts in their order. What is later than its
\`late_policy\` then allows asks, as if the server had been off; so advance to \`next_due_at\` to see a post go out, and far
beyond it to see one ask. What is with a network already, its rate limits and everything that has happened keep the real
time.

\`{"reset": true}\` takes nothing back: what is public stays public, and what was due stays due, as late as it was. What was
not due waits for its time again.`,
    body: move,
    response: testClock,
    bodyExample: { advance_by_seconds: 604_800 },
    successExample: example,
    run: (call, { body }) => moveTestClock(call, body),
  }),
]
