import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { skipWithout } from '../../../../../scripts/test-needs.ts'
import type { Json, JsonObject } from '../../../lib/json/json.ts'
import type { FakeCall } from '../../kit/fakes/fake-server.ts'
import { connectByBot } from '../connect.ts'
import { telegram } from '../connector.ts'
import { deletePosts, editPosts } from '../powers.ts'
import { readFields } from './fake-fields.ts'
import { token } from './fake-world.ts'
import { readDescription } from './official-description.ts'
import { makeFile, pictures, publish } from './steps.ts'
import { openHouse, type TelegramHouse } from './world.ts'

const description = readDescription()

beforeEach(skipWithout('folder of official descriptions'))

let house: TelegramHouse
let calls: readonly FakeCall[]
beforeAll(async () => {
  house = await openHouse(telegram, {
    id: -1_009_876_543_210,
    type: 'supergroup',
    isForum: true,
    topics: [7],
  })
  calls = await liveOnce()
})
afterAll(() => house.close())

const manner: JsonObject = { disable_notification: true, protect_content: true, message_thread_id: 7 }
const shown: JsonObject = { ...manner, has_spoiler: true, show_caption_above_media: true }

/** Everything that the connector ever asks of Telegram. */
async function liveOnce(): Promise<FakeCall[]> {
  const { account, credentials, connectIo, fake } = house
  await connectByBot.refresh(account, credentials, connectIo)
  const text = await publish(house, { options: { ...manner, disable_link_preview: true } })
  await publish(house, { options: manner, part: 'thread', replyTo: text })
  for (const kind of ['gif', 'video', 'document'] as const)
    await publish(house, { media: [makeFile(kind)], options: shown })
  const picture = await publish(house, { media: await pictures(house, 1), options: shown })
  const album = await publish(house, {
    media: [...(await pictures(house, 2)), makeFile('video')],
    options: shown,
    part: 'thread',
    replyTo: text,
  })
  await publish(house, { media: [makeFile('document'), makeFile('document')], options: shown })
  const poll = { options: ['Yes', 'No'], duration_minutes: 60, multiple: true }
  await publish(house, { text: 'Sail?', options: { ...manner, poll } })
  const edits = [
    [text, { disable_link_preview: true }],
    [picture, { show_caption_above_media: true }],
  ] as const
  for (const [post, options] of edits) {
    const edit = { post, part: 'post' as const, options, text: 'Words', changes: {} }
    await editPosts.edit(edit, account, credentials, connectIo)
  }
  for (const post of [text, album]) await deletePosts.delete(post, account, credentials, connectIo)
  return [...fake.calls]
}

const methodOf = ({ url }: FakeCall): string => url.pathname.slice(url.pathname.lastIndexOf('/') + 1)

test('every request is as the Bot API is described, down to the last member', async () => {
  const found = await Promise.all(
    calls.map(async (call) => {
      const { fields } = await readFields(call)
      return { method: methodOf(call), faults: description?.faultsOf(methodOf(call), fields) }
    }),
  )
  expect(new Set(found.map(({ method }) => method))).toEqual(
    new Set([
      'getMe',
      'getChat',
      'getChatMember',
      'sendMessage',
      'sendPhoto',
      'sendAnimation',
      'sendVideo',
      'sendDocument',
      'sendMediaGroup',
      'sendPoll',
      'editMessageText',
      'editMessageCaption',
      'deleteMessage',
      'deleteMessages',
    ]),
  )
  expect(found.filter(({ faults }) => faults?.length !== 0)).toEqual([])
})

