import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { agreeAt, agreeToAll, refuseAt } from '../../../../test/consent.ts'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import { identifyIo, localOutbound } from '../../conformance/local-network.ts'
import { Failure, type RedirectIo } from '../../connector.ts'
import { FakeOAuth } from '../fakes/fake-oauth.ts'
import { type FakeServer, type Fault, startFakeServer } from '../fakes/fake-server.ts'
import { beginCode, codeParameters, finishCode, readCode, refreshTokens, revokeToken } from './oauth.ts'
import { readOAuthMetadata } from './oauth-metadata.ts'
import { type CodeFlow, clientWith, type OAuthServer, oauthDialect, plainOAuth } from './oauth-server.ts'

const redirectUri = 'https://crier.example.org/oauth/callback/some'
const tokenCall = 'POST /oauth/token'
const dialect = oauthDialect('The network')

let oauth: FakeOAuth
let network: FakeServer
let outbound: Outbound
let io: RedirectIo

beforeEach(async () => {
  oauth = new FakeOAuth({ people: ['alice', 'bob'], scopes: ['read', 'write'], expiresIn: 3_600 })
  network = await startFakeServer({
    routes: {
      ...oauth.routes,
      'GET /.well-known/oauth-authorization-server': () => ({ status: 200, json: oauth.metadata() }),
    },
    internalError: null,
  })
  oauth.issuer = network.url
  outbound = localOutbound()
  io = { ...identifyIo(outbound), redirectUri, state: 'a-state-of-ours' }
})
afterEach(async () => {
  await outbound.close()
  await network.close()
})

function flowOf(server: Partial<OAuthServer> = {}, how: 'basic' | 'post' | 'public' = 'basic'): CodeFlow {
  const { id, secret } = oauth.register({ redirectUris: [redirectUri], isPublic: how === 'public' })
  const client = how === 'public' ? clientWith(id, null, 'post') : clientWith(id, secret, how)
  return { server: { ...serverOf(), ...server }, client, scopes: ['read', 'write'] }
}

function serverOf(): OAuthServer {
  return {
    ...plainOAuth,
    dialect,
    authorizeUrl: `${network.url}/oauth/authorize`,
    tokenUrl: `${network.url}/oauth/token`,
    revokeUrl: `${network.url}/oauth/revoke`,
    issuer: network.url,
    sendsIssuer: true,
  }
}

async function signIn(flow: CodeFlow) {
  const { url, verifier } = await beginCode(flow, io)
  return finishCode(flow, (await agreeToAll(url)).searchParams, verifier, io)
}

async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const outcome: unknown = await work.then(
    () => null,
    (error: unknown) => error,
  )
  if (outcome instanceof Failure) return outcome
  throw new Error('No Failure was thrown.', { cause: outcome })
}

function answered(status: number, body: object | string): Fault {
  return { kind: 'answer', status, body: typeof body === 'string' ? body : JSON.stringify(body) }
}

