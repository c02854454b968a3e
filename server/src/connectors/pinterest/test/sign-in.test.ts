import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RedirectIo } from '../../connector.ts'
import { neededScopes } from '../app.ts'
import { connectByOauth } from '../sign-in.ts'
import { secretScopes } from './fake-sign-in.ts'
import { failureOf } from './steps.ts'
import { answered, openHouse, type PinterestHouse, redirectUri, refused } from './world.ts'

const tokens = 'POST /v5/oauth/token'

let house: PinterestHouse
let io: RedirectIo
beforeEach(async () => {
  house = await openHouse()
  io = { ...house.connectIo, redirectUri, state: 's'.repeat(43) }
})
afterEach(() => house.close())

/** Agrees on Pinterest's page, with some of the scopes. */
async function agree(scopes: readonly string[] = neededScopes, person = 'harbour') {
  const { url, keep } = await connectByOauth.begin({}, io)
  const page = new URL(url.replace('https://www.pinterest.com', house.fake.url))
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

function withApp(change: object): void {
  const { app } = io
  io = { ...io, app: async () => ({ ...(await app()), ...change }) }
}

test('the page is asked with scopes by commas, our state and no PKCE', async () => {
  const { origin, pathname, searchParams } = new URL((await connectByOauth.begin({}, io)).url)
  expect(origin + pathname).toBe('https://www.pinterest.com/oauth/')
  expect(Object.fromEntries(searchParams)).toEqual({
    response_type: 'code',
    client_id: expect.any(String),
    redirect_uri: redirectUri,
    state: io.state,
    scope: neededScopes.join(','),
  })
})

test('the account is the candidate, with what is known of it', async () => {
  const [candidate, ...more] = await agree()
  expect(more).toEqual([])
  expect(candidate).toMatchObject({
    suggested: true,
    reason: null,
    profile: {
      externalId: '2783136121146311751',
      username: 'harbour',
      displayName: 'Harbour',
      profileUrl: 'https://www.pinterest.com/harbour/',
      avatarUrl: 'https://i.pinimg.com/600x600_R/harbour.jpg',
      settings: { environment: 'production', granted: neededScopes },
    },
  })
  const days = ((candidate?.profile.expiresAt?.getTime() ?? 0) - Date.now()) / 86_400_000
  expect(days).toBeCloseTo(30, 1)
  const [person] = await agree(neededScopes, 'tide')
  expect(person?.profile).toMatchObject({ username: 'tide', displayName: 'tide' })
})

test('the client proves itself by HTTP Basic, and its secret is in no body', async () => {
  await agree()
  const call = house.fake.calls.find(({ name }) => name === tokens)
  expect(call?.headers.authorization).toMatch(/^Basic /)
  expect(Object.fromEntries(new URLSearchParams(call?.body.toString()))).toEqual({
    grant_type: 'authorization_code',
    code: expect.any(String),
    redirect_uri: redirectUri,
  })
})

test('permissions that were not given are named', async () => {
  const failure = await failureOf(agree(neededScopes.filter((scope) => scope !== 'pins:write')))
  expect(failure.kind).toBe('forbidden')
  expect(failure.message).toContain('pins:write')
})

test('secret boards take scopes of the operator’s choice', async () => {
  withApp({ scopes: [...neededScopes, ...secretScopes].join(' ') })
  const { searchParams } = new URL((await connectByOauth.begin({}, io)).url)
  expect(searchParams.get('scope')?.split(',')).toEqual([...neededScopes, ...secretScopes])
})

test('an app of the sandbox signs in there, and its accounts stay there', async () => {
  withApp({ environment: 'sandbox' })
  const seen: string[] = []
  const { fetch: send } = io
  io = {
    ...io,
    fetch: (request, within) => {
      seen.push(new URL(request.url).host)
      return send(request, within)
    },
  }
  const { account, credentials } = await connect()
  expect(account.settings).toMatchObject({ environment: 'sandbox' })
  withApp({ environment: 'production' })
  const refreshed = await connectByOauth.refresh(account, credentials, io)
  expect(refreshed.profile?.settings).toMatchObject({ environment: 'sandbox' })
  expect(new Set(seen)).toEqual(new Set(['api-sandbox.pinterest.com']))
})

test('a refresh token is replaced by its use, and an old one ends everything', async () => {
  const { account, credentials } = await connect()
  const refreshed = await connectByOauth.refresh(account, credentials, io)
  expect(refreshed.credentials.refresh_token).not.toBe(credentials.refresh_token)
  expect(refreshed.profile).toMatchObject({ username: 'harbour' })
  await connectByOauth.refresh(account, refreshed.credentials, io)
  const failure = await failureOf(connectByOauth.refresh(account, credentials, io))
  expect(failure).toMatchObject({ kind: 'unauthorized', platformCode: '283' })
})

test('a profile that cannot be read takes nothing from new access', async () => {
  const { account, credentials } = await connect()
  house.fake.inject('GET /v5/user_account', refused(500, 0, 'Sorry'))
  const refreshed = await connectByOauth.refresh(account, credentials, io)
  expect(refreshed.profile).toBeNull()
  expect(refreshed.credentials.access_token).not.toBe(credentials.access_token)
})

test.each([
  [refused(401, 283, 'The authorization grant is invalid'), 'unauthorized'],
  [refused(401, 2, 'Authentication failed.'), 'app_unusable'],
  [refused(400, 1, 'Invalid request body.'), 'unavailable'],
  [answered(400, { error: 'invalid_grant' }), 'unauthorized'],
  [refused(429, 8, 'Too many'), 'rate_limited'],
  [answered(503, '<h1>503</h1>'), 'unavailable'],
] as const)('a refresh that is answered %j is %s', async (answer, kind) => {
  const { account, credentials } = await connect()
  house.fake.inject(tokens, answer)
  expect((await failureOf(connectByOauth.refresh(account, credentials, io))).kind).toBe(kind)
})

test.each([
  [
    answered(200, {
      access_token: 'pina_x',
      token_type: 'bearer',
      expires_in: 9,
      scope: neededScopes.join(' '),
    }),
    'forbidden',
  ],
  [refused(401, 283, 'The authorization grant is invalid'), 'invalid'],
  [refused(401, 2, 'Authentication failed.'), 'app_unusable'],
] as const)('a sign-in whose code is answered %j is %s', async (answer, kind) => {
  house.fake.inject(tokens, answer)
  expect((await failureOf(agree())).kind).toBe(kind)
})

test('access that is refused at once is a fault of the sign-in', async () => {
  house.fake.inject('GET /v5/user_account', refused(401, 2, 'Authentication failed.'))
  expect(await failureOf(agree())).toMatchObject({ kind: 'forbidden' })
  house.fake.inject('GET /v5/user_account', answered(200, { id: 'me', username: 'harbour' }))
  expect(await failureOf(agree())).toMatchObject({ kind: 'unavailable' })
})

test('access cannot be ended from here', async () => {
  const { account, credentials } = await connect()
  const before = house.fake.calls.length
  await connectByOauth.revoke(account, credentials, io)
  expect(house.fake.calls).toHaveLength(before)
})
