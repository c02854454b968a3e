import { afterAll, beforeAll, expect, test } from 'vitest'
import { plainPicture } from '../../../../test/plain-pictures.ts'
import type { JsonObject } from '../../../lib/json/json.ts'
import { type FakeTelegram, startFakeTelegram } from './fake.ts'
import { botId, harbourId, token } from './fake-world.ts'

let fake: FakeTelegram
beforeAll(async () => {
  fake = await startFakeTelegram()
})
afterAll(() => fake.close())

async function ask(method: string, fields: JsonObject, bot = token) {
  const url = `${fake.url}/bot${bot}/${method}`
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(fields) })
  return { status: answer.status, json: JSON.parse(await answer.text()) }
}

async function upload(method: string, fields: JsonObject, files: Readonly<Record<string, Buffer>>) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ chat_id: harbourId, ...fields }))
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  for (const [name, bytes] of Object.entries(files)) form.set(name, new Blob([new Uint8Array(bytes)]), name)
  const answer = await fetch(`${fake.url}/bot${token}/${method}`, { method: 'POST', body: form })
  return { status: answer.status, json: JSON.parse(await answer.text()) }
}

const answers = (count: number) => Array.from({ length: count }, (_, index) => ({ text: `${index}` }))

test.each<[string, JsonObject, string]>([
  ['sendMessage', { text: '' }, 'message text is empty'],
  ['sendMessage', { text: ' \n ' }, 'message text is empty'],
  ['sendMessage', { text: 'a'.repeat(4_097) }, 'message is too long'],
  ['sendMessage', { text: 'a', chat_id: -7 }, 'chat not found'],
  ['sendMessage', { text: 'a', chat_id: '' }, 'chat_id is empty'],
  ['sendMessage', { text: 'a', disable_notification: 'yes' }, 'must be of type Boolean'],
  ['sendMessage', { text: 'a', link_preview_options: 'none' }, "can't parse link preview"],
  ['sendMessage', { text: 'a', message_thread_id: 7 }, 'message thread not found'],
  ['sendMessage', { text: 'a', reply_parameters: { message_id: 7 } }, 'message to be replied not found'],
  ['sendPoll', { question: '', options: answers(2) }, 'must be non-empty'],
  ['sendPoll', { question: 'a'.repeat(301), options: answers(2) }, 'must not exceed 300'],
  ['sendPoll', { question: 'a', options: [] }, 'at least 1 option'],
  ['sendPoll', { question: 'a', options: answers(13) }, 'more than 12 options'],
  ['sendPoll', { question: 'a', options: [{ text: 'a'.repeat(101) }] }, 'must not exceed 100'],
  ['sendPoll', { question: 'a', options: answers(2), open_period: 4 }, 'open_period is invalid'],
  ['sendPhoto', { photo: 'attach://file1' }, 'wrong HTTP URL'],
  ['sendMediaGroup', { media: [{ type: 'photo', media: 'a' }] }, 'not enough messages'],
  ['editMessageText', { message_id: 7, text: 'a' }, 'message to edit not found'],
  ['deleteMessage', { message_id: 7 }, 'message to delete not found'],
  ['deleteMessages', { message_ids: [] }, 'not specified'],
  ['getChatMember', { user_id: 7 }, 'user not found'],
])('the fake refuses %s with %j: %s', async (method, fields, words) => {
  const { status, json } = await ask(method, { chat_id: harbourId, ...fields })
  expect(status).toBe(400)
  expect(json).toMatchObject({ ok: false, error_code: 400, description: expect.stringContaining(words) })
  expect(fake.world.messages).toEqual([])
})

test('the fake refuses pictures that Telegram refuses, and albums that mix what may not be mixed', async () => {
  const plain = await plainPicture(64, 64, '#08c')
  const line = await plainPicture(2_100, 100, '#08c')
  const photo = (bytes: Buffer, more: JsonObject = {}) =>
    upload('sendPhoto', { photo: 'attach://a', ...more }, { a: bytes })
  expect((await photo(line)).json.description).toContain('PHOTO_INVALID_DIMENSIONS')
  expect((await photo(plain, { caption: 'a'.repeat(1_025) })).json.description).toContain(
    'caption is too long',
  )
  const item = (type: string, more: JsonObject = {}) => ({ type, media: 'attach://a', ...more })
  const album = (...media: JsonObject[]) => upload('sendMediaGroup', { media }, { a: plain })
  const eleven = Array.from({ length: 11 }, () => item('photo'))
  expect((await album(item('photo'), item('document'))).json.description).toContain("can't be mixed")
  expect((await album(item('photo'), item('animation'))).json.description).toContain('specified type')
  expect((await album(...eleven)).json.description).toContain('too many messages')
  const above = item('photo', { show_caption_above_media: true })
  expect((await album(item('photo'), above)).json.description).toContain('must be the same')
  expect(fake.world.mostFileBytes).toBe(50 * 1_024 * 1_024)
  fake.world.mostFileBytes = 1_000
  const large = await upload('sendDocument', { document: 'attach://a' }, { a: Buffer.alloc(1_001) })
  expect(large).toMatchObject({ status: 413, json: { error_code: 413 } })
  expect(fake.world.messages).toEqual([])
})

test('the fake knows its bots by their tokens', async () => {
  const of = (bot: string) => ask('getMe', {}, bot)
  expect(await of(token)).toMatchObject({ status: 200, json: { ok: true, result: { id: botId } } })
  expect(await of('110201543:another-token-of-nobody')).toMatchObject({ status: 401 })
  expect(await of('no-token')).toMatchObject({ status: 404, json: { description: 'Not Found' } })
  expect(await ask('sendNothing', { chat_id: harbourId })).toMatchObject({ status: 404 })
})