describe('a sign-in', () => {
  test.each(['basic', 'post', 'public'] as const)(
    'of a client that proves itself by %s brings tokens',
    async (how) => {
      const tokens = await signIn(flowOf({}, how))
      expect(oauth.ownerOf(tokens.accessToken)).toMatchObject({ person: 'alice', scopes: ['read', 'write'] })
      expect(tokens).toMatchObject({ asked: ['read', 'write'], granted: ['read', 'write'] })
      expect(tokens.refreshToken).toMatch(/^[\w-]{32}$/)
      const lifeMs = (tokens.expiresAt?.getTime() ?? 0) - Date.now()
      expect(lifeMs).toBeGreaterThan(3_590_000)
      expect(lifeMs).toBeLessThanOrEqual(3_600_000)
    },
  )

  test('sends a challenge of which only the verifier is kept, a new one each time', async () => {
    const flow = flowOf()
    const [first, second] = [await beginCode(flow, io), await beginCode(flow, io)]
    expect(first.verifier).toMatch(/^[\w-]{43}$/)
    expect(first.verifier).not.toBe(second.verifier)
    expect(first.url).not.toContain(first.verifier)
    expect(new URL(first.url).searchParams.get('code_challenge_method')).toBe('S256')
  })

  test('tells which scopes were given beside those that were asked for', async () => {
    const flow = flowOf()
    const { url, verifier } = await beginCode(flow, io)
    const back = await agreeAt(url, { person: 'bob', scopes: ['read'] })
    const tokens = await finishCode(flow, back.searchParams, verifier, io)
    expect(tokens).toMatchObject({ asked: ['read', 'write'], granted: ['read'] })
    expect(oauth.ownerOf(tokens.accessToken)?.person).toBe('bob')
  })

  test('asks in the words of a vendor that departs from the standard', async () => {
    const server = {
      names: { client_id: 'client_key', code: 'auth_code' },
      scopeSeparator: ',',
      authorizeWith: { prompt: 'consent' },
      usesPkce: false,
      authorizeUrl: `${network.url}/oauth/authorize?v=2`,
    } as const
    const flow = flowOf({ ...server, tokenRequest: 'query' }, 'post')
    const { parameters, verifier } = await codeParameters(flow, io)
    expect(Object.fromEntries(parameters)).toEqual({
      response_type: 'code',
      client_key: flow.client.id,
      redirect_uri: redirectUri,
      state: io.state,
      scope: 'read,write',
      prompt: 'consent',
    })
    expect([verifier, new URL((await beginCode(flow, io)).url).searchParams.get('v')]).toEqual([null, '2'])
    const back = new URLSearchParams({ code: 'c', state: io.state, iss: network.url })
    await failureOf(finishCode(flow, back, verifier, io))
    const query = network.calls.at(-1)
    expect([query?.method, query?.url.searchParams.get('auth_code')]).toEqual(['GET', 'c'])
    expect(query?.url.searchParams.get('client_key')).toBe(flow.client.id)
    await failureOf(finishCode({ ...flow, server: { ...flow.server, tokenRequest: 'json' } }, back, null, io))
    const call = network.calls.at(-1)
    expect(call?.headers['content-type']).toBe('application/json')
    expect(JSON.parse(String(call?.body))).toMatchObject({ auth_code: 'c', grant_type: 'authorization_code' })
  })
})

describe('a callback', () => {
  test.each([
    [{ error: 'access_denied' }, 'forbidden', 'Access was refused. Sign in again and allow it.'],
    [{ error: 'unauthorized_client' }, 'app_unusable', 'does not accept our app'],
    [{ error: 'invalid_scope' }, 'app_unusable', 'does not let our app ask'],
    [{ error: 'server_error' }, 'unavailable', 'Try again later'],
    [{ error: 'no_such_word', error_description: 'Out of <tea>' }, 'invalid', 'It said: Out of <tea>'],
    [{ error: 'toString' }, 'invalid', 'did not complete'],
    [{}, 'invalid', 'without a code'],
    [{ code: '' }, 'invalid', 'without a code'],
    [{ code: 'c', state: 'of another' }, 'invalid', 'not for us'],
    [{ code: 'c', iss: 'https://evil.example' }, 'invalid', 'not from the server that was asked'],
    [{ code: 'c', iss: '' }, 'invalid', 'not from the server that was asked'],
    [{ code: 'c', response: 'a.jwt.x' }, 'invalid', 'not for us'],
    [{ code: 'c', token: 't' }, 'invalid', 'not for us'],
  ] as const)('with %j is %s and asks nothing', async (query, kind, words) => {
    const flow = flowOf()
    const callback = new URLSearchParams({ state: io.state, iss: network.url, ...query })
    const failure = await failureOf(finishCode(flow, callback, 'v', io))
    expect([failure.kind, failure.message]).toEqual([kind, expect.stringContaining(words)])
    expect(network.calls).toEqual([])
  })

  test('brings the no of a person', async () => {
    const flow = flowOf()
    const { url, verifier } = await beginCode(flow, io)
    const failure = await failureOf(finishCode(flow, (await refuseAt(url)).searchParams, verifier, io))
    expect(failure).toMatchObject({ kind: 'forbidden', platformCode: 'access_denied' })
  })

  test('with a code that stands there twice is refused', () => {
    const callback = new URLSearchParams(`code=a&code=b&state=${io.state}&iss=${network.url}`)
    expect(() => readCode(flowOf(), callback, io.state)).toThrow('without a code')
  })

  test('of a server that is not known by its issuer may name one', () => {
    const callback = new URLSearchParams({ code: 'a', state: io.state, iss: 'https://accounts.example' })
    expect(readCode(flowOf({ issuer: null, sendsIssuer: false }), callback, io.state)).toBe('a')
  })

  test('with the vendor’s own word for no is a no', async () => {
    const flow = flowOf({ refusals: { user_cancelled: 'denied' } })
    const callback = new URLSearchParams({ error: 'user_cancelled', state: io.state, iss: network.url })
    expect((await failureOf(finishCode(flow, callback, 'v', io))).kind).toBe('forbidden')
  })
})

