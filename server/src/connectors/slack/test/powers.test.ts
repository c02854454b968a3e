import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PublishedPost } from '../../connector.ts'
import { wantedScopes } from '../app.ts'
import { slack } from '../connector.ts'
import { deletePosts, editPosts, measurePosts } from '../powers.ts'
import { failureOf, makeFile, publish } from './steps.ts'
import { answerByHand, answered, openHouse, refused, type SlackHouse } from './world.ts'

let house: SlackHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

const remove = (post: PublishedPost) =>
  deletePosts.delete(post, house.account, house.credentials, house.connectIo)

const edit = (post: PublishedPost, text: string) =>
  editPosts.edit(
    { post, part: 'post', options: {}, text, changes: {} },
    house.account,
    house.credentials,
    house.connectIo,
  )

const measure = async (post: PublishedPost) => {
  const [measured] = await measurePosts.measure([post], house.account, house.credentials, house.connectIo)
  return measured
}

describe('deleting', () => {
  test('a post with files deletes the message, and every file of it', async () => {
    const post = await publish(house, { media: [makeFile('document'), makeFile('video')] })
    await remove(post)
    expect(house.fake.world.messages).toEqual([])
    expect(house.fake.world.files.map(({ isDeleted }) => isDeleted)).toEqual([true, true])
    await remove(post)
  })

  test('goes on with the files where the message is gone already', async () => {
    const post = await publish(house, { media: [makeFile('document')] })
    await house.world.deleteByHand?.(post.remoteId)
    await remove(post)
    expect(house.fake.world.files[0]?.isDeleted).toBe(true)
  })

  test.each(['cant_delete_message', 'compliance_exports_prevent_deletion'])(
    'that is refused with %s says what to do',
    async (code) => {
      const post = await publish(house)
      house.fake.inject('chat.delete', refused(code))
      expect(await failureOf(remove(post))).toMatchObject({
        kind: 'forbidden',
        message: expect.stringContaining('by hand'),
      })
    },
  )

  test.each(['cant_delete_file', 'delete_not_allowed', 'file_deleting_disabled'])(
    'of a file that is refused with %s says that the message is gone',
    async (code) => {
      const post = await publish(house, { media: [makeFile('document')] })
      house.fake.inject('files.delete', refused(code))
      expect((await failureOf(remove(post))).message).toContain('The message is deleted')
    },
  )

  test('only Slack’s own word says that a message is gone', async () => {
    const post = await publish(house)
    for (const answer of [
      answered(404, '<h1>404</h1>'),
      answered(404, { ok: false, error: 'message_not_found' }),
    ]) {
      house.fake.inject('chat.delete', answer)
      expect((await failureOf(remove(post))).kind).toBe('unavailable')
      house.fake.inject('chat.update', answer)
      expect((await failureOf(edit(post, 'x'))).kind).toBe('unavailable')
    }
    house.fake.inject('chat.delete', refused('channel_not_found'))
    expect((await failureOf(remove(post))).kind).toBe('unauthorized')
  })
})

describe('editing', () => {
  test('changes the text alone: our mark and the answers stay', async () => {
    const post = await publish(house)
    const message = house.fake.world.messages[0]
    if (message) answerByHand(house.fake, message, 'Ahoy')
    expect(await edit(post, 'Two <days> at sea')).toBe('edited')
    expect(house.fake.world.messages).toMatchObject([
      { ts: post.remoteId, text: 'Two &lt;days&gt; at sea', metadata: message?.metadata },
      { text: 'Ahoy', threadTs: post.remoteId },
    ])
    const asked = house.fake.calls.find(({ name }) => name === 'chat.update')
    expect(JSON.parse(String(asked?.body))).toMatchObject({ parse: 'none' })
  })

  test('is refused for a text beside files, before anybody is asked', async () => {
    const post = await publish(house, { media: [makeFile('document')] })
    const refusal = (given: PublishedPost) =>
      editPosts.refusal({ post: given, part: 'post', options: {} }, house.account)
    expect(refusal(post)).toContain('whether files stay')
    expect(refusal(await publish(house))).toBeNull()
    expect(refusal({ remoteId: '1700000000.000100', url: '', reference: null })).toBeNull()
  })

  test.each(['cant_update_message', 'edit_window_closed', 'is_inactive'])(
    'that is refused with %s says what to do',
    async (code) => {
      const post = await publish(house)
      house.fake.inject('chat.update', refused(code))
      expect(await failureOf(edit(post, 'x'))).toMatchObject({
        kind: 'forbidden',
        message: expect.stringContaining('by hand'),
      })
    },
  )

  test('a text that is too long once its signs are escaped is refused with words', async () => {
    const post = await publish(house)
    expect(await failureOf(edit(post, '&'.repeat(1_000)))).toMatchObject({ kind: 'invalid' })
    expect(await edit(post, '&'.repeat(800))).toBe('edited')
  })
})

describe('measuring', () => {
  test('counts reactions and answers of a message, and of an answer', async () => {
    const post = await publish(house)
    expect(await measure(post)).toEqual({ likes: 0, comments: 0 })
    expect(await house.world.engage?.(post.remoteId)).toEqual({ likes: 3, comments: 1 })
    expect(await measure(post)).toEqual({ likes: 3, comments: 1 })
    const reply = await publish(house, { part: 'thread', replyTo: post })
    const message = house.fake.world.messages.at(-1)
    if (message) message.reactions = [{ name: 'tada', users: ['U0ANNE'], count: 1 }]
    expect(await measure(reply)).toEqual({ likes: 1, comments: 0 })
    await house.world.deleteByHand?.(reply.remoteId)
    expect(await measure(reply)).toBeNull()
  })

  test('a message that a workspace without a plan hides is not taken for gone', async () => {
    const post = await publish(house)
    await house.world.deleteByHand?.(post.remoteId)
    house.fake.world.isLimited = true
    expect(await measure(post)).toEqual({})
  })

  test.each([
    [
      { reactions: 'many', reply_count: -1 },
      { likes: 0, comments: 0 },
    ],
    [{ reactions: [{ count: 'two' }], reply_count: 'two' }, { comments: 0 }],
    [
      { reactions: [7], reply_count: 2 },
      { likes: 0, comments: 2 },
    ],
  ])('of a message with %j there are %j', async (members, expected) => {
    const post = await publish(house)
    const messages = [{ ts: post.remoteId, ...members }]
    house.fake.inject('conversations.history', answered(200, { ok: true, messages }))
    expect(await measure(post)).toEqual(expected)
  })

  test('needs the permission to read the channel, and says which', async () => {
    expect(measurePosts.refusal(house.account)).toBeNull()
    const scopes = wantedScopes.filter((scope) => !scope.endsWith(':history'))
    for (const [channel, scope] of [
      ['harbour', 'channels:history'],
      ['crew', 'groups:history'],
    ]) {
      const other = await openHouse(slack, { scopes, ...(channel ? { channel } : {}) })
      expect(String(measurePosts.refusal(other.account))).toContain(scope)
      await other.close()
    }
  })
})
