import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import { type FakeDiscord, startFakeDiscord } from './fake.ts'
import { alertsId, newsId, token, webhookId, webhookToken } from './fake-world.ts'

let fake: FakeDiscord
beforeAll(async () => {
  fake = await startFakeDiscord()
})
afterAll(() => fake.close())
beforeEach(() => {
  fake.world.messages.length = 0
})

const agent = 'DiscordBot (https://boats.example, 1)'
const usual = { 'user-agent': agent, authorization: `Bot ${token}`, 'content-type': 'application/json' }

async function ask(path: string, body: object | FormData | null, method = 'POST', headers: object = usual) {
  const all = { ...usual, ...headers } as Record<string, string>
  if (body instanceof FormData) delete all['content-type']
  const sent = body === null ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }
  const answer = await fetch(`${fake.url}/api/v10${path}`, { method, headers: all, ...sent })
  const text = await answer.text()
  const json = text === '' ? {} : (JSON.parse(text) as JsonObject)
  return { status: answer.status, code: json.code, json }
}

const send = (body: object | FormData) => ask(`/channels/${newsId}/messages`, body)

describe('the fake refuses a message', () => {
  test.each<[string, JsonObject, number, number]>([
    ['without anything in it', {}, 400, 50_006],
    ['of spaces', { content: ' \n ' }, 400, 50_006],
    ['of 2,001 letters', { content: 'a'.repeat(2_001) }, 400, 50_035],
    ['with a text that is none', { content: 7 }, 400, 50_035],
    ['with a field that it does not know', { content: 'A', contents: 'B' }, 400, 50_035],
    ['with a nonce of 26 letters', { content: 'A', nonce: 'a'.repeat(26) }, 400, 50_035],
    ['with flags that cannot be set', { content: 'A', flags: 1 }, 400, 50_035],
    ['with flags that are no number', { content: 'A', flags: '4' }, 400, 50_035],
    ['with mentions of an unknown kind', { content: 'A', allowed_mentions: { parse: ['all'] } }, 400, 50_035],
    ['with mentions twice', { content: 'A', allowed_mentions: { parse: ['users', 'users'] } }, 400, 50_035],
    ['that answers none', { content: 'A', message_reference: { message_id: '7' } }, 400, 50_035],
    ['with a file that does not come', { content: 'A', attachments: [{ id: '0' }] }, 400, 50_035],
    [
      'with a poll without a question',
      { poll: { question: {}, answers: [{ poll_media: { text: 'A' } }] } },
      400,
      50_035,
    ],
    ['with a poll without answers', { poll: { question: { text: 'A' }, answers: [] } }, 400, 50_035],
    [
      'with a poll of half an hour',
      { poll: { question: { text: 'A' }, answers: [{ poll_media: { text: 'A' } }], duration: 0.5 } },
      400,
      50_035,
    ],
    [
      'with a long answer',
      { poll: { question: { text: 'A' }, answers: [{ poll_media: { text: 'a'.repeat(56) } }] } },
      400,
      50_035,
    ],
  ])('%s', async (_, body, status, code) => {
    expect(await send(body)).toMatchObject({ status, code })
    expect(fake.world.messages).toEqual([])
  })

  test('with a file that is too large, empty, undescribed or under another name', async () => {
    fake.world.mostFileBytes = 10
    const form = (payload: JsonObject, bytes: string, name = 'a.pdf') => {
      const given = new FormData()
      given.set('payload_json', JSON.stringify(payload))
      given.set('files[0]', new Blob([bytes]), name)
      return given
    }
    const described = { attachments: [{ id: '0', filename: 'a.pdf' }] }
    expect(await send(form(described, 'a'.repeat(11)))).toMatchObject({ status: 413, code: 40_005 })
    expect(await send(form(described, ''))).toMatchObject({ status: 400, code: 50_046 })
    expect(await send(form({}, 'a'))).toMatchObject({ status: 400, code: 50_035 })
    expect(await send(form(described, 'a', 'b.pdf'))).toMatchObject({ status: 400, code: 50_035 })
    const long = { attachments: [{ id: '0', filename: 'a.pdf', description: 'a'.repeat(1_025) }] }
    expect(await send(form(long, 'a'))).toMatchObject({ status: 400, code: 50_035 })
    expect(fake.world.messages).toEqual([])
    expect(await send(form(described, 'a'.repeat(10)))).toMatchObject({ status: 200 })
  })

  test('without access, without a name of its program, and at another address', async () => {
    const path = `/channels/${newsId}/messages`
    const body = { content: 'A' }
    expect(await ask(path, body, 'POST', { authorization: 'Bot a.b.c' })).toMatchObject({
      status: 401,
      code: 0,
    })
    expect(await ask(path, body, 'POST', { authorization: `Bearer ${token}` })).toMatchObject({ status: 401 })
    expect(await ask(path, body, 'POST', { 'user-agent': 'Crier' })).toMatchObject({
      status: 403,
      code: 40_333,
    })
    expect(await ask('/channels/7/messages', body)).toMatchObject({ status: 404, code: 10_003 })
    expect(await ask('/channels/1100000000000000003/messages', body)).toMatchObject({
      status: 400,
      code: 50_008,
    })
    expect(await ask(`/webhooks/7/${webhookToken}`, body)).toMatchObject({ status: 404, code: 10_015 })
    expect(await ask(`/webhooks/${webhookId}/x`, body)).toMatchObject({ status: 401, code: 50_027 })
    const ofBot = { content: 'A', nonce: 'a' }
    expect(await ask(`/webhooks/${webhookId}/${webhookToken}`, ofBot)).toMatchObject({
      status: 400,
      code: 50_035,
    })
  })
})

