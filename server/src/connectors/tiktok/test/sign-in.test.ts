import { afterEach, beforeEach, expect, test } from 'vitest'
import { agreeAt } from '../../../../test/consent.ts'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { RedirectIo } from '../../connector.ts'
import { connectByOauth } from '../sign-in.ts'
import { calls } from './fake.ts'
import { everyScope } from './fake-login.ts'
import { failureOf } from './steps.ts'
import { openHouse, redirectUri, refused, type TikTokHouse } from './world.ts'

let house: TikTokHouse
let io: RedirectIo
beforeEach(async () => {
  house = await openHouse()
  io = { ...house.connectIo, redirectUri, state: 's'.repeat(43) }
})
afterEach(() => house.close())

/** Agrees on TikTok's page, with some of the scopes. */
async function agree(scopes: readonly string[] = everyScope) {
  const { url, keep } = await connectByOauth.begin({}, io)
  const page = url.replace('https://www.tiktok.com', house.fake.url)
  const back = await agreeAt(page, { person: 'tide', scopes })
  return connectByOauth.finish(back.searchParams, keep, io)
}

async function connect() {
  const [candidate] = await agree()
  if (!candidate) throw new Error('There is no profile.')
  const { externalId, username, settings, credentials } = candidate.profile
  return { account: { id: 'an-account', externalId, username, settings }, credentials }
}

const setApp = async (more: JsonObject) => {
  const app = { ...(await house.connectIo.app()), ...more }
  io = { ...io, app: async () => app }
}
const tokenOf = ({ access_token: token }: JsonObject) => String(token)
const callsOf = (name: string) => house.fake.calls.filter((call) => call.name === name)

test('people are asked for the scopes of the app, by the names that TikTok has for it all', async () => {
  const { searchParams } = new URL((await connectByOauth.begin({}, io)).url)
  const { client_key: key } = await house.connectIo.app()
  expect(Object.fromEntries(searchParams)).toEqual({
    client_key: key,
    response_type: 'code',
    scope: 'user.info.basic,video.publish,video.upload,video.list',
    redirect_uri: redirectUri,
    state: io.state,
  })
})

test('the account of the person is the candidate, with how it may post', async () => {
  await setApp({ audit: 'none' })
  Object.assign(house.fake.state.creator, { duetDisabled: true, maxVideoSeconds: 180 })
  const [candidate, ...more] = await agree()
  expect(more).toEqual([])
  expect(candidate).toMatchObject({
    suggested: true,
    reason: null,
    profile: {
      externalId: '-000tide',
      username: 'tide.co',
      displayName: 'The tide',
      avatarUrl: 'https://p16.tiktokcdn.com/tide',
      profileUrl: 'https://www.tiktok.com/@tide.co',
      settings: {
        handle: 'tide.co',
        granted: everyScope,
        audit: 'none',
        privacies: ['public', 'friends', 'private'],
        comments_off: false,
        duets_off: true,
        longest_video_ms: 180_000,
      },
    },
  })
  const seconds = ((candidate?.profile.expiresAt?.getTime() ?? 0) - Date.now()) / 1_000
  expect(seconds).toBeGreaterThan(7_100)
})

test('an account is connected although it has posted enough for today', async () => {
  house.fake.state.refusal = 'spam_risk_too_many_posts'
  const [candidate] = await agree()
  expect(candidate?.profile).toMatchObject({
    username: 'The tide',
    profileUrl: 'https://www.tiktok.com/',
    settings: { handle: null, privacies: [], longest_video_ms: null },
  })
})

test('drafts alone are enough, and too little access is given back', async () => {
  const [candidate] = await agree(['user.info.basic', 'video.upload'])
  expect(candidate?.profile.settings).toMatchObject({ granted: ['user.info.basic', 'video.upload'] })
  expect(callsOf(calls.creator)).toEqual([])
  for (const scopes of [['user.info.basic', 'video.list'], ['video.publish']]) {
    const failure = await failureOf(agree(scopes))
    expect(failure).toMatchObject({
      kind: 'forbidden',
      message: expect.stringContaining('too little access'),
    })
  }
  expect(callsOf('POST /v2/oauth/revoke/')).toHaveLength(2)
})

test('access that is refused at once is a fault of the sign-in', async () => {
  house.fake.inject(calls.user, refused(401, 'access_token_invalid'))
  expect(await failureOf(agree())).toMatchObject({ kind: 'forbidden' })
})

test('an app that TikTok does not accept is the operator’s to mend', async () => {
  for (const error of ['invalid_client', 'unauthorized_client', 'invalid_scope']) {
    const body = JSON.stringify({ error, error_description: 'No', log_id: 'a-log' })
    house.fake.inject('POST /v2/oauth/token/', { kind: 'answer', status: 200, body })
    expect((await failureOf(agree())).kind).toBe('app_unusable')
  }
})

test('each refresh gives another refresh token, and learns the profile before', async () => {
  const { account, credentials } = await connect()
  Object.assign(house.fake.state.creator, { commentDisabled: true })
  const before = house.fake.calls.length
  const first = await connectByOauth.refresh(account, credentials, io)
  expect(house.fake.calls.slice(before).map(({ name }) => name)).toEqual([
    calls.user,
    calls.creator,
    'POST /v2/oauth/token/',
  ])
  expect(first.credentials.refresh_token).not.toBe(credentials.refresh_token)
  expect(first.profile?.settings).toMatchObject({ comments_off: true, granted: everyScope })
  const second = await connectByOauth.refresh(account, first.credentials, io)
  expect(house.fake.login.oauth.ownerOf(tokenOf(second.credentials))?.person).toBe('tide')
})

test('a refresh stands also where the profile cannot be read', async () => {
  const { account, credentials } = await connect()
  house.fake.inject(calls.user, refused(401, 'access_token_invalid'))
  expect(await connectByOauth.refresh(account, credentials, io)).toMatchObject({ profile: null })
})

test('access that was removed is unauthorized; a broken answer is not', async () => {
  const { account, credentials } = await connect()
  house.fake.inject('POST /v2/oauth/token/', { kind: 'answer', status: 503, body: '<h1>503</h1>' })
  expect((await failureOf(connectByOauth.refresh(account, credentials, io))).kind).toBe('unavailable')
  await connectByOauth.refresh(account, credentials, io)
  // The old refresh token has ended with its use.
  expect(await failureOf(connectByOauth.refresh(account, credentials, io))).toMatchObject({
    kind: 'unauthorized',
    platformCode: 'invalid_grant',
  })
})

test('disconnecting ends the access, also where it is over for the moment, and may be repeated', async () => {
  const { account, credentials } = await connect()
  await connectByOauth.revoke(account, credentials, io)
  expect(house.fake.login.oauth.ownerOf(tokenOf(credentials))).toBeNull()
  await connectByOauth.revoke(account, credentials, io)
  const later = await connect()
  const over = { ...later.credentials, expires_at: Date.now() - 1_000 }
  await connectByOauth.revoke(later.account, over, io)
  expect(house.fake.login.oauth.ownerOf(tokenOf(later.credentials))).toBeNull()
  await connectByOauth.revoke(later.account, over, io)
})
