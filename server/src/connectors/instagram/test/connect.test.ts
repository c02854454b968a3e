import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { agreeAt } from '../../../../test/consent.ts'
import type { ConnectIo } from '../../connector.ts'
import { connectByFacebook } from '../facebook-login.ts'
import { connectByInstagram } from '../instagram-login.ts'
import { harbour } from './fake.ts'
import { accountOf, openDoor, refused, signIn } from './world.ts'

let door: Awaited<ReturnType<typeof openDoor>>
beforeEach(async () => {
  door = await openDoor()
})
afterEach(() => door.close())

const dayMs = 24 * 3_600_000
const later = (io: ConnectIo, ms: number): ConnectIo => ({ ...io, now: () => new Date(Date.now() + ms) })

describe('through Instagram', () => {
  const connect = async () => {
    const [candidate] = await signIn(door.fake, door.connectIo, 'instagram')
    if (!candidate) throw new Error('There was nobody to connect.')
    return { candidate, ...accountOf(candidate) }
  }

  test('a person connects their own account, by an id of all its digits and a token of 60 days', async () => {
    const { candidate } = await connect()
    expect(candidate.profile).toMatchObject({
      externalId: harbour.id,
      username: 'harbour',
      displayName: 'Harbour',
      avatarUrl: harbour.profile_picture_url,
      profileUrl: 'https://www.instagram.com/harbour/',
    })
    expect(candidate.profile.settings.granted).toContain('instagram_business_manage_insights')
    const lifeMs = (candidate.profile.expiresAt?.getTime() ?? 0) - Date.now()
    expect(Math.round(lifeMs / dayMs)).toBe(60)
  })

  test('a permission that publishing needs and was unticked is named', async () => {
    const agree = (url: string) => agreeAt(url, { person: 'harbour', scopes: ['instagram_business_basic'] })
    await expect(signIn(door.fake, door.connectIo, 'instagram', agree)).rejects.toMatchObject({
      kind: 'forbidden',
      message: expect.stringContaining('instagram_business_content_publish'),
    })
  })

  test('a token is renewed once it is a week old, and only found good before', async () => {
    const { account, credentials } = await connect()
    const young = await connectByInstagram.refresh(account, credentials, later(door.connectIo, dayMs))
    expect(young.credentials).toEqual(credentials)
    expect(young.profile).toMatchObject({ username: 'harbour', settings: account.settings })
    door.fake.age(8 * dayMs)
    const old = await connectByInstagram.refresh(account, credentials, later(door.connectIo, 8 * dayMs))
    expect(old.credentials.access_token).not.toBe(credentials.access_token)
    expect(old.profile?.settings).toEqual(account.settings)
  })

  test.each([0, 8 * dayMs])(
    'a token that was ended is unauthorized, %d ms after it was given',
    async (ms) => {
      const { account, credentials } = await connect()
      door.fake.age(ms)
      door.fake.oauth.endAll()
      const refreshing = connectByInstagram.refresh(account, credentials, later(door.connectIo, ms))
      await expect(refreshing).rejects.toMatchObject({ kind: 'unauthorized' })
    },
  )

  test('a token of another account is not taken for ours', async () => {
    const { account, credentials } = await connect()
    const other = { ...account, externalId: '17841400000000009' }
    await expect(connectByInstagram.refresh(other, credentials, door.connectIo)).rejects.toMatchObject({
      kind: 'unauthorized',
    })
  })

  test('a server that cannot answer changes nothing', async () => {
    const { account, credentials } = await connect()
    door.fake.inject('GET /v25.0/me', refused(500, { code: 2 }))
    await expect(connectByInstagram.refresh(account, credentials, door.connectIo)).rejects.toMatchObject({
      kind: 'unavailable',
    })
  })
})

describe('through Facebook', () => {
  test('a person chooses among the accounts of their Pages, each with a token of its own', async () => {
    const found = await signIn(door.fake, door.connectIo, 'facebook')
    expect(found.map(({ profile, reason }) => [profile.username, reason])).toEqual([
      ['harbour', null],
      ['lighthouse', null],
    ])
    expect(found[0]?.profile).toMatchObject({ externalId: harbour.id, expiresAt: null })
    const tokens = found.map(({ profile }) => profile.credentials.access_token)
    expect(new Set(tokens).size).toBe(2)
  })

  test('an account is the same through either login', async () => {
    const [byFacebook] = await signIn(door.fake, door.connectIo, 'facebook')
    const [byInstagram] = await signIn(door.fake, door.connectIo, 'instagram')
    expect(byFacebook?.profile.externalId).toBe(byInstagram?.profile.externalId)
  })

  test('the token of a Page is found good, or ended', async () => {
    const [candidate] = await signIn(door.fake, door.connectIo, 'facebook')
    if (!candidate) throw new Error('There was nobody to connect.')
    const { account, credentials } = accountOf(candidate)
    const refreshed = await connectByFacebook.refresh(account, credentials, door.connectIo)
    expect(refreshed).toMatchObject({ credentials, expiresAt: null, profile: { username: 'harbour' } })
    door.fake.login.oauth.endAll()
    await expect(connectByFacebook.refresh(account, credentials, door.connectIo)).rejects.toMatchObject({
      kind: 'unauthorized',
    })
  })

  test('an operator who set up the other login alone is told which variables are missing', async () => {
    const io = {
      ...door.connectIo,
      app: async () => ({ client_id: 'a', client_secret: 'b' }),
      redirectUri: '',
      state: '',
    }
    await expect(connectByFacebook.begin({}, io)).rejects.toMatchObject({
      kind: 'app_unusable',
      message: expect.stringContaining('PLATFORM_INSTAGRAM_FACEBOOK_CLIENT_ID'),
    })
  })
})