describe('a code', () => {
  const finish = async (flow: CodeFlow) => {
    const { url, verifier } = await beginCode(flow, io)
    const { searchParams } = await agreeToAll(url)
    return () => finishCode(flow, searchParams, verifier, io)
  }

  test('is traded once: whoever sends it again ends the access', async () => {
    const trade = await finish(flowOf())
    const { accessToken } = await trade()
    const failure = await failureOf(trade())
    expect([failure.kind, failure.message]).toEqual(['invalid', expect.stringContaining('finished before')])
    expect(oauth.ownerOf(accessToken)).toBeNull()
  })

  test('is worth nothing with another verifier, another address or another client', async () => {
    const flow = flowOf()
    const back = async () => (await agreeToAll((await beginCode(flow, io)).url)).searchParams
    const other = (await beginCode(flow, io)).verifier
    expect((await failureOf(finishCode(flow, await back(), other, io))).kind).toBe('invalid')
    expect((await failureOf(finishCode(flow, await back(), null, io))).kind).toBe('invalid')
    const elsewhere = { ...io, redirectUri: `${redirectUri}/` }
    expect((await failureOf(finishCode(flow, await back(), other, elsewhere))).kind).toBe('invalid')
    expect((await failureOf(finishCode(flowOf(), await back(), other, io))).kind).toBe('invalid')
  })

  test.each([
    [{ kind: 'lose_answer' }, 'unavailable', 'did not answer the last step'],
    [{ kind: 'drop' }, 'unavailable', 'did not answer the last step'],
    [{ kind: 'fail_after' }, 'unavailable', 'answered 500 without a usable token'],
    [answered(502, '<h1>Bad gateway</h1>'), 'unavailable', 'answered 502'],
    [answered(200, '<h1>Hello</h1>'), 'unavailable', 'answered 200 without a usable token'],
    [answered(302, ''), 'unavailable', 'answered 302'],
    [answered(200, 'x'.repeat(300_000)), 'unavailable', 'did not answer the last step'],
    [answered(429, {}), 'rate_limited', 'asks us to wait'],
    [answered(200, { access_token: 'a b', token_type: 'bearer' }), 'unavailable', 'without a usable token'],
    [
      answered(200, { access_token: 'a', refresh_token: 'r'.repeat(16_001), token_type: 'bearer' }),
      'unavailable',
      'without a usable token',
    ],
    [answered(200, { access_token: 'a', token_type: 'mac' }), 'unavailable', 'without a usable token'],
    [answered(200, { access_token: 'a' }), 'unavailable', 'without a usable token'],
    [answered(200, { access_token: 7, token_type: 'bearer' }), 'unavailable', 'without a usable token'],
    [
      answered(200, { access_token: 'a', token_type: 'bearer', expires_in: 'soon' }),
      'unavailable',
      'without a usable token',
    ],
    [
      answered(200, { access_token: 'a', token_type: 'bearer', expires_in: -1 }),
      'unavailable',
      'without a usable token',
    ],
    [answered(401, { error: 'invalid_client' }), 'app_unusable', 'does not accept our app'],
    [answered(401, ''), 'app_unusable', 'does not accept our app'],
    [answered(400, { error: 'invalid_request' }), 'invalid', 'did not complete the sign-in'],
    [answered(200, { error: 'invalid_grant' }), 'invalid', 'Sign in again'],
  ] as const)('that is answered by %j is %s, sent once, and says so', async (fault, kind, words) => {
    const trade = await finish(flowOf())
    network.inject(tokenCall, fault)
    const failure = await failureOf(trade())
    expect([failure.kind, failure.message]).toEqual([kind, expect.stringContaining(words)])
    expect(network.calls.filter(({ name }) => name === tokenCall)).toHaveLength(1)
  })

  test('of a slow server is waited for', async () => {
    const trade = await finish(flowOf())
    network.inject(tokenCall, { kind: 'slow', ms: 500 })
    expect((await trade()).granted).toEqual(['read', 'write'])
  })

  test('of a server that never answers is given up', async () => {
    const trade = await finish(flowOf())
    network.inject(tokenCall, { kind: 'never' })
    const patient = io.fetch
    io.fetch = (request) => patient(request, { timeoutMs: 100, maxBytes: 1_000 })
    expect(await failureOf(trade())).toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('in time'),
    })
  })

  test('and its secrets stand in no sentence', async () => {
    const flow = flowOf()
    const { url, verifier } = await beginCode(flow, io)
    const { searchParams } = await agreeToAll(url)
    const secrets = [searchParams.get('code') ?? '', verifier ?? '', ...flow.client.secrets]
    network.inject(tokenCall, answered(400, { error: 'odd', error_description: secrets.join(' and ') }))
    const { message } = await failureOf(finishCode(flow, searchParams, verifier, io))
    expect(message).toContain('[secret] and [secret] and [secret]')
    for (const secret of secrets) expect(message).not.toContain(secret)
  })

  test('may bring its token within the answer, with scopes by commas or in a list', async () => {
    const trade = await finish(
      flowOf({ tokenAt: ['authed', '0'], tokenType: null, issuer: null, sendsIssuer: false }),
    )
    const body: JsonObject = { authed: [{ access_token: 'a', scope: 'read,write', expires_in: '60' }] }
    network.inject(tokenCall, answered(200, body))
    const tokens = await trade()
    expect(tokens).toMatchObject({ accessToken: 'a', granted: ['read', 'write'], refreshToken: null })
    expect(tokens.expiresAt).not.toBeNull()
    network.inject(tokenCall, answered(200, { access_token: 'b', token_type: 'bearer', scope: ['read'] }))
    expect(await (await finish(flowOf()))()).toMatchObject({ granted: ['read'], expiresAt: null })
    network.inject(tokenCall, answered(200, { access_token: 'c', token_type: 'Bearer' }))
    expect((await (await finish(flowOf()))()).granted).toEqual(['read', 'write'])
  })
})

