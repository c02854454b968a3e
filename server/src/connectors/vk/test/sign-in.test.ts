import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { agreeAt } from '../../../../test/consent.ts'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { Candidate, RedirectIo } from '../../connector.ts'
import { neededScopes, signInOrigin } from '../app.ts'
import { connectByVkId } from '../sign-in.ts'
import { callOf, tokens } from './fake.ts'
import { anna, harbour } from './fake-world.ts'
import { failureOf } from './steps.ts'
import { accountOf, answered, openHouse, redirectUri, refused, signIn, type VkHouse } from './world.ts'

let house: VkHouse
let io: RedirectIo
beforeEach(async () => {
  house = await openHouse()
  io = { ...house.connectIo, redirectUri, state: 's'.repeat(43) }
})
afterEach(() => house.close())

const agree = (scopes = neededScopes) => signIn(house, scopes)

/** The wall of a person and that of a community, of one sign-in. */
async function connectBoth(): Promise<readonly [Candidate, Candidate]> {
  const [one, other] = await agree()
  if (!one || !other) throw new Error('The walls are not there.')
  return [one, other]
}

const refresh = ({ profile }: Candidate, credentials: JsonObject = profile.credentials) =>
  connectByVkId.refresh(accountOf(profile), credentials, io)

const trades = () => house.fake.calls.filter(({ name }) => name === tokens)
const lastTrade = () => Object.fromEntries(new URLSearchParams(trades().at(-1)?.body.toString()))

test('the page is asked for the permissions, with our state and a challenge', async () => {
  const { origin, pathname, searchParams } = new URL((await connectByVkId.begin({}, io)).url)
  expect(origin + pathname).toBe('https://id.vk.com/authorize')
  expect(Object.fromEntries(searchParams)).toEqual({
    response_type: 'code',
    client_id: '51694790',
    redirect_uri: redirectUri,
    state: io.state,
    scope: 'wall photos video docs groups',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  })
})

test('the code is traded with its device and a state, and without a secret', async () => {
  await agree()
  expect(lastTrade()).toEqual({
    grant_type: 'authorization_code',
    code: expect.any(String),
    code_verifier: expect.any(String),
    redirect_uri: redirectUri,
    client_id: '51694790',
    device_id: expect.any(String),
    state: expect.stringMatching(/^[\w-]{43}$/),
  })
})

test('the wall of the person and their communities are there to choose from', async () => {
  const candidates = await agree()
  expect(candidates).toMatchObject([
    {
      suggested: false,
      profile: {
        externalId: String(anna),
        username: 'anna_at_sea',
        displayName: 'Anna Lind',
        avatarUrl: `https://sun9-1.userapi.com/avatars/${anna}.png`,
        profileUrl: 'https://vk.com/anna_at_sea',
        settings: { access: 'person', granted: neededScopes, reads: true },
      },
    },
    {
      suggested: true,
      reason: null,
      profile: { externalId: `-${harbour}`, username: 'harbour', displayName: 'The harbour' },
    },
    { suggested: false, profile: { username: 'club212979993', displayName: 'Quay' } },
  ])
  const minutes = ((candidates[0]?.profile.expiresAt?.getTime() ?? 0) - Date.now()) / 60_000
  expect(minutes).toBeCloseTo(60, 0)
})

test('without the permission for communities only the own wall is there', async () => {
  const candidates = await agree(['wall', 'photos'])
  expect(candidates).toMatchObject([
    { suggested: true, profile: { externalId: String(anna), settings: { granted: ['wall', 'photos'] } } },
  ])
})

test('without the permission for walls nothing is connected', async () => {
  expect(await failureOf(agree(['photos', 'groups']))).toMatchObject({
    kind: 'forbidden',
    message: expect.stringContaining('on request'),
  })
})

test('an app that may not publish at all is told whom to ask', async () => {
  house.fake.world.isLimited = true
  expect(await failureOf(agree())).toMatchObject({
    kind: 'forbidden',
    platformCode: '1051',
    message: expect.stringContaining('devsupport@corp.vk.com'),
  })
})

const response = (content: unknown) => answered(200, { response: content })

test.each([
  ['users.get', refused(5), 'forbidden'],
  ['users.get', response([]), 'unavailable'],
  ['users.get', response([{ id: -1 }]), 'unavailable'],
  ['users.get', answered(200, '<h1>Hello</h1>'), 'unavailable'],
  ['groups.get', response({}), 'unavailable'],
  ['groups.get', response({ items: [7] }), 'unavailable'],
  ['groups.get', refused(6), 'rate_limited'],
])('a sign-in whose %s is answered %j is %s', async (method, answer, kind) => {
  house.fake.inject(callOf(method), answer)
  expect((await failureOf(agree())).kind).toBe(kind)
})

