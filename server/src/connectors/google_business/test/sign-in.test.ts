import { afterEach, beforeEach, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { RedirectIo } from '../../connector.ts'
import { neededScope } from '../app.ts'
import { connectByOauth } from '../sign-in.ts'
import { calls } from './fake.ts'
import { errorInfo } from './fake-world.ts'
import { failureOf } from './steps.ts'
import { type BusinessHouse, openHouse, redirectUri, refused } from './world.ts'

let house: BusinessHouse
let io: RedirectIo
beforeEach(async () => {
  house = await openHouse()
  io = { ...house.connectIo, redirectUri, state: 's'.repeat(43) }
})
afterEach(() => house.close())

/** Agrees on Google's page. */
async function agree(given: { person?: string; change?: (url: URL) => void } = {}) {
  const { url, keep } = await connectByOauth.begin({}, io)
  const page = new URL(url.replace('https://accounts.google.com', house.fake.url))
  given.change?.(page)
  const body = new URLSearchParams({
    decision: 'allow',
    person: given.person ?? 'harbour',
    scope: neededScope,
  })
  const answer = await fetch(page, { method: 'POST', body, redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? '')
  return connectByOauth.finish(back.searchParams, keep, io)
}

async function connect() {
  const [candidate] = await agree()
  if (!candidate) throw new Error('There is no location.')
  const { externalId, username, settings, credentials } = candidate.profile
  return { account: { id: 'an-account', externalId, username, settings }, credentials }
}

const tokenOf = ({ access_token: token }: JsonObject) => String(token)
const unnamed = 'Google has not verified that this location is yours, and shows no posts of it until then.'

test('Google is asked for lasting access to the businesses, and for nothing else', async () => {
  const { searchParams } = new URL((await connectByOauth.begin({}, io)).url)
  expect(Object.fromEntries(searchParams)).toMatchObject({
    access_type: 'offline',
    prompt: 'consent',
    code_challenge_method: 'S256',
    scope: neededScope,
  })
  expect(searchParams.has('include_granted_scopes')).toBe(false)
})

test('the locations of all accounts are there to choose from, each once', async () => {
  const candidates = await agree()
  expect(
    candidates.map(({ profile, suggested, reason }) => [
      profile.externalId,
      profile.username,
      profile.settings.account_id,
      suggested,
      reason,
    ]),
  ).toEqual([
    ['201', 'Harbour Café, 1 Quay Street, Bath', '101', true, null],
    ['202', 'Harbour Café', '102', false, null],
    ['203', 'Harbour Kiosk, Wells', '102', false, unnamed],
  ])
  expect(candidates[0]?.profile).toMatchObject({
    displayName: 'Harbour Café',
    profileUrl: 'https://maps.google.com/maps?cid=201',
    settings: { maps_url: 'https://maps.google.com/maps?cid=201' },
  })
  const seconds = ((candidates[0]?.profile.expiresAt?.getTime() ?? 0) - Date.now()) / 1_000
  expect(seconds).toBeGreaterThan(3_500)
})

test('lists are read to their ends', async () => {
  house.fake.world.mostOnPage = 1
  expect((await agree()).map(({ profile }) => profile.externalId)).toEqual(['201', '202', '203'])
  const pages = house.fake.calls.filter(({ name }) => name === calls.accounts)
  // One of the accounts was asked for when the house was opened.
  expect(pages.map(({ url }) => url.searchParams.get('pageToken')).slice(1)).toEqual([
    null,
    'after-1',
    'after-2',
  ])
})

test('an endless list ends the sign-in all the same', async () => {
  const endless = { locations: [], nextPageToken: 'after-0' }
  for (let page = 0; page < 40; page++) {
    const body = JSON.stringify(endless)
    house.fake.inject(calls.locations, { kind: 'answer', status: 200, body })
  }
  expect((await failureOf(agree())).message).toContain('manages no business')
})

test('without the permission nothing is connected, and no other access is ended', async () => {
  const body = JSON.stringify({
    access_token: 'a-token-for-nothing',
    expires_in: 3_599,
    refresh_token: 'a-refresh-token-for-nothing',
    scope: 'https://www.googleapis.com/auth/userinfo.email',
    token_type: 'Bearer',
  })
  house.fake.inject('POST /token', { kind: 'answer', status: 200, body })
  const failure = await failureOf(agree())
  expect(failure).toMatchObject({ kind: 'forbidden', message: expect.stringContaining('tick it') })
  expect(house.fake.calls.filter(({ name }) => name === 'POST /revoke')).toEqual([])
})

test('access that ends within the hour is of no use', async () => {
  const change = (url: URL) => url.searchParams.delete('access_type')
  const failure = await failureOf(agree({ change }))
  expect(failure).toMatchObject({ kind: 'forbidden', message: expect.stringContaining('an hour') })
})

test('a person without a business reads that', async () => {
  expect(await failureOf(agree({ person: 'tide' }))).toMatchObject({
    kind: 'forbidden',
    message: expect.stringContaining('manages no business'),
  })
  house.fake.inject(calls.accounts, refused(401, 'UNAUTHENTICATED'))
  expect(await failureOf(agree())).toMatchObject({ kind: 'forbidden' })
})

test.each([
  [refused(403, 'PERMISSION_DENIED', [errorInfo('SERVICE_DISABLED')]), 'not enabled'],
  [
    refused(429, 'RESOURCE_EXHAUSTED', [errorInfo('RATE_LIMIT_EXCEEDED', { quota_limit_value: '0' })]),
    'must apply for it',
  ],
])('a project without access is the operator’s to mend', async (answer, problem) => {
  house.fake.inject(calls.accounts, answer)
  expect(await failureOf(agree())).toMatchObject({
    kind: 'app_unusable',
    message: expect.stringContaining(problem),
  })
  house.fake.inject(calls.locations, answer)
  expect((await failureOf(agree())).kind).toBe('app_unusable')
})

test('a location without a name or number is not guessed', async () => {
  for (const location of [{ title: 'Nameless' }, { name: 'accounts/1' }, { name: 'locations/x' }]) {
    const body = JSON.stringify({ locations: [location] })
    house.fake.inject(calls.locations, { kind: 'answer', status: 200, body })
    expect((await failureOf(agree())).kind).toBe('unavailable')
  }
})

test('a refresh keeps the token that Google does not repeat, and learns the location anew', async () => {
  const { account, credentials } = await connect()
  const first = await connectByOauth.refresh({ ...account, username: 'An older name' }, credentials, io)
  expect(first.credentials).toMatchObject({
    refresh_token: credentials.refresh_token,
    location_id: '201',
  })
  expect(tokenOf(first.credentials)).not.toBe(tokenOf(credentials))
  expect(first.profile).toMatchObject({
    username: 'Harbour Café, 1 Quay Street, Bath',
    settings: { account_id: '101' },
  })
  const second = await connectByOauth.refresh(account, first.credentials, io)
  expect(house.fake.google.oauth.ownerOf(tokenOf(second.credentials))?.person).toBe('harbour')
})

test('a refresh stands also where Google does not show the location, or shows another', async () => {
  const { account, credentials } = await connect()
  const read = 'GET /v1/locations/201'
  house.fake.inject(read, refused(404, 'NOT_FOUND'))
  expect(await connectByOauth.refresh(account, credentials, io)).toMatchObject({ profile: null })
  const body = JSON.stringify({ name: 'locations/202', title: 'Another' })
  house.fake.inject(read, { kind: 'answer', status: 200, body })
  expect(await connectByOauth.refresh(account, credentials, io)).toMatchObject({ profile: null })
})

test('access that was removed, or came of an app in testing, is unauthorized; a broken answer is not', async () => {
  const { account, credentials } = await connect()
  house.fake.inject('POST /token', { kind: 'answer', status: 503, body: '<h1>503</h1>' })
  expect((await failureOf(connectByOauth.refresh(account, credentials, io))).kind).toBe('unavailable')
  house.fake.google.oauth.endAll()
  const failure = await failureOf(connectByOauth.refresh(account, credentials, io))
  expect(failure).toMatchObject({ kind: 'unauthorized', platformCode: 'invalid_grant' })
  expect(failure.message).toContain('testing')
})

test('disconnecting one location leaves the access to the others', async () => {
  const candidates = await agree()
  const { account, credentials } = await connect()
  await connectByOauth.revoke(account, credentials, io)
  const [, other] = candidates
  expect(house.fake.google.oauth.ownerOf(tokenOf(other?.profile.credentials ?? {}))).not.toBeNull()
})
