import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import { identifyOne } from '../../conformance/identify-one.ts'
import type { Account } from '../../connector.ts'
import { wantedScopes } from '../app.ts'
import { connectByBot } from '../connect.ts'
import { slack } from '../connector.ts'
import { issueToken, makeChannel } from './fake-world.ts'
import { failureOf, layOut, publish } from './steps.ts'
import { answered, openHouse, refused, type SlackHouse } from './world.ts'

let house: SlackHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

const connect = (given: JsonObject = {}) => {
  const input = { bot_token: String(house.credentials.access_token), channel: '#harbour', ...given }
  return identifyOne(connectByBot, input, house.connectIo)
}

test('a channel is connected with its workspace, its permissions and its address', async () => {
  const { credentials, ...shown } = await connect()
  expect(shown).toEqual({
    externalId: 'T0HARB0R1-C0HARB0R1',
    username: 'harbour',
    displayName: '#harbour, Harbour Boats',
    avatarUrl: null,
    profileUrl: 'https://harbour.slack.com/archives/C0HARB0R1',
    expiresAt: null,
    settings: {
      team_id: 'T0HARB0R1',
      team_name: 'Harbour Boats',
      team_url: 'https://harbour.slack.com/',
      channel_id: 'C0HARB0R1',
      channel_name: 'harbour',
      is_private: false,
      is_member: true,
      scopes: [...wantedScopes],
      client_id: null,
    },
  })
  expect(JSON.stringify(shown)).not.toContain(String(credentials.access_token))
})

test.each([
  'harbour',
  '#Harbour ',
  'C0HARB0R1',
  'https://harbour.slack.com/archives/C0HARB0R1',
  'https://harbour.slack.com/archives/C0HARB0R1/p1700000000000100?thread_ts=1700000000.000100&cid=C0HARB0R1',
  'https://app.slack.com/client/T0HARB0R1/C0HARB0R1',
])('the channel may be named as %j', async (channel) => {
  expect((await connect({ channel })).externalId).toBe('T0HARB0R1-C0HARB0R1')
})

test('without a channel all that the app sees are offered, those that it is in first', async () => {
  house.fake.world.channels.push(makeChannel({ id: 'C0DOCK001', name: 'dock', isMember: false }))
  const input = { bot_token: String(house.credentials.access_token) }
  const candidates = await connectByBot.list(input, house.connectIo)
  const [first, ...more] = candidates
  expect(first).toMatchObject({ suggested: true, reason: null })
  expect(more.length).toBeGreaterThan(0)
  expect(candidates.map(({ profile }) => profile.username)).toContain('dock')
  for (const { profile } of candidates.filter(({ reason }) => reason === null)) {
    const named = await connect({ channel: String(profile.settings.channel_id) })
    expect({ ...profile, credentials: null }).toEqual({ ...named, credentials: null })
    expect(profile.credentials.access_token).toBe(named.credentials.access_token)
  }
})

test('a channel of a large workspace is found by its name, on whichever page it is', async () => {
  house.fake.world.mostOnPage = 1
  expect((await connect({ channel: 'crew' })).settings).toMatchObject({
    is_private: true,
    channel_id: 'G0CREW001',
  })
})

test('a list that has no end ends the search all the same', async () => {
  const endless = { ok: true, channels: [], response_metadata: { next_cursor: 'after:0' } }
  for (let page = 0; page < 20; page++) house.fake.inject('conversations.list', answered(200, endless))
  expect((await failureOf(connect())).message).toContain('no channel of this name')
  expect(house.fake.calls.filter(({ name }) => name === 'conversations.list')).toHaveLength(13)
})

test.each(['harbour news', 'https://harbour.slack.com/', '@anne', 'https://example.org/x', '#a/b'])(
  'the channel %j is no name',
  async (channel) => {
    expect(await failureOf(connect({ channel }))).toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('Name the channel as #harbour'),
    })
  },
)

test.each([
  ['', 'begins with xoxb-'],
  ['xoxp-1111111111-2222222222-abcdef', 'begins with xoxb-'],
  ['xoxb-', 'begins with xoxb-'],
  ['Bearer xoxb-1111111111-2222222222', 'begins with xoxb-'],
  ['xoxe.xoxb-1-1111111111', 'token rotation'],
  ['xoxe-1-1111111111', 'token rotation'],
])('the token %j is refused before anybody is asked', async (bot_token, words) => {
  const before = house.fake.calls.length
  const failure = await failureOf(connect({ bot_token }))
  expect(failure).toMatchObject({ kind: 'invalid', message: expect.stringContaining(words) })
  if (bot_token !== '' && bot_token !== 'xoxb-') expect(failure.message).not.toContain(bot_token)
  expect(house.fake.calls).toHaveLength(before)
})

