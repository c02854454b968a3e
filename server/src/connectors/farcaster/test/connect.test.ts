import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import { connectByOwnKey, connectBySigner } from '../connect.ts'
import { farcaster } from '../connector.ts'
import { type FakeSigner, giveKey, giveSigner } from './fake-world.ts'
import { failureOf } from './steps.ts'
import { answered, type FarcasterHouse, formOf, openHouse, refused } from './world.ts'

let house: FarcasterHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

const identify = (more: JsonObject = {}, signer = house.signer) =>
  connectByOwnKey.identify({ ...formOf(signer), ...more }, house.connectIo)

describe('a key and a signer', () => {
  test('give the account, and spaces around them mean nothing', async () => {
    const { uuid, key } = house.signer
    const found = await identify({ api_key: ` ${key}\n`, signer_uuid: ` ${uuid.toUpperCase()} ` })
    expect(found).toEqual({
      externalId: '194',
      username: 'harbour',
      displayName: 'The harbour',
      avatarUrl: 'https://pictures.example/194.png',
      profileUrl: 'https://farcaster.xyz/~/profiles/194',
      settings: { fid: 194, is_pro: false, permissions: ['WRITE_ALL'] },
      credentials: { api_key: key, signer_uuid: uuid },
      expiresAt: null,
    })
  })

  test('are refused with what to do about it', async () => {
    const { world } = house.fake
    const other = giveSigner(world, giveKey(world))
    const refusals: [JsonObject, string, RegExp][] = [
      [{ api_key: 'nobodys' }, 'unauthorized', /does not accept the API key\. Copy it again/],
      [{ api_key: 'two words' }, 'invalid', /Copy the whole API key/],
      [{ signer_uuid: '19d0c5fd' }, 'invalid', /Copy the whole signer/],
      [{ signer_uuid: '19d0c5fd-9b33-4a48-a0e2-bc7b0555baec' }, 'unauthorized', /does not know the signer/],
      [{ signer_uuid: other.uuid }, 'unauthorized', /does not know the signer with this API key/],
    ]
    for (const [more, kind, words] of refusals) {
      const failure = await failureOf(identify(more))
      expect([more, failure.kind, failure.message]).toEqual([more, kind, expect.stringMatching(words)])
    }
  })

  test('connect nothing unless the signer is approved and may publish', async () => {
    const { signer } = house
    const states: [Partial<FakeSigner>, RegExp][] = [
      [{ status: 'generated' }, /has not approved this signer yet/],
      [{ status: 'pending_approval' }, /has not approved this signer yet/],
      [{ status: 'revoked' }, /has taken back the approval/],
      [{ status: 'approved', permissions: ['READ_ONLY'] }, /may not publish/],
    ]
    for (const [state, words] of states) {
      Object.assign(signer, state)
      const failure = await failureOf(identify())
      expect([failure.kind, failure.message]).toEqual(['unauthorized', expect.stringMatching(words)])
    }
    signer.permissions = ['PUBLISH_CAST']
    expect((await identify()).settings).toMatchObject({ permissions: ['PUBLISH_CAST'] })
  })

  test('connect nothing where an answer cannot be understood', async () => {
    const asked = 'GET /v2/farcaster/signer/'
    const bulk = 'GET /v2/farcaster/user/bulk/'
    const answers: [string, ReturnType<typeof answered>, string][] = [
      [asked, answered(200, { status: 'approved' }), 'unavailable'],
      [asked, answered(200, { status: 'approved', fid: 'x' }), 'unavailable'],
      [asked, answered(200, { status: 'new' }), 'unavailable'],
      [asked, answered(200, '<h1>Hello</h1>'), 'unavailable'],
      [asked, answered(401, '<h1>Sign in</h1>'), 'unavailable'],
      [asked, answered(502, ''), 'unavailable'],
      [asked, answered(429, ''), 'rate_limited'],
      [bulk, answered(200, { users: [] }), 'unavailable'],
      [bulk, answered(200, { users: [{ fid: 195, username: 'bakery' }] }), 'unavailable'],
      [bulk, answered(200, { users: [{ fid: 194, username: '' }] }), 'unavailable'],
      ['GET /v2/farcaster/feed/user/casts/', refused(402, 'Upgrade your plan'), 'forbidden'],
    ]
    for (const [call, answer, kind] of answers) {
      house.fake.inject(call, answer)
      expect([answer.body, (await failureOf(identify())).kind]).toEqual([answer.body, kind])
    }
  })
})

describe('the operator’s key', () => {
  test('connects a signer that was made with it, and is not stored with the account', async () => {
    const signer = giveSigner(house.fake.world, house.operatorsKey)
    const found = await connectBySigner.identify(formOf(signer, 'signer'), house.connectIo)
    expect(found.credentials).toEqual({ signer_uuid: signer.uuid, api_key: null })
    expect(JSON.stringify(found)).not.toContain(house.operatorsKey)
    const foreign = connectBySigner.identify(formOf(house.signer, 'signer'), house.connectIo)
    expect((await failureOf(foreign)).kind).toBe('unauthorized')
  })

  test('that Neynar does not accept is for the operator to replace', async () => {
    const signer = giveSigner(house.fake.world, house.operatorsKey)
    house.fake.world.keys.delete(house.operatorsKey)
    const failure = await failureOf(connectBySigner.identify(formOf(signer, 'signer'), house.connectIo))
    expect(failure).toMatchObject({ kind: 'app_unusable' })
  })
})

describe('a connected account', () => {
  const refresh = () => connectByOwnKey.refresh(house.account, house.credentials, house.connectIo)

  test('follows a new name and a new plan', async () => {
    const [user] = house.fake.world.users
    Object.assign(user ?? {}, { username: 'quay', isPro: true })
    const { profile, credentials } = await refresh()
    expect(profile).toMatchObject({ username: 'quay', settings: { is_pro: true } })
    expect(credentials).toBe(house.credentials)
  })

  test('needs a new connection where the signer is another’s or was taken back, and not where Neynar is busy', async () => {
    house.fake.inject('GET /v2/farcaster/signer/', answered(200, { status: 'approved', fid: 195 }))
    expect((await failureOf(refresh())).message).toContain('another account')
    house.fake.inject('GET /v2/farcaster/signer/', refused(500))
    expect((await failureOf(refresh())).kind).toBe('unavailable')
    house.signer.status = 'revoked'
    expect((await failureOf(refresh())).kind).toBe('unauthorized')
  })

  test('is disconnected without a call, because no call ends a signer', async () => {
    const calls = house.fake.calls.length
    await connectByOwnKey.revoke(house.account, house.credentials, house.connectIo)
    expect(house.fake.calls).toHaveLength(calls)
    expect(farcaster.connect.map(({ way }) => way)).toEqual(['own_key', 'signer'])
  })
})