test('the fake says nothing of a message of a webhook that is not waited for', async () => {
  const path = `/webhooks/${webhookId}/${webhookToken}`
  expect(await ask(path, { content: 'A' })).toEqual({ status: 204, code: undefined, json: {} })
  expect((await ask(`${path}?wait=true`, { content: 'B' })).json).toMatchObject({ webhook_id: webhookId })
  expect(fake.world.messages).toHaveLength(2)
})

test('the fake lists the messages right after one, the newest first', async () => {
  for (const content of ['One', 'Two', 'Three', 'Four']) await send({ content })
  const [first] = fake.world.messages
  const list = async (query: string) => {
    const { json } = await ask(`/channels/${newsId}/messages?${query}`, null, 'GET')
    return (json as unknown as { content: string }[]).map(({ content }) => content)
  }
  expect(await list('limit=2')).toEqual(['Four', 'Three'])
  expect(await list(`limit=2&after=${first?.id}`)).toEqual(['Three', 'Two'])
  expect(await list('after=0')).toEqual(['Four', 'Three', 'Two', 'One'])
  expect(await ask(`/channels/${newsId}/messages?limit=101`, null, 'GET')).toMatchObject({ code: 50_035 })
})

test('the fake knows a nonce once its message is made, only where it is asked to look', async () => {
  const twice = async (body: object) => [(await send(body)).json.id, (await send(body)).json.id]
  const [one, same] = await twice({ content: 'A', nonce: 'first', enforce_nonce: true })
  expect(one).toBe(same)
  const [other, next] = await twice({ content: 'A', nonce: 'second' })
  expect(other).not.toBe(next)
  fake.world.messages.length = 0
  expect(await send({ content: 'A', nonce: 'first', enforce_nonce: true })).toMatchObject({ code: 10_008 })
})

test('the fake publishes to followers once, in an announcement channel alone, ten times in an hour', async () => {
  const { id } = (await ask(`/channels/${alertsId}/messages`, { content: 'A' })).json
  const path = `/channels/${alertsId}/messages/${id}/crosspost`
  expect(await ask(path, null)).toMatchObject({ status: 200, json: { flags: 1 } })
  expect(await ask(path, null)).toMatchObject({ status: 400, code: 40_033 })
  const plain = (await send({ content: 'A' })).json.id
  expect(await ask(`/channels/${newsId}/messages/${plain}/crosspost`, null)).toMatchObject({ code: 50_024 })
})

test('a webhook finds no message of another author', async () => {
  const { id } = (await send({ content: 'A' })).json
  const path = `/webhooks/${webhookId}/${webhookToken}/messages/${id}`
  for (const method of ['GET', 'DELETE'])
    expect(await ask(path, null, method)).toMatchObject({ code: 10_008 })
  expect(await ask(path, { content: 'B' }, 'PATCH')).toMatchObject({ code: 10_008 })
})
