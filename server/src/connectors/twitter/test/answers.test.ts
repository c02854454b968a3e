import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Failure } from '../../connector.ts'
import { publishing } from './fake.ts'
import { failureOf, prepareOnce, readyToSend, send, stepOf } from './steps.ts'
import { answered, openHouse, type XHouse } from './world.ts'

let house: XHouse
beforeAll(async () => {
  house = await openHouse()
})
beforeEach(() => {
  house.fake.world.posts.length = 0
})
afterAll(() => house?.close())

const types = 'https://api.x.com/2/problems/'
const problem = (status: number, type: string, title: string, detail: string, headers = {}) =>
  answered(status, { title, type: type === '' ? 'about:blank' : `${types}${type}`, status, detail }, headers)
const forbidden = (detail: string) => problem(403, '', 'Forbidden', detail)
const page = (status: number) => ({ ...answered(status, {}), body: `<h1>${status}</h1>` })
const notIn = (detail: string) => problem(403, 'client-forbidden', 'Client Forbidden', detail)

// Each row: the answer to the commit, and its meaning.
const meanings: readonly [ReturnType<typeof answered>, Failure['kind']][] = [
  [problem(401, '', 'Unauthorized', 'Unauthorized'), 'unauthorized'],
  [problem(402, '', 'CreditsDepleted', 'Your enrolled account does not have any credits.'), 'app_unusable'],
  [problem(402, '', 'SpendCapReached', 'The spend cap of this billing cycle is reached.'), 'app_unusable'],
  [problem(429, 'usage-capped', 'UsageCapExceeded', 'Usage cap exceeded: Monthly'), 'app_unusable'],
  [problem(429, 'rate-limit-exceeded', 'Too Many Requests', 'Too Many Requests'), 'rate_limited'],
  [page(429), 'rate_limited'],
  [notIn('This app must be attached to a Project.'), 'app_unusable'],
  [answered(403, { type: 'https://api.twitter.com/2/problems/client-not-enrolled' }), 'app_unusable'],
  [
    problem(403, 'unsupported-authentication', 'Unsupported Authentication', 'Application-Only'),
    'app_unusable',
  ],
  [forbidden('This application has been suspended.'), 'app_unusable'],
  [forbidden('Your account is suspended and is not permitted to access this feature.'), 'account_blocked'],
  [forbidden('To protect our users, this account is temporarily locked.'), 'account_blocked'],
  [forbidden('You are not permitted to perform this action.'), 'forbidden'],
  [problem(403, 'not-authorized-for-resource', 'Authorization Error', 'Not yours.'), 'forbidden'],
  [problem(403, 'disallowed-resource', 'Disallowed Resource', 'Not this.'), 'forbidden'],
  [forbidden('Posts are limited to a maximum of one cashtag.'), 'invalid'],
  [forbidden('The Tweet contains an invalid URL.'), 'invalid'],
  [forbidden('You attempted to reply to a Tweet that is deleted or not visible to you.'), 'invalid'],
  [forbidden('Reply to this conversation is not allowed because you have not been mentioned.'), 'invalid'],
  [problem(400, 'invalid-request', 'Invalid Request', 'Your media IDs are invalid.'), 'invalid'],
  [answered(400, { errors: [{ message: 'No' }], title: 'Invalid Request' }), 'invalid'],
  [problem(404, 'resource-not-found', 'Not Found Error', 'There is no such community.'), 'invalid'],
  // Everything that is not on the list proves nothing.
  [problem(400, 'something-new', 'Something New', 'No'), 'unknown_outcome'],
  [problem(403, 'not-authorized-for-field', 'Field Authorization Error', 'No'), 'unknown_outcome'],
  [problem(403, 'resource-unavailable', 'Resource Unavailable Error', 'No'), 'unknown_outcome'],
  [problem(409, '', 'Conflict', 'No'), 'unknown_outcome'],
  [problem(413, '', 'Payload Too Large', 'No'), 'unknown_outcome'],
  [problem(500, 'internal-error', 'Internal Error', 'No'), 'unknown_outcome'],
  [problem(503, '', 'Service Unavailable', 'Over capacity'), 'unknown_outcome'],
  [answered(403, {}), 'unknown_outcome'],
  ...[400, 401, 402, 403, 404, 502].map((status): [ReturnType<typeof page>, Failure['kind']] => [
    page(status),
    'unknown_outcome',
  ]),
  [{ ...answered(204, {}), body: '' }, 'unknown_outcome'],
  [answered(201, {}), 'unknown_outcome'],
  [answered(201, { data: { id: 7 } }), 'unknown_outcome'],
  [answered(200, { data: { id: 'not a number' } }), 'unknown_outcome'],
]

