import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { discord } from '../connector.ts'
import { publishing } from './fake.ts'
import { type FakeMessage, nextId, right } from './fake-world.ts'
import { type Bench, failureOf, layOut, makeFile, publish } from './steps.ts'
import { answered, type DiscordHouse, openHouse, refused, type Sender } from './world.ts'

let house: DiscordHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

const openOther = async (sender: Sender) => {
  await house.close()
  house = await openHouse(sender)
}

const settle = (bench: Bench, more = {}) => discord.settle({ ...bench.step, ...more }, bench.io())

/** A message that somebody else wrote, or that stands there for another reason. */
function stand(more: Partial<FakeMessage>): FakeMessage {
  const { world } = house.fake
  const message: FakeMessage = {
    id: nextId(world),
    channelId: String(house.account.settings.channel_id),
    author: { id: String(house.account.settings.sender_id), name: 'Harbour news' },
    webhookId: null,
    content: 'A day at sea',
    files: [],
    repliesTo: null,
    poll: null,
    flags: 0,
    pings: [],
    madeAt: new Date(),
    nonce: null,
    reactions: [],
    ...more,
  }
  world.messages.push(message)
  return message
}

async function lose(bench: Bench): Promise<void> {
  house.fake.inject(publishing, { kind: 'lose_answer' })
  expect((await failureOf(bench.send())).kind).toBe('unknown_outcome')
}

describe('after a lost answer', () => {
  test.each([
    ['a text', {}],
    ['a text with spaces around it', { text: '  A day at sea \n' }],
    ['a poll', { text: 'Sail?', options: { poll: { options: ['Yes', 'No'], duration_minutes: 60 } } }],
    ['a document without words', { text: '', media: [makeFile('document')] }],
    ['two files', { media: [makeFile('video'), makeFile('gif')] }],
  ])('%s is found in the channel', async (_, laid) => {
    const bench = await layOut(house, laid)
    await lose(bench)
    const [message] = house.fake.world.messages
    expect(await settle(bench)).toEqual({
      outcome: 'published',
      remoteId: message?.id,
      url: `https://discord.com/channels/197038439483310086/1100000000000000001/${message?.id}`,
      reference: null,
    })
  })

  test('an answer to a message is found, and no message that answers nothing', async () => {
    const first = await publish(house, { text: 'Out' })
    const bench = await layOut(house, { text: 'Back', part: 'thread', replyTo: first })
    stand({ content: 'Back' })
    expect(await settle(bench)).toEqual({ outcome: 'not_found' })
    await lose(bench)
    expect(await settle(bench)).toMatchObject({ remoteId: house.fake.world.messages.at(-1)?.id })
  })

  test.each<[string, Partial<FakeMessage>]>([
    ['of another author', { author: { id: '53908099506183680', name: 'Nelly' } }],
    ['of a webhook', { webhookId: '223704706495545344' }],
    ['with other words', { content: 'A day at sea!' }],
    ['that answers another', { repliesTo: '7' }],
    ['with a poll', { poll: { question: { text: 'A day at sea' } } }],
    [
      'with a file',
      {
        files: [{ id: '1', name: 'a', bytes: Buffer.from('a'), type: 'a/b', altText: '', isSpoiler: false }],
      },
    ],
    ['from an hour ago', { madeAt: new Date(Date.now() - 3_600_000) }],
  ])('a message %s is not taken for ours', async (_, more) => {
    const bench = await layOut(house)
    stand(more)
    expect(await settle(bench)).toEqual({ outcome: 'not_found' })
  })

  test('a message with another nonce is not ours, and one with ours is, whatever else it says', async () => {
    const bench = await layOut(house)
    await lose(bench)
    const [message] = house.fake.world.messages
    const shown = { id: message?.id, author: { id: house.account.settings.sender_id } }
    const list = (nonce: unknown) => house.fake.inject('GET messages', answered(200, [{ ...shown, nonce }]))
    list('another')
    expect(await settle(bench)).toEqual({ outcome: 'not_found' })
    list(message?.nonce)
    expect(await settle(bench)).toMatchObject({ outcome: 'published', remoteId: message?.id })
  })

  test('a message is found that a clock a second behind ours dates before it was sent', async () => {
    const bench = await layOut(house)
    await lose(bench)
    const [message] = house.fake.world.messages
    if (!message) throw new Error('There is no message.')
    const firstSentAt = new Date(message.madeAt.getTime() + 1_000)
    expect(await settle(bench, { firstSentAt })).toMatchObject({ outcome: 'published', remoteId: message.id })
  })

  test('the same words from before the post was prepared are not ours', async () => {
    await publish(house)
    const bench = await layOut(house)
    expect(await settle(bench, { firstSentAt: new Date(Date.now() - 60_000) })).toEqual({
      outcome: 'not_found',
    })
  })

  test('two messages that could be ours are shown to a person', async () => {
    const bench = await layOut(house)
    const ids = [stand({}).id, stand({}).id]
    const found = await settle(bench)
    expect(found.outcome === 'several' && found.posts.map(({ remoteId }) => remoteId)).toEqual(ids)
  })

  test('a message is found behind hundreds of others', async () => {
    const bench = await layOut(house)
    for (let count = 0; count < 250; count++) stand({ content: `Noise ${count}` })
    await lose(bench)
    expect(await settle(bench)).toMatchObject({ outcome: 'published' })
    expect(house.fake.calls.filter(({ name }) => name === 'GET messages')).toHaveLength(1 + 3)
  })

  test('a channel that is full of others is read only so far', async () => {
    const bench = await layOut(house)
    for (let count = 0; count < 1_100; count++) stand({ content: `Noise ${count}` })
    await lose(bench)
    expect(await settle(bench)).toEqual({ outcome: 'not_found' })
  })

  test('a list that does not go on ends', async () => {
    const bench = await layOut(house)
    const same = Array.from({ length: 100 }, () => ({ id: '7', author: {}, content: '' }))
    house.fake.inject('GET messages', answered(200, same))
    expect(await settle(bench)).toEqual({ outcome: 'not_found' })
  })

  test.each([
    [answered(200, {})],
    [answered(200, [{ content: 'No id' }])],
    [answered(200, ['no message'])],
    [refused(500, 0, '500: Internal Server Error')],
  ])('a list of %j is no list', async (answer) => {
    const bench = await layOut(house)
    house.fake.inject('GET messages', answer)
    expect((await failureOf(settle(bench))).kind).toBe('unavailable')
  })

  test('a bot that may no longer read the history finds nothing', async () => {
    const bench = await layOut(house)
    await lose(bench)
    const [channel] = house.fake.world.channels
    if (channel)
      channel.overwrites = [
        { id: channel.guildId, type: 0, allow: 0n, deny: right.history },
        { id: '900000000000000001', type: 0, allow: 0n, deny: right.history },
      ]
    expect(await settle(bench)).toEqual({ outcome: 'not_found' })
  })

  test('the same nonce makes no second message while Discord remembers it', async () => {
    const bench = await layOut(house)
    await lose(bench)
    const [message] = house.fake.world.messages
    expect(await bench.send()).toMatchObject({ outcome: 'published', remoteId: message?.id })
    expect(house.fake.world.messages).toHaveLength(1)
  })
})

