import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PublishedPost } from '../../connector.ts'
import { deletePosts, editPosts, measurePosts } from '../powers.ts'
import { alertsId, guildId, webhookId, webhookToken } from './fake-world.ts'
import { failureOf, makeFile, publish } from './steps.ts'
import { answered, type DiscordHouse, openHouse, refused } from './world.ts'

let house: DiscordHouse
let webhook: DiscordHouse
beforeEach(async () => {
  house = await openHouse()
  webhook = await openHouse('webhook')
})
afterEach(async () => {
  await house.close()
  await webhook.close()
})

const edit = (of: DiscordHouse, post: PublishedPost, text: string, options = {}) =>
  editPosts.edit({ post, part: 'post', options, text, changes: {} }, of.account, of.credentials, of.connectIo)

const measure = (of: DiscordHouse, post: PublishedPost) =>
  measurePosts.measure([post], of.account, of.credentials, of.connectIo)

describe('an edit', () => {
  test('leaves files and flags, and pings no more than the post did', async () => {
    for (const one of [house, webhook]) {
      const options = { suppress_embeds: true, allowed_mentions: ['users'] }
      const post = await publish(one, { media: [makeFile('video')], options })
      expect(await edit(one, post, '@everyone <@80351110224678912>', options)).toBe('edited')
      expect(one.fake.world.messages).toMatchObject([
        {
          content: '@everyone <@80351110224678912>',
          flags: 4,
          pings: ['users'],
          files: [{ name: 'file1.mp4' }],
        },
      ])
      expect(await edit(one, post, '<@80351110224678912>')).toBe('edited')
      expect(one.fake.world.messages[0]?.pings).toEqual([])
      expect(await edit(one, post, '')).toBe('edited')
    }
  })

  test('of a poll is refused before it is tried', async () => {
    const options = { poll: { options: ['Yes', 'No'], duration_minutes: 60 } }
    const post = { remoteId: '7', url: '', reference: null }
    const refusalOf = (part: 'post' | 'thread') => editPosts.refusal({ post, part, options }, house.account)
    expect(refusalOf('post')).toContain('poll')
    expect(refusalOf('thread')).toBeNull()
    const published = await publish(house, { text: 'Sail?', options })
    expect(await failureOf(edit(house, published, 'Stay?'))).toMatchObject({
      kind: 'invalid',
      platformCode: '520003',
    })
  })

  test('of a message that somebody else wrote is refused', async () => {
    const post = await publish(house)
    house.fake.inject('PATCH message', refused(403, 50_005, 'Cannot edit a message authored by another user'))
    expect((await failureOf(edit(house, post, 'Late'))).kind).toBe('forbidden')
  })
})

describe('a webhook', () => {
  test('reaches its messages by its own address', async () => {
    const post = await publish(webhook)
    await edit(webhook, post, 'Two days at sea')
    expect(await measure(webhook, post)).toEqual([{ likes: 0 }])
    await deletePosts.delete(post, webhook.account, webhook.credentials, webhook.connectIo)
    const path = `/api/v10/webhooks/${webhookId}/${webhookToken}/messages/${post.remoteId}`
    expect(webhook.fake.calls.slice(-3).map(({ method, url }) => [method, url.pathname])).toEqual([
      ['PATCH', path],
      ['GET', path],
      ['DELETE', path],
    ])
    expect(webhook.fake.world.messages).toEqual([])
  })

  test('that is gone says so, and is not taken for a message that is', async () => {
    const post = await publish(webhook)
    webhook.fake.world.webhooks.length = 0
    const remove = deletePosts.delete(post, webhook.account, webhook.credentials, webhook.connectIo)
    expect(await failureOf(remove)).toMatchObject({ kind: 'unauthorized', platformCode: '10015' })
    expect((await failureOf(measure(webhook, post))).kind).toBe('unauthorized')
  })

  test('that was moved reaches its earlier messages no more, and says so', async () => {
    const post = await publish(webhook)
    const [moved] = webhook.fake.world.webhooks
    if (moved) moved.channelId = alertsId
    const { account, credentials, connectIo } = webhook
    for (const work of [
      () => deletePosts.delete(post, account, credentials, connectIo),
      () => edit(webhook, post, 'Late'),
      () => measure(webhook, post),
    ])
      expect(await failureOf(work())).toMatchObject({
        kind: 'forbidden',
        message: expect.stringContaining('moved to another channel'),
      })
    expect(webhook.fake.world.messages).toHaveLength(1)
    const next = await publish(webhook)
    expect(next).toMatchObject({
      url: `https://discord.com/channels/${guildId}/${alertsId}/${next.remoteId}`,
      reference: { channel_id: alertsId },
    })
    // A person may have given the address alone.
    await deletePosts.delete({ ...post, reference: null }, account, credentials, connectIo)
  })
})

describe('the figures of a post', () => {
  test('are its reactions of every emoji', async () => {
    const post = await publish(house)
    expect(await measure(house, post)).toEqual([{ likes: 0 }])
    const [message] = house.fake.world.messages
    if (message) message.reactions = [3, 1, 12]
    expect(await measure(house, post)).toEqual([{ likes: 16 }])
  })

  test.each([
    [{ id: '7', reactions: 'many' }],
    [{ id: '7', reactions: [{ count: -1 }] }],
    [{ id: '7', reactions: [{}] }],
  ])('that cannot be read, as in %j, are left out', async (message) => {
    house.fake.inject('GET message', answered(200, message))
    expect(await measure(house, { remoteId: '7', url: '', reference: null })).toEqual([{}])
  })
})
