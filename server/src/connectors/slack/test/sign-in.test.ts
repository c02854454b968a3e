import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { agreeToAll } from '../../../../test/consent.ts'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { Account, Candidate, RedirectIo } from '../../connector.ts'
import { origin } from '../api.ts'
import { wantedScopes } from '../app.ts'
import { connectByOauth } from '../sign-in.ts'
import { makeChannel } from './fake-world.ts'
import { failureOf } from './steps.ts'
import { answered, openHouse, redirectUri, refused, type SlackHouse } from './world.ts'

let house: SlackHouse
let io: RedirectIo
let now: Date
beforeEach(async () => {
  house = await openHouse()
  now = new Date()
  io = { ...house.connectIo, redirectUri, state: 's'.repeat(43), now: () => now }
})
afterEach(() => house.close())

/** Agrees on Slack's page. */
async function agree(change?: (back: URL) => void): Promise<readonly Candidate[]> {
  const { url, keep } = await connectByOauth.begin({}, io)
  const back = await agreeToAll(url.replace(origin, house.fake.url))
  change?.(back)
  return connectByOauth.finish(back.searchParams, keep, io)
}

const accountOf = ({ profile }: Candidate): Account => {
  const { externalId, username, settings } = profile
  return { id: externalId, externalId, username, settings }
}

/** The channels `#harbour` and `#crew` of one sign-in. */
async function connectTwo(): Promise<readonly [Candidate, Candidate]> {
  const candidates = await agree()
  const [one, other] = ['harbour', 'crew'].map((name) =>
    candidates.find(({ profile }) => profile.username === name),
  )
  if (!one || !other) throw new Error('The channels are not there.')
  return [one, other]
}

const refresh = (candidate: Candidate, credentials: JsonObject = candidate.profile.credentials) =>
  connectByOauth.refresh(accountOf(candidate), credentials, io)

const trades = () => house.fake.calls.filter(({ name }) => name === 'oauth.v2.access')

test('Slack is asked for what publishing needs, by commas, and for nothing else', async () => {
  const { searchParams } = new URL((await connectByOauth.begin({}, io)).url)
  expect(Object.fromEntries(searchParams)).toEqual({
    response_type: 'code',
    client_id: house.fake.signIn.client.id,
    redirect_uri: redirectUri,
    state: io.state,
    scope: wantedScopes.join(','),
  })
})

test('the app proves itself by a header, and its secret is in no address and no form', async () => {
  await agree()
  const [trade] = trades()
  expect(trade?.headers.authorization).toMatch(/^Basic /)
  expect(`${trade?.url.href} ${trade?.body}`).not.toContain(house.fake.signIn.client.secret)
})

test('the channels are there to choose from: those that the app is in come first', async () => {
  const candidates = await agree()
  expect(candidates.map(({ profile, suggested, reason }) => [profile.username, suggested, reason])).toEqual([
    ['crew', true, null],
    ['harbour', false, null],
    ['general', false, null],
  ])
  expect(candidates[0]?.profile).toMatchObject({
    expiresAt: null,
    settings: { is_member: true, is_private: true, client_id: house.fake.signIn.client.id },
  })
  expect(candidates[2]?.profile.settings.is_member).toBe(false)
})

test('a public channel that the app may not join says how to invite it', async () => {
  const list = { ok: true, channels: [{ id: 'C0GENERAL', name: 'general', is_member: false }] }
  house.fake.inject('conversations.list', answered(200, list))
  const told = answered(
    200,
    {
      ok: true,
      team_id: 'T0HARB0R1',
      team: 'Harbour',
      url: 'https://h.slack.com/',
      user: 'crier',
      bot_id: 'B1',
    },
    { 'x-oauth-scopes': 'chat:write,channels:read' },
  )
  house.fake.inject('auth.test', told)
  const [candidate, ...more] = await agree()
  expect(more).toEqual([])
  expect(candidate).toMatchObject({ suggested: false, reason: expect.stringContaining('/invite @crier') })
})

test('of a workspace with many channels those with the app are never cut off', async () => {
  for (let index = 0; index < 250; index++)
    house.fake.world.channels.unshift(
      makeChannel({ id: `C0A${String(index).padStart(5, '0')}`, name: `a-${index}`, isMember: false }),
    )
  house.fake.world.mostOnPage = 100
  const candidates = await agree()
  expect(candidates).toHaveLength(200)
  expect(candidates.slice(0, 2).map(({ profile }) => profile.username)).toEqual(['crew', 'harbour'])
})

test.each([
  ['an organization', () => (house.fake.signIn.isOrganization = true), 'whole organization'],
  ['a workspace without channels', () => house.fake.world.channels.splice(0), 'no channel'],
])('%s cannot be connected', async (_, arrange, words) => {
  arrange()
  expect(await failureOf(agree())).toMatchObject({
    kind: 'forbidden',
    message: expect.stringContaining(words),
  })
})

test('access that was refused at once, or may not write, is no access', async () => {
  house.fake.inject('auth.test', refused('invalid_auth'))
  expect((await failureOf(agree())).kind).toBe('forbidden')
  const told = { ok: true, team_id: 'T0HARB0R1', url: 'https://h.slack.com/', bot_id: 'B1' }
  house.fake.inject('auth.test', answered(200, told, { 'x-oauth-scopes': 'channels:read' }))
  expect((await failureOf(agree())).message).toContain('chat:write')
  house.fake.inject('conversations.list', refused('internal_error'))
  expect((await failureOf(agree())).kind).toBe('unavailable')
})

