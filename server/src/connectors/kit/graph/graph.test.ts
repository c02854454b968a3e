import { describe, expect, test } from 'vitest'
import type { OutboundAnswer } from '../../../lib/safe-fetch/outbound.ts'
import { Failure, type FailureKind } from '../../connector.ts'
import { askGraph, graphAt, graphVersionPower, readRegainMs } from './graph.ts'

const graph = graphAt('Meta', 'https://graph.example.com', [
  { codes: ['4/2207051'], kind: 'account_blocked', text: 'It looks like spam.' },
  { codes: ['/2207026'], kind: 'invalid', text: 'It is no video.', isQuoting: true },
])
const now = new Date('2026-11-23T12:00:00Z')

function answered(status: number, json: OutboundAnswer['json'], headers = {}): OutboundAnswer {
  return { status, headers, json, text: '', bytes: new Uint8Array() }
}

function refused(status: number, error: object, headers = {}) {
  const fault = { message: 'No', type: 'OAuthException', ...error }
  return graph.readRefusal(answered(status, { error: fault }, headers), now, ['secret-token'])
}

describe('a refusal of the Graph API', () => {
  test.each<[number, object, FailureKind]>([
    [400, { code: 190, error_subcode: 463 }, 'unauthorized'],
    [401, { code: '190' }, 'unauthorized'],
    [400, { code: 190, error_subcode: 459 }, 'unauthorized'],
    [400, { code: 190, error_subcode: 492 }, 'unauthorized'],
    [400, { code: 102 }, 'unauthorized'],
    [400, { code: 190, message: 'Error: Application has been deleted' }, 'app_unusable'],
    [400, { code: 200, message: 'API access deactivated. Go to the dashboard' }, 'app_unusable'],
    [400, { code: 100, message: 'Invalid appsecret_proof provided' }, 'app_unusable'],
    [400, { code: 101 }, 'app_unusable'],
    [400, { code: 2635 }, 'app_unusable'],
    [400, { code: 12 }, 'app_unusable'],
    [403, { code: 3 }, 'forbidden'],
    [403, { code: 10 }, 'forbidden'],
    [403, { code: 200 }, 'forbidden'],
    [403, { code: 299 }, 'forbidden'],
    [400, { code: 100, error_subcode: 33 }, 'forbidden'],
    ...['4', '17', '32', '341', '613', '80000', '80001', '80014'].map(
      (code): [number, object, FailureKind] => [400, { code: Number(code) }, 'rate_limited'],
    ),
    [400, { code: 4, is_transient: true }, 'rate_limited'],
    [429, {}, 'rate_limited'],
    [400, { code: 4, error_subcode: 2207051 }, 'account_blocked'],
    [400, { code: 368 }, 'account_blocked'],
    [400, { code: 506 }, 'unknown_outcome'],
    [400, { code: 352, error_subcode: 2207026 }, 'invalid'],
    [400, { code: 1609005 }, 'invalid'],
    [400, { code: 100 }, 'invalid'],
  ])('of status %i with %j is %s', (status, error, kind) => {
    expect(refused(status, error)?.kind).toBe(kind)
  })

  test.each([
    [400, { code: 1 }],
    [400, { code: 2 }],
    [400, { code: 300 }],
    [400, { code: 80_015 }],
    [500, { code: 100 }],
    [400, { code: 100, is_transient: true }],
    [400, {}],
  ])('is not proved by status %i with %j', (status, error) => {
    expect(refused(status, error)).toBeNull()
  })

  test('is not proved by the page of a proxy', () => {
    expect(graph.readRefusal(answered(400, null), now, [])).toBeNull()
    expect(graph.readRefusal(answered(401, { error: 'invalid_token' }), now, [])).toBeNull()
  })

  test('quotes the words for people before those for programmers, without secrets', () => {
    const words = { error_user_msg: 'The video of secret-token is broken.', fbtrace_id: 'Abc' }
    expect(refused(400, { code: 352, error_subcode: 2207026, ...words })).toMatchObject({
      message: 'It is no video. It said: The video of [secret] is broken. (fbtrace_id Abc)',
      platformCode: '352/2207026',
    })
  })

  test('waits as long as the network says until access is regained', () => {
    const use = (minutes: number) => [{ type: 'pages', estimated_time_to_regain_access: minutes }]
    const usage = { 'x-business-use-case-usage': JSON.stringify({ '17': use(3), '18': use(19) }) }
    expect(refused(400, { code: 80_002 }, usage)?.retryAfterMs).toBe(19 * 60_000)
    expect(refused(429, {}, { ...usage, 'retry-after': '5' })?.retryAfterMs).toBe(5_000)
    expect(readRegainMs({ headers: { 'x-app-usage': '{"call_count":100,"total_time":3}' } })).toBe(
      15 * 60_000,
    )
    for (const header of ['{"call_count":28}', '[]', 'null', '{', '{"a":[null,{"b":1}]}'])
      expect(
        readRegainMs({ headers: { 'x-app-usage': header, 'x-business-use-case-usage': header } }),
      ).toBeNull()
  })
})

describe('a call of the Graph API', () => {
  function ask(answer: OutboundAnswer) {
    const urls: string[] = []
    const io = {
      now: () => now,
      fetch: async (request: { url: string; headers: Readonly<Record<string, string>> }) => {
        urls.push(`${request.url} ${request.headers.authorization}`)
        return answer
      },
    }
    const read = askGraph(graph, 'v25.0', { path: '/me', query: { fields: 'id' } }, 'secret-token', io)
    return { read, urls }
  }

  test('names its version in the path and sends the token in a header alone', async () => {
    const { read, urls } = ask(answered(200, { id: '1' }))
    expect(await read).toEqual({ id: '1' })
    expect(urls).toEqual(['https://graph.example.com/v25.0/me?fields=id Bearer secret-token'])
  })

  test.each([
    [500, { error: { code: 2, message: 'Later' } }, 'unavailable'],
    [400, { error: { code: 190, message: 'Ended' } }, 'unauthorized'],
    [200, null, 'unavailable'],
  ])('answered %i with %j fails as %s', async (status, json, kind) => {
    const failure = await ask(answered(status, json)).read.catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Failure)
    expect(failure).toMatchObject({ kind })
  })
})

test('the version in use is the operator’s, and its end is known', () => {
  expect(graphVersionPower.inUse(null)).toEqual({ version: 'v25.0', endsOn: '2028-07-29' })
  expect(graphVersionPower.inUse({ api_version: 'v22.0' })).toMatchObject({ endsOn: '2027-05-20' })
  expect(graphVersionPower.inUse({ api_version: 'v99.0' })).toEqual({ version: 'v99.0', endsOn: null })
})
