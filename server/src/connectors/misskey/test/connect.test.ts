import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agreeAt } from '../../../../test/consent.ts'
import { identifyIo } from '../../conformance/local-network.ts'
import type { RedirectIo } from '../../connector.ts'
import { connectByToken } from '../connect.ts'
import { misskey } from '../connector.ts'
import { connectByMiauth } from '../sign-in.ts'
import { everyPermission, giveToken, personNamed, variants } from './fake-world.ts'
import { failureOf } from './steps.ts'
import { answered, formOf, type MisskeyHouse, openHouse, refused } from './world.ts'

let house: MisskeyHouse
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const identify = (permissions?: readonly string[] | null) =>
  connectByToken.identify(formOf(house.fake, permissions), house.connectIo)

describe('a server and a token', () => {
  test('give the profile, the program and the limits of its server and of its roles', async () => {
    const found = await identify()
    const { host } = new URL(house.fake.url)
    const { id } = personNamed(house.fake.world)
    expect(found).toMatchObject({
      externalId: `${host}/${id}`,
      username: `alice@${host}`,
      displayName: 'Harbour Bakery',
      profileUrl: `${house.fake.url}/@alice`,
      expiresAt: null,
    })
    expect(found.settings).toEqual({
      instance: house.fake.url,
      account_id: id,
      software: 'misskey',
      version: '2026.5.1',
      may_post_publicly: true,
      limits: {
        max_text: 3_000,
        max_warning: null,
        max_alt_text: null,
        max_file_bytes: 30 * 1_048_576,
        rate_factor: 1,
        file_types: ['text/plain', 'image/*', 'video/*', 'audio/*'],
      },
    })
    expect(Object.keys(found.credentials)).toEqual(['access_token'])
  })

  test('are refused where the token may not do what publishing needs, before anything is written', async () => {
    for (const lacking of ['read:account', 'write:notes', 'write:drive']) {
      const failure = await failureOf(identify(everyPermission.filter((each) => each !== lacking)))
      expect([lacking, failure.kind, failure.message]).toEqual([
        lacking,
        'unauthorized',
        expect.stringContaining('Create one that may read the account, write notes and write to the drive'),
      ])
    }
    // The list of channels is a comfort, and a token of a person's own pages may do everything.
    await identify(everyPermission.filter((each) => each !== 'read:channels'))
    await identify(null)
    expect(house.fake.world.notes).toEqual([])
  })

  test('are refused where the token is nobody’s, is broken, or is of a suspended or moved account', async () => {
    const wrong = (access_token: string) =>
      failureOf(connectByToken.identify({ instance: house.fake.url, access_token }, house.connectIo))
    expect((await wrong('nobodys')).message).toContain('Copy it again, or create a new one.')
    expect((await wrong('two words')).kind).toBe('invalid')
    const person = personNamed(house.fake.world)
    person.isSuspended = true
    expect((await failureOf(identify())).kind).toBe('account_blocked')
    person.isSuspended = false
  })

  test('are not shown to a server with another API, nor to one that does not read the header', async () => {
    const calls = house.fake.calls.length
    const meta = 'POST /api/meta'
    for (const answer of [
      answered(404, 'Not found'),
      answered(200, {}),
      refused(404, 'UNKNOWN_API_ENDPOINT'),
    ]) {
      house.fake.inject(meta, answer)
      expect((await failureOf(identify())).message).toContain("no server with Misskey's API")
    }
    expect(house.fake.calls.slice(calls).map(({ headers }) => headers.authorization)).toEqual(
      Array.from({ length: 3 }),
    )
    house.fake.inject(meta, answered(503, 'Later'))
    expect((await failureOf(identify())).kind).toBe('unavailable')
    const { world } = house.fake
    world.variant = variants.old
    expect((await failureOf(identify())).message).toContain('which Misskey does from 13.14 on')
    world.variant = variants.misskey
  })

  test('must name the server by its bare address, and over https unless it is in the house', async () => {
    for (const instance of [
      'https://a:b@misskey.example',
      'https://misskey.example/@alice',
      'ftp://x',
      'http://misskey.example',
    ])
      expect(
        (await failureOf(connectByToken.identify({ instance, access_token: 'abc' }, house.connectIo))).kind,
      ).toBe('invalid')
  })
})