test.each([
  ['invalid_code', 'invalid', 'took too long'],
  ['bad_client_secret', 'app_unusable', 'operator'],
  ['invalid_client_id', 'app_unusable', 'operator'],
  ['bad_redirect_uri', 'app_unusable', 'operator'],
  ['internal_error', 'unavailable', 'Try again later'],
  ['of_next_year', 'invalid', 'did not complete'],
])('the refusal %s of a code is %s', async (code, kind, words) => {
  house.fake.inject('oauth.v2.access', refused(code))
  expect(await failureOf(agree())).toMatchObject({ kind, message: expect.stringContaining(words) })
})

test.each([
  { ok: true, access_token: 'xoxp-of-a-person', token_type: 'user', team: { id: 'T0HARB0R1' } },
  { ok: true, access_token: 'xoxb with spaces', token_type: 'bot', team: { id: 'T0HARB0R1' } },
  { ok: true, token_type: 'bot' },
])('the tokens %j are of no use', async (tokens) => {
  house.fake.inject('oauth.v2.access', answered(200, tokens))
  expect((await failureOf(agree())).kind).toBe('unavailable')
})

test('the answer to another sign-in is not taken', async () => {
  expect((await failureOf(agree((back) => back.searchParams.set('state', 'another')))).kind).toBe('invalid')
})

test('disconnecting one channel leaves the access to the others', async () => {
  const [one, other] = await connectTwo()
  await connectByOauth.revoke(accountOf(one), one.profile.credentials, io)
  expect(await refresh(other)).toMatchObject({ profile: { username: 'crew' } })
})

test('a token without an end is kept, and nothing is traded for it', async () => {
  const [one] = await connectTwo()
  const before = trades().length
  expect(await refresh(one)).toMatchObject({ credentials: one.profile.credentials, expiresAt: null })
  expect(trades()).toHaveLength(before)
})

describe('tokens that end', () => {
  beforeEach(() => {
    house.fake.signIn.isRotating = true
  })

  const tokenOf = ({ access_token: token }: JsonObject) => String(token)

  test('end after twelve hours, and are renewed once for all channels of the sign-in', async () => {
    const [one, other] = await connectTwo()
    const hours = ((one.profile.expiresAt?.getTime() ?? 0) - now.getTime()) / 3_600_000
    expect(hours).toBeCloseTo(12, 1)
    const before = trades().length
    const first = await refresh(one)
    const second = await refresh(other)
    expect(trades()).toHaveLength(before + 1)
    expect(tokenOf(first.credentials)).not.toBe(tokenOf(one.profile.credentials))
    expect(tokenOf(second.credentials)).toBe(tokenOf(first.credentials))
    expect(second.expiresAt).toEqual(first.expiresAt)
    // Each goes on from what it knows now.
    const third = await refresh(other, second.credentials)
    expect(trades()).toHaveLength(before + 2)
    expect(tokenOf(third.credentials)).not.toBe(tokenOf(second.credentials))
    expect(tokenOf((await refresh(one, first.credentials)).credentials)).toBe(tokenOf(third.credentials))
  })

  test('are traded by one channel at a time: another one waits, and then has them too', async () => {
    const [one, other] = await connectTwo()
    house.fake.inject('oauth.v2.access', { kind: 'slow', ms: 300 })
    const slow = refresh(one)
    await expect.poll(() => trades().length).toBe(2)
    expect(await failureOf(refresh(other))).toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('being renewed'),
    })
    const { credentials } = await slow
    expect(tokenOf((await refresh(other)).credentials)).toBe(tokenOf(credentials))
    expect(trades()).toHaveLength(2)
  })

  test('are traded by the next channel where the one that began is gone', async () => {
    const [one, other] = await connectTwo()
    house.fake.inject('oauth.v2.access', { kind: 'never' })
    void refresh(one).catch(() => undefined)
    await expect.poll(() => trades().length).toBe(2)
    expect((await failureOf(refresh(other))).kind).toBe('unavailable')
    now = new Date(now.getTime() + 4 * 60_000)
    expect(tokenOf((await refresh(other)).credentials)).not.toBe(tokenOf(other.profile.credentials))
  })

  test('are still to be traded after a trade that Slack could not do', async () => {
    const [one, other] = await connectTwo()
    house.fake.inject('oauth.v2.access', refused('internal_error'))
    expect((await failureOf(refresh(one))).kind).toBe('unavailable')
    house.fake.inject(
      'oauth.v2.access',
      answered(200, { ok: true, access_token: 'xoxb-a', token_type: 'bot' }),
    )
    expect((await failureOf(refresh(one))).message).toContain('without saying when it ends')
    expect(tokenOf((await refresh(other)).credentials)).not.toBe(tokenOf(other.profile.credentials))
  })

  test('that were revoked need a new connection, for each channel', async () => {
    const [one, other] = await connectTwo()
    house.fake.signIn.endAll()
    for (const candidate of [one, other])
      expect(await failureOf(refresh(candidate))).toMatchObject({
        kind: 'unauthorized',
        platformCode: 'invalid_refresh_token',
      })
  })

  test('that were renewed are not lost where the channel cannot be read then', async () => {
    const [one] = await connectTwo()
    house.fake.inject('conversations.info', refused('internal_error'))
    expect((await failureOf(refresh(one))).kind).toBe('unavailable')
    const before = trades().length
    const { credentials, expiresAt } = await refresh(one)
    expect(trades()).toHaveLength(before)
    expect(house.fake.world.tokens.get(tokenOf(credentials))?.isRevoked).toBe(false)
    expect(expiresAt).toBeInstanceOf(Date)
  })

  test('of two sign-ins are kept apart', async () => {
    const [one] = await connectTwo()
    const [again] = await connectTwo()
    const first = await refresh(one)
    expect(tokenOf((await refresh(again)).credentials)).not.toBe(tokenOf(first.credentials))
  })
})
