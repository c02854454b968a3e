import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import { connectByPassword } from '../connect.ts'
import { type FakeLemmy, startFakeLemmy } from './fake.ts'
import { failureOf } from './steps.ts'
import { answered, formOf, type LemmyHouse, openHouse, refused, tooMany } from './world.ts'

let house: LemmyHouse
let fake: FakeLemmy
beforeEach(async () => {
  house = await openHouse()
  fake = house.fake
})
afterEach(() => house.close())

const identify = (input: JsonObject) => connectByPassword.identify(input, house.connectIo)
const refusal = (input: JsonObject) => failureOf(identify(input))
const person = (name: string) => {
  const found = fake.world.people.find((each) => each.name === name)
  if (!found) throw new Error(`There is no ${name}.`)
  return found
}

describe('a password', () => {
  test('becomes a token of its own, and is not kept', async () => {
    const found = await identify(formOf(fake))
    const { host } = new URL(fake.url)
    expect(found).toMatchObject({
      externalId: `${host}/2`,
      username: 'harbour@sea.example',
      displayName: 'harbour',
      avatarUrl: 'https://sea.example/pictrs/image/harbour.png',
      profileUrl: `${fake.url}/u/harbour`,
      settings: {
        instance: fake.url,
        person_id: 2,
        version: '0.19.11',
        rate: { posts: 6, every_ms: 600_000 },
      },
      expiresAt: null,
    })
    expect(Object.keys(found.credentials)).toEqual(['jwt'])
    expect(JSON.stringify(found)).not.toContain(person('harbour').password)
    expect(fake.world.sessions.size, 'that of the house too').toBe(2)
  })

  test('is taken with the e-mail address, and with a code where the account asks for one', async () => {
    const byMail = { username_or_email: ' harbour@mail.example ' }
    expect((await identify(formOf(fake, 'harbour', byMail))).username).toBe('harbour@sea.example')
    expect((await refusal(formOf(fake, 'careful'))).message).toContain('asks for a two-factor code')
    const wrong = await refusal(formOf(fake, 'careful', { totp_code: '654321' }))
    expect(wrong.message).toContain('does not accept this two-factor code')
    expect((await identify(formOf(fake, 'careful', { totp_code: '123 456' }))).externalId).toMatch(/\/4$/)
  })

  test('is refused in words that say what to do', async () => {
    expect(await refusal(formOf(fake, 'harbour', { password: 'wrong' }))).toMatchObject({
      kind: 'unauthorized',
      message: 'The server does not accept this name and password.',
    })
    expect((await refusal(formOf(fake, 'nobody'))).kind).toBe('unauthorized')
    person('bob').isConfirmed = false
    expect(await refusal(formOf(fake, 'bob'))).toMatchObject({
      kind: 'forbidden',
      message: 'The e-mail address of this account is not confirmed yet.',
    })
    person('harbour').isBanned = true
    expect((await refusal(formOf(fake))).kind).toBe('account_blocked')
  })

  test('is tried again later where the server is busy', async () => {
    fake.inject('POST /api/v3/user/login', tooMany(60))
    expect(await refusal(formOf(fake))).toMatchObject({ kind: 'rate_limited', retryAfterMs: 60_000 })
    fake.inject('POST /api/v3/user/login', refused(400, 'rate_limit_error'))
    expect((await refusal(formOf(fake))).kind).toBe('rate_limited')
    fake.inject('GET /api/v3/site', answered(502, '<h1>502</h1>'))
    expect((await refusal(formOf(fake))).kind).toBe('unavailable')
    fake.inject('GET /api/v3/site', tooMany(5))
    expect((await refusal(formOf(fake))).kind).toBe('rate_limited')
  })

  test('is shown to no other kind of server, and to no release that Crier does not know', async () => {
    const calls = fake.calls.length
    fake.inject('GET /api/v3/site', answered(404, { error: 'Not found' }))
    expect((await refusal(formOf(fake))).message).toContain('There is no Lemmy server')
    fake.inject('GET /api/v3/site', answered(200, '<h1>A page</h1>'))
    expect((await refusal(formOf(fake))).kind).toBe('invalid')
    for (const version of ['0.18.5', '2.0.0', 'UNKNOWN']) {
      fake.inject('GET /api/v3/site', answered(200, { version, site_view: {} }))
      expect((await refusal(formOf(fake))).message).toContain(`has version ${version}`)
    }
    for (const version of ['0.19.0', '0.19.11-5-gabc', '1.0.0-beta.1']) {
      const other = await startFakeLemmy(version)
      expect((await identify(formOf(other))).settings.version).toBe(version)
      await other.close()
    }
    expect(fake.calls.slice(calls).map(({ name }) => name)).not.toContain('POST /api/v3/user/login')
    expect((await refusal({ ...formOf(fake), instance: 'http://lemmy.world' })).kind).toBe('invalid')
  })
})

describe('a connected account', () => {
  const { refresh, revoke } = connectByPassword
  const connected = () => [house.account, house.credentials, house.connectIo] as const

  test('is told from one whose sign-in has ended', async () => {
    expect(await refresh(...connected())).toMatchObject({
      credentials: house.credentials,
      expiresAt: null,
      profile: { username: 'harbour@sea.example' },
    })
    fake.world.sessions.clear()
    expect((await failureOf(refresh(...connected()))).kind).toBe('unauthorized')
  })

  test('is never another one', async () => {
    const { jwt } = (await identify(formOf(fake, 'bob'))).credentials
    expect((await failureOf(refresh(house.account, { jwt: jwt ?? '' }, house.connectIo))).kind).toBe(
      'unauthorized',
    )
  })

  test('does not end where the server is in trouble', async () => {
    fake.inject('GET /api/v3/site', answered(500, { error: 'unknown' }))
    expect((await failureOf(refresh(...connected()))).kind).toBe('unavailable')
  })

  test('signs out for itself alone, also twice', async () => {
    await identify(formOf(fake))
    await revoke(...connected())
    expect(fake.world.sessions.size).toBe(1)
    await revoke(...connected())
    fake.inject('POST /api/v3/user/logout', answered(500, { error: 'unknown' }))
    expect((await failureOf(revoke(...connected()))).kind).toBe('unavailable')
  })
})
