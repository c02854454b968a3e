// @module-tag slow
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import { describeRedirect } from '../../conformance/redirect-promises.ts'
import type { RedirectIo } from '../../connector.ts'
import type { Fault } from '../../kit/fakes/fake-server.ts'
import { connectByOauth } from '../oauth.ts'
import { scopes } from '../oauth-client.ts'
import { startFakeBluesky } from './fake.ts'
import { type OauthHouse, openOauthHouse, redirectHouse } from './oauth-house.ts'
import { failureOf, publish } from './steps.ts'
import { readPosts } from './world.ts'

describeRedirect('Bluesky', redirectHouse)

let house: OauthHouse
beforeEach(async () => {
  house = await openOauthHouse()
})
afterEach(() => house.close())

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Fault => ({
  kind: 'answer',
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})
const page: Fault = { kind: 'answer', status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' }
const list = json(200, [])
const inward = json(302, {}, { location: 'http://169.254.169.254/' })
const huge: Fault = { kind: 'answer', status: 200, body: 'x'.repeat(1_100_000) }
const callsOf = (name: string) => house.fake.calls.filter(({ method }) => method === name)

describe('a sign-in', () => {
  test('asks for no more than publishing needs, and keeps where the account lives', async () => {
    const [candidate] = await house.signIn()
    expect(candidate?.profile).toMatchObject({
      externalId: house.alice.did,
      username: 'alice.test',
      settings: { service: house.fake.url, issuer: house.fake.url, home: house.fake.url },
    })
    const lifeMs = (candidate?.profile.expiresAt?.getTime() ?? 0) - Date.now()
    expect(lifeMs).toBeGreaterThan(3_500_000)
    const asked = new URLSearchParams(String(callsOf('/oauth/par')[0]?.body))
    expect(asked.get('scope')).toBe(scopes.join(' '))
    expect(asked.get('login_hint')).toBe('alice.test')
  })

  test('asks for the broad scope where a server knows nothing smaller', async () => {
    house.fake.authorization.lies.isBroad = true
    const { account, credentials } = await house.connect()
    const asked = new URLSearchParams(String(callsOf('/oauth/par').at(-1)?.body))
    expect(asked.get('scope')).toBe('atproto transition:generic')
    await publish({ outbound: house.outbound, account, credentials }, { text: 'Broadly' })
  })

  test.each([
    [{ account: 'nobody.test' }, 'There is no account with the handle nobody.test.'],
    [{ account: 'alice' }, 'The handle must look like'],
    [{ account: 'did:plc:aaaaaaaaaaaaaaaaaaaaaaaa' }, 'has no server that could be found'],
    [{ account: 'http://pds.example.com' }, 'must be reached by https'],
    [{ account: 'https://pds.example.com/xrpc' }, 'bare address'],
    [{ resolver: 'ftp://a.example.com' }, 'must be an address'],
    [{ directory: 'https://a:b@plc.example.com' }, 'must not carry a name'],
  ])('%j is refused with a sentence', async (input, words) => {
    const failure = await failureOf(house.begin(input))
    expect(failure).toMatchObject({ kind: 'invalid' })
    expect(failure.message).toContain(words)
  })

  test('needs a server that offers one', async () => {
    for (const metadata of [
      { pushed_authorization_request_endpoint: null },
      { client_id_metadata_document_supported: false },
      { pushed_authorization_request_endpoint: 'https://elsewhere.example.com/par' },
    ]) {
      house.fake.authorization.lies.metadata = metadata
      const failure = await failureOf(house.begin())
      expect(failure.message).toContain('Connect the account with an app password instead')
    }
    for (const metadata of [
      { issuer: 'https://elsewhere.example.com' },
      { token_endpoint: 'https://elsewhere.example.com/token' },
      { authorization_endpoint: 'javascript:alert(1)' },
    ]) {
      house.fake.authorization.lies.metadata = metadata
      expect((await failureOf(house.begin())).kind).toBe('invalid')
    }
    expect(callsOf('/oauth/par')).toEqual([])
  })

  test.each([
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-authorization-server',
    '/oauth/par',
  ])('fails with a sentence, whatever %s answers, and follows no redirect', async (name) => {
    for (const fault of [page, inward, huge, json(503, {}), list, { kind: 'reset' } as const]) {
      house.fake.inject(name, fault)
      const before = house.fake.calls.length
      const outcome = await house.begin().then(
        () => null,
        (error: unknown) => error,
      )
      // A data server that names no authorization server may be its own.
      if (outcome === null) expect([page, inward, list]).toContain(fault)
      else expect(outcome).toMatchObject({ name: 'Failure' })
      expect(house.fake.calls.length).toBeGreaterThan(before)
    }
  })

  test('whose data server names an issuer that cannot be one goes nowhere', async () => {
    for (const issuer of ['http://issuer.example.com', 'https://issuer.example.com/path', 'x', 4]) {
      const body = { resource: house.fake.url, authorization_servers: [issuer] }
      house.fake.inject('/.well-known/oauth-protected-resource', json(200, body))
      expect((await failureOf(house.begin())).message).toContain('names no authorization server')
    }
    const foreign = { resource: 'https://elsewhere.example.com', authorization_servers: [house.fake.url] }
    house.fake.inject('/.well-known/oauth-protected-resource', json(200, foreign))
    expect((await failureOf(house.begin())).kind).toBe('unavailable')
  })
})

describe('a callback', () => {
  const finishWith = async (change: (query: URLSearchParams) => void, io: Partial<RedirectIo> = {}) => {
    const { url, keep } = await house.begin()
    const { searchParams } = house.fake.authorization.decide(url, { did: house.alice.did })
    change(searchParams)
    return failureOf(connectByOauth.finish(searchParams, keep, { ...house.io, ...io }))
  }

  test.each<[string, (query: URLSearchParams) => void]>([
    ['with the state of somebody else', (query) => query.set('state', 'theirs')],
    ['without a state', (query) => query.delete('state')],
    ['of another issuer', (query) => query.set('iss', 'https://evil.example.com')],
    ['of nobody', (query) => query.delete('iss')],
    ['with two issuers', (query) => query.append('iss', 'https://evil.example.com')],
    ['with nothing', (query) => query.delete('code')],
    ['with two codes', (query) => query.append('code', 'another')],
  ])('%s trades no code', async (_, change) => {
    expect((await finishWith(change)).kind).toBe('invalid')
    expect(callsOf('/oauth/token')).toEqual([])
  })

  test.each<[string, Fault]>([
    ['a page', page],
    ['a redirect inward', inward],
    ['far too much', huge],
    ['an error of its own', json(500, { error: 'server_error' })],
    ['a list', json(200, [])],
    ['nothing', { kind: 'drop' }],
    ['its tokens, which get lost', { kind: 'lose_answer' }],
  ])(
    'to whose code a server answers %s connects nobody, and the code is not sent again',
    async (_, fault) => {
      house.fake.inject('/oauth/token', fault)
      const failure = await finishWith(() => undefined)
      expect(failure.kind).toBe('unavailable')
      expect(callsOf('/oauth/token')).toHaveLength(1)
    },
  )

  test('whose answer comes too late says so', async () => {
    house.fake.inject('/oauth/token', { kind: 'slow', ms: 1_000 })
    const hasty: RedirectIo['fetch'] = (request, within) =>
      house.io.fetch(request, { maxBytes: 200_000, ...within, timeoutMs: 300 })
    const late = await finishWith(() => undefined, { fetch: hasty })
    expect(late.message).toContain('did not answer the last step of the sign-in in time')
  })

  test.each<[string, JsonObject, string]>([
    ['of another account', { sub: 'did:plc:aaaaaaaaaaaaaaaaaaaaaaaa' }, 'a different account'],
    ['of nobody', { sub: null }, 'did not say who signed in'],
    ['that are not bound to our key', { token_type: 'Bearer' }, 'without a usable token'],
    ['for less than was asked', { scope: 'atproto' }, 'allow everything'],
    ['that cannot be renewed', { refresh_token: null }, 'cannot be renewed'],
  ])('that brings tokens %s connects nobody', async (_, tokens, words) => {
    house.fake.authorization.lies.tokens = tokens
    expect((await finishWith(() => undefined)).message).toContain(words)
  })

  test('that is refused after all ends what it was given', async () => {
    house.fake.authorization.lies.tokens = { scope: 'atproto' }
    await finishWith(() => undefined)
    expect(callsOf('/oauth/revoke').length).toBeGreaterThan(0)
  })

  test('for an account that lives at a server with another issuer is refused', async () => {
    const other = await startFakeBluesky()
    const { url, keep } = await house.begin({ account: house.fake.url })
    house.fake.setHome(house.alice.did, other.url)
    const back = house.fake.authorization.decide(url, { did: house.alice.did })
    const failure = await failureOf(connectByOauth.finish(back.searchParams, keep, house.io))
    expect(failure.message).toContain('signed in an account that lives elsewhere')
    await other.close()
  })
})

describe('a nonce', () => {
  test('is kept from one post to the next, and a new one makes one more request', async () => {
    const { account, credentials } = await house.connect()
    const hand = { outbound: house.outbound, account, credentials }
    await publish(hand, { text: 'First' })
    expect(callsOf('com.atproto.repo.putRecord')).toHaveLength(1)
    house.fake.authorization.rotateNonce()
    await publish(hand, { text: 'Second' })
    await publish(hand, { text: 'Third' })
    expect(callsOf('com.atproto.repo.putRecord')).toHaveLength(4)
    expect(await readPosts(house.fake.url, house.alice.did)).toHaveLength(3)
  })

  test('of a server that is never content is not asked for a third time', async () => {
    const { account, credentials } = await house.connect()
    house.fake.authorization.lies.isNeverContent = true
    const failure = await failureOf(
      publish({ outbound: house.outbound, account, credentials }, { text: 'No' }),
    )
    expect(failure.kind).toBe('unknown_outcome')
    expect(callsOf('com.atproto.repo.putRecord')).toHaveLength(2)
    expect((await failureOf(house.begin())).kind).toBe('unavailable')
    expect((await failureOf(connectByOauth.refresh(account, credentials, house.io))).kind).toBe('unavailable')
  })
})

describe('renewing', () => {
  test('rotates both tokens, and the account is called as it is called now', async () => {
    const { account, credentials } = await house.connect()
    house.fake.rename(house.alice.did, 'alicia.test')
    const renewed = await connectByOauth.refresh(account, credentials, house.io)
    for (const name of ['access_token', 'refresh_token'])
      expect(renewed.credentials[name]).not.toBe(credentials[name])
    expect(renewed.credentials.dpop_key).toEqual(credentials.dpop_key)
    expect(renewed.profile).toMatchObject({ username: 'alicia.test' })
  })

  test('whose answer was lost asks to connect again, and tells no token', async () => {
    const { account, credentials } = await house.connect()
    const fetched: string[] = []
    const counting: RedirectIo['fetch'] = async (request, within) => {
      fetched.push(request.url)
      const answer = await house.io.fetch(request, within)
      const isRenewed = request.url.endsWith('/oauth/token') && answer.status === 200
      return isRenewed ? { ...answer, status: 502, json: null, text: '' } : answer
    }
    const lost = await failureOf(
      connectByOauth.refresh(account, credentials, { ...house.io, fetch: counting }),
    )
    expect(lost.kind).toBe('unavailable')
    const again = await failureOf(connectByOauth.refresh(account, credentials, house.io))
    expect(again).toMatchObject({ kind: 'unauthorized', platformCode: 'invalid_grant' })
    expect(again.message).toContain('Connect the account again')
    expect(again.message).not.toContain(String(credentials.refresh_token))
  })

  test.each<[string, Fault]>([
    ['a page', page],
    ['a redirect inward', inward],
    ['that it cannot read our documents', json(400, { error: 'invalid_client_metadata' })],
    ['that it does not know us', json(401, { error: 'invalid_client' })],
    ['that it is busy', json(429, {}, { 'retry-after': '3' })],
  ])('costs no account its connection when the server answers %s', async (_, fault) => {
    const { account, credentials } = await house.connect()
    house.fake.inject('/oauth/token', fault)
    const { kind } = await failureOf(connectByOauth.refresh(account, credentials, house.io))
    expect(['unavailable', 'rate_limited']).toContain(kind)
  })

  test('refuses the tokens of another account', async () => {
    const { account, credentials } = await house.connect()
    house.fake.authorization.lies.tokens = { sub: 'did:plc:aaaaaaaaaaaaaaaaaaaaaaaa' }
    const failure = await failureOf(connectByOauth.refresh(account, credentials, house.io))
    expect(failure).toMatchObject({ kind: 'unauthorized' })
  })

  test('says so when access was taken back, and ending it twice does no harm', async () => {
    const { account, credentials } = await house.connect()
    await connectByOauth.revoke(account, credentials, house.io)
    await connectByOauth.revoke(account, credentials, house.io)
    const hand = { outbound: house.outbound, account, credentials }
    expect((await failureOf(publish(hand, { text: 'Never' }))).kind).toBe('unauthorized')
    expect((await failureOf(connectByOauth.refresh(account, credentials, house.io))).kind).toBe(
      'unauthorized',
    )
  })
})

describe('an account that moves', () => {
  test('to another server of the same issuer goes on there', async () => {
    const { account, credentials } = await house.connect()
    const other = await startFakeBluesky()
    other.settle(house.alice)
    house.fake.setHome(house.alice.did, other.url)
    const trusting = { resource: other.url, authorization_servers: [house.fake.url] }
    other.inject('/.well-known/oauth-protected-resource', json(200, trusting))
    const { profile } = await connectByOauth.refresh(account, credentials, house.io)
    expect(profile?.settings).toMatchObject({ service: other.url, issuer: house.fake.url })
    await other.close()
  })

  test('to a server of another issuer must be connected there, and its refresh token is not spent', async () => {
    const { account, credentials } = await house.connect()
    const other = await startFakeBluesky()
    house.fake.setHome(house.alice.did, other.url)
    const failure = await failureOf(connectByOauth.refresh(account, credentials, house.io))
    expect(failure.message).toBe(`This account has moved to ${other.url}. Connect it again.`)
    house.fake.setHome(house.alice.did, house.fake.url)
    await connectByOauth.refresh(account, credentials, house.io)
    await other.close()
  })
})
