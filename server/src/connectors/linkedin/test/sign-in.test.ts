import { randomBytes } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import type { Account, Candidate, Identified, RedirectIo } from '../../connector.ts'
import { linkedin } from '../connector.ts'
import { connectByOauth } from '../sign-in.ts'
import { allScopes, memberScopes } from './fake.ts'
import { failureOf } from './steps.ts'
import { answered, openSignIn } from './world.ts'

type House = Awaited<ReturnType<typeof openSignIn>>
let house: House
afterEach(() => house.close())

function redirectIo({ io }: House): RedirectIo {
  const state = randomBytes(32).toString('base64url')
  return { ...io, redirectUri: 'https://crier.example.org/oauth/callback/some', state }
}

async function signIn(): Promise<readonly Candidate[]> {
  const io = redirectIo(house)
  const { url, keep } = await connectByOauth.begin({}, io)
  return connectByOauth.finish((await house.person.agree(url)).searchParams, keep, io)
}

function accountOf({ externalId, username, settings }: Identified): Account {
  return { id: 'an-account', externalId, username, settings }
}

async function first(): Promise<Identified> {
  const [candidate] = await signIn()
  if (!candidate) throw new Error('Nobody was found.')
  return candidate.profile
}

test('the page is asked with the operator’s scopes, our state and no PKCE', async () => {
  house = await openSignIn({ scopes: memberScopes })
  const { url } = await connectByOauth.begin({}, redirectIo(house))
  const { origin, pathname, searchParams } = new URL(url)
  expect(origin + pathname).toBe('https://www.linkedin.com/oauth/v2/authorization')
  expect(searchParams.get('scope')).toBe(memberScopes)
  expect([...searchParams.keys()].sort()).toEqual([
    'client_id',
    'redirect_uri',
    'response_type',
    'scope',
    'state',
  ])
})

test('an app for people finds the person, whose access ends after sixty days', async () => {
  house = await openSignIn({ scopes: memberScopes })
  const [ada, ...more] = await signIn()
  expect(more).toEqual([])
  expect(ada).toMatchObject({
    suggested: true,
    reason: null,
    profile: {
      externalId: 'urn:li:person:ada',
      username: 'Ada Harbour',
      avatarUrl: 'https://media.licdn.com/ada.jpg',
      settings: { granted: memberScopes.split(' ') },
      credentials: { refresh_token: null },
    },
  })
  const days = ((ada?.profile.expiresAt?.getTime() ?? 0) - Date.now()) / 86_400_000
  expect(days).toBeCloseTo(60, 1)
})

test('an app for pages finds the person and their pages, and says why a page cannot be chosen', async () => {
  house = await openSignIn({ scopes: allScopes })
  const found = await signIn()
  expect(found.map(({ profile, reason }) => [profile.externalId, profile.username, reason === null])).toEqual(
    [
      ['urn:li:person:ada', 'ada-h', true],
      ['urn:li:organization:123', 'harbour-works', true],
      ['urn:li:organization:456', 'quay-watch', false],
    ],
  )
  expect(found[2]?.reason).toContain('ANALYST')
  expect(found[1]?.profile.profileUrl).toBe('https://www.linkedin.com/company/harbour-works/')
})

test('a page whose name an app in development may not read can still be chosen', async () => {
  house = await openSignIn({ scopes: 'w_organization_social rw_organization_admin' })
  const denied = answered(403, { status: 403, code: 'ACCESS_DENIED', message: 'No' })
  house.fake.inject('GET /rest/organizations/123', denied)
  const [candidate] = await signIn()
  expect(candidate).toMatchObject({ reason: null, profile: { username: 'Page 123' } })
})

test('scopes with which nobody could be known are the operator’s to mend', async () => {
  house = await openSignIn({ scopes: 'w_member_social' })
  expect((await failureOf(signIn())).message).toContain('openid and profile')
})

test.each([
  ['unauthorized_scope_error', 'app_unusable'],
  ['user_cancelled_login', 'forbidden'],
  ['user_cancelled_authorize', 'forbidden'],
])('a sign-in that comes back with %s is %s', async (error, kind) => {
  house = await openSignIn()
  const io = redirectIo(house)
  const { keep } = await connectByOauth.begin({}, io)
  const callback = new URLSearchParams({ state: io.state, error, error_description: 'No' })
  expect((await failureOf(connectByOauth.finish(callback, keep, io))).kind).toBe(kind)
})

test('access without a refresh token is tested, and the profile learned anew', async () => {
  house = await openSignIn({ scopes: memberScopes })
  const { credentials, expiresAt, ...profile } = await first()
  const account = accountOf({ ...profile, credentials, expiresAt })
  const refreshed = await connectByOauth.refresh(account, credentials, house.io)
  expect(refreshed).toMatchObject({ credentials, expiresAt, profile: { username: 'Ada Harbour' } })
  house.fake.revoke()
  const refused = await failureOf(connectByOauth.refresh(account, credentials, house.io))
  expect(refused.kind).toBe('unauthorized')
})

test('a refresh token that does not rotate renews the person and their page, one after the other', async () => {
  house = await openSignIn({ scopes: allScopes, isApproved: true })
  const found = await signIn()
  house.fake.revoke()
  for (const { profile } of found.slice(0, 2)) {
    const renewed = await connectByOauth.refresh(accountOf(profile), profile.credentials, house.io)
    expect(renewed.credentials.access_token).not.toBe(profile.credentials.access_token)
    expect(renewed.credentials.refresh_token).not.toBeNull()
    expect(renewed.expiresAt?.getTime()).toBeGreaterThan(Date.now())
  }
})

test('a refresh token that has ended asks for a new connection; a server that is away changes nothing', async () => {
  house = await openSignIn({ scopes: allScopes, isApproved: true })
  const profile = await first()
  const refresh = () =>
    failureOf(
      connectByOauth.refresh(accountOf(profile), { ...profile.credentials, refresh_token: 'gone' }, house.io),
    )
  expect((await refresh()).kind).toBe('unauthorized')
  house.fake.inject('POST /oauth/v2/accessToken', { ...answered(503, {}), body: '<h1>503</h1>' })
  expect((await refresh()).kind).toBe('unavailable')
})

test('the app names its version, and the day on which it ends where that is known', async () => {
  house = await openSignIn()
  const power = linkedin.powers.find(({ power: name }) => name === 'api_version')
  if (power?.power !== 'api_version') throw new Error('There is no version.')
  expect(power.inUse(null)).toEqual({ version: '202609', endsOn: '2027-09-15' })
  const inUse = (api_version: string) => power.inUse({ ...house.fake.app, api_version })
  expect(inUse('202601')).toEqual({ version: '202601', endsOn: '2027-01-15' })
  expect(inUse('202608')).toEqual({ version: '202608', endsOn: null })
})
