import { afterEach, beforeEach, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { RedirectIo } from '../../connector.ts'
import { site } from '../api.ts'
import { connectByOauth, scopes } from '../connect.ts'
import { failureOf } from './steps.ts'
import { answered, openHouse, type XHouse } from './world.ts'

const redirectUri = 'https://crier.example.org/oauth/callback/twitter'
const token = 'POST /2/oauth2/token'
const profile = 'GET /2/users/me'
let house: XHouse
let io: RedirectIo
beforeEach(async () => {
  house = await openHouse(undefined, { redirectUris: [redirectUri] })
  io = { ...house.connectIo, redirectUri, state: 'a'.repeat(43) }
})
afterEach(() => house.close())

/** Agrees on the page of X as somebody, to these scopes. */
async function signIn(person = 'alice', given = scopes) {
  const { url, keep } = await connectByOauth.begin({}, io)
  const body = new URLSearchParams({ decision: 'allow', person })
  for (const scope of given) body.append('scope', scope)
  const answer = await fetch(url.replace(site, house.fake.url), { method: 'POST', body, redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? '')
  return { url, finish: () => connectByOauth.finish(back.searchParams, keep, io) }
}

async function connected(person?: string) {
  const [candidate] = await (await signIn(person)).finish()
  if (!candidate) throw new Error('Nobody was connected.')
  const { externalId, username, settings, credentials, expiresAt } = candidate.profile
  return { account: { id: 'an-account', externalId, username, settings }, credentials, expiresAt }
}

const aDayLater = () => ({ ...io, now: () => new Date(Date.now() + 25 * 3_600_000) })

test('a person agrees on the page of X, and the profile is that of whoever did', async () => {
  const { url, finish } = await signIn('bob')
  const query = new URL(url).searchParams
  expect(url).toMatch(/^https:\/\/x\.com\/i\/oauth2\/authorize\?/)
  expect(query.get('scope')).toBe('tweet.read tweet.write users.read media.write offline.access')
  expect(query.get('code_challenge_method')).toBe('S256')
  const [candidate, ...more] = await finish()
  expect(more).toEqual([])
  expect(candidate).toMatchObject({ suggested: true, reason: null })
  expect(candidate?.profile).toMatchObject({
    externalId: '783214',
    username: 'bob',
    displayName: 'Bob',
    avatarUrl: 'https://pbs.twimg.com/profile_images/1/face_400x400.jpg',
    profileUrl: 'https://x.com/bob',
    settings: { subscription: 'None', scopes },
  })
  const lifeMs = (candidate?.profile.expiresAt?.getTime() ?? 0) - Date.now()
  expect(lifeMs / 60_000).toBeCloseTo(120, 0)
})

test('whoever allows less than publishing and staying needs reads what is missing', async () => {
  const { finish } = await signIn(
    'alice',
    scopes.filter((scope) => scope !== 'offline.access'),
  )
  const failure = await failureOf(finish())
  expect(failure).toMatchObject({ kind: 'forbidden' })
  expect(failure.message).toContain('offline.access')
})

test.each<[JsonObject]>([
  [{}],
  [{ data: { id: 7, username: 'alice' } }],
  [{ data: { id: '7', username: 'a/b' } }],
])('a profile of %j cannot be connected', async (answer) => {
  const { finish } = await signIn()
  house.fake.inject(profile, answered(200, answer))
  expect(await failureOf(finish())).toMatchObject({ kind: 'unavailable' })
})

test('X that does not say what the account pays for is believed neither way', async () => {
  house.fake.world.subscription = null
  expect((await connected()).account.settings.subscription).toBe(null)
})

test('a refresh brings both tokens anew, and the old refresh token is spent', async () => {
  const { account, credentials } = await connected()
  const refreshed = await connectByOauth.refresh(account, credentials, io)
  expect(refreshed.credentials.access_token).not.toBe(credentials.access_token)
  expect(refreshed.credentials.refresh_token).not.toBe(credentials.refresh_token)
  expect(refreshed.expiresAt).not.toBe(null)
  const again = await failureOf(connectByOauth.refresh(account, credentials, io))
  expect(again).toMatchObject({ kind: 'unauthorized', platformCode: 'invalid_grant' })
})

test('the profile is read again once a day, and not more often', async () => {
  const { account, credentials } = await connected()
  const first = await connectByOauth.refresh(account, credentials, io)
  expect(first.profile).toBe(null)
  house.fake.world.subscription = 'Premium'
  const second = await connectByOauth.refresh(account, first.credentials, aDayLater())
  expect(second.profile).toMatchObject({ username: 'alice', settings: { subscription: 'Premium', scopes } })
})

test.each([
  ['X breaks down', answered(503, {})],
  ['X has no credits of ours left', answered(402, { title: 'CreditsDepleted', detail: 'No credits' })],
  ['somebody else owns the token', answered(200, { data: { id: '1', username: 'eve' } })],
])('new tokens are not lost where the profile cannot be read, because %s', async (_, answer) => {
  const { account, credentials } = await connected()
  house.fake.inject(profile, answer)
  const refreshed = await connectByOauth.refresh(account, credentials, aDayLater())
  expect(refreshed.profile).toBe(null)
  await connectByOauth.refresh(account, refreshed.credentials, io)
})

test.each([
  [
    'an ended token',
    { error: 'invalid_request', error_description: 'Value passed for the token was invalid.' },
    'unauthorized',
  ],
  ['an ended grant', { error: 'invalid_grant' }, 'unauthorized'],
  [
    'a fault of ours',
    { error: 'invalid_request', error_description: 'Missing required parameter [client_id].' },
    'unavailable',
  ],
  ['an app that is gone', { error: 'unauthorized_client' }, 'app_unusable'],
])('a refresh that is refused for %s means as much', async (_, error, kind) => {
  const { account, credentials } = await connected()
  house.fake.inject(token, answered(400, error))
  expect(await failureOf(connectByOauth.refresh(account, credentials, io))).toMatchObject({ kind })
})

test('a refresh waits for a slow answer, because the old token is spent by then', async () => {
  const { account, credentials } = await connected()
  const waits: number[] = []
  const fetch: typeof io.fetch = (request, within) => {
    waits.push(within?.timeoutMs ?? 0)
    return io.fetch(request, within)
  }
  await connectByOauth.refresh(account, credentials, { ...io, fetch })
  expect(waits).toEqual([90_000])
})

test('access is revoked with everything that came of it, and to revoke it twice is no error', async () => {
  const { account, credentials } = await connected()
  await connectByOauth.revoke(account, credentials, io)
  expect(await failureOf(connectByOauth.refresh(account, credentials, io))).toMatchObject({
    kind: 'unauthorized',
  })
  await connectByOauth.revoke(account, credentials, io)
})
