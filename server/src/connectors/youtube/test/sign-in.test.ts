import { afterEach, beforeEach, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { RedirectIo } from '../../connector.ts'
import { connectByOauth } from '../sign-in.ts'
import { failureOf } from './steps.ts'
import { everyScope, openHouse, redirectUri, refused, type YouTubeHouse } from './world.ts'

let house: YouTubeHouse
let io: RedirectIo
beforeEach(async () => {
  house = await openHouse()
  io = { ...house.connectIo, redirectUri, state: 's'.repeat(43) }
})
afterEach(() => house.close())

/** Agrees on Google's page, with some of the scopes. */
async function agree(given: { scopes?: readonly string[]; change?: (url: URL) => void } = {}) {
  const { url, keep } = await connectByOauth.begin({}, io)
  const page = new URL(url.replace('https://accounts.google.com', house.fake.url))
  given.change?.(page)
  const body = new URLSearchParams({ decision: 'allow', person: 'tide' })
  for (const scope of given.scopes ?? everyScope) body.append('scope', scope)
  const answer = await fetch(page, { method: 'POST', body, redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? '')
  return connectByOauth.finish(back.searchParams, keep, io)
}

async function connect() {
  const [candidate] = await agree()
  if (!candidate) throw new Error('There is no channel.')
  const { externalId, username, settings, credentials } = candidate.profile
  return { account: { id: 'an-account', externalId, username, settings }, credentials }
}

const ended = (kind: string) => expect.objectContaining({ kind })
const tokenOf = ({ access_token: token }: JsonObject) => String(token)

test('Google is asked for lasting access, with everything that was given before', async () => {
  const { searchParams } = new URL((await connectByOauth.begin({}, io)).url)
  expect(Object.fromEntries(searchParams)).toMatchObject({
    access_type: 'offline',
    prompt: 'consent',
    include_granted_scopes: 'true',
    code_challenge_method: 'S256',
    scope: everyScope.join(' '),
  })
})

test('the channel that a person chose is the candidate, with what is known of it', async () => {
  const [candidate, ...more] = await agree()
  expect(more).toEqual([])
  expect(candidate).toMatchObject({
    suggested: true,
    reason: null,
    profile: {
      externalId: 'UCtide',
      username: '@tide',
      profileUrl: 'https://www.youtube.com/channel/UCtide',
      settings: { uploads: 'UUtide', is_verified: true, granted: everyScope, uploads_per_day: 100 },
    },
  })
  const seconds = ((candidate?.profile.expiresAt?.getTime() ?? 0) - Date.now()) / 1_000
  expect(seconds).toBeGreaterThan(3_500)
})

test('the operator sets the scopes, and how many uploads the project has', async () => {
  const app = { ...(await house.connectIo.app()), scopes: 'youtube', uploads_per_day: 5_000 }
  io = { ...io, app: async () => app }
  const [candidate] = await agree({ scopes: everyScope })
  expect(candidate?.profile.settings).toMatchObject({
    granted: ['https://www.googleapis.com/auth/youtube'],
    uploads_per_day: 5_000,
  })
})

test.each([
  [everyScope.slice(0, 1), 'tick everything'],
  [everyScope.slice(1, 2), 'tick everything'],
])('access to %j alone is given back', async (scopes, problem) => {
  const failure = await failureOf(agree({ scopes }))
  expect(failure).toMatchObject({ kind: 'forbidden', message: expect.stringContaining(problem) })
  expect(house.fake.calls.filter(({ name }) => name === 'POST /revoke')).toHaveLength(1)
})

test('without the permission to manage, a channel is connected all the same', async () => {
  const [candidate] = await agree({ scopes: everyScope.slice(0, 2) })
  expect(candidate?.profile.settings).toMatchObject({ granted: everyScope.slice(0, 2) })
})

test('access that ends within the hour is of no use', async () => {
  const change = (url: URL) => url.searchParams.delete('access_type')
  const failure = await failureOf(agree({ change }))
  expect(failure).toMatchObject({ kind: 'forbidden', message: expect.stringContaining('an hour') })
})

test('a person without a channel reads that', async () => {
  house.fake.state.hasChannels = false
  expect(await failureOf(agree())).toMatchObject({
    kind: 'forbidden',
    message: expect.stringContaining('no YouTube channel'),
  })
  house.fake.inject('GET /youtube/v3/channels', refused(401, 'youtubeSignupRequired'))
  expect((await failureOf(agree())).message).toContain('no YouTube channel')
  house.fake.inject('GET /youtube/v3/channels', refused(401, 'authError'))
  expect(await failureOf(agree())).toMatchObject({ kind: 'forbidden' })
})

test('an app that Google no longer knows is the operator’s to mend', async () => {
  for (const error of ['invalid_client', 'deleted_client', 'unauthorized_client']) {
    const body = JSON.stringify({ error })
    house.fake.inject('POST /token', { kind: 'answer', status: 401, body })
    expect((await failureOf(agree())).kind).toBe('app_unusable')
  }
})

test('a refresh keeps the token that Google does not repeat, and learns the channel anew', async () => {
  const { account, credentials } = await connect()
  house.fake.state.isVerified = false
  const first = await connectByOauth.refresh(account, credentials, io)
  expect(first.credentials.refresh_token).toBe(credentials.refresh_token)
  expect(tokenOf(first.credentials)).not.toBe(tokenOf(credentials))
  expect(first.profile?.settings).toMatchObject({ is_verified: false, granted: everyScope })
  const second = await connectByOauth.refresh(account, first.credentials, io)
  expect(house.fake.google.oauth.ownerOf(tokenOf(second.credentials))?.person).toBe('tide')
})

test('a refresh stands also where YouTube does not show the channel', async () => {
  const { account, credentials } = await connect()
  house.fake.inject('GET /youtube/v3/channels', refused(403, 'quotaExceeded'))
  expect(await connectByOauth.refresh(account, credentials, io)).toMatchObject({ profile: null })
})

test('access that was removed, or came of an app in testing, is unauthorized; a broken answer is not', async () => {
  const { account, credentials } = await connect()
  house.fake.inject('POST /token', { kind: 'answer', status: 503, body: '<h1>503</h1>' })
  await expect(connectByOauth.refresh(account, credentials, io)).rejects.toEqual(ended('unavailable'))
  house.fake.google.oauth.endAll()
  const failure = await failureOf(connectByOauth.refresh(account, credentials, io))
  expect(failure).toMatchObject({ kind: 'unauthorized', platformCode: 'invalid_grant' })
  expect(failure.message).toContain('testing')
})

test('disconnecting ends everything that the sign-in gave, and may be repeated', async () => {
  const { account, credentials } = await connect()
  await connectByOauth.revoke(account, credentials, io)
  expect(house.fake.google.oauth.ownerOf(tokenOf(credentials))).toBeNull()
  await connectByOauth.revoke(account, credentials, io)
})