describe('a refresh token', () => {
  test('rotates, and the old one ends the access', async () => {
    const flow = flowOf()
    const first = await signIn(flow)
    const second = await refreshTokens(flow, first.refreshToken ?? '', io)
    expect(second.refreshToken).not.toBe(first.refreshToken)
    expect(oauth.ownerOf(second.accessToken)?.person).toBe('alice')
    const failure = await failureOf(refreshTokens(flow, first.refreshToken ?? '', io))
    expect(failure).toMatchObject({ kind: 'unauthorized', platformCode: 'invalid_grant' })
    expect(oauth.ownerOf(second.accessToken)).toBeNull()
  })

  test('stays where the server gives no other', async () => {
    network.inject(tokenCall, answered(200, { access_token: 'a', token_type: 'bearer' }))
    expect((await refreshTokens(flowOf(), 'the-old-one', io)).refreshToken).toBe('the-old-one')
  })

  test('whose answer is lost is tried again, and then needs its person', async () => {
    const flow = flowOf()
    const { refreshToken } = await signIn(flow)
    network.inject(tokenCall, { kind: 'lose_answer' })
    expect((await failureOf(refreshTokens(flow, refreshToken ?? '', io))).kind).toBe('unavailable')
    expect((await failureOf(refreshTokens(flow, refreshToken ?? '', io))).kind).toBe('unauthorized')
  })

  test.each([
    [answered(401, { error: 'invalid_client' }), 'app_unusable'],
    [answered(400, { error: 'invalid_request' }), 'unavailable'],
    [answered(503, '<h1>Later</h1>'), 'unavailable'],
    [answered(200, '{"access_tok'), 'unavailable'],
    [answered(403, '<h1>A firewall</h1>'), 'unavailable'],
    [answered(429, {}), 'rate_limited'],
    [answered(400, { error: 'invalid_grant' }), 'unauthorized'],
  ] as const)('that is answered by %j is %s: only its own end costs the connection', async (fault, kind) => {
    network.inject(tokenCall, fault)
    expect((await failureOf(refreshTokens(flowOf(), 'r', io))).kind).toBe(kind)
  })
})

