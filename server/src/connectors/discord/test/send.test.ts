import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asObject, type JsonObject } from '../../../lib/json/json.ts'
import { nonceOf } from '../compose.ts'
import { discord } from '../connector.ts'
import { readFields } from './fake-fields.ts'
import type { FakeMessage } from './fake-world.ts'
import { guildId, newsId, right, token, webhookId, webhookToken } from './fake-world.ts'
import { failureOf, layOut, makeFile, pictures, publish } from './steps.ts'
import { type DiscordHouse, openHouse } from './world.ts'

let house: DiscordHouse
let webhook: DiscordHouse
beforeAll(async () => {
  house = await openHouse()
  webhook = await openHouse('webhook')
})
afterAll(async () => {
  await house.close()
  await webhook.close()
})
beforeEach(() => {
  for (const { fake } of [house, webhook]) fake.world.messages.length = 0
})

const sent = (of = house): readonly FakeMessage[] => of.fake.world.messages
const lastCall = (of = house) => {
  const call = of.fake.calls.at(-1)
  if (!call) throw new Error('There was no call.')
  return call
}
const fieldsOf = async (of = house): Promise<JsonObject> => (await readFields(lastCall(of))).fields

const quiet = { parse: [], replied_user: false }

test('a text of a bot is sent as it is, with a nonce of its own, and pings nobody', async () => {
  const text = 'Grüße <b>https://boats.example/</b> @everyone <@80351110224678912> **bold**'
  const post = await publish(house, { text })
  const [message] = sent()
  expect(message).toMatchObject({ content: text, channelId: newsId, pings: [], webhookId: null })
  expect(await fieldsOf()).toEqual({
    content: text,
    allowed_mentions: quiet,
    nonce: message?.nonce,
    enforce_nonce: true,
  })
  expect(lastCall().headers.authorization).toBe(`Bot ${token}`)
  expect(lastCall().url.pathname).toBe(`/api/v10/channels/${newsId}/messages`)
  expect(post).toEqual({
    outcome: 'published',
    remoteId: message?.id,
    url: `https://discord.com/channels/${guildId}/${newsId}/${message?.id}`,
    reference: null,
  })
})

test('a text of a webhook waits for its message, and has no nonce', async () => {
  await publish(webhook)
  expect(await fieldsOf(webhook)).toEqual({ content: 'A day at sea', allowed_mentions: quiet })
  const { url, headers } = lastCall(webhook)
  expect(`${url.pathname}${url.search}`).toBe(`/api/v10/webhooks/${webhookId}/${webhookToken}?wait=true`)
  expect(headers.authorization).toBeUndefined()
  expect(headers['user-agent']).toMatch(/^DiscordBot \(\S+, \S+\)$/)
  expect(sent(webhook)).toMatchObject([{ webhookId, content: 'A day at sea' }])
})

test('a nonce has the whole key in 25 letters, and differs for every target', () => {
  expect(nonceOf('f'.repeat(32))).toHaveLength(25)
  expect(nonceOf('f'.repeat(32))).not.toBe(nonceOf(`${'f'.repeat(31)}e`))
  expect(nonceOf(`e${'f'.repeat(31)}`)).not.toBe(nonceOf('f'.repeat(32)))
})

describe('choices', () => {
  test('that were made are said, and no others', async () => {
    for (const one of [house, webhook]) {
      await publish(one, { options: { suppress_embeds: true, suppress_notifications: true } })
      expect((await fieldsOf(one)).flags).toBe(4 + 4_096)
      await publish(one, { options: { suppress_embeds: true } })
      expect((await fieldsOf(one)).flags).toBe(4)
      await publish(one, { options: { suppress_notifications: true } })
      expect((await fieldsOf(one)).flags).toBe(4_096)
    }
  })

  test('of mentions ping those who were chosen alone', async () => {
    const text = '@here <@&165511591545143296> <@80351110224678912>'
    const pingsOf = async (allowed_mentions: string[]) => {
      await publish(webhook, { text, options: { allowed_mentions } })
      return sent(webhook).at(-1)?.pings
    }
    expect(await pingsOf([])).toEqual([])
    expect(await pingsOf(['everyone'])).toEqual(['everyone'])
    expect(await pingsOf(['roles', 'users'])).toEqual(['roles', 'users'])
    // The bot has no right to ping everyone.
    await publish(house, { text, options: { allowed_mentions: ['everyone', 'users'] } })
    expect(sent().at(-1)?.pings).toEqual(['users'])
  })
})

