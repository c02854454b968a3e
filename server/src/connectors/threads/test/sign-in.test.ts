import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { agreeAt, agreeToAll } from '../../../../test/consent.ts'
import type { RedirectIo } from '../../connector.ts'
import { refresh } from '../access.ts'
import { connectByOauth } from '../sign-in.ts'
import { callback, type FakeThreads } from './fake.ts'
import { scopes } from './fake-login.ts'
import { failureOf } from './steps.ts'
import { answered, credentialsOf, openHouse, refused, type ThreadsHouse } from './world.ts'

let house: ThreadsHouse
let fake: FakeThreads
let io: RedirectIo
beforeEach(async () => {
  house = await openHouse()
  fake = house.fake
  io = { ...house.connectIo, redirectUri: callback, state: 'a-state-of-256-bits' }
})
afterEach(() => house.close())

const dayMs = 24 * 3_600_000
const here = (url: string) => url.replace('https://threads.com', fake.url)

async function signIn(agree = agreeToAll) {
  const { url, keep } = await connectByOauth.begin({}, io)
  const back = await agree(here(url))
  return connectByOauth.finish(back.searchParams, keep, io)
}

describe('a person who agrees', () => {
  test('is connected with a token of sixty days, the permissions it has, and an id that lost no digit', async () => {
    const [candidate] = await signIn()
    expect(candidate).toMatchObject({
      suggested: true,
      reason: null,
      profile: {
        externalId: '9876543210123456789',
        username: 'harbour',
        displayName: 'Harbour',
        profileUrl: 'https://www.threads.com/@harbour',
        settings: { scopes },
      },
    })
    const days = ((candidate?.profile.expiresAt?.getTime() ?? 0) - Date.now()) / dayMs
    expect(days).toBeGreaterThan(59)
    expect(fake.login.grantOf(String(candidate?.profile.credentials.access_token))).not.toBeNull()
  })

  test('is asked for the permissions of the operator’s choice', async () => {
    io = {
      ...io,
      app: async () => ({ ...(await house.connectIo.app()), scopes: 'threads_basic,threads_delete' }),
    }
    const { url } = await connectByOauth.begin({}, io)
    expect(new URL(url).origin).toBe('https://threads.com')
    expect(new URL(url).searchParams.get('scope')).toBe('threads_basic,threads_delete')
  })

  test('to too little reads what is missing', async () => {
    const little = (url: string) => agreeAt(url, { person: 'harbour', scopes: ['threads_basic'] })
    const failure = await failureOf(signIn(little))
    expect([failure.kind, failure.message]).toEqual([
      'forbidden',
      expect.stringContaining('threads_content_publish is missing'),
    ])
  })

  test('is connected without knowing the permissions, where only testers may ask for them', async () => {
    fake.login.isTester = false
    const [candidate] = await signIn()
    expect(candidate?.profile.settings).toEqual({ scopes: null })
  })

  test('cannot be given the answer to another sign-in', async () => {
    const { url } = await connectByOauth.begin({}, io)
    const { keep } = await connectByOauth.begin({}, { ...io, state: 'another-state' })
    const back = await agreeToAll(here(url))
    const failure = await failureOf(connectByOauth.finish(back.searchParams, keep, io))
    expect(failure.message).toContain('the answer to another one')
  })
})

test.each([
  [{ error_type: 'OAuthException', code: 400, error_message: 'Invalid platform app' }, 'app_unusable'],
  [
    { error_type: 'OAuthException', code: 400, error_message: 'This authorization code has expired' },
    'invalid',
  ],
  [{ error_type: 'OAuthException', code: 400, error_message: 'Something new' }, 'invalid'],
  [
    { error: { message: 'Error validating client secret.', type: 'OAuthException', code: 1 } },
    'app_unusable',
  ],
  [{ error: { message: 'Invalid verification code format.', type: 'OAuthException', code: 100 } }, 'invalid'],
])('a code that is refused with %j is %s', async (error, kind) => {
  fake.inject('POST /oauth/access_token', answered(400, error))
  const failure = await failureOf(signIn())
  expect(failure.kind).toBe(kind)
  expect(failure.message).not.toContain(fake.login.client.secret)
})

test.each([
  ['POST /oauth/access_token', answered(200, {}), 'unavailable'],
  ['POST /oauth/access_token', { ...answered(502, {}), body: '<h1>' }, 'unavailable'],
  ['GET /access_token', answered(200, { access_token: 'a b' }), 'unavailable'],
  ['GET /access_token', refused({ code: 101 }), 'app_unusable'],
  ['GET /v1.0/me', answered(200, { id: 7, username: 'harbour' }), 'unavailable'],
])('a sign-in whose %s is answered with %j ends as %s', async (name, answer, kind) => {
  fake.inject(name, answer)
  expect((await failureOf(signIn())).kind).toBe(kind)
})

describe('a refresh', () => {
  const refreshed = (ageMs: number) => {
    const token = fake.login.issue('harbour', scopes, ageMs)
    return refresh(house.account, credentialsOf(token, ageMs), house.connectIo)
  }
  const renewals = () => fake.calls.filter(({ name }) => name === 'GET /refresh_access_token').length

  test('looks at a young token, and learns the profile anew', async () => {
    const { profile, credentials } = await refreshed(9 * dayMs)
    expect(profile).toMatchObject({ username: 'harbour', settings: house.account.settings })
    expect(credentials.made_at).toBeLessThan(Date.now() - 8 * dayMs)
    expect(renewals()).toBe(0)
  })

  test('renews an older one for sixty days', async () => {
    const { credentials, expiresAt, profile } = await refreshed(11 * dayMs)
    expect(fake.login.grantOf(String(credentials.access_token))?.madeAt).toBeGreaterThan(Date.now() - dayMs)
    expect((expiresAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(59 * dayMs)
    expect(profile).toBeNull()
  })

  test('of a token that has ended asks for a new sign-in, young or old', async () => {
    expect((await failureOf(refreshed(61 * dayMs))).kind).toBe('unauthorized')
    fake.inject('GET /v1.0/me', refused({ code: 190, error_subcode: 460 }))
    expect((await failureOf(refreshed(dayMs))).kind).toBe('unauthorized')
  })

  test('keeps a token that Threads does not renew and still takes', async () => {
    fake.inject('GET /refresh_access_token', refused({ code: 100 }))
    expect((await refreshed(11 * dayMs)).profile).toMatchObject({ username: 'harbour' })
    fake.inject('GET /refresh_access_token', refused({ code: 2, is_transient: true }))
    expect((await failureOf(refreshed(11 * dayMs))).kind).toBe('unavailable')
  })

  test('refuses the token of another profile', async () => {
    fake.inject('GET /v1.0/me', answered(200, { id: '8', username: 'harbour' }))
    expect((await failureOf(refreshed(dayMs))).kind).toBe('unauthorized')
  })
})