test('a token that Slack does not know, and one without a permission, are told apart', async () => {
  const unknown = await failureOf(connect({ bot_token: 'xoxb-1111111111-2222222222-nobody' }))
  expect(unknown).toMatchObject({ kind: 'unauthorized', platformCode: 'invalid_auth' })
  const reader = issueToken(house.fake.world, ['channels:read', 'groups:read'])
  expect(await failureOf(connect({ bot_token: reader }))).toMatchObject({
    kind: 'forbidden',
    message: expect.stringContaining('chat:write'),
  })
  const writer = issueToken(house.fake.world, ['chat:write', 'channels:read'])
  expect((await failureOf(connect({ bot_token: writer }))).message).toContain('missing_scope; groups:read')
  // A channel by its id needs the permission for its own kind alone.
  expect((await connect({ bot_token: writer, channel: 'C0HARB0R1' })).externalId).toContain('C0HARB0R1')
})

test.each([
  {},
  { team_id: 'T0HARB0R1' },
  { team_id: 'T0HARB0R1', url: 'https://harbour.slack.com/' },
  { team_id: 'T0HARB0R1', url: 'javascript:alert(1)', bot_id: 'B1' },
  { team_id: '../T0HARB0R1', url: 'https://harbour.slack.com/', bot_id: 'B1' },
  { team_id: 7, url: 'https://harbour.slack.com/', bot_id: 'B1' },
])('a token that is described as %j cannot be connected', async (described) => {
  house.fake.inject('auth.test', answered(200, { ok: true, ...described }))
  expect((await failureOf(connect())).kind).toBe('unavailable')
})

test.each([{}, { id: 'C0HARB0R1' }, { id: 'U0ANNE', name: 'anne' }, { id: 'C/..', name: 'a' }])(
  'a channel that is described as %j cannot be connected',
  async (channel) => {
    house.fake.inject('conversations.info', answered(200, { ok: true, channel }))
    expect((await failureOf(connect({ channel: 'C0HARB0R1' }))).kind).toBe('unavailable')
  },
)

test.each([{ is_im: true }, { is_mpim: true, name: 'a-group' }])(
  'a conversation between people (%j) is no channel',
  async (kind) => {
    house.fake.inject('conversations.info', answered(200, { ok: true, channel: { id: 'D0ANNE', ...kind } }))
    expect((await failureOf(connect({ channel: 'C0HARB0R1' }))).message).toContain('between people')
  },
)

describe('a channel that the app is not in', () => {
  const without = wantedScopes.filter((scope) => scope !== 'channels:join')

  test('is archived, hidden or unknown: each has words of its own', async () => {
    expect((await failureOf(connect({ channel: 'C0OLD0001' }))).message).toContain('archived')
    expect((await failureOf(connect({ channel: 'old' }))).message).toContain('no channel of this name')
    expect((await failureOf(connect({ channel: 'G0SECRET1' }))).message).toContain('/invite')
    expect((await failureOf(connect({ channel: 'C0NOWHERE' }))).message).toContain('/invite')
  })

  test('and may not join cannot be connected', async () => {
    const bot_token = issueToken(house.fake.world, without)
    expect(await failureOf(connect({ bot_token, channel: 'general' }))).toMatchObject({
      kind: 'forbidden',
      message: 'The app is not in this channel. Write /invite @crier there, then connect it again.',
    })
  })

  test('and may join is joined before its first post, and not before', async () => {
    const { externalId, username, settings, credentials } = await connect({ channel: 'general' })
    const account: Account = { id: 'a', externalId, username, settings }
    expect(settings.is_member).toBe(false)
    expect(generalIsJoined()).toBe(false)
    const bench = layOut(house, { account })
    expect((await failureOf(bench.readyToSend())).kind).toBe('unauthorized')
    expect(generalIsJoined()).toBe(false)
    const { profile } = await connectByBot.refresh(account, credentials, house.connectIo)
    expect(generalIsJoined()).toBe(true)
    expect(profile?.settings.is_member).toBe(true)
    const joined = { ...account, settings: profile?.settings ?? {} }
    expect(await publish(house, { account: joined })).toMatchObject({ outcome: 'published' })
  })

  test('after somebody removed it is not joined again', async () => {
    const { externalId, username, settings, credentials } = await connect({ channel: 'general' })
    const account: Account = { id: 'a', externalId, username, settings: { ...settings, is_member: true } }
    expect(await failureOf(connectByBot.refresh(account, credentials, house.connectIo))).toMatchObject({
      kind: 'unauthorized',
      message: expect.stringContaining('/invite @crier'),
    })
    expect(generalIsJoined()).toBe(false)
  })

  const generalIsJoined = () => house.fake.world.channels.find(({ name }) => name === 'general')?.isMember
})

