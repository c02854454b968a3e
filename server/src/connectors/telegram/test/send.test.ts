import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { telegram } from '../connector.ts'
import type { FakeMessage } from './fake-world.ts'
import { harbourId } from './fake-world.ts'
import { failureOf, layOut, makeFile, pictures, publish } from './steps.ts'
import { openHouse, type TelegramHouse } from './world.ts'

let house: TelegramHouse
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())
beforeEach(() => {
  house.fake.world.messages.length = 0
})

const sent = (): readonly FakeMessage[] => house.fake.world.messages
const methodOf = (): string | undefined => house.fake.calls.at(-1)?.url.pathname.split('/').at(-1)

test('a text is sent as it is, and Telegram finds its links', async () => {
  const text = 'Grüße <b>https://boats.example/</b> *@harbour* #sea'
  const post = await publish(house, { text })
  expect(sent()).toMatchObject([{ kind: 'text', text, chatId: harbourId }])
  expect(sent()[0]?.fields).toEqual({ chat_id: harbourId, text })
  expect(post).toMatchObject({
    remoteId: String(sent()[0]?.id),
    url: `https://t.me/harbour/${sent()[0]?.id}`,
  })
})

test('choices that were made are said, and no others', async () => {
  const options = { disable_notification: true, protect_content: true, disable_link_preview: true }
  await publish(house, { options })
  expect(sent()[0]?.fields).toEqual({
    chat_id: harbourId,
    text: 'A day at sea',
    disable_notification: true,
    protect_content: true,
    link_preview_options: { is_disabled: true },
  })
})

describe('a file', () => {
  test.each([
    ['video', 'sendVideo', 'video', { width: 320, height: 320, duration: 2, supports_streaming: true }],
    ['gif', 'sendAnimation', 'animation', { width: 320, height: 320 }],
    ['document', 'sendDocument', 'document', {}],
  ] as const)('that is a %s goes by %s with its text', async (kind, method, field, facts) => {
    const file = makeFile(kind)
    await publish(house, { media: [file] })
    expect(methodOf()).toBe(method)
    expect(sent()[0]?.bytes?.equals(file.bytes)).toBe(true)
    expect(sent()[0]?.fields).toEqual({
      chat_id: harbourId,
      [field]: 'attach://file1',
      caption: 'A day at sea',
      ...facts,
    })
  })

  test('that is a picture may be covered, below its text', async () => {
    const [picture] = await pictures(house, 1)
    if (!picture) throw new Error('There is no picture.')
    await publish(house, {
      text: '',
      media: [picture],
      options: { has_spoiler: true, show_caption_above_media: true },
    })
    expect(methodOf()).toBe('sendPhoto')
    expect(sent()[0]?.bytes?.equals(picture.bytes)).toBe(true)
    expect(sent()[0]?.fields).toEqual({
      chat_id: harbourId,
      photo: 'attach://file1',
      has_spoiler: true,
      show_caption_above_media: true,
    })
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
    expect(sent()[0]?.fileName).toBe(name)
  })

  test('is sent as a stream, for longer the larger it is, and never for more than two minutes', async () => {
    const { step } = await layOut(house, { media: [makeFile('video')] })
    expect(step.commit.body).toMatchObject({
      parts: [{}, {}, {}, {}, {}, {}, {}, { file: { start: 0, end: 7 }, mimeType: 'video/mp4' }],
    })
    const [file] = step.artefacts.files as { bytes: number }[]
    const timeoutOf = (bytes: number) =>
      telegram.compose({ ...step, artefacts: { files: [{ ...file, bytes }] } }).timeoutMs
    expect([timeoutOf(0), timeoutOf(10_000_000), timeoutOf(50_000_000)]).toEqual([60_000, 80_000, 120_000])
  })
})

