import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import { connectByKey } from '../connect.ts'
import { forem } from '../connector.ts'
import { giveKey } from './fake-world.ts'
import { failureOf } from './steps.ts'
import { answered, type ForemHouse, formOf, openHouse, refused } from './world.ts'

let house: ForemHouse
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const me = 'GET /api/users/me'
const identify = (more: JsonObject = {}) =>
  connectByKey.identify({ ...formOf(house.fake), ...more }, house.connectIo)

describe('a community and a key', () => {
  test('give the profile, and spaces around the key mean nothing', async () => {
    const key = giveKey(house.fake.world)
    const found = await identify({ api_key: ` ${key}\n` })
    const { host } = new URL(house.fake.url)
    expect(found).toEqual({
      externalId: `${host}/11`,
      username: `harbour@${host}`,
      displayName: 'The harbour',
      avatarUrl: `${house.fake.url}/uploads/11.png`,
      profileUrl: `${house.fake.url}/harbour`,
      settings: { instance: house.fake.url, user_id: 11 },
      credentials: { api_key: key },
      expiresAt: null,
    })
  })

  test('are refused with what to do about it', async () => {
    const refusals: [JsonObject, string, RegExp][] = [
      [{ api_key: 'nobodys' }, 'unauthorized', /Copy it again, or create a new one/],
      [{ api_key: 'two words' }, 'invalid', /Copy the whole API key/],
      [{ instance: 'http://dev.to' }, 'invalid', /must be reached by https/],
      [{ instance: `${house.fake.url}/harbour` }, 'invalid', /bare address/],
    ]
    for (const [more, kind, words] of refusals) {
      const failure = await failureOf(identify(more))
      expect([more, failure.kind, failure.message]).toEqual([more, kind, expect.stringMatching(words)])
    }
    const calls = house.fake.calls.length
    const answers: [ReturnType<typeof answered>, string][] = [
      [answered(404, '<h1>404</h1>'), 'invalid'],
      [answered(401, '<h1>Sign in</h1>'), 'invalid'],
      [answered(301, ''), 'invalid'],
      [answered(200, '<h1>Hello</h1>'), 'invalid'],
      [answered(200, { id: '11', username: 'harbour' }), 'invalid'],
      [answered(200, { id: 11, username: '' }), 'invalid'],
      [answered(502, ''), 'unavailable'],
      [answered(429, ''), 'rate_limited'],
    ]
    for (const [answer, kind] of answers) {
      house.fake.inject(me, answer)
      expect([answer.body, (await failureOf(identify())).kind]).toEqual([answer.body, kind])
    }
    expect(house.fake.calls.length - calls).toBe(answers.length)
  })

  test('are those of dev.to where none is named', async () => {
    for (const instance of [{}, { instance: '' }, { instance: ' ' }]) {
      const asked: string[] = []
      const fetch = async ({ url }: { url: string }) => {
        asked.push(url)
        throw new Error('Enough.')
      }
      const input = { api_key: 'somebodys', ...instance }
      await connectByKey.identify(input, { ...house.connectIo, fetch }).catch(() => undefined)
      expect(asked).toEqual(['https://dev.to/api/users/me'])
    }
  })
})

describe('a connected account', () => {
  const refresh = (apiKey: string) =>
    connectByKey.refresh(house.account, { api_key: apiKey }, house.connectIo)

  test('follows a new name, and is refused where the key is another’s or was deleted', async () => {
    const [user] = house.fake.world.users
    const key = giveKey(house.fake.world)
    if (user) user.username = 'quay'
    const { profile } = await refresh(key)
    expect(profile).toMatchObject({ username: `quay@${new URL(house.fake.url).host}` })
    expect((await failureOf(refresh(giveKey(house.fake.world, 'bakery')))).message).toContain(
      'another account',
    )
    if (user) user.isSuspended = true
    expect((await failureOf(refresh(key))).kind).toBe('unauthorized')
    house.fake.inject(me, refused(500))
    expect((await failureOf(refresh(key))).kind).toBe('unavailable')
    if (user) user.isSuspended = false
  })

  test('is disconnected without a call, because no call ends a key', async () => {
    const calls = house.fake.calls.length
    await connectByKey.revoke(house.account, house.credentials, house.connectIo)
    expect(house.fake.calls).toHaveLength(calls)
    expect(forem.connect.map(({ way }) => way)).toEqual([connectByKey.way])
  })
})
