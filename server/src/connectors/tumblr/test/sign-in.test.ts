import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { agreeAt } from '../../../../test/consent.ts'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { Candidate, RedirectIo } from '../../connector.ts'
import { website } from '../api.ts'
import { neededScopes } from '../app.ts'
import { connectByOauth } from '../sign-in.ts'
import { tokens } from './fake.ts'
import { harbourId, tideId } from './fake-world.ts'
import { failureOf } from './steps.ts'
import { accountOf, answered, openHouse, redirectUri, refused, type TumblrHouse, tooMany } from './world.ts'

let house: TumblrHouse
let io: RedirectIo
let now: Date
beforeEach(async () => {
  house = await openHouse()
  now = new Date()
  io = { ...house.connectIo, redirectUri, state: 's'.repeat(43), now: () => now }
})
afterEach(() => house.close())

async function agree(person = 'harbour', scopes = neededScopes): Promise<readonly Candidate[]> {
  const { url, keep } = await connectByOauth.begin({}, io)
  const back = await agreeAt(url.replace(website, house.fake.url), { person, scopes })
  return connectByOauth.finish(back.searchParams, keep, io)
}

/** Both blogs of one person. */
async function connectBoth(): Promise<readonly [Candidate, Candidate]> {
  const [one, other] = await agree()
  if (!one || !other) throw new Error('The blogs are not there.')
  return [one, other]
}

const refresh = (candidate: Candidate, credentials: JsonObject = candidate.profile.credentials) =>
  connectByOauth.refresh(accountOf(candidate), credentials, io)

const trades = () => house.fake.calls.filter(({ name }) => name === tokens)

test('the page is asked for access that lasts, with our state and no PKCE', async () => {
  const { origin, pathname, searchParams } = new URL((await connectByOauth.begin({}, io)).url)
  expect(origin + pathname).toBe('https://www.tumblr.com/oauth2/authorize')
  expect(Object.fromEntries(searchParams)).toEqual({
    response_type: 'code',
    client_id: expect.any(String),
    redirect_uri: redirectUri,
    state: io.state,
    scope: 'basic write offline_access',
  })
})

test('the client proves itself in the form, as Tumblr shows it', async () => {
  await agree()
  const { client_id: id, client_secret: secret } = await io.app()
  const trade = trades().at(-1)
  expect(trade?.headers.authorization).toBeUndefined()
  expect(Object.fromEntries(new URLSearchParams(trade?.body.toString()))).toEqual({
    grant_type: 'authorization_code',
    code: expect.any(String),
    redirect_uri: redirectUri,
    client_id: id,
    client_secret: secret,
  })
})

test('all blogs of the person are there to choose from, the first of them proposed', async () => {
  const candidates = await agree()
  const { client_id: clientId } = await io.app()
  expect(candidates).toMatchObject([
    {
      suggested: true,
      reason: null,
      profile: {
        externalId: harbourId,
        username: 'harbour',
        displayName: 'The harbour',
        avatarUrl: 'https://64.media.tumblr.com/harbour/s512x512.png',
        profileUrl: 'https://harbour.tumblr.com/',
        settings: { user_name: 'harbour', client_id: clientId },
      },
    },
    { suggested: false, profile: { externalId: tideId, username: 'tide-pools', displayName: 'tide-pools' } },
  ])
  const minutes = ((candidates[0]?.profile.expiresAt?.getTime() ?? 0) - Date.now()) / 60_000
  expect(minutes).toBeCloseTo(42, 0)
  expect(await agree('lighthouse')).toMatchObject([{ profile: { username: 'lighthouse' } }])
})

test.each([
  ['no permission to post', ['basic', 'offline_access'], 'no permission to post'],
  ['access that ends', ['basic', 'write'], 'cannot be renewed'],
])('%s is not enough', async (_, scopes, words) => {
  expect(await failureOf(agree('harbour', scopes))).toMatchObject({
    kind: 'forbidden',
    message: expect.stringContaining(words),
  })
})

test('permission is believed where Tumblr leaves out what every access may do', async () => {
  const given = { access_token: house.credentials.access_token, token_type: 'bearer', expires_in: 2_520 }
  house.fake.inject(tokens, answered(200, { ...given, scope: 'write offline_access', refresh_token: 'next' }))
  expect(await agree()).toHaveLength(2)
})

const user = (more: unknown) =>
  answered(200, {
    meta: { status: 200, msg: 'OK' },
    response: { user: { name: 'harbour', ...(more as object) } },
  })

test.each([
  ['no blog', user({ blogs: [] }), 'forbidden'],
  ['blogs without a lasting id', user({ blogs: [{ name: 'harbour' }, null, 7] }), 'forbidden'],
  ['no list of blogs', user({}), 'unavailable'],
  ['access that is refused at once', refused(401), 'forbidden'],
  ['no user', answered(200, { response: [] }), 'unavailable'],
  ['a page', answered(200, '<h1>Hello</h1>'), 'unavailable'],
])('a sign-in that ends in %s is refused', async (_, answer, kind) => {
  house.fake.inject('GET /v2/user/info', answer)
  expect((await failureOf(agree())).kind).toBe(kind)
})

