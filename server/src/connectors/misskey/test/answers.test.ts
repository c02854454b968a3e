import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FailureKind } from '../../connector.ts'
import { publishing } from './fake.ts'
import { failureOf, layOut } from './steps.ts'
import { answered, type MisskeyHouse, openHouse, refused, tooMany } from './world.ts'

let house: MisskeyHouse
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const page = (status: number) => answered(status, `<h1>${status}</h1>`)

/** Codes that are given before anything is stored, each with the statuses that releases and forks give it. */
const certain: readonly [FailureKind, readonly number[], readonly string[]][] = [
  ['unauthorized', [401, 403], ['AUTHENTICATION_FAILED']],
  ['unauthorized', [401], ['CREDENTIAL_REQUIRED']],
  ['unauthorized', [400, 403], ['PERMISSION_DENIED']],
  ['account_blocked', [403], ['YOUR_ACCOUNT_SUSPENDED', 'ACCOUNT_SUSPENDED', 'YOUR_ACCOUNT_MOVED']],
  ['account_blocked', [400], ['ACCOUNT_LOCKED']],
  ['forbidden', [400, 403], ['ROLE_PERMISSION_DENIED', 'ACCESS_DENIED']],
  ['forbidden', [400], ['YOU_HAVE_BEEN_BLOCKED', 'REPLY_TO_BOT_NOT_ALLOWED', 'QUOTE_DISABLED_FOR_USER']],
  ['forbidden', [404], ['UNKNOWN_API_ENDPOINT', 'NO_SUCH_ENDPOINT']],
  [
    'invalid',
    [400],
    [
      'INVALID_PARAM',
      'CONTENT_REQUIRED',
      'MAX_LENGTH',
      'MAX_CW_LENGTH',
      'CONTAINS_PROHIBITED_WORDS',
      'CONTAINS_TOO_MANY_MENTIONS',
      'NO_SUCH_FILE',
      'NO_SUCH_CHANNEL',
      'NO_SUCH_REPLY_TARGET',
      'NO_SUCH_RENOTE_TARGET',
      'CANNOT_REPLY_TO_A_PURE_RENOTE',
      'CANNOT_REPLY_TO_AN_INVISIBLE_NOTE',
      'CANNOT_REPLY_TO_SPECIFIED_VISIBILITY_NOTE_WITH_EXTENDED_VISIBILITY',
      'CANNOT_CREATE_ALREADY_EXPIRED_POLL',
      'CANNOT_RENOTE_TO_A_PURE_RENOTE',
      'CANNOT_RENOTE_DUE_TO_VISIBILITY',
      'CANNOT_RENOTE_OUTSIDE_OF_CHANNEL',
    ],
  ],
]

/** Answers that prove nothing: the post may be public, or may become so. */
const vague = [
  refused(202, 'PROCESSING'),
  refused(500, 'INTERNAL_ERROR'),
  refused(500, 'AUTHENTICATION_FAILED'),
  refused(400, 'SOMETHING_NEW'),
  refused(418, 'I_AM_A_TEAPOT'),
  ...[301, 400, 401, 403, 404, 413, 500, 502, 503, 504].map(page),
  answered(400, { error: 'INVALID_PARAM' }),
  answered(400, { error: { message: 'No code.' } }),
  answered(403, { code: 'PERMISSION_DENIED' }),
  answered(200, ''),
  answered(204, ''),
  answered(200, {}),
  answered(200, { id: 'a1' }),
  answered(200, { createdNote: null }),
  answered(200, { createdNote: { id: 11 } }),
  answered(200, { createdNote: { id: '' } }),
  answered(200, [{ createdNote: { id: 'a1' } }]),
]

async function kindOf(answer: ReturnType<typeof answered>): Promise<string> {
  house.fake.inject(publishing, answer)
  const bench = await layOut(house)
  return (await failureOf(bench.send())).kind
}

describe('an answer to the commit', () => {
  test('is a refusal where the API names a code that it gives before anything is done', async () => {
    for (const [kind, statuses, codes] of certain)
      for (const status of statuses)
        for (const code of codes) expect([code, await kindOf(refused(status, code))]).toEqual([code, kind])
    expect(house.fake.world.notes).toEqual([])
  })

  test('settles nothing where it is anything else', async () => {
    for (const answer of vague)
      expect([answer.body, await kindOf(answer)]).toEqual([answer.body, 'unknown_outcome'])
  })

  test('says how long to wait by its header, by the end of the limit in its body, or not at all', async () => {
    const waitOf = async (answer: ReturnType<typeof answered>) => {
      house.fake.inject(publishing, answer)
      const { kind, retryAfterMs } = await failureOf((await layOut(house)).send())
      expect(kind).toBe('rate_limited')
      return retryAfterMs
    }
    expect(await waitOf(tooMany(40))).toBeGreaterThan(38_000)
    expect(await waitOf(answered(429, '', { 'retry-after': '7' }))).toBe(7_000)
    expect(await waitOf(page(429))).toBeNull()
    for (const resetMs of ['soon', -1, 1e300, null])
      expect(await waitOf(refused(429, 'RATE_LIMIT_EXCEEDED', { resetMs }))).toBeNull()
  })

  test('quotes the server without the token', async () => {
    const token = String(house.credentials.access_token)
    const error = { code: 'INVALID_PARAM', message: `Not with ${token}.` }
    house.fake.inject(publishing, answered(400, { error }))
    const failure = await failureOf((await layOut(house)).send())
    expect(failure.message).toBe('The server refused the post. It said: Not with [secret].')
    expect(failure.platformCode).toBe('INVALID_PARAM')
  })
})

test('a server that knows repetitions is asked again later, and the post of before is not taken for this one', async () => {
  const other = await openHouse('misskey.io')
  const first = await (await layOut(other, { text: 'Good morning' })).send()
  const second = await layOut(other, { text: 'Good morning' })
  const failure = await failureOf(second.send())
  expect(failure).toMatchObject({ kind: 'rate_limited', retryAfterMs: 60_000 })
  expect(other.fake.world.notes).toHaveLength(1)
  for (const known of other.fake.world.repetitions.values()) known.until = 0
  const sent = await second.send()
  expect(sent).toMatchObject({ outcome: 'published' })
  expect(sent).not.toMatchObject({ remoteId: first.outcome === 'published' && first.remoteId })
  // While the server is at work on the same words, nobody knows whose they are.
  for (const known of other.fake.world.repetitions.values())
    Object.assign(known, { noteId: null, until: Date.now() + 60_000 })
  expect(await failureOf((await layOut(other, { text: 'Good morning' })).send())).toMatchObject({
    kind: 'unknown_outcome',
    platformCode: 'PROCESSING',
  })
  await other.close()
})
