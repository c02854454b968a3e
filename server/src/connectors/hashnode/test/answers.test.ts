import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FailureKind } from '../../connector.ts'
import { publishing } from './fake.ts'
import { newObjectId } from './fake-world.ts'
import { failureOf, layOut } from './steps.ts'
import { answered, type HashnodeHouse, openHouse, refused, tooMany } from './world.ts'

let house: HashnodeHouse
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const page = (status: number) => answered(status, `<h1>${status}</h1>`)
const path = ['publishDraft']
const id = newObjectId()

/** Refusals of the call itself, by the codes that the documentation lists. */
const certain: readonly [FailureKind, ReturnType<typeof answered>][] = [
  ['unauthorized', refused('UNAUTHENTICATED')],
  ['unauthorized', answered(401, { errors: [{ message: 'No.', extensions: { code: 'UNAUTHENTICATED' } }] })],
  ['forbidden', refused('FORBIDDEN', 'It may not be.', { path })],
  ['forbidden', refused('FORBIDDEN', 'Publication does not have an active Pro plan. Upgrade.', { path })],
  ['invalid', refused('NOT_FOUND', 'Draft not found', { path })],
  ['invalid', refused('BAD_USER_INPUT', 'Not so.', { path })],
  ['invalid', answered(400, { errors: [{ message: 'Not so.', extensions: { code: 'BAD_USER_INPUT' } }] })],
]

const deep = { path: ['publishDraft', 'post', 'url'] }
const error = { message: 'No.', extensions: { code: 'FORBIDDEN' } }

/** Answers that prove nothing: the article may be public, or may become so. */
const vague = [
  ...[301, 400, 401, 403, 404, 413, 500, 502, 503, 504].map(page),
  refused('INTERNAL_SERVER_ERROR'),
  refused('SOMETHING_NEW'),
  refused('FORBIDDEN', 'It may not be.', deep),
  answered(500, { errors: [error] }),
  answered(200, { errors: [error, { ...error, ...deep }] }),
  answered(200, { errors: [error], data: { publishDraft: { post: null } } }),
  answered(200, { errors: [{ ...error, path: 'publishDraft' }] }),
  answered(200, { errors: ['FORBIDDEN'] }),
  answered(200, { errors: [] }),
  answered(200, ''),
  answered(204, ''),
  answered(200, {}),
  answered(200, { data: null }),
  answered(200, { data: { publishDraft: { post: {} } } }),
  answered(200, { data: { publishDraft: { post: { id: 7 } } } }),
  answered(200, { data: { publishPost: { post: { id } } } }),
  answered(200, [{ data: { publishDraft: { post: { id } } } }]),
  answered(201, { data: { publishDraft: { post: { id } } } }),
]

async function failureAfter(answer: ReturnType<typeof answered>) {
  const bench = await layOut(house)
  house.fake.inject(publishing, answer)
  return failureOf(bench.send())
}

describe('an answer to the commit', () => {
  test('is a refusal where Hashnode says of the call itself that it refused it', async () => {
    for (const [kind, answer] of certain)
      expect([answer.body, (await failureAfter(answer)).kind]).toEqual([answer.body, kind])
    expect(await house.world.posts()).toEqual([])
  })

  test('settles nothing where it is anything else', async () => {
    for (const answer of vague) {
      const { kind } = await failureAfter(answer)
      expect([answer.status, answer.body, kind]).toEqual([answer.status, answer.body, 'unknown_outcome'])
    }
  })

  test('is the article where it has its id, whatever else it lacks', async () => {
    const bench = await layOut(house)
    house.fake.inject(publishing, answered(200, { data: { publishDraft: { post: { id, url: 'none' } } } }))
    expect(await bench.send()).toEqual({
      outcome: 'published',
      remoteId: id,
      url: 'https://harbour.hashnode.dev/',
      reference: null,
    })
  })

  test('says how long to wait, or not at all', async () => {
    expect(await failureAfter(tooMany(30))).toMatchObject({ kind: 'rate_limited', retryAfterMs: 30_000 })
    expect(await failureAfter(page(429))).toMatchObject({ kind: 'rate_limited', retryAfterMs: null })
  })

  test('quotes Hashnode without the token, and says what a missing plan or draft means', async () => {
    const quoting = await failureAfter(
      refused('BAD_USER_INPUT', `Not with ${house.credentials.access_token}.`),
    )
    expect(quoting.message).toBe('Hashnode refused the article. It said: Not with [secret].')
    expect(quoting.platformCode).toBe('BAD_USER_INPUT')
    const [publication] = house.fake.world.publications
    const bench = await layOut(house)
    if (publication) publication.isPro = false
    expect((await failureOf(bench.send())).message).toContain('The publication has no Pro plan')
    if (publication) publication.isPro = true
    for (const draft of house.fake.world.drafts) draft.isActive = false
    expect((await failureOf(bench.send())).message).toContain('The draft of this article is gone')
  })
})
