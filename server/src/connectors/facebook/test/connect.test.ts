import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { agreeAt, refuseAt } from '../../../../test/consent.ts'
import { connectByOauth, connectByToken } from '../connect.ts'
import { scopes, userId } from './fake.ts'
import { failureOf } from './steps.ts'
import { answered, openHouse, type PageHouse, signIn } from './world.ts'

let house: PageHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

const inspecting = 'GET /v25.0/debug_token'
const ninetyDays = 90 * 86_400_000

describe('a sign-in', () => {
  test('asks for every permission, and goes back with the state', async () => {
    const { url } = await connectByOauth.begin({}, house.connectIo)
    const { origin, pathname, searchParams } = new URL(url)
    expect(origin + pathname).toBe('https://www.facebook.com/v25.0/dialog/oauth')
    expect(searchParams.get('scope')).toBe(scopes.join(','))
    expect(searchParams.get('state')).toBe(house.connectIo.state)
  })

  test('asks for what the operator set instead, in the version that they set', async () => {
    const app = async () => ({
      ...house.app,
      scopes: 'pages_show_list,pages_manage_posts',
      api_version: 'v24.0',
    })
    const { url } = await connectByOauth.begin({}, { ...house.connectIo, app })
    expect(url).toContain('/v24.0/dialog/oauth?')
    expect(new URL(url).searchParams.get('scope')).toBe('pages_show_list,pages_manage_posts')
    const configured = async () => ({ ...house.app, config_id: '77' })
    const business = await connectByOauth.begin({}, { ...house.connectIo, app: configured })
    expect(new URL(business.url).searchParams.get('config_id')).toBe('77')
  })

  test('offers each Page with a token of its own, and says which cannot be chosen', async () => {
    const candidates = await signIn(house.fake, house.connectIo)
    expect(candidates).toMatchObject([
      {
        profile: {
          externalId: '101',
          username: 'harbour',
          displayName: 'Harbour',
          avatarUrl: 'https://scontent.example/harbour.jpg',
          profileUrl: 'https://www.facebook.com/101',
          settings: { granted: scopes, user_ids: [userId] },
        },
        suggested: true,
        reason: null,
      },
      {
        profile: { externalId: '102' },
        reason: expect.stringContaining('does not allow you to create content'),
      },
      { profile: { externalId: '103', username: 'Lighthouse' }, suggested: false, reason: null },
    ])
    const [first] = candidates
    const endsInMs = (first?.profile.expiresAt?.getTime() ?? 0) - Date.now()
    expect(endsInMs).toBeGreaterThan(ninetyDays - 3_600_000)
    expect(endsInMs).toBeLessThanOrEqual(ninetyDays)
  })

  test('keeps the permissions that the person really gave', async () => {
    const given = scopes.filter((scope) => scope !== 'read_insights')
    const agree = (url: string) => agreeAt(url, { person: 'alice', scopes: given })
    const [first] = await signIn(house.fake, house.connectIo, agree)
    expect(first?.profile.settings).toEqual({ granted: given, user_ids: [userId] })
  })

  test('ends where the person gave less than publishing needs, or said no, or has no Page', async () => {
    const less = (url: string) => agreeAt(url, { person: 'alice', scopes: ['pages_show_list'] })
    const missing = await failureOf(signIn(house.fake, house.connectIo, less))
    expect(missing).toMatchObject({
      kind: 'forbidden',
      message: expect.stringContaining('pages_manage_posts'),
    })
    expect((await failureOf(signIn(house.fake, house.connectIo, refuseAt))).kind).toBe('forbidden')
    const bob = (url: string) => agreeAt(url, { person: 'bob', scopes })
    expect(await signIn(house.fake, house.connectIo, bob)).toEqual([])
  })
})

describe('a token', () => {
  const identify = (access_token: string, page_id = '101') =>
    connectByToken.identify({ page_id, access_token }, house.connectIo)

  test('of a system user or of the Page connects the Page', async () => {
    const system = await identify(` ${house.fake.systemToken}\n`)
    expect(system).toMatchObject({ externalId: '101', username: 'harbour', settings: { granted: scopes } })
    const own = await identify(String(house.credentials.page_token))
    expect(own.credentials).toEqual(house.credentials)
  })

  test.each([
    ['two words', 'invalid'],
    ['', 'invalid'],
    ['nobodys', 'unauthorized'],
  ])('%j is refused as %s', async (token, kind) => {
    expect((await failureOf(identify(token))).kind).toBe(kind)
  })

  test('without the permission to publish, or to another Page, is refused', async () => {
    expect((await failureOf(identify(house.fake.systemToken, '999'))).kind).toBe('forbidden')
    house.fake.world.granted = ['pages_read_engagement']
    expect(await failureOf(identify(house.fake.systemToken))).toMatchObject({
      kind: 'forbidden',
      message: expect.stringContaining('pages_manage_posts'),
    })
  })
})

describe('a connected Page', () => {
  const refresh = () => connectByOauth.refresh(house.account, house.credentials, house.connectIo)

  test('keeps its token, and learns its name, its permissions and the end of data access anew', async () => {
    house.fake.world.granted = ['pages_read_engagement']
    house.fake.inject('GET /v25.0/101', answered(200, { id: '101', name: 'Harbour & sons' }))
    const { credentials, profile, expiresAt } = await refresh()
    expect(credentials).toEqual(house.credentials)
    expect(profile).toMatchObject({
      username: 'Harbour & sons',
      displayName: 'Harbour & sons',
      settings: { granted: ['pages_read_engagement'] },
    })
    expect(expiresAt?.getTime()).toBeGreaterThan(Date.now())
  })

  test('whose access has ended must be connected again', async () => {
    house.fake.revoke()
    expect((await failureOf(refresh())).kind).toBe('unauthorized')
  })

  test('is left alone where Facebook refuses the app, or cannot be asked', async () => {
    const app = async () => ({ ...house.app, client_secret: 'another' })
    const refused = connectByOauth.refresh(house.account, house.credentials, { ...house.connectIo, app })
    expect((await failureOf(refused)).kind).toBe('app_unusable')
    for (const answer of [
      answered(500, {}),
      answered(200, {}),
      answered(200, { data: { is_valid: true } }),
    ]) {
      house.fake.inject(inspecting, answer)
      expect((await failureOf(refresh())).kind).toBe('unavailable')
    }
  })

  test('of another number must be connected again', async () => {
    house.fake.inject('GET /v25.0/101', answered(200, { id: '102', name: 'Another' }))
    expect((await failureOf(refresh())).kind).toBe('unauthorized')
  })

  test('is disconnected without a call: Facebook ends no single token', async () => {
    const before = house.fake.calls.length
    await connectByOauth.revoke(house.account, house.credentials, house.connectIo)
    expect(house.fake.calls.length).toBe(before)
  })
})
