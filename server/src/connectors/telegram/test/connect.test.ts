import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { Account, Identified } from '../../connector.ts'
import { connectByBot } from '../connect.ts'
import { startFakeTelegram } from './fake.ts'
import { administrator, botId, harbourId, makeChat, memberWith, restricted, token } from './fake-world.ts'
import { failureOf } from './steps.ts'
import { answered, openHouse, refused, type TelegramHouse } from './world.ts'

let house: TelegramHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

const connect = (change: JsonObject = {}): Promise<Identified> =>
  connectByBot.identify({ bot_token: token, chat: '@harbour', ...change }, house.connectIo)

test('a channel is connected under its lasting id', async () => {
  expect(await connect({ bot_token: `  ${token}\n` })).toEqual({
    externalId: String(harbourId),
    username: 'harbour',
    displayName: 'Harbour',
    avatarUrl: null,
    profileUrl: 'https://t.me/harbour',
    settings: {
      server: 'https://api.telegram.org',
      chat_id: String(harbourId),
      chat_type: 'channel',
      chat_name: 'harbour',
      is_forum: false,
    },
    credentials: { bot_token: token },
    expiresAt: null,
  })
})

test.each([
  'harbour',
  ' @harbour ',
  'https://t.me/harbour',
  't.me/harbour/7',
  'https://t.me/s/harbour',
  String(harbourId),
  'https://t.me/c/1234567890/7',
])('the channel is found by %j', async (chat) => {
  expect((await connect({ chat })).externalId).toBe(String(harbourId))
})

test.each(['', '1234567890', 'Harbour news', 'https://harbour.example/', '@a', '-12x'])(
  'the chat %j is refused without a question to Telegram',
  async (chat) => {
    const before = house.fake.calls.length
    const failure = await failureOf(connect({ chat }))
    expect(failure).toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('such as -1001234567890'),
    })
    expect(house.fake.calls).toHaveLength(before)
  },
)

test('an invitation is refused, because it names no chat', async () => {
  const failure = await failureOf(connect({ chat: 'https://t.me/+AbCdEf012345' }))
  expect(failure).toMatchObject({ kind: 'invalid', message: expect.stringContaining('An invitation') })
})

