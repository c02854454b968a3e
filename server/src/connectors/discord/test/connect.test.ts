import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import { identifyOne } from '../../conformance/identify-one.ts'
import type { Account, Identified } from '../../connector.ts'
import { connectByBot } from '../connect-bot.ts'
import { connectByWebhook } from '../connect-webhook.ts'
import {
  alertsId,
  botId,
  type FakeOverwrite,
  guildId,
  newsId,
  right,
  token,
  webhookId,
  webhookToken,
} from './fake-world.ts'
import { failureOf } from './steps.ts'
import { answered, type DiscordHouse, openHouse, refused } from './world.ts'

let house: DiscordHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

const connect = (change: JsonObject = {}): Promise<Identified> =>
  identifyOne(connectByBot, { bot_token: token, channel: newsId, ...change }, house.connectIo)

const world = () => house.fake.world
const news = () => {
  const channel = world().channels.find(({ id }) => id === newsId)
  if (!channel) throw new Error('There is no #news.')
  return channel
}
const overwrite = (id: string, more: Partial<FakeOverwrite>): FakeOverwrite => {
  return { id, type: 0, allow: 0n, deny: 0n, ...more }
}
const role = '900000000000000001'

describe('by a bot', () => {
  test('a channel is connected under its lasting id', async () => {
    expect(await connect({ bot_token: `  Bot ${token}\n` })).toEqual({
      externalId: newsId,
      username: 'Harbour #news',
      displayName: '#news',
      avatarUrl: `https://cdn.discordapp.com/icons/${guildId}/a_1269e74af4df7417b13759eae50c83dc.png?size=256`,
      profileUrl: `https://discord.com/channels/${guildId}/${newsId}`,
      settings: {
        sender: 'bot',
        sender_id: botId,
        guild_id: guildId,
        channel_id: newsId,
        channel_type: 'text',
        lacks: ['mention_everyone'],
      },
      credentials: { bot_token: token },
      expiresAt: null,
    })
  })

  test.each([
    '#news',
    ' News ',
    newsId,
    `https://discord.com/channels/${guildId}/${newsId}`,
    `https://ptb.discord.com/channels/${guildId}/${newsId}/1100000000000000009`,
    `discordapp.com/channels/${guildId}/${newsId}/`,
  ])('the channel is found by %j', async (channel) => {
    expect((await connect({ channel })).externalId).toBe(newsId)
  })

  test('an announcement channel is known as one', async () => {
    const { settings } = await connect({ channel: '#alerts' })
    expect(settings).toMatchObject({ channel_id: alertsId, channel_type: 'announcement' })
  })

  test.each(['two words', 'https://harbour.example/', 'discord.com/channels/7'])(
    'the channel %j is refused without a question to Discord',
    async (channel) => {
      const before = house.fake.calls.length
      expect(await failureOf(connect({ channel }))).toMatchObject({
        kind: 'invalid',
        message: expect.stringContaining('by the link'),
      })
      expect(house.fake.calls).toHaveLength(before)
    },
  )

  test('without a channel all of them are offered, and one in which the bot lacks a right says so', async () => {
    news().overwrites = [overwrite(botId, { type: 1, deny: right.send })]
    const candidates = await connectByBot.list({ bot_token: token, channel: ' ' }, house.connectIo)
    expect(candidates).toEqual(await connectByBot.list({ bot_token: token }, house.connectIo))
    expect(candidates.map(({ profile, ...more }) => [profile.externalId, more])).toEqual([
      [newsId, { suggested: false, reason: expect.stringContaining('Send Messages') }],
      [alertsId, { suggested: false, reason: null }],
    ])
    const { profile } = candidates[1] ?? {}
    expect(profile).toEqual(await connect({ channel: alertsId }))
  })

  test('by a name that fits none the channels are named, texts and announcements alone', async () => {
    const expected =
      'Choose one of the channels, by its name or its id: #news (Harbour, 1100000000000000001) or #alerts (Harbour, 1100000000000000002).'
    for (const channel of ['?', '#nothing'])
      expect(await failureOf(connect({ channel }))).toMatchObject({ kind: 'invalid', message: expected })
  })

  test('a name that two channels have is asked about', async () => {
    const alerts = world().channels[1]
    if (alerts) alerts.name = 'news'
    const failure = await failureOf(connect({ channel: '#news' }))
    expect(failure.message).toContain(newsId)
    expect(failure.message).toContain(alertsId)
  })

  test('a bot in no server, or without a channel that it sees, is told what to do', async () => {
    news().overwrites = [overwrite(role, { deny: right.view }), overwrite(guildId, { deny: right.view })]
    world().channels.splice(1, 1)
    expect((await failureOf(connect({ channel: '?' }))).message).toContain('Let it view one.')
    world().guilds.length = 0
    expect(await failureOf(connect({ channel: '?' }))).toMatchObject({
      kind: 'forbidden',
      message: expect.stringContaining('installation link'),
    })
  })

  test.each([
    ['a-token', 'invalid', 'Copy the whole token'],
    [`${token} x`, 'invalid', 'Copy the whole token'],
    [`${token}/../x`, 'invalid', 'Copy the whole token'],
    ['MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZZZZZZZZZZZZZZZZZZZZZZZZZZZ', 'unauthorized', 'developer portal'],
  ])('the token %j is refused as %s', async (bot_token, kind, words) => {
    const failure = await failureOf(connect({ bot_token }))
    expect(failure).toMatchObject({ kind, message: expect.stringContaining(words) })
    expect(failure.message).not.toContain(bot_token)
  })

  test.each(['1100000000000000003', '1100000000000000004'])(
    'the channel %s is of another kind',
    async (channel) => {
      expect(await failureOf(connect({ channel }))).toMatchObject({
        kind: 'invalid',
        message: expect.stringContaining('forums'),
      })
    },
  )

  test('a channel that is not there, or not seen, is refused', async () => {
    expect((await failureOf(connect({ channel: '1100000000000000077' }))).platformCode).toBe('10003')
    news().overwrites = [overwrite(botId, { type: 1, deny: right.view })]
    expect((await failureOf(connect())).platformCode).toBe('50001')
  })

  describe('rights', () => {
    const needs = right.send + right.history
    test.each<[string, readonly FakeOverwrite[], string | null]>([
      [
        'denied to everyone, and allowed to a role',
        [overwrite(guildId, { deny: needs }), overwrite(role, { allow: needs })],
        null,
      ],
      [
        'denied to a role, and allowed to everyone',
        [overwrite(guildId, { allow: needs }), overwrite(role, { deny: needs })],
        'Send Messages or Read Message History',
      ],
      [
        'denied to a role, and allowed to the bot',
        [overwrite(role, { deny: needs }), overwrite(botId, { type: 1, allow: needs })],
        null,
      ],
      [
        'denied to the bot, and allowed to a role',
        [overwrite(botId, { type: 1, deny: right.send }), overwrite(role, { allow: needs })],
        'Send Messages',
      ],
      ['denied to a role that the bot has not', [overwrite('900000000000000009', { deny: needs })], null],
      ['denied to history alone', [overwrite(role, { deny: right.history })], 'Read Message History'],
    ])('%s are counted as Discord does', async (_, overwrites, missing) => {
      news().overwrites = overwrites
      if (missing === null) expect((await connect()).externalId).toBe(newsId)
      else
        expect(await failureOf(connect())).toMatchObject({
          kind: 'forbidden',
          message: `The bot lacks rights in this channel: ${missing}. Give them to it in the settings of the channel, under Permissions.`,
        })
    })

    test('of an owner and of an administrator are all, whatever a channel says', async () => {
      news().overwrites = [overwrite(guildId, { deny: right.send }), overwrite(role, { deny: right.send })]
      const [guild] = world().guilds
      guild?.roles.set(role, right.administrator)
      expect((await connect()).settings.lacks).toEqual([])
      guild?.roles.set(role, 0n)
      expect((await failureOf(connect())).kind).toBe('forbidden')
      if (guild) guild.ownerId = botId
      expect((await connect()).settings.lacks).toEqual([])
    })

    test('that only some posts need are remembered', async () => {
      world().guilds[0]?.roles.set(role, right.view + right.send + right.history)
      expect((await connect()).settings.lacks).toEqual(['attach_files', 'send_polls', 'mention_everyone'])
    })
  })

  test.each([
    ['GET users/@me', { id: '7' }],
    ['GET users', {}],
    ['GET channels', { id: '7', guild_id: guildId, type: 0 }],
  ])('an answer to %s of %j is none', async (name, body) => {
    house.fake.inject(name.replace('/@me', ''), answered(200, body))
    expect((await failureOf(connect())).kind).toBe('unavailable')
  })
})

