import Type from 'typebox'
import { moveTestClock } from '../../../publishing/person/move-test-clock.ts'
import { getTestClock } from '../../../workspaces/get-test-clock.ts'
import { furthestAheadSeconds } from '../../../workspaces/test-clock.ts'
import { defineOperation } from '../../operation.ts'
import { time } from '../../schemas.ts'

const closed = { additionalProperties: false }

const testClock = Type.Object(
  {
    now: time,
    real_time: time,
    advanced_by_seconds: Type.Number({
      description: 'How far the clock is ahead of the real time; 0 if it shows the real time.',
    }),
    next_due_at: Type.Union([time, Type.Null()], {
      description: 'When the next waiting post is due, by this clock; null if none is waiting.',
    }),
  },
  { title: 'TestClock', ...closed },
)

const move = Type.Object(
  {
    advance_by_seconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: furthestAheadSeconds,
        description: 'How many seconds to advance the clock.',
      }),
    ),
    now: Type.Optional(
      Type.String({
        format: 'date-time',
        maxLength: 100,
        description: 'The time the clock is to show, later than its present time.',
      }),
    ),
    reset: Type.Optional(Type.Literal(true, { description: 'Sets the clock back to the real time.' })),
  },
  { description: 'Exactly one of the three.', ...closed },
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
    summary: 'Get the test clock of the workspace',
    description: 'Needs a test key. Live data uses the real time.',
    response: testClock,
    successExample: example,
    run: getTestClock,
  }),
  defineOperation({
    id: 'moveTestClock',
    method: 'POST',
    audit: 'test_clock.move',
    path: '/v1/test-clock',
    scope: 'publish',
    kind: 'change',
    summary: 'Advance the test clock, or set it back to the real time',
    description: `Needs a test key. One clock rules all test data of the workspace. It may be at most 366 days ahead of the real
time.

The clock jumps. Posts that came due on the way are published at once, in the order of each account. A post that is then
later than its \`late_policy\` allows needs review, as if the server had been off. To see a post published, advance to
\`next_due_at\`. To see one that needs review, advance far beyond it.

Pauses before another try, rate limits of the simulated network, the daily look at unused credentials, connect attempts,
connect links, slots of the queue and the grace of a subscription go by this clock too. Posts that a network is already
processing, uploads, API keys and past events keep the real time.

\`{"reset": true}\` undoes nothing. Public posts stay public, and posts that were due stay due and are as late as they
were. Posts that were not due wait for their time again.`,
    body: move,
    response: testClock,
    bodyExample: { advance_by_seconds: 604_800 },
    successExample: example,
    run: (call, { body }) => moveTestClock(call, body),
  }),
]
