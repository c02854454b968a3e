import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RedirectIo } from '../../connector.ts'
import { neededScopes } from '../app.ts'
import { connectByOauth } from '../sign-in.ts'
import { failureOf } from './steps.ts'
import { answered, openHouse, type RedditHouse, redirectUri, tooMany } from './world.ts'

const tokens = 'POST /api/v1/access_token'
const revoking = 'POST /api/v1/revoke_token'

let house: RedditHouse
let io: RedirectIo
beforeEach(async () => {
  house = await openHouse()
  io = { ...house.connectIo, redirectUri, state: 's'.repeat(43) }
})
afterEach(() => house.close())

/** Agrees on Reddit's page. */
async function agree(person = 'harbour', scopes = neededScopes) {
  const { url, keep } = await connectByOauth.begin({}, io)
  const page = new URL(url.replace('https://www.reddit.com', house.fake.url))
  const body = new URLSearchParams({ decision: 'allow', person })
  for (const scope of scopes) body.append('scope', scope)
  const answer = await fetch(page, { method: 'POST', body, redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? '')
  return connectByOauth.finish(back.searchParams, keep, io)
}

async function connect() {
  const [candidate] = await agree()
  if (!candidate) throw new Error('There is no account.')
  const { externalId, username, settings, credentials } = candidate.profile
  return { account: { id: 'an-account', externalId, username, settings }, credentials }
}

test('the page is asked for access that lasts, with our state and no PKCE', async () => {
  const { origin, pathname, searchParams } = new URL((await connectByOauth.begin({}, io)).url)
  expect(origin + pathname).toBe('https://www.reddit.com/api/v1/authorize')
  expect(Object.fromEntries(searchParams)).toEqual({
    response_type: 'code',
    client_id: expect.any(String),
    redirect_uri: redirectUri,
    state: io.state,
    duration: 'permanent',
    scope: neededScopes.join(' '),
  })
})

test('the person is the candidate, with what is known of them', async () => {
  const [candidate, ...more] = await agree()
  const { client_id: clientId } = await io.app()
  expect(more).toEqual([])
  expect(candidate).toMatchObject({
    suggested: true,
    reason: null,
    profile: {
      externalId: '4x9k2',
      username: 'harbour',
      displayName: 'The harbour',
      profileUrl: 'https://www.reddit.com/user/harbour/',
      settings: { client_id: clientId, user_agent: `web:crier.${clientId}:v1 (by /u/boatwright)` },
    },
  })
  expect(candidate?.profile.avatarUrl).toContain('https://styles.redditmedia.com/')
  const minutes = ((candidate?.profile.expiresAt?.getTime() ?? 0) - Date.now()) / 60_000
  expect(minutes).toBeCloseTo(60, 0)
  const [person] = await agree('Tide_Pool-7')
  expect(person?.profile).toMatchObject({ username: 'Tide_Pool-7', displayName: 'Tide_Pool-7' })
})

test('a suspended account cannot be chosen', async () => {
  house.fake.harbour.isSuspended = true
  const [candidate] = await agree()
  expect(candidate).toMatchObject({ suggested: false, reason: 'Reddit has suspended this account.' })
})

test('the client proves itself by HTTP Basic, under its own name, and its secret is in no body', async () => {
  await agree()
  const call = house.fake.calls.find(({ name }) => name === tokens)
  expect(call?.headers.authorization).toMatch(/^Basic /)
  expect(call?.headers['user-agent']).toMatch(/^web:crier\./)
  expect(Object.fromEntries(new URLSearchParams(call?.body.toString()))).toEqual({
    grant_type: 'authorization_code',
    code: expect.any(String),
    redirect_uri: redirectUri,
  })
})

test('permissions that were not given are named', async () => {
  const lesser = neededScopes.filter((scope) => scope !== 'submit')
  const failure = await failureOf(agree('harbour', lesser))
  expect(failure.kind).toBe('forbidden')
  expect(failure.message).toContain('submit')
})

test.each([false, true])('a refresh token stays the same, named again or not (%s)', async (isNamed) => {
  house.fake.signIn.namesRefreshToken = isNamed
  const { account, credentials } = await connect()
  const first = await connectByOauth.refresh(account, credentials, io)
  expect(first.credentials.refresh_token).toBe(credentials.refresh_token)
  expect(first.credentials.access_token).not.toBe(credentials.access_token)
  expect(first.profile).toMatchObject({ username: 'harbour' })
  const again = await connectByOauth.refresh(account, credentials, io)
  expect(again.credentials.refresh_token).toBe(credentials.refresh_token)
})

test('a refresh token that is another one is kept', async () => {
  const { account, credentials } = await connect()
  const given = { access_token: 'new', token_type: 'bearer', expires_in: 3_600, refresh_token: 'newer' }
  house.fake.inject(tokens, answered(200, given))
  const refreshed = await connectByOauth.refresh(account, credentials, io)
  expect(refreshed.credentials).toEqual({ access_token: 'new', refresh_token: 'newer' })
})

test('a profile that cannot be read, or another one, takes nothing from new access', async () => {
  const { account, credentials } = await connect()
  house.fake.inject('GET /api/v1/me', answered(500, {}))
  expect((await connectByOauth.refresh(account, credentials, io)).profile).toBeNull()
  house.fake.inject('GET /api/v1/me', answered(200, { id: 'zzz', name: 'somebody' }))
  expect((await connectByOauth.refresh(account, credentials, io)).profile).toBeNull()
})

test.each([
  [answered(400, { error: 'invalid_grant' }), 'unauthorized'],
  [answered(200, { error: 'invalid_grant' }), 'unauthorized'],
  [answered(401, { message: 'Unauthorized', error: 401 }), 'app_unusable'],
  [answered(403, '<h1>Blocked</h1>'), 'unavailable'],
  [tooMany(5), 'rate_limited'],
  [answered(503, '<h1>503</h1>'), 'unavailable'],
] as const)('a refresh that is answered %j is %s', async (answer, kind) => {
  const { account, credentials } = await connect()
  house.fake.inject(tokens, answer)
  expect((await failureOf(connectByOauth.refresh(account, credentials, io))).kind).toBe(kind)
})

const lasting = { access_token: 'x', token_type: 'bearer', expires_in: 9, scope: neededScopes.join(' ') }

test.each([
  [answered(200, lasting), 'forbidden'],
  [answered(400, { error: 'invalid_grant' }), 'invalid'],
  [answered(401, { message: 'Unauthorized', error: 401 }), 'app_unusable'],
] as const)('a sign-in whose code is answered %j is %s', async (answer, kind) => {
  house.fake.inject(tokens, answer)
  expect((await failureOf(agree())).kind).toBe(kind)
})

test('access that is refused at once is a fault of the sign-in', async () => {
  house.fake.inject('GET /api/v1/me', answered(401, { message: 'Unauthorized', error: 401 }))
  expect(await failureOf(agree())).toMatchObject({ kind: 'forbidden' })
  house.fake.inject('GET /api/v1/me', answered(200, { id: '4x9k2', name: 'a b' }))
  expect(await failureOf(agree())).toMatchObject({ kind: 'unavailable' })
})

test('disconnecting ends the access of this sign-in, and of no other', async () => {
  const { account, credentials } = await connect()
  const other = await connect()
  await connectByOauth.refresh(account, credentials, io)
  await connectByOauth.revoke(account, credentials, io)
  const body = new URLSearchParams(
    house.fake.calls.findLast(({ name }) => name === revoking)?.body.toString(),
  )
  expect(body.get('token_type_hint')).toBe('refresh_token')
  expect((await failureOf(connectByOauth.refresh(account, credentials, io))).kind).toBe('unauthorized')
  expect(house.fake.signIn.oauth.ownerOf(String(credentials.access_token))).toBeNull()
  await connectByOauth.refresh(other.account, other.credentials, io)
  await connectByOauth.revoke(account, credentials, io)
})