describe('by a webhook', () => {
  const url = `https://discord.com/api/webhooks/${webhookId}/${webhookToken}`
  const byUrl = (webhook_url: string) => connectByWebhook.identify({ webhook_url }, house.connectIo)

  test.each([
    url,
    `  ${url}\n`,
    `${url}/`,
    url.replace('/api/', '/api/v10/'),
    url.replace('discord.com', 'canary.discord.com'),
    url.replace('discord.com', 'discordapp.com'),
  ])('the address %j connects its channel', async (given) => {
    expect(await byUrl(given)).toEqual({
      externalId: webhookId,
      username: 'Harbour watch',
      displayName: 'Harbour watch',
      avatarUrl: null,
      profileUrl: `https://discord.com/channels/${guildId}/${newsId}`,
      settings: {
        sender: 'webhook',
        sender_id: webhookId,
        guild_id: guildId,
        channel_id: newsId,
        channel_type: null,
        lacks: [],
      },
      credentials: { webhook_token: webhookToken },
      expiresAt: null,
    })
  })

  test.each([
    'https://discord.example/api/webhooks/223704706495545344/aaaaaaaaaaaaaaaaaaaaaaaaaaa',
    `${url}/slack`,
    `${url}?thread_id=7`,
    url.replace('https', 'http'),
    `https://discord.com@evil.example/api/webhooks/${webhookId}/${webhookToken}`,
    `https://discord.com/api/webhooks/${webhookId}`,
    'webhook',
  ])('the address %j is refused without a question to Discord', async (given) => {
    const before = house.fake.calls.length
    const failure = await failureOf(byUrl(given))
    expect(failure).toMatchObject({ kind: 'invalid', message: expect.stringContaining('Copy the whole URL') })
    expect(failure.message).not.toContain(webhookToken)
    expect(house.fake.calls).toHaveLength(before)
  })

  test('a webhook that is gone, and one with another token, is refused', async () => {
    expect((await failureOf(byUrl(url.replace('3d89', '4d89')))).platformCode).toBe('50027')
    world().webhooks.length = 0
    expect(await failureOf(byUrl(url))).toMatchObject({ kind: 'unauthorized', platformCode: '10015' })
  })

  test('a webhook that brings messages of other channels is refused', async () => {
    world().webhooks[0] = { id: webhookId, token: webhookToken, type: 2, name: 'Followed', channelId: newsId }
    expect((await failureOf(byUrl(url))).kind).toBe('invalid')
  })

  test.each([
    { type: 1, id: '7' },
    { type: 1, id: webhookId },
    { type: 1, id: webhookId, guild_id: null, channel_id: newsId },
  ])('an answer of %j says too little', async (body) => {
    house.fake.inject('GET webhooks', answered(200, body))
    expect((await failureOf(byUrl(url))).kind).toBe('unavailable')
  })
})