describe('an album', () => {
  test('is one call with several messages, in order, the first of which has the text', async () => {
    const files = [...(await pictures(house, 2)), makeFile('video')]
    const post = await publish(house, { media: files, options: { has_spoiler: true } })
    expect(methodOf()).toBe('sendMediaGroup')
    expect(sent().map(({ kind, text }) => [kind, text])).toEqual([
      ['photo', 'A day at sea'],
      ['photo', ''],
      ['video', ''],
    ])
    for (const [index, { bytes }] of files.entries()) expect(sent()[index]?.bytes?.equals(bytes)).toBe(true)
    const ids = sent().map(({ id }) => id)
    expect(post).toMatchObject({
      remoteId: String(ids[0]),
      reference: { message_ids: ids, is_caption: true },
    })
    expect(sent()[0]?.fields).toEqual({
      chat_id: harbourId,
      media: [
        { type: 'photo', media: 'attach://file1', caption: 'A day at sea', has_spoiler: true },
        { type: 'photo', media: 'attach://file2', has_spoiler: true },
        {
          type: 'video',
          media: 'attach://file3',
          has_spoiler: true,
          width: 320,
          height: 320,
          duration: 2,
          supports_streaming: true,
        },
      ],
    })
  })

  test('of documents numbers their names', async () => {
    const media = [makeFile('document'), makeFile('document')]
    await publish(house, { media, options: { document_title: 'Tides', has_spoiler: true } })
    expect(sent().map(({ fileName }) => fileName)).toEqual(['Tides 1.pdf', 'Tides 2.pdf'])
  })
})

test('a poll asks the text, in the first post of a thread alone', async () => {
  const options = { poll: { options: ['Yes', 'No'], duration_minutes: 60, multiple: true } }
  const post = await publish(house, { text: 'Sail?', options })
  expect(methodOf()).toBe('sendPoll')
  expect(sent()[0]?.fields).toEqual({
    chat_id: harbourId,
    question: 'Sail?',
    options: [{ text: 'Yes' }, { text: 'No' }],
    allows_multiple_answers: true,
    open_period: 3_600,
  })
  await publish(house, { text: 'An answer', options, part: 'thread', replyTo: post })
  expect(sent()[1]).toMatchObject({ kind: 'text', text: 'An answer', replyTo: Number(post.remoteId) })
})

test('an answer to a message that is gone is refused', async () => {
  const gone = { remoteId: '7', url: '', reference: null }
  const bench = await layOut(house, { part: 'thread', replyTo: gone })
  expect(await failureOf(bench.send())).toMatchObject({
    kind: 'invalid',
    message: 'The message that this one answers is not there any more.',
  })
})

test('a message goes into a topic, with a file too, and is refused where there is no such topic', async () => {
  const forum = { id: -1_009_876_543_210, type: 'supergroup', isForum: true, topics: [7] } as const
  const other = await openHouse(telegram, forum)
  const post = await publish(other, { options: { message_thread_id: 7 }, media: await pictures(other, 2) })
  expect(other.fake.world.messages[0]?.fields).toMatchObject({ message_thread_id: 7 })
  expect(post.url).toBe(`https://t.me/c/9876543210/${post.remoteId}`)
  const bench = await layOut(other, { options: { message_thread_id: 8 } })
  expect((await failureOf(bench.send())).message).toContain('no such topic')
  await other.close()
})

test('the messages of a basic group have no address', async () => {
  const other = await openHouse(telegram, { id: -4_242, type: 'group' })
  expect((await publish(other)).url).toBe('https://t.me/')
  await other.close()
})

test('the token of the bot is in the address of a call, and in nothing that is stored', async () => {
  const { step } = await layOut(house, { media: await pictures(house, 2) })
  const token = String(house.credentials.bot_token)
  expect(step.commit.url).toBe('https://api.telegram.org/bot{access}/sendMediaGroup')
  expect(JSON.stringify([step, house.account])).not.toContain(token.slice(-20))
  await publish(house)
  expect(house.fake.calls.at(-1)?.url.pathname).toBe(`/bot${token}/sendMessage`)
})