test('a blog whose address or picture is no web address has a usual one', async () => {
  const blog = { name: 'harbour', uuid: harbourId, url: 'javascript:alert(1)', avatar: [{ url: 'data:,x' }] }
  house.fake.inject('GET /v2/user/info', user({ blogs: [blog] }))
  expect(await agree()).toMatchObject([
    { profile: { profileUrl: 'https://www.tumblr.com/harbour', avatarUrl: null, displayName: 'harbour' } },
  ])
})

test.each([
  [refused(401), 'invalid'],
  [answered(400, { error: 'invalid_grant' }), 'invalid'],
  [answered(401, { error: 'invalid_client' }), 'app_unusable'],
  [tooMany(5), 'rate_limited'],
  [answered(503, '<h1>503</h1>'), 'unavailable'],
] as const)('a sign-in whose code is answered %j is %s', async (answer, kind) => {
  house.fake.inject(tokens, answer)
  expect((await failureOf(agree())).kind).toBe(kind)
})

describe('access that ends after 42 minutes', () => {
  const tokenOf = ({ access_token: token }: JsonObject) => String(token)

  test('is renewed once for all blogs of a sign-in, of which each goes on from what it knows', async () => {
    const [one, other] = await connectBoth()
    const before = trades().length
    const first = await refresh(one)
    const second = await refresh(other)
    expect(trades()).toHaveLength(before + 1)
    expect(tokenOf(first.credentials)).not.toBe(tokenOf(one.profile.credentials))
    expect(tokenOf(second.credentials)).toBe(tokenOf(first.credentials))
    expect(second).toMatchObject({ expiresAt: first.expiresAt, profile: { username: 'tide-pools' } })
    const third = await refresh(other, second.credentials)
    expect(trades()).toHaveLength(before + 2)
    expect(tokenOf((await refresh(one, first.credentials)).credentials)).toBe(tokenOf(third.credentials))
    expect(house.fake.signIn.oauth.ownerOf(tokenOf(third.credentials))).not.toBeNull()
  })

  test('is renewed by one blog at a time', async () => {
    const [one, other] = await connectBoth()
    house.fake.inject(tokens, { kind: 'slow', ms: 300 })
    const slow = refresh(one)
    const before = trades().length
    await expect.poll(() => trades().length).toBe(before + 1)
    expect(await failureOf(refresh(other))).toMatchObject({ kind: 'unavailable' })
    const { credentials } = await slow
    expect(tokenOf((await refresh(other)).credentials)).toBe(tokenOf(credentials))
  })

  test('of two sign-ins of one person is kept apart', async () => {
    const [[one], [again]] = [await connectBoth(), await connectBoth()]
    const first = await refresh(one)
    expect(tokenOf((await refresh(again)).credentials)).not.toBe(tokenOf(first.credentials))
  })

  test.each([
    [refused(401), 'unauthorized'],
    [answered(400, { error: 'invalid_grant', error_description: 'It expired.' }), 'unauthorized'],
    [answered(401, { error: 'invalid_client' }), 'app_unusable'],
    [answered(403, '<h1>Blocked</h1>'), 'unavailable'],
    [refused(403), 'unavailable'],
    [tooMany(5), 'rate_limited'],
    [answered(503, '<h1>503</h1>'), 'unavailable'],
    [answered(200, { access_token: 'x', token_type: 'bearer' }), 'unavailable'],
  ] as const)('and whose renewal is answered %j is %s, and can be tried again', async (answer, kind) => {
    const [one, other] = await connectBoth()
    house.fake.inject(tokens, answer)
    expect((await failureOf(refresh(one))).kind).toBe(kind)
    expect(await refresh(other)).toMatchObject({ profile: { username: 'tide-pools' } })
  })

  test('needs a new connection where the person has ended it', async () => {
    const [one, other] = await connectBoth()
    house.fake.signIn.oauth.endAll()
    for (const candidate of [one, other])
      expect(await failureOf(refresh(candidate))).toMatchObject({ kind: 'unauthorized', platformCode: '401' })
  })

  test('is good although the blog cannot be read, or is not in the list', async () => {
    const [one] = await connectBoth()
    house.fake.inject('GET /v2/user/info', refused(500))
    const first = await refresh(one)
    expect(first.profile).toBeNull()
    house.fake.inject('GET /v2/user/info', user({ blogs: [] }))
    expect((await refresh(one, first.credentials)).profile).toBeNull()
  })

  test('tells of another name of the blog, whose id stays', async () => {
    const [one] = await connectBoth()
    const [blog] = house.fake.world.people[0]?.blogs ?? []
    if (blog) blog.name = 'new-harbour'
    expect((await refresh(one)).profile).toMatchObject({
      username: 'new-harbour',
      profileUrl: 'https://new-harbour.tumblr.com/',
    })
  })
})

test('disconnecting one blog leaves the access to the other', async () => {
  const [one, other] = await connectBoth()
  await connectByOauth.revoke(accountOf(one), one.profile.credentials, io)
  expect(await refresh(other)).toMatchObject({ profile: { username: 'tide-pools' } })
})