test('the fake answers as the Bot API is described', async () => {
  const { fake } = house
  const standing = fake.world.messages.at(-1)?.id ?? 0
  const answersTo = async (call: FakeCall) => {
    const headers = { 'content-type': call.headers['content-type'] ?? '' }
    const body = new Uint8Array(call.body)
    const answer = await fetch(`${fake.url}${call.url.pathname}`, { method: 'POST', headers, body })
    const { ok, result }: { ok: boolean; result: Json } = JSON.parse(await answer.text())
    return ok ? description?.faultsOfResult(methodOf(call), result) : null
  }
  const isThere = ({ body }: FakeCall) => !body.includes('message_id')
  const repeated = await Promise.all(calls.filter(isThere).map(answersTo))
  expect(repeated.length).toBeGreaterThan(10)
  expect(repeated.filter((faults) => faults?.length !== 0)).toEqual([])
  const bodyOf = (more: JsonObject) => JSON.stringify({ chat_id: -1_009_876_543_210, ...more })
  for (const [method, more] of [
    ['deleteMessage', { message_id: standing }],
    ['deleteMessages', { message_ids: [standing] }],
  ] as const) {
    const url = new URL(`${fake.url}/bot${token}/${method}`)
    const headers = { 'content-type': 'application/json' }
    const call = { name: '', method: 'POST', url, headers, body: Buffer.from(bodyOf(more)) }
    expect(await answersTo(call)).toEqual([])
  }
})

test('the limits are those that the description names', () => {
  const { text, media } = telegram.limits(null)
  expect(description?.wordsOf('sendMessage', 'text')).toContain(`1-${text.max} characters`)
  expect(description?.wordsOf('sendPhoto', 'caption')).toContain('0-1024 characters')
  expect(description?.wordsOf('sendPhoto', 'photo')).toContain('at most 10 MB')
  expect(description?.wordsOf('sendPhoto', 'photo')).toContain('10000 in total')
  expect(description?.wordsOf('sendPhoto', 'photo')).toContain('at most 20')
  expect(description?.wordsOf('sendMediaGroup', 'media')).toContain(`2-${media.sets[0]?.max} items`)
  expect(description?.wordsOf('sendPoll', 'question')).toContain('1-300 characters')
  expect(description?.wordsOf('sendPoll', 'options')).toContain('1-12 answer options')
  expect(description?.wordsOf('sendPoll', 'open_period')).toContain('5-2628000')
  expect(description?.wordsOf('InputPollOption', 'text')).toContain('1-100 characters')
})

test('the check of requests finds what is not described', () => {
  const faultsOf = (method: string, fields: JsonObject) =>
    description?.faultsOf(method, { chat_id: -1, ...fields })
  expect(faultsOf('sendMessage', { text: 'A' })).toEqual([])
  expect(faultsOf('sendMessage', {})).toEqual(['/text is missing.'])
  expect(faultsOf('sendMessage', { text: 'A', txet: 'A' })).toEqual(['/txet is not known.'])
  expect(faultsOf('sendMessage', { text: 'a'.repeat(4_097) })).toEqual(['/text is too long.'])
  expect(faultsOf('sendMessage', { text: 'A', protect_content: 'true' })).toEqual([
    '/protect_content is no Boolean.',
  ])
  expect(faultsOf('sendMessage', { text: 'A', reply_parameters: {} })).toEqual([
    '/reply_parameters/message_id is missing.',
  ])
  expect(faultsOf('sendMediaGroup', { media: [{ type: 'photo', media: 'a' }] })).toEqual([
    '/media has 1 members.',
  ])
  const pair = (more: JsonObject) => ({
    media: [
      { type: 'photo', media: 'a' },
      { media: 'b', ...more },
    ],
  })
  expect(faultsOf('sendMediaGroup', pair({ type: 'document' }))).toEqual([])
  expect(faultsOf('sendMediaGroup', pair({ type: 'document', has_spoiler: true }))).toEqual([
    '/media/1/has_spoiler is not known.',
  ])
  const bot = { id: 7, is_bot: true, first_name: 'Harbour' }
  expect(description?.faultsOfResult('getMe', bot)).toEqual([])
  expect(description?.faultsOfResult('getMe', { ...bot, id: '7', name: 'a' })).toEqual([
    '/id is no Integer.',
    '/name is not known.',
  ])
  expect(description?.faultsOfResult('sendMediaGroup', [{ message_id: 7, date: 1 }])).toEqual([
    '/0/chat is missing.',
  ])
  expect(faultsOf('sendNothing', {})).toEqual(['There is no sendNothing.'])
})