test('a profile without a name or a picture that can be shown has a usual one', async () => {
  const person = { id: 7, screen_name: '../x', photo_200: 'javascript:alert(1)' }
  house.fake.inject(callOf('users.get'), response([person]))
  expect((await agree())[0]).toMatchObject({
    profile: { username: 'id7', displayName: 'id7', avatarUrl: null, profileUrl: 'https://vk.com/id7' },
  })
})

test('a callback without its device is refused before the code is traded', async () => {
  const { url, keep } = await connectByVkId.begin({}, io)
  const back = await agreeAt(url.replace(signInOrigin, house.fake.url), {
    person: 'anna_at_sea',
    scopes: neededScopes,
  })
  const before = trades().length
  for (const device of [null, 'a b']) {
    const query = new URLSearchParams(back.searchParams)
    query.delete('device_id')
    if (device !== null) query.set('device_id', device)
    expect((await failureOf(connectByVkId.finish(query, keep, io))).kind).toBe('invalid')
  }
  expect(trades()).toHaveLength(before)
})

test.each([
  [answered(200, { error: 'invalid_grant' }), 'invalid'],
  [answered(401, { error: 'invalid_client' }), 'app_unusable'],
  [answered(200, { error: 'invalid_scope' }), 'app_unusable'],
  [answered(429, ''), 'rate_limited'],
  [answered(503, '<h1>503</h1>'), 'unavailable'],
  [answered(200, { access_token: 'x', token_type: 'Bearer' }), 'forbidden'],
] as const)('a sign-in whose code is answered %j is %s', async (answer, kind) => {
  house.fake.inject(tokens, answer)
  expect((await failureOf(agree())).kind).toBe(kind)
})

describe('access that ends after an hour', () => {
  const tokenOf = ({ access_token: token }: JsonObject) => String(token)

  test('is renewed with its device, once for all walls of a sign-in', async () => {
    const [one, other] = await connectBoth()
    const before = trades().length
    const device = lastTrade().device_id
    const first = await refresh(one)
    expect(lastTrade()).toEqual({
      grant_type: 'refresh_token',
      refresh_token: expect.any(String),
      client_id: '51694790',
      device_id: device,
      state: expect.stringMatching(/^[\w-]{43}$/),
    })
    const second = await refresh(other)
    expect(trades()).toHaveLength(before + 1)
    expect(tokenOf(first.credentials)).not.toBe(tokenOf(one.profile.credentials))
    expect(tokenOf(second.credentials)).toBe(tokenOf(first.credentials))
    expect(second).toMatchObject({ expiresAt: first.expiresAt, profile: { username: 'harbour' } })
    const third = await refresh(other, second.credentials)
    expect(trades()).toHaveLength(before + 2)
    expect(house.fake.signIn.oauth.ownerOf(tokenOf(third.credentials))).not.toBeNull()
  })

  test.each([
    [answered(200, { error: 'invalid_grant', error_description: 'It expired.' }), 'unauthorized'],
    [answered(200, { error: 'invalid_token' }), 'unauthorized'],
    [answered(401, { error: 'invalid_client' }), 'app_unusable'],
    [answered(200, { error: 'slot_not_found' }), 'unavailable'],
    [answered(403, '<h1>Blocked</h1>'), 'unavailable'],
    [answered(503, '<h1>503</h1>'), 'unavailable'],
  ] as const)('and whose renewal is answered %j is %s, and can be tried again', async (answer, kind) => {
    const [one, other] = await connectBoth()
    house.fake.inject(tokens, answer)
    expect((await failureOf(refresh(one))).kind).toBe(kind)
    expect(await refresh(other)).toMatchObject({ profile: { username: 'harbour' } })
  })

  test('needs a new connection where the person has ended it', async () => {
    const [one] = await connectBoth()
    house.fake.signIn.oauth.endAll()
    expect((await failureOf(refresh(one))).kind).toBe('unauthorized')
  })

  test('is good although the wall cannot be read, or is not in the list', async () => {
    const [, other] = await connectBoth()
    house.fake.inject(callOf('users.get'), refused(10))
    const first = await refresh(other)
    expect(first.profile).toBeNull()
    house.fake.inject(callOf('groups.get'), response({ items: [] }))
    expect((await refresh(other, first.credentials)).profile).toBeNull()
  })

  test('tells of another name, and keeps what the account may do', async () => {
    const [, other] = await connectBoth()
    const [community] = house.fake.world.communities
    if (community) community.name = 'New harbour'
    expect((await refresh(other)).profile).toMatchObject({
      displayName: 'New harbour',
      settings: other.profile.settings,
    })
  })
})

test('disconnecting one wall leaves the access to the other', async () => {
  const [one, other] = await connectBoth()
  await connectByVkId.revoke(accountOf(one.profile), one.profile.credentials, io)
  expect(await refresh(other)).toMatchObject({ profile: { username: 'harbour' } })
})