test.each([
  ['a-bot', 'invalid', 'Copy the whole token'],
  ['12 34:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw8', 'invalid', 'Copy the whole token'],
  ['110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw8/../x', 'invalid', 'Copy the whole token'],
  ['110201543:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'unauthorized', '@BotFather'],
])('the token %j is refused as %s', async (bot_token, kind, words) => {
  const failure = await failureOf(connect({ bot_token }))
  expect(failure).toMatchObject({ kind, message: expect.stringContaining(words) })
  expect(failure.message).not.toContain(bot_token)
})

test.each(['https://bot.example.org/path', 'http://bot.example.org', 'ftp://a'])(
  'the server %j is refused',
  async (server) => {
    expect((await failureOf(connect({ server }))).kind).toBe('invalid')
  },
)

test('a server of the operator’s own is asked in place of Telegram’s, and kept', async () => {
  const own = await startFakeTelegram()
  const { settings } = await connect({ server: own.url })
  expect(settings.server).toBe(own.url)
  expect(own.calls.map(({ name }) => name)).toEqual(['POST getMe', 'POST getChat', 'POST getChatMember'])
  await own.close()
})

/** The bot's place in a chat, and the words by which a person learns what is wrong; null where nothing is. */
const places: readonly ['channel' | 'group' | 'supergroup', JsonObject | null, string | null][] = [
  ['channel', administrator({ can_post_messages: true }), null],
  ['channel', administrator({ can_post_messages: false }), 'Give it the right to post messages.'],
  ['channel', memberWith('member'), 'no administrator of this channel'],
  ['channel', memberWith('left'), 'no administrator of this channel'],
  ['channel', memberWith('kicked'), 'not in the chat any more'],
  ['channel', null, 'no administrator of this channel'],
  ['group', administrator(), null],
  ['group', memberWith('member'), null],
  ['supergroup', administrator(), null],
  ['supergroup', memberWith('member'), null],
  ['supergroup', restricted(true), null],
  ['supergroup', restricted(false), 'may not write in this group'],
  ['supergroup', restricted(true, false), 'may not write in this group'],
  ['supergroup', memberWith('left'), 'no member of this group'],
  ['supergroup', memberWith('kicked'), 'not in the chat any more'],
  ['supergroup', null, 'no member of this group'],
]

describe('in a public chat', () => {
  test.each(places)('of type %s with the place %j: %s', async (type, member, words) => {
    const members = new Map(member ? [[botId, member]] : [])
    house.fake.world.chats.push(makeChat({ id: -100_777, type, username: 'boats', members }))
    const connected = connect({ chat: '@boats' })
    if (words === null) expect((await connected).externalId).toBe('-100777')
    else expect((await failureOf(connected)).message).toContain(words)
  })
})

test('a group whose members may not write needs the bot as an administrator', async () => {
  const members = new Map([[botId, memberWith('member')]])
  const permissions = { can_send_messages: false }
  house.fake.world.chats.push(makeChat({ id: -100_778, type: 'supergroup', members, permissions }))
  expect(await failureOf(connect({ chat: '-100778' }))).toMatchObject({
    kind: 'forbidden',
    message: 'Members may not write in this group. Make the bot an administrator of it.',
  })
})

test('a private chat, one that is not there, and one without the bot are told apart', async () => {
  house.fake.world.chats.push(
    makeChat({ id: 5, type: 'private', username: 'ada_lovelace' }),
    makeChat({ id: -100_779, type: 'channel', members: new Map() }),
  )
  expect((await failureOf(connect({ chat: '@ada_lovelace' }))).message).toContain('with one person')
  expect((await failureOf(connect({ chat: '@nobody' }))).message).toContain('finds no such chat')
  expect((await failureOf(connect({ chat: '-100779' }))).message).toContain('not in the chat')
})

test.each([[{}], [{ id: 0, is_bot: true }], [{ id: 7, is_bot: false }], [[]], ['bot']])(
  'a bot that is described as %j cannot be connected',
  async (result) => {
    house.fake.inject('POST getMe', answered(200, { ok: true, result }))
    expect((await failureOf(connect())).kind).toBe('unavailable')
  },
)

test.each([[{}], [{ id: -100 }], [{ id: '-100', type: 'channel' }], [null]])(
  'a chat that is described as %j cannot be connected',
  async (result) => {
    house.fake.inject('POST getChat', answered(200, { ok: true, result }))
    expect((await failureOf(connect())).kind).toBe('unavailable')
  },
)

describe('a refresh', () => {
  const refresh = (account: Account = house.account) =>
    connectByBot.refresh(account, house.credentials, house.connectIo)

  test('reads the name and the title of the chat again', async () => {
    const { world } = house.fake
    world.chats[0] = makeChat({ id: harbourId, type: 'channel', title: 'Harbour 2', username: 'harbour2' })
    const { credentials, profile } = await refresh()
    expect(credentials).toEqual(house.credentials)
    expect(profile).toMatchObject({
      username: 'harbour2',
      displayName: 'Harbour 2',
      profileUrl: 'https://t.me/harbour2',
      settings: { chat_name: 'harbour2' },
    })
  })

  test.each([
    ['lost its right to post', administrator({ can_post_messages: false }), 'right to post'],
    ['is no administrator any more', memberWith('member'), 'no administrator'],
    ['was removed', memberWith('kicked'), 'not in the chat any more'],
  ])('needs a new connection where the bot %s', async (_, member, words) => {
    house.fake.world.chats[0]?.members.set(botId, member)
    expect(await failureOf(refresh())).toMatchObject({
      kind: 'unauthorized',
      message: expect.stringContaining(words),
    })
  })

  test('needs a new connection where the group became a supergroup', async () => {
    const group = makeChat({ id: -4_242, type: 'group' })
    house.fake.world.chats.push(group)
    const { externalId, username, settings } = await connect({ chat: '-4242' })
    group.migratedTo = -1_009_876_543_210
    const failure = await failureOf(refresh({ id: 'a', externalId, username, settings }))
    expect(failure).toMatchObject({
      kind: 'unauthorized',
      message: expect.stringContaining('has become a supergroup'),
    })
  })

  test('needs a new connection where another chat has the id, or the token is gone', async () => {
    house.fake.inject('POST getChat', answered(200, { ok: true, result: { id: -7, type: 'group' } }))
    house.fake.inject('POST getChatMember', answered(200, { ok: true, result: { status: 'member' } }))
    expect((await failureOf(refresh())).message).toContain('another id')
    house.fake.world.bots.clear()
    expect((await failureOf(refresh())).kind).toBe('unauthorized')
  })

  test('waits where Telegram cannot answer', async () => {
    house.fake.inject('POST getChat', refused(502, 'Bad Gateway'))
    expect((await failureOf(refresh())).kind).toBe('unavailable')
  })
})

test('disconnecting asks nothing, because Telegram has no call that ends a token', async () => {
  const before = house.fake.calls.length
  for (const _ of [1, 2]) await connectByBot.revoke(house.account, house.credentials, house.connectIo)
  expect(house.fake.calls).toHaveLength(before)
})