describe('revoking', () => {
  test('ends the access, and what has ended is ended', async () => {
    const flow = flowOf()
    const { accessToken, refreshToken } = await signIn(flow)
    await revokeToken(flow, accessToken, 'access_token', io)
    expect(oauth.ownerOf(accessToken)).toBeNull()
    expect((await failureOf(refreshTokens(flow, refreshToken ?? '', io))).kind).toBe('unauthorized')
    await revokeToken(flow, accessToken, 'access_token', io)
    network.inject('POST /oauth/revoke', answered(400, { error: 'invalid_token' }))
    await revokeToken(flow, accessToken, 'access_token', io)
  })

  test('is tried again when the server is away, and not when it will not', async () => {
    const flow = flowOf()
    const { accessToken } = await signIn(flow)
    const revoke = (by: CodeFlow) => failureOf(revokeToken(by, accessToken, 'access_token', io))
    expect((await revoke(flowOf())).kind).toBe('forbidden')
    for (const [fault, kind] of [
      [answered(503, ''), 'unavailable'],
      [answered(302, ''), 'unavailable'],
      [answered(429, {}), 'rate_limited'],
      [answered(401, { error: 'invalid_client' }), 'forbidden'],
    ] as const) {
      network.inject('POST /oauth/revoke', fault)
      expect((await revoke(flow)).kind).toBe(kind)
    }
    await revokeToken({ ...flow, server: { ...flow.server, revokeUrl: null } }, 't', 'access_token', io)
  })
})

describe('the metadata of a server', () => {
  const path = 'GET /.well-known/oauth-authorization-server'
  const read = () => readOAuthMetadata(network.url, dialect, io)

  test('says where and how to sign in', async () => {
    expect(await read()).toMatchObject({
      issuer: network.url,
      authorizeUrl: `${network.url}/oauth/authorize`,
      tokenUrl: `${network.url}/oauth/token`,
      revokeUrl: `${network.url}/oauth/revoke`,
      sendsIssuer: true,
      hasPkce: true,
      scopes: ['read', 'write'],
    })
  })

  test('may be missing, and a page is none', async () => {
    for (const fault of [answered(404, ''), answered(200, '<h1>An app</h1>'), answered(302, '')]) {
      network.inject(path, fault)
      expect(await read()).toBeNull()
    }
  })

  test('may say little', async () => {
    const { issuer, authorization_endpoint, token_endpoint } = oauth.metadata()
    network.inject(path, answered(200, { issuer: `${issuer}/`, authorization_endpoint, token_endpoint }))
    const little = { revokeUrl: null, sendsIssuer: false, hasPkce: false, scopes: null }
    expect(await read()).toMatchObject(little)
  })

  test.each([
    [{ issuer: 'https://evil.example' }, 'describes itself as another server'],
    [{ issuer: null }, 'describes itself as another server'],
    [{ issuer: 'no address' }, 'describes itself as another server'],
    [{ authorization_endpoint: 'https://evil.example/authorize' }, 'names an address of another server'],
    [{ authorization_endpoint: 'javascript:alert(1)' }, 'names an address of another server'],
    [{ authorization_endpoint: null }, 'names an address of another server'],
    [{ token_endpoint: 'http://169.254.169.254/token' }, 'names an address of another server'],
    [{ revocation_endpoint: 'data:text/html,hello' }, 'names an address of another server'],
  ])('with %j is refused', async (wrong, words) => {
    network.inject(path, answered(200, { ...oauth.metadata(), ...wrong }))
    const failure = await failureOf(read())
    expect([failure.kind, failure.message]).toEqual(['invalid', expect.stringContaining(words)])
  })

  test('that cannot be read for now is unavailable', async () => {
    network.inject(path, answered(503, ''))
    expect((await failureOf(read())).kind).toBe('unavailable')
    network.inject(path, answered(429, ''))
    expect((await failureOf(read())).kind).toBe('rate_limited')
    network.inject(path, answered(200, 'x'.repeat(300_000)))
    expect((await failureOf(read())).kind).toBe('unavailable')
  })
})