describe('a file', () => {
  test.each(['video', 'gif', 'document'] as const)(
    'that is a %s goes with its text and alt text',
    async (kind) => {
      const made = makeFile(kind)
      const file = { ...made, draft: { ...made.draft, altText: 'A boat' } }
      for (const one of [house, webhook]) {
        await publish(one, { media: [file] })
        expect(sent(one)).toMatchObject([
          {
            content: 'A day at sea',
            files: [{ altText: 'A boat', isSpoiler: false, type: file.draft.mimeType }],
          },
        ])
        expect(sent(one)[0]?.files[0]?.bytes.equals(file.bytes)).toBe(true)
      }
    },
  )

  test('of each kind stands in one message, in order, and all but documents may be covered', async () => {
    const media = [makeFile('document'), ...(await pictures(house, 1)), makeFile('video'), makeFile('gif')]
    await publish(house, { text: '', media, options: { spoiler: true } })
    expect(sent()[0]?.files.map(({ name, isSpoiler }) => [name, isSpoiler])).toEqual([
      ['document 1.pdf', false],
      ['file2.jpg', true],
      ['file3.mp4', true],
      ['file4.gif', true],
    ])
    expect(await fieldsOf()).not.toHaveProperty('content')
  })

  test.each([
    [undefined, 'document.pdf'],
    ['Tide tables', 'Tide tables.pdf'],
    ['Größe 日本', 'Größe 日本.pdf'],
    ['../../etc/"passwd"\r\nx: y', '.. .. etc  passwd   x  y.pdf'],
    ['\\\\', 'document.pdf'],
  ])('with the title %j has the name %j', async (title, name) => {
    const options = title === undefined ? {} : { document_title: title }
    await publish(house, { media: [makeFile('document')], options })
    expect(sent()[0]?.files[0]?.name).toBe(name)
  })

  test('is sent as a stream, for longer the larger it is, and never for more than two minutes', async () => {
    const { step } = await layOut(house, { media: [makeFile('video')] })
    expect(step.commit.body).toMatchObject({
      parts: [
        { name: 'payload_json' },
        { name: 'files[0]', file: { start: 0, end: 7 }, mimeType: 'video/mp4' },
      ],
    })
    const [file] = step.artefacts.files as { bytes: number }[]
    const timeoutOf = (bytes: number) =>
      discord.compose({ ...step, artefacts: { files: [{ ...file, bytes }] } }).timeoutMs
    expect([timeoutOf(0), timeoutOf(10_000_000), timeoutOf(50_000_000)]).toEqual([60_000, 80_000, 120_000])
  })

  test('that is missing is not composed', async () => {
    const { step } = await layOut(house, { media: [makeFile('video')] })
    expect(() => discord.compose({ ...step, artefacts: {} })).toThrow('before it is prepared')
  })
})

test('a poll asks the text, in whole hours, in the first post of a thread alone', async () => {
  const poll = { options: ['Yes', 'No'], duration_minutes: 61, multiple: true }
  const post = await publish(house, { text: 'Sail?', options: { poll } })
  const fields = await fieldsOf()
  expect(fields.poll).toEqual({
    question: { text: 'Sail?' },
    answers: [{ poll_media: { text: 'Yes' } }, { poll_media: { text: 'No' } }],
    duration: 2,
    allow_multiselect: true,
  })
  expect(fields).not.toHaveProperty('content')
  await publish(house, { text: 'An answer', options: { poll }, part: 'thread', replyTo: post })
  expect(sent()[1]).toMatchObject({ content: 'An answer', poll: null, repliesTo: post.remoteId })
  await publish(webhook, { text: 'Sail?', options: { poll } })
  expect(asObject(sent(webhook)[0]?.poll)?.question).toEqual({ text: 'Sail?' })
})

test('an answer to a message that is gone is refused, in the words of Discord', async () => {
  const gone = { remoteId: '7', url: '', reference: null }
  const bench = await layOut(house, { part: 'thread', replyTo: gone })
  expect(await failureOf(bench.send())).toMatchObject({
    kind: 'invalid',
    message: expect.stringContaining('Unknown message'),
  })
})

test('a post is prepared by a look at the channel, which finds out before the post that the bot is gone', async () => {
  const other = await openHouse()
  await layOut(other)
  expect(other.fake.calls.at(-1)?.name).toBe('GET messages')
  other.fake.world.guilds[0]?.members.clear()
  expect(await failureOf(layOut(other))).toMatchObject({ kind: 'unauthorized', platformCode: '50001' })
  await other.close()
})

test('a bot that lost a right is refused when it posts', async () => {
  const other = await openHouse()
  const bench = await layOut(other)
  const filed = await layOut(other, { media: [makeFile('video')] })
  const [channel] = other.fake.world.channels
  const deny = (rights: bigint) => {
    if (channel) channel.overwrites = [{ id: '198622483471925248', type: 1, allow: 0n, deny: rights }]
  }
  deny(right.attach)
  expect(await failureOf(filed.send())).toMatchObject({ kind: 'forbidden', platformCode: '50013' })
  deny(right.send)
  expect(await failureOf(bench.send())).toMatchObject({ kind: 'unauthorized', platformCode: '50013' })
  await other.close()
})

test('no token is in anything that is stored', async () => {
  for (const [one, secret] of [
    [house, token],
    [webhook, webhookToken],
  ] as const) {
    const { step } = await layOut(one, { media: await pictures(one, 2) })
    expect(JSON.stringify([step, one.account])).not.toContain(secret.slice(-20))
  }
  const { step } = await layOut(webhook)
  expect(step.commit).toMatchObject({
    url: `https://discord.com/api/v10/webhooks/${webhookId}/{access}?wait=true`,
    urlCredential: 'webhook_token',
  })
})