describe('a refresh', () => {
  const refresh = () => connectByBot.refresh(house.account, house.credentials, house.connectIo)
  const channel = () => house.fake.world.channels.find(({ name }) => name === 'harbour')

  test('reads the name of the channel and the permissions again, and keeps the token', async () => {
    house.fake.world.tokens.set(String(house.credentials.access_token), {
      scopes: ['chat:write', 'channels:read'],
      until: null,
      isRevoked: false,
    })
    const harbour = channel()
    if (harbour) harbour.name = 'harbour-news'
    const { credentials, expiresAt, profile } = await refresh()
    expect(credentials).toEqual(house.credentials)
    expect(expiresAt).toBeNull()
    expect(profile).toMatchObject({
      username: 'harbour-news',
      settings: { channel_name: 'harbour-news', scopes: ['chat:write', 'channels:read'] },
    })
    const { settings = {} } = profile ?? {}
    const { draft } = layOut(house).step
    expect(slack.networkClass({ ...house.account, settings }, draft).class).toBe('blind')
  })

  test('needs a new connection where the channel was archived, or the app removed from it', async () => {
    const harbour = channel()
    if (harbour) harbour.isMember = false
    expect(await failureOf(refresh())).toMatchObject({
      kind: 'unauthorized',
      message: expect.stringContaining('/invite'),
    })
    if (harbour) Object.assign(harbour, { isMember: true, isArchived: true })
    expect(await failureOf(refresh())).toMatchObject({
      kind: 'unauthorized',
      message: expect.stringContaining('archived'),
    })
  })

  test('needs a new connection where the channel is gone, the token is, or another workspace has it', async () => {
    house.fake.inject('conversations.info', refused('channel_not_found'))
    expect((await failureOf(refresh())).kind).toBe('unauthorized')
    const other = {
      ok: true,
      team_id: 'T0TIDE001',
      url: 'https://tide.slack.com',
      team: 'Tide',
      bot_id: 'B1',
    }
    house.fake.inject('auth.test', answered(200, other, { 'x-oauth-scopes': 'chat:write' }))
    expect((await failureOf(refresh())).message).toContain('another workspace')
    house.fake.inject('auth.test', answered(200, { ...other, team_id: 'T0HARB0R1' }))
    expect(await failureOf(refresh())).toMatchObject({
      kind: 'unauthorized',
      message: expect.stringContaining('chat:write'),
    })
    await house.world.revoke()
    expect((await failureOf(refresh())).kind).toBe('unauthorized')
  })

  test.each([refused('internal_error'), answered(503, '<h1>503</h1>')])(
    'waits where Slack cannot answer (%j)',
    async (answer) => {
      house.fake.inject('conversations.info', answer)
      expect((await failureOf(refresh())).kind).toBe('unavailable')
    },
  )
})

test('disconnecting asks nothing: the token belongs to the person’s own app', async () => {
  const before = house.fake.calls.length
  for (const _ of [1, 2]) await connectByBot.revoke(house.account, house.credentials, house.connectIo)
  expect(house.fake.calls).toHaveLength(before)
})

test('a channel that two workspaces share is another account in each', async () => {
  house.fake.world.channels.push(makeChannel({ id: 'C0SHARED1', name: 'shared' }))
  const here = await connect({ channel: 'shared' })
  const other = { ok: true, team_id: 'T0TIDE001', url: 'https://tide.slack.com', team: '', bot_id: 'B1' }
  house.fake.inject('auth.test', answered(200, other, { 'x-oauth-scopes': 'chat:write' }))
  const there = await connect({ channel: 'shared' })
  expect(there.externalId).not.toBe(here.externalId)
  expect(there).toMatchObject({
    displayName: '#shared',
    profileUrl: 'https://tide.slack.com/archives/C0SHARED1',
  })
})
