import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FailureKind } from '../../connector.ts'
import { publishing } from './fake.ts'
import { anyHash, keepCast } from './fake-world.ts'
import { failureOf, layOut } from './steps.ts'
import { answered, type FarcasterHouse, openHouse, refused, tooMany } from './world.ts'

let house: FarcasterHouse
let operators: FarcasterHouse
beforeAll(async () => {
  house = await openHouse()
  operators = await openHouse(undefined, 'signer')
})
afterAll(async () => {
  await house.close()
  await operators.close()
})

type Answer = ReturnType<typeof answered>

/** Refusals in Neynar's own words, which are given before anything is done: with a key of one's own, and with the operator's. */
const certain: readonly [Answer, FailureKind, FailureKind][] = [
  [refused(400), 'invalid', 'invalid'],
  [refused(404, 'Channel not found'), 'invalid', 'invalid'],
  [refused(403), 'forbidden', 'forbidden'],
  [refused(403, 'Signer is not approved'), 'unauthorized', 'unauthorized'],
  [refused(404, 'Signer not found'), 'unauthorized', 'unauthorized'],
  [refused(400, 'invalid signer: signer 0x25f1 not found for fid 194'), 'unauthorized', 'unauthorized'],
  [refused(401, 'Incorrect or missing API key'), 'unauthorized', 'app_unusable'],
  [refused(402, 'Out of credits'), 'forbidden', 'app_unusable'],
]

const page = (status: number) => answered(status, `<h1>${status}</h1>`)
const made = (more: object = {}, cast: object = {}) =>
  answered(200, {
    success: true,
    cast: { hash: anyHash(), author: { fid: 194 }, text: '', ...cast },
    ...more,
  })

/** Answers that prove nothing: the cast may be public, or may become so. */
const vague: readonly Answer[] = [
  ...[301, 400, 401, 402, 403, 404, 409, 413, 500, 502, 503, 504].map(page),
  ...[409, 418, 422, 500, 503].map((status) => refused(status)),
  refused(400, 'message has already been merged'),
  refused(400, 'Duplicate request'),
  answered(400, { code: 'InvalidField' }),
  answered(200, ''),
  answered(200, {}),
  answered(200, { success: true }),
  answered(201, { success: true, cast: { hash: anyHash(), author: { fid: 194 }, text: '' } }),
  made({ success: false }),
  made({}, { hash: '0x1234' }),
  made({}, { hash: 7 }),
  made({}, { author: { fid: 195 } }),
  made({}, { author: null }),
]

async function failureAfter(place: FarcasterHouse, answer: Answer) {
  const bench = await layOut(place)
  place.fake.inject(publishing, answer)
  return failureOf(bench.send())
}

describe('an answer to the commit', () => {
  test('is a refusal where Neynar says so in its own words', async () => {
    for (const [answer, own, operator] of certain) {
      const kinds = [(await failureAfter(house, answer)).kind, (await failureAfter(operators, answer)).kind]
      expect([answer.body, ...kinds]).toEqual([answer.body, own, operator])
    }
    expect(await house.world.posts()).toEqual([])
  })

  test('settles nothing where it is anything else', async () => {
    for (const answer of vague) {
      const { kind } = await failureAfter(house, answer)
      expect([answer.status, answer.body, kind]).toEqual([answer.status, answer.body, 'unknown_outcome'])
    }
  })

  test('is no cast of ours where that cast stood there before', async () => {
    const { hash } = keepCast(house.fake.world, { fid: 194, text: 'From before' }, new Date(0))
    expect((await failureAfter(house, made({}, { hash }))).kind).toBe('unknown_outcome')
    house.fake.world.casts.splice(0)
  })

  test('names the cast by its hash, also where that comes without its beginning or in capitals', async () => {
    const hash = anyHash()
    const bench = await layOut(house)
    house.fake.inject(publishing, made({}, { hash: hash.slice(2).toUpperCase() }))
    expect(await bench.send()).toEqual({
      outcome: 'published',
      remoteId: hash,
      url: `https://farcaster.xyz/~/conversations/${hash}`,
      reference: null,
    })
  })

  test('says how long to wait, or not at all', async () => {
    expect(await failureAfter(house, tooMany(30))).toMatchObject({
      kind: 'rate_limited',
      retryAfterMs: 30_000,
    })
    expect(await failureAfter(house, page(429))).toMatchObject({ kind: 'rate_limited', retryAfterMs: null })
  })

  test('quotes Neynar without the key and the signer', async () => {
    const { api_key: key, signer_uuid: signer } = house.credentials
    const failure = await failureAfter(house, refused(400, `Not ${key} with ${signer}.`))
    expect(failure.message).toBe('Neynar refused the cast. It said: Not [secret] with [secret].')
    expect(failure.platformCode).toBe('InvalidField')
  })
})

test('the stored request has neither the key nor the signer, which are there when it is sent', async () => {
  const { step, send } = await layOut(house, { text: 'Words of {access} and signer_uuid' })
  const stored = JSON.stringify([step.commit, step.artefacts])
  expect(stored).not.toContain(String(house.credentials.signer_uuid))
  expect(stored).not.toContain(String(house.credentials.api_key))
  expect(await send()).toMatchObject({ outcome: 'published' })
  const sent = house.fake.calls.filter(({ name }) => name === publishing).at(-1)
  expect(JSON.parse(String(sent?.body))).toEqual({
    signer_uuid: house.credentials.signer_uuid,
    idem: step.key.slice(0, 16),
    text: 'Words of {access} and signer_uuid',
  })
})