describe('a connected account', () => {
  test('learns its server anew, and notices that its token is another’s or is over', async () => {
    const { account, credentials, connectIo, fake } = house
    const { world } = fake
    world.variant = { ...variants.sharkey, maxText: 500 }
    const refreshed = await connectByToken.refresh(account, credentials, connectIo)
    const settings = refreshed.profile?.settings ?? {}
    expect(misskey.limits({ ...account, settings })).toMatchObject({
      text: { max: 500, unit: 'utf16', rules: { fields: [{ max: 500 }] } },
      media: { altTextMax: 20_000, kinds: [{ maxBytes: 262_144_000 }, {}, {}] },
      rates: [],
    })
    world.variant = variants.firefish
    const older = await connectByToken.refresh(account, credentials, connectIo)
    expect(misskey.limits({ ...account, settings: older.profile?.settings ?? {} })).toMatchObject({
      text: { max: 3_000, unit: 'codepoint' },
      media: { altTextMax: 1_500 },
      rates: [{ posts: 300, everyMs: 3_600_000 }],
    })
    const policies = { ...variants.misskey.policies, rateLimitFactor: 2 }
    world.variant = { ...variants.misskey, policies }
    const slowed = await connectByToken.refresh(account, credentials, connectIo)
    expect(misskey.limits({ ...account, settings: slowed.profile?.settings ?? {} }).rates).toMatchObject([
      { posts: 150, everyMs: 7_200_000 },
    ])
    world.variant = variants.misskey
    const others = { access_token: giveToken(world, everyPermission, personNamed(world, 'bob')) }
    expect(await failureOf(connectByToken.refresh(account, others, connectIo))).toMatchObject({
      kind: 'unauthorized',
    })
    const over = { access_token: 'over' }
    expect((await failureOf(connectByToken.refresh(account, over, connectIo))).kind).toBe('unauthorized')
  })

  test('keeps to the usual limits where a server says nonsense', async () => {
    const { account, credentials, connectIo, fake } = house
    const nonsense = { maxFileSize: -5, maxCwLength: 'long', maxAltTextLength: 0 }
    const policies = {
      maxFileSizeMb: 'huge',
      rateLimitFactor: -1,
      uploadableFileTypes: 'all',
      canPublicNote: null,
    }
    fake.world.variant = { ...variants.misskey, maxText: -1, meta: nonsense, policies }
    const { profile } = await connectByToken.refresh(account, credentials, connectIo)
    expect(misskey.limits({ ...account, settings: profile?.settings ?? {} })).toEqual({
      ...misskey.limits(null),
      rates: [expect.anything()],
    })
    fake.world.variant = variants.misskey
  })

  test('is disconnected although the server lets its own pages alone end a token', async () => {
    const { account, credentials, connectIo } = house
    const revoke = (given: typeof credentials) => connectByToken.revoke(account, given, connectIo)
    expect((await failureOf(revoke(credentials))).kind).toBe('forbidden')
    await revoke({ access_token: giveToken(house.fake.world, null) })
    expect((await failureOf(revoke({ access_token: 'over' }))).kind).toBe('unauthorized')
  })
})

describe('a sign-in by MiAuth', () => {
  const state = 'a-state-of-this-sign-in'
  const redirectIo = (): RedirectIo => ({
    ...identifyIo(house.outbound),
    redirectUri: 'https://crier.example.org/v1/connect/callback',
    state,
  })

  test('asks for the least that publishing needs, and sends the session nowhere but to the server', async () => {
    const { url } = await connectByMiauth.begin({ instance: house.fake.url }, redirectIo())
    const asked = new URL(url)
    expect(asked.pathname).toMatch(/^\/miauth\/[0-9a-f-]{36}$/)
    expect(Object.fromEntries(asked.searchParams)).toEqual({
      name: expect.stringMatching(/^Crier at /),
      callback: `https://crier.example.org/v1/connect/callback?state=${state}`,
      permission: 'read:account,write:notes,write:drive,read:channels',
    })
  })

  test('ends in words where less was given, or another session comes back', async () => {
    const io = redirectIo()
    const { url, keep } = await connectByMiauth.begin({ instance: house.fake.url }, io)
    const back = await agreeAt(url, { person: 'bob', scopes: ['read:account', 'write:drive'] })
    const other = new URLSearchParams(back.searchParams)
    other.set('session', '6f1b2a9e-0000-4000-8000-000000000000')
    expect((await failureOf(connectByMiauth.finish(other, keep, io))).kind).toBe('invalid')
    const failure = await failureOf(connectByMiauth.finish(back.searchParams, keep, io))
    expect([failure.kind, failure.message]).toEqual([
      'forbidden',
      'The server gave access, and then refused it. Sign in again.',
    ])
  })

  test('takes no token that could not be in a header', async () => {
    const io = redirectIo()
    for (const token of ['', 'two\nlines', 7, null, 'x'.repeat(2_001)]) {
      const { url, keep } = await connectByMiauth.begin({ instance: house.fake.url }, io)
      const session = new URL(url).pathname.split('/').at(-1) ?? ''
      house.fake.inject(`POST /api/miauth/${session}/check`, answered(200, { ok: true, token }))
      const callback = new URLSearchParams({ state, session })
      expect((await failureOf(connectByMiauth.finish(callback, keep, io))).kind).toBe('unavailable')
    }
  })
})