describe('a refresh', () => {
  const accountOf = ({ externalId, username, settings }: Identified): Account => {
    return { id: 'a', externalId, username, settings }
  }

  test('reads the channel again', async () => {
    const found = await connect()
    news().name = 'harbour-news'
    news().type = 5
    const refreshed = await connectByBot.refresh(accountOf(found), found.credentials, house.connectIo)
    expect(refreshed).toMatchObject({
      credentials: { bot_token: token },
      expiresAt: null,
      profile: { username: 'Harbour #harbour-news', settings: { channel_type: 'announcement' } },
    })
  })

  test('of a bot that may no longer post says that it must be connected again', async () => {
    const found = await connect()
    const refresh = () =>
      failureOf(connectByBot.refresh(accountOf(found), found.credentials, house.connectIo))
    news().overwrites = [overwrite(role, { deny: right.send })]
    expect(await refresh()).toMatchObject({
      kind: 'unauthorized',
      message: expect.stringContaining('Send Messages'),
    })
    news().overwrites = []
    news().type = 15
    expect((await refresh()).kind).toBe('unauthorized')
    world().guilds[0]?.members.clear()
    expect((await refresh()).kind).toBe('unauthorized')
    house.fake.inject('GET users', refused(500, 0, '500: Internal Server Error'))
    expect((await refresh()).kind).toBe('unavailable')
  })

  test('of a webhook that was moved follows it, and of one that is gone says so', async () => {
    const url = `https://discord.com/api/webhooks/${webhookId}/${webhookToken}`
    const found = await connectByWebhook.identify({ webhook_url: url }, house.connectIo)
    const [webhook] = world().webhooks
    if (webhook) webhook.channelId = alertsId
    const { profile } = await connectByWebhook.refresh(accountOf(found), found.credentials, house.connectIo)
    expect(profile?.settings.channel_id).toBe(alertsId)
    world().webhooks.length = 0
    const refresh = connectByWebhook.refresh(accountOf(found), found.credentials, house.connectIo)
    expect(await failureOf(refresh)).toMatchObject({ kind: 'unauthorized', platformCode: '10015' })
  })

  test('disconnecting ends nothing at Discord, for others may use it', async () => {
    const found = await connect()
    const before = house.fake.calls.length
    for (const { revoke } of [connectByBot, connectByWebhook])
      await revoke(accountOf(found), found.credentials, house.connectIo)
    expect(house.fake.calls).toHaveLength(before)
  })
})
