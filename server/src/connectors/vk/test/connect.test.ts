import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Identified } from '../../connector.ts'
import { connectByKey } from '../connect.ts'
import { callOf } from './fake.ts'
import { harbour, keyOfHarbour, keyOfQuay, quay, serviceKey } from './fake-world.ts'
import { failureOf } from './steps.ts'
import { accountOf, answered, openHouse, refused, type VkHouse } from './world.ts'

let house: VkHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

const connect = (access_token: string, more: object = {}): Promise<Identified> =>
  connectByKey.identify({ access_token, ...more }, house.connectIo)

const refresh = (found: Identified) =>
  connectByKey.refresh(accountOf(found), found.credentials, house.connectIo)

test('a community is connected by its key, which has no end', async () => {
  const found = await connect(` ${keyOfHarbour}\n`)
  expect(found).toMatchObject({
    externalId: `-${harbour}`,
    username: 'harbour',
    displayName: 'The harbour',
    profileUrl: 'https://vk.com/harbour',
    settings: { access: 'community', granted: ['photos', 'wall', 'docs', 'manage'], reads: false },
    credentials: { access_token: keyOfHarbour },
    expiresAt: null,
  })
  expect(JSON.stringify(found.settings)).not.toContain(keyOfHarbour)
})

test('with a service key its wall can be read', async () => {
  const found = await connect(keyOfHarbour, { service_key: serviceKey })
  expect(found).toMatchObject({ settings: { reads: true }, credentials: { service_key: serviceKey } })
  expect(await connect(keyOfHarbour, { service_key: ' ' })).toMatchObject({ settings: { reads: false } })
})

test.each([
  ['nothing', '', 'invalid'],
  ['two words', 'not a key of any community', 'invalid'],
  ['no ASCII', `${keyOfHarbour}ключ`, 'invalid'],
  ['an unknown key', 'vk1.a.unknown-key-of-nobody', 'unauthorized'],
  ['the service key of an app', serviceKey, 'unauthorized'],
])('%s is no key of a community', async (_, key, kind) => {
  expect((await failureOf(connect(key))).kind).toBe(kind)
})

test('the token of a person is no key of a community', async () => {
  const token = String(house.credentials.access_token)
  expect((await failureOf(connect(token))).kind).toBe('unauthorized')
})

test('a key without the permission for the wall is refused', async () => {
  const key = house.fake.world.keys.get(keyOfHarbour)
  if (key) house.fake.world.keys.set(keyOfHarbour, { ...key, permissions: ['manage'] })
  expect(await failureOf(connect(keyOfHarbour))).toMatchObject({
    kind: 'forbidden',
    message: expect.stringContaining('that permission'),
  })
})

test('a service key that is none, or that a closed community does not show its wall to, is refused', async () => {
  const wrong = await failureOf(connect(keyOfHarbour, { service_key: 'a'.repeat(64) }))
  expect(wrong).toMatchObject({ kind: 'unauthorized', message: expect.stringContaining('service key') })
  const closed = await failureOf(connect(keyOfQuay, { service_key: serviceKey }))
  expect(closed).toMatchObject({ kind: 'unauthorized', message: expect.stringContaining('closed') })
  expect(await connect(keyOfQuay)).toMatchObject({ externalId: `-${quay}` })
})

const response = (content: unknown) => answered(200, { response: content })

test.each([
  ['groups.getById', refused(27), 'unauthorized'],
  ['groups.getById', refused(6), 'rate_limited'],
  ['groups.getById', refused(10), 'unavailable'],
  ['groups.getById', response({ groups: [] }), 'unavailable'],
  ['groups.getById', response([{ id: '7' }]), 'unavailable'],
  ['groups.getById', answered(200, '<h1>Hello</h1>'), 'unavailable'],
  ['groups.getTokenPermissions', refused(15), 'unauthorized'],
  ['groups.getTokenPermissions', response({}), 'unavailable'],
  ['groups.getTokenPermissions', response({ permissions: [] }), 'forbidden'],
])('a form whose %s is answered %j is %s', async (method, answer, kind) => {
  house.fake.inject(callOf(method), answer)
  expect((await failureOf(connect(keyOfHarbour))).kind).toBe(kind)
})

test('the older form of the answer, a list, is read too', async () => {
  house.fake.inject(callOf('groups.getById'), response([{ id: harbour, name: 'The harbour' }]))
  expect(await connect(keyOfHarbour)).toMatchObject({ username: `club${harbour}` })
})

describe('a refresh', () => {
  test('reads the community and what the key may do anew', async () => {
    const found = await connect(keyOfHarbour, { service_key: serviceKey })
    const [community] = house.fake.world.communities
    if (community) community.name = 'New harbour'
    const key = house.fake.world.keys.get(keyOfHarbour)
    if (key) house.fake.world.keys.set(keyOfHarbour, { ...key, permissions: ['wall'] })
    expect(await refresh(found)).toEqual({
      credentials: found.credentials,
      expiresAt: null,
      profile: {
        username: 'harbour',
        displayName: 'New harbour',
        avatarUrl: found.avatarUrl,
        profileUrl: found.profileUrl,
        settings: { access: 'community', granted: ['wall'], reads: true },
      },
    })
  })

  test('says so where the key was deleted, or is that of another community', async () => {
    const found = await connect(keyOfHarbour)
    house.fake.inject(callOf('groups.getById'), response([{ id: quay, name: 'Quay' }]))
    expect((await failureOf(refresh(found))).kind).toBe('unauthorized')
    await house.world.revoke()
    expect((await failureOf(refresh(found))).kind).toBe('unauthorized')
  })

  test('changes nothing where VK does not answer', async () => {
    const found = await connect(keyOfHarbour)
    house.fake.inject(callOf('groups.getById'), refused(10))
    expect((await failureOf(refresh(found))).kind).toBe('unavailable')
  })
})

test('disconnecting twice ends nothing at VK, whose administrator deletes the key', async () => {
  const found = await connect(keyOfHarbour)
  for (const _ of [1, 2]) await connectByKey.revoke(accountOf(found), found.credentials, house.connectIo)
  expect(await connect(keyOfHarbour)).toMatchObject({ username: 'harbour' })
})
