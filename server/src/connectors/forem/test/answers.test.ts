import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FailureKind } from '../../connector.ts'
import { publishing } from './fake.ts'
import { failureOf, layOut } from './steps.ts'
import { answered, type ForemHouse, openHouse, refused, tooMany } from './world.ts'

let house: ForemHouse
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const page = (status: number) => answered(status, `<h1>${status}</h1>`)

/** Refusals in the words of the community, which are given before anything is stored. */
const certain: readonly [FailureKind, readonly number[]][] = [
  ['unauthorized', [401]],
  ['forbidden', [403]],
  ['invalid', [400, 404, 422]],
]

/** Answers that prove nothing: the article may be public, or may become so. */
const vague = (id: number) => [
  ...[301, 400, 401, 403, 404, 413, 422, 500, 502, 503, 504].map(page),
  ...[406, 409, 418, 500, 503].map((status) => refused(status)),
  answered(422, { error: 'No status.' }),
  answered(422, { status: 422 }),
  answered(401, { message: 'unauthorized', status: 401 }),
  answered(200, ''),
  answered(204, ''),
  answered(200, {}),
  answered(200, { id, published_timestamp: '' }),
  answered(200, { id }),
  answered(200, { id: String(id), published_timestamp: '2030-01-01T00:00:00Z' }),
  answered(200, { id: id + 1, published_timestamp: '2030-01-01T00:00:00Z' }),
  answered(200, [{ id, published_timestamp: '2030-01-01T00:00:00Z' }]),
  answered(201, { id, published_timestamp: '2030-01-01T00:00:00Z' }),
]

async function failureAfter(answer: ReturnType<typeof answered>) {
  const bench = await layOut(house)
  house.fake.inject(publishing, answer)
  return failureOf(bench.send())
}

describe('an answer to the commit', () => {
  test('is a refusal where the community says so in its own words', async () => {
    for (const [kind, statuses] of certain)
      for (const status of statuses)
        expect([status, (await failureAfter(refused(status))).kind]).toEqual([status, kind])
    expect(await house.world.posts()).toEqual([])
  })

  test('settles nothing where it is anything else', async () => {
    const { step } = await layOut(house)
    for (const answer of vague(Number(step.artefacts.article_id))) {
      const bench = await layOut(house, { key: step.key })
      house.fake.inject(publishing, answer)
      const { kind } = await failureOf(bench.send())
      expect([answer.status, answer.body, kind]).toEqual([answer.status, answer.body, 'unknown_outcome'])
    }
  })

  test('says how long to wait, or not at all', async () => {
    expect(await failureAfter(tooMany(30))).toMatchObject({ kind: 'rate_limited', retryAfterMs: 30_000 })
    expect(await failureAfter(answered(429, 'Retry later'))).toMatchObject({
      kind: 'rate_limited',
      retryAfterMs: null,
    })
  })

  test('quotes the community without the key', async () => {
    const failure = await failureAfter(refused(422, `Not with ${house.credentials.api_key}.`))
    expect(failure.message).toBe('The community refused the article. It said: Not with [secret].')
    expect(failure.platformCode).toBe('422')
  })

  test('tells of an original that is taken, which is looked at when an article becomes public', async () => {
    const options = { canonical_url: 'https://harbour.example.org/first' }
    const [one, other] = [await layOut(house, { options }), await layOut(house, { options })]
    expect(await one.send()).toMatchObject({ outcome: 'published' })
    const failure = await failureOf(other.send())
    expect(failure.kind).toBe('invalid')
    expect(failure.message).toContain('Canonical url has already been taken.')
    expect(await one.send(), 'the first again').toMatchObject({ outcome: 'published' })
  })
})