describe('a post for followers', () => {
  const options = { crosspost: true }
  const soon = async () => {
    await openOther('announcing bot')
    const bench = await layOut(house, { options })
    const sent = await bench.send()
    expect(sent).toMatchObject({ outcome: 'accepted', againInMs: 0 })
    return { bench, ref: sent.outcome === 'accepted' ? sent.ref : '' }
  }
  const omitted = [expect.objectContaining({ code: 'not_crossposted' })]

  test('is published to them once it stands in the channel, and once more changes nothing', async () => {
    const { bench, ref } = await soon()
    const expected = {
      outcome: 'published',
      remoteId: ref,
      url: expect.stringContaining(ref),
      reference: null,
    }
    expect(await settle(bench, { ref })).toEqual(expected)
    expect([...house.fake.world.crossposted]).toEqual([ref])
    expect(await settle(bench, { ref })).toEqual(expected)
    expect(house.fake.world.messages).toHaveLength(1)
  })

  test('is found after a lost answer, and published to them', async () => {
    await openOther('announcing bot')
    const bench = await layOut(house, { options })
    await lose(bench)
    expect(await settle(bench)).toMatchObject({ outcome: 'published' })
    expect(house.fake.world.crossposted.size).toBe(1)
  })

  test('waits where the hour has had its share, for two hours at most', async () => {
    const { bench, ref } = await soon()
    house.fake.world.crosspostsLeft = 0
    expect(await settle(bench, { ref })).toEqual({ outcome: 'pending', againInMs: 1_800_500 })
    const firstSentAt = new Date(Date.now() - 2 * 3_600_000)
    expect(await settle(bench, { ref, firstSentAt })).toMatchObject({
      outcome: 'published',
      remoteId: ref,
      omitted,
    })
    house.fake.world.crosspostsLeft = 1
    expect(await settle(bench, { ref })).not.toHaveProperty('omitted')
  })

  test.each([
    refused(404, 10_008, 'Unknown Message'),
    refused(403, 987_654, 'Something new'),
    refused(400, 50_024, 'Cannot execute action on this channel type'),
  ])('that Discord refuses to share with %j is published all the same', async (answer) => {
    const { bench, ref } = await soon()
    house.fake.inject('POST crosspost', answer)
    expect(await settle(bench, { ref })).toMatchObject({ outcome: 'published', remoteId: ref, omitted })
  })

  test.each([
    [refused(401, 0, '401: Unauthorized'), 'unauthorized'],
    [refused(500, 0, '500: Internal Server Error'), 'unavailable'],
  ])('that could not be asked for, by %j, is asked for again', async (answer, kind) => {
    const { bench, ref } = await soon()
    house.fake.inject('POST crosspost', answer)
    expect((await failureOf(settle(bench, { ref }))).kind).toBe(kind)
  })

  test('is its first part: the answers are read in the channel', async () => {
    await openOther('announcing bot')
    const first = await publish(house)
    const part = await publish(house, { options, part: 'thread', replyTo: first })
    expect(part.remoteId).not.toBe('')
    expect(house.fake.world.crossposted.size).toBe(0)
  })
})