test.each(meanings)('an answer of %j to the commit means %s', async (answer, kind) => {
  const step = await readyToSend(house, { text: 'Hello' })
  const before = house.fake.calls.filter(({ name }) => name === publishing).length
  house.fake.inject(publishing, answer)
  const failure = await failureOf(send(house, step))
  expect(failure.kind).toBe(kind)
  expect(failure.message).toMatch(/^[A-Z]/)
  expect(house.fake.world.posts).toEqual([])
  expect(house.fake.calls.filter(({ name }) => name === publishing).length - before).toBe(1)
})

test.each(['drop', 'reset', 'lose_answer', 'fail_after'] as const)(
  'a connection that ends in %s leaves the outcome unknown',
  async (kind) => {
    const step = await readyToSend(house, { text: 'Hello' })
    house.fake.inject(publishing, { kind })
    expect((await failureOf(send(house, step))).kind).toBe('unknown_outcome')
  },
)

test('a post that is there is published, though errors stand beside it, and keeps an id of 64 bits', async () => {
  const step = await readyToSend(house, { text: 'Hello' })
  const data = { id: '9223372036854775807', text: 'Hello' }
  house.fake.inject(publishing, answered(201, { data, errors: [{ title: 'Partial' }] }))
  expect(await send(house, step)).toEqual({
    outcome: 'published',
    remoteId: data.id,
    url: `https://x.com/alice/status/${data.id}`,
    reference: null,
  })
})

describe('a limit that is reached', () => {
  const second = Math.floor(Date.now() / 1_000)
  const inHalfAnHour = { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': String(second + 1_800) }
  const inAnHour = {
    'x-user-limit-24hour-remaining': '0',
    'x-user-limit-24hour-reset': String(second + 3_600),
  }
  const open = { 'x-app-limit-24hour-remaining': '7', 'x-app-limit-24hour-reset': String(second + 7_200) }

  test.each([
    ['the window that is used up', { ...inHalfAnHour, ...open }, 1_800],
    ['the later of two that are used up', { ...inHalfAnHour, ...inAnHour, ...open }, 3_600],
    ['the only one that is named', { 'x-rate-limit-reset': String(second + 60) }, 60],
  ])('waits for %s', async (_, headers, seconds) => {
    const step = await readyToSend(house, { text: 'Hello' })
    house.fake.inject(publishing, problem(429, 'rate-limit-exceeded', 'Too Many Requests', 'No', headers))
    const { retryAfterMs } = await failureOf(send(house, step))
    expect(Math.abs((retryAfterMs ?? 0) / 1_000 - seconds)).toBeLessThan(30)
  })
})

// Each row: the answer to a call that may be repeated, and its meaning.
test.each<[ReturnType<typeof answered>, Failure['kind']]>([
  [page(401), 'unauthorized'],
  [problem(402, '', 'CreditsDepleted', 'No credits'), 'app_unusable'],
  [page(403), 'forbidden'],
  [forbidden('Your account is suspended.'), 'account_blocked'],
  [problem(400, 'invalid-request', 'Invalid Request', 'No'), 'invalid'],
  [problem(429, 'usage-capped', 'UsageCapExceeded', 'Usage cap exceeded: Monthly'), 'app_unusable'],
  [page(429), 'rate_limited'],
  [page(500), 'unavailable'],
  [page(502), 'unavailable'],
  [page(200), 'unavailable'],
  [answered(200, { meta: {} }), 'unavailable'],
  [answered(200, { data: [{ id: '1' }, null], meta: {} }), 'unavailable'],
  [answered(200, { data: [{ id: '1' }], errors: [{ title: 'A part is missing' }] }), 'unavailable'],
])('an answer of %j to the list of posts means %s', async (answer, kind) => {
  house.fake.inject('GET /2/users/2244994945/tweets', answer)
  const failure = await failureOf(prepareOnce(house, stepOf(house, { text: 'Hello' })))
  expect(failure.kind).toBe(kind)
})
