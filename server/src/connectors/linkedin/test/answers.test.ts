import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePictures } from '../../conformance/pictures.ts'
import type { Failure } from '../../connector.ts'
import { readArtefacts, writeArtefacts } from '../artefacts.ts'
import { linkedin } from '../connector.ts'
import { publishing } from './fake.ts'
import { failureOf, publish, readyToSend, send, stepOf } from './steps.ts'
import { answered, type LinkedinHouse, openHouse, page } from './world.ts'

let house: LinkedinHouse
beforeAll(async () => {
  house = await openHouse(page)
})
afterAll(() => house.close())

const refused = (status: number, code: string, message = 'No') => answered(status, { status, code, message })
const html = (status: number) => ({ ...answered(status, {}), body: `<h1>${status}</h1>` })
const invalidField = {
  errorDetails: { inputErrors: [{ code: 'INVALID_VALUE_FOR_FIELD', description: 'No' }] },
  message: 'No',
  status: 422,
}
const id = (urn: string) => ({ ...answered(201, {}, { 'x-restli-id': urn }), body: '' })

// Each row: the answer to the commit, and its meaning.
const meanings: readonly [ReturnType<typeof answered>, Failure['kind']][] = [
  [refused(401, 'INVALID_ACCESS_TOKEN'), 'unauthorized'],
  [refused(401, 'REVOKED_ACCESS_TOKEN'), 'unauthorized'],
  [refused(401, 'EXPIRED_ACCESS_TOKEN'), 'unauthorized'],
  [refused(401, 'EMPTY_ACCESS_TOKEN'), 'unauthorized'],
  [
    answered(401, { serviceErrorCode: 65_602, message: 'The token has expired', status: 401 }),
    'unauthorized',
  ],
  [refused(403, 'ACCESS_DENIED'), 'forbidden'],
  [answered(403, { serviceErrorCode: 100, message: 'Not enough permissions', status: 403 }), 'forbidden'],
  [refused(403, 'FORBIDDEN', 'The resource is forbidden'), 'forbidden'],
  [refused(426, 'NONEXISTENT_VERSION'), 'app_unusable'],
  [refused(400, 'VERSION_MISSING'), 'app_unusable'],
  [refused(400, 'INVALID_URN_TYPE'), 'invalid'],
  [refused(400, 'INVALID_URN_ID'), 'invalid'],
  [refused(400, 'MISSING_FIELD'), 'invalid'],
  [refused(400, 'INVALID_VALUE_BLANK_FIELD'), 'invalid'],
  [refused(400, 'FIELD_LENGTH_TOO_LONG'), 'invalid'],
  [refused(400, 'MEDIA_ASSET_PROCESSING_FAILED'), 'invalid'],
  [answered(422, invalidField), 'invalid'],
  [refused(400, 'MEDIA_ASSET_WAITING_UPLOAD'), 'rate_limited'],
  [refused(404, 'NOT_FOUND', 'Unable to obtain activity for urn:li:share:1'), 'rate_limited'],
  [refused(429, 'TOO_MANY_REQUESTS'), 'rate_limited'],
  [html(429), 'rate_limited'],
  // Everything that is not on the list proves nothing.
  [refused(400, 'SOMETHING_NEW'), 'unknown_outcome'],
  [refused(404, 'NOT_FOUND'), 'unknown_outcome'],
  [refused(409, 'CONFLICT'), 'unknown_outcome'],
  [refused(422, 'DUPLICATE_POST', 'Content is a duplicate of something'), 'unknown_outcome'],
  [refused(500, 'INTERNAL_SERVER_ERROR'), 'unknown_outcome'],
  [refused(502, 'BAD_GATEWAY'), 'unknown_outcome'],
  [refused(503, 'SERVICE_UNAVAILABLE'), 'unknown_outcome'],
  [refused(504, 'GATEWAY_TIMEOUT'), 'unknown_outcome'],
  [html(400), 'unknown_outcome'],
  [html(401), 'unknown_outcome'],
  [html(403), 'unknown_outcome'],
  [html(413), 'unknown_outcome'],
  [html(426), 'unknown_outcome'],
  [answered(200, { id: 'urn:li:share:7' }), 'unknown_outcome'],
  [answered(201, { id: 'urn:li:share:7' }), 'unknown_outcome'],
  [id('urn:li:share:seven'), 'unknown_outcome'],
]

test.each(meanings)('an answer of %j to the commit means %s', async (answer, kind) => {
  const step = await readyToSend(house, stepOf(house, {}))
  house.fake.inject(publishing, answer)
  expect((await failureOf(send(house, step))).kind).toBe(kind)
  expect(house.fake.posts).toEqual([])
})

test('a medium that is called forbidden right after its upload is not known yet', async () => {
  const [picture] = await makePictures(1, linkedin.limits(null))
  if (!picture) throw new Error('There is no picture.')
  const media = new Map([[picture.draft.id, picture.bytes]])
  const step = await readyToSend(house, stepOf(house, { media: [picture.draft] }), media)
  const forbidden = refused(403, 'ACCESS_DENIED', 'Resource is forbidden: urn:li:image:1')
  house.fake.inject(publishing, forbidden)
  expect(await failureOf(send(house, step))).toMatchObject({ kind: 'rate_limited', retryAfterMs: 15_000 })
  const { media: kept, card, seen } = readArtefacts(step.artefacts)
  const uploadedAt = new Date(Date.now() - 5 * 60_000).toISOString()
  const artefacts = writeArtefacts({ media: kept.map((one) => ({ ...one, uploadedAt })), card, seen })
  house.fake.inject(publishing, forbidden)
  expect((await failureOf(send(house, { ...step, artefacts }))).kind).toBe('forbidden')
  expect(house.fake.posts).toEqual([])
})

test.each(['drop', 'reset', 'lose_answer', 'fail_after'] as const)(
  'a connection that ends in %s leaves the outcome unknown',
  async (kind) => {
    const step = await readyToSend(house, stepOf(house, {}))
    house.fake.inject(publishing, { kind })
    expect((await failureOf(send(house, step))).kind).toBe('unknown_outcome')
  },
)

test('the id of a post stays text, whatever its length', async () => {
  const step = await readyToSend(house, stepOf(house, {}))
  house.fake.inject(publishing, id('urn:li:ugcPost:9223372036854775807'))
  expect(await send(house, step)).toEqual({
    outcome: 'published',
    remoteId: 'urn:li:ugcPost:9223372036854775807',
    url: 'https://www.linkedin.com/feed/update/urn:li:ugcPost:9223372036854775807',
    reference: null,
  })
})

test('a daily limit is waited for until midnight in UTC, by the clock of the server', async () => {
  const message = 'Resource level throttle APPLICATION DAY limit for calls to this resource is reached.'
  const step = await readyToSend(house, stepOf(house, {}))
  const headers = { date: 'Mon, 23 Nov 2026 22:00:00 GMT' }
  house.fake.inject(publishing, answered(429, { code: 'TOO_MANY_REQUESTS', message }, headers))
  const { retryAfterMs } = await failureOf(send(house, step))
  expect((retryAfterMs ?? 0) / 3_600_000).toBeCloseTo(2, 2)
})

test('a version that has ended before anything was sent is the operator’s to change', async () => {
  const old = {
    ...house,
    io: (needs: Parameters<typeof house.io>[0]) => ({ ...house.io(needs), app: async () => oldApp }),
  }
  const oldApp = { ...house.fake.app, api_version: '202501' }
  expect(await failureOf(publish(old, stepOf(house, {})))).toMatchObject({
    kind: 'app_unusable',
    message: expect.stringContaining('api_version'),
  })
})
