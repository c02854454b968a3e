import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { asObject, type Json, type JsonObject, textOf } from '../../../lib/json/json.ts'
import { wantedScopes } from '../app.ts'
import { type FakeSlack, startFakeSlack } from './fake.ts'
import { harbour, issueToken } from './fake-world.ts'

let fake: FakeSlack
let token: string
beforeEach(async () => {
  fake = await startFakeSlack()
  token = issueToken(fake.world)
})
afterEach(() => fake.close())

async function answerOf(answer: Response): Promise<JsonObject> {
  return asObject((await answer.json()) as Json) ?? {}
}

async function post(method: string, json: Json, given: { token?: string | null; type?: string } = {}) {
  const access = given.token === undefined ? token : given.token
  const answer = await fetch(`${fake.url}/api/${method}`, {
    method: 'POST',
    headers: {
      'content-type': given.type ?? 'application/json; charset=utf-8',
      ...(access === null ? {} : { authorization: `Bearer ${access}` }),
    },
    body: JSON.stringify(json),
  })
  return answerOf(answer)
}

async function get(method: string, query: Record<string, string> = {}, access = token) {
  const headers = { authorization: `Bearer ${access}` }
  return answerOf(await fetch(`${fake.url}/api/${method}?${new URLSearchParams(query)}`, { headers }))
}

async function fill(method: string, form: Record<string, string>) {
  const headers = { authorization: `Bearer ${token}` }
  return answerOf(
    await fetch(`${fake.url}/api/${method}`, { method: 'POST', headers, body: new URLSearchParams(form) }),
  )
}

const message = { channel: harbour.id, text: 'Ahoy' }
const say = (more: JsonObject = {}) => post('chat.postMessage', { ...message, ...more })

describe('a message', () => {
  test('has a time of its own, which is its id', async () => {
    const first = await say()
    const second = await say()
    expect(first).toMatchObject({
      ok: true,
      channel: harbour.id,
      message: { text: 'Ahoy', bot_id: 'B0CR1ER01' },
    })
    expect(first.ts).toMatch(/^\d{10}\.\d{6}$/)
    expect(Number(second.ts)).toBeGreaterThan(Number(first.ts))
  })

  test.each([
    [{ text: '' }, 'no_text'],
    [{ text: 7 }, 'invalid_arguments'],
    [{ channel: 'C0NOWHERE' }, 'channel_not_found'],
    [{ channel: 'G0SECRET1' }, 'channel_not_found'],
    [{ channel: 'C0OLD0001' }, 'is_archived'],
    [{ channel: 'C0GENERAL' }, 'not_in_channel'],
    [{ chanel: 'a' }, 'invalid_arg_name'],
    [{ client_msg_id: 'a' }, 'invalid_arg_name'],
    [{ thread_ts: '1700000000.000100' }, 'thread_not_found'],
    [{ reply_broadcast: true }, 'invalid_arguments'],
    [{ unfurl_links: 'yes' }, 'invalid_arguments'],
    [{ metadata: 'a' }, 'invalid_metadata_format'],
    [{ metadata: { event_type: 'a' } }, 'invalid_metadata_format'],
    [{ metadata: { event_type: 'a b', event_payload: {} } }, 'invalid_metadata_schema'],
    [{ metadata: { event_type: 'a', event_payload: { a: null } } }, 'invalid_metadata_schema'],
  ])('with %j is refused as %s, with status 200', async (more, error) => {
    expect(await say(more)).toEqual({ ok: false, error })
    expect(fake.world.messages).toEqual([])
  })

  test('does not answer an answer, nor anything where administrators forbid it', async () => {
    const { ts } = await say()
    const reply = await say({ thread_ts: ts ?? '', reply_broadcast: true })
    expect(reply).toMatchObject({ ok: true, message: { thread_ts: ts, subtype: 'thread_broadcast' } })
    expect(await say({ thread_ts: reply.ts ?? '' })).toMatchObject({ error: 'cannot_reply_to_message' })
    fake.world.isClosed = true
    expect(await say()).toMatchObject({ error: 'ekm_access_denied' })
  })

  test('longer than 40,000 characters is cut, and changed to 4,000 at most', async () => {
    const { ts = '' } = await say({ text: 'a'.repeat(40_001) })
    expect(fake.world.messages[0]?.text).toHaveLength(40_000)
    const change = (text: string) => post('chat.update', { channel: harbour.id, ts, text })
    expect(await change('a'.repeat(4_001))).toMatchObject({ error: 'msg_too_long' })
    expect(await change('a'.repeat(4_000))).toMatchObject({ ok: true })
    expect(await change('')).toMatchObject({ error: 'no_text' })
  })

  test('of somebody else is neither changed nor deleted, and one that is gone is not found', async () => {
    const { ts = '' } = await say()
    const ours = fake.world.messages[0]
    if (ours) fake.world.messages.push({ ...ours, ts: '1700000000.000100', user: 'U0ANNE' })
    const theirs = { channel: harbour.id, ts: '1700000000.000100' }
    expect(await post('chat.update', { ...theirs, text: 'a' })).toMatchObject({
      error: 'cant_update_message',
    })
    expect(await post('chat.delete', theirs)).toMatchObject({ error: 'cant_delete_message' })
    expect(await post('chat.delete', { channel: harbour.id, ts })).toMatchObject({ ok: true })
    for (const method of ['chat.delete', 'chat.update'])
      expect(
        await post(method, { channel: harbour.id, ts, ...(method === 'chat.update' ? { text: 'a' } : {}) }),
      ).toMatchObject({ error: 'message_not_found' })
  })
})

describe('access', () => {
  test('is a token that is known, good, and has the permission', async () => {
    expect(await post('chat.postMessage', message, { token: null })).toMatchObject({ error: 'not_authed' })
    expect(await post('chat.postMessage', message, { token: 'xoxb-a' })).toMatchObject({
      error: 'invalid_auth',
    })
    const reader = issueToken(fake.world, ['files:read'])
    expect(await post('chat.postMessage', message, { token: reader })).toEqual({
      ok: false,
      error: 'missing_scope',
      needed: 'chat:write',
      provided: 'files:read',
    })
    const [old, revoked] = [issueToken(fake.world), issueToken(fake.world)]
    fake.world.tokens.set(old, { scopes: wantedScopes, until: Date.now() - 1, isRevoked: false })
    fake.world.tokens.set(revoked, { scopes: wantedScopes, until: null, isRevoked: true })
    expect(await post('chat.postMessage', message, { token: old })).toMatchObject({ error: 'token_expired' })
    expect(await post('chat.postMessage', message, { token: revoked })).toMatchObject({
      error: 'token_revoked',
    })
  })

  test('tells its permissions in a header', async () => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${fake.url}/api/auth.test`, { method: 'POST', headers })
    expect(answer.headers.get('x-oauth-scopes')).toBe(wantedScopes.join(','))
  })

  test('to a channel is by its kind', async () => {
    const open = issueToken(fake.world, ['channels:read', 'channels:history'])
    expect(await get('conversations.info', { channel: harbour.id }, open)).toMatchObject({ ok: true })
    for (const method of ['conversations.info', 'conversations.history'])
      expect(await get(method, { channel: 'G0CREW001' }, open)).toMatchObject({ error: 'missing_scope' })
    expect(await get('conversations.list', { types: 'public_channel,private_channel' }, open)).toMatchObject({
      needed: 'groups:read',
    })
    expect(await get('conversations.list', {}, open)).toMatchObject({ ok: true })
  })

  test.each([
    ['application/json', 'missing_charset'],
    ['text/plain', 'invalid_post_type'],
  ])('content of the type %s is refused', async (type, error) => {
    expect(await post('chat.postMessage', message, { type })).toMatchObject({ error })
  })

  test('content that is no JSON object is refused, and so is a method that there is not', async () => {
    expect(await post('chat.postMessage', ['a'])).toMatchObject({ error: 'json_not_object' })
    expect(await post('chat.postMassage', {})).toMatchObject({ error: 'unknown_method' })
    expect(await get('chat.postMessage', {})).toMatchObject({ error: 'missing_post_type' })
    expect(await post('conversations.info', { channel: harbour.id })).toMatchObject({
      error: 'invalid_post_type',
    })
  })
})

describe('reading', () => {
  test('a channel lists the newest first, without answers, and metadata only where they are asked for', async () => {
    const metadata = { event_type: 'a', event_payload: { key: 'a' } }
    const { ts = '' } = await say({ metadata })
    await say({ thread_ts: ts })
    await say({ text: 'More' })
    const plain = await get('conversations.history', { channel: harbour.id })
    expect(plain).toMatchObject({ messages: [{ text: 'More' }, { ts, reply_count: 1 }], has_more: false })
    expect(JSON.stringify(plain)).not.toContain('event_type')
    const asked = { channel: harbour.id, include_all_metadata: 'true', oldest: String(ts), inclusive: 'true' }
    expect(await get('conversations.history', asked)).toMatchObject({ messages: [{}, { metadata }] })
    expect(await get('conversations.history', { ...asked, inclusive: 'false' })).toMatchObject({
      messages: [{ text: 'More' }],
    })
    const replies = await get('conversations.replies', { channel: harbour.id, ts: String(ts) })
    expect(replies).toMatchObject({ messages: [{ ts }, { thread_ts: ts }] })
  })

  test.each([
    ['conversations.history', { channel: 'C0GENERAL' }, 'not_in_channel'],
    ['conversations.history', { channel: harbour.id, oldest: 'now' }, 'invalid_ts_oldest'],
    ['conversations.history', { channel: harbour.id, latest: 'now' }, 'invalid_ts_latest'],
    ['conversations.history', { channel: harbour.id, limit: '1000' }, 'invalid_limit'],
    ['conversations.history', { channel: harbour.id, cursor: 'a' }, 'invalid_cursor'],
    ['conversations.history', { channel: harbour.id, since: '1' }, 'invalid_arg_name'],
    ['conversations.replies', { channel: harbour.id, ts: '1700000000.000100' }, 'thread_not_found'],
    ['conversations.list', { types: 'im' }, 'invalid_types'],
    ['conversations.info', { channel: 'G0SECRET1' }, 'channel_not_found'],
    ['files.info', { file: 'F9' }, 'file_not_found'],
  ])('%s with %j is refused as %s', async (method, query, error) => {
    expect(await get(method, query)).toMatchObject({ ok: false, error })
  })

  test('only public channels can be joined', async () => {
    expect(await post('conversations.join', { channel: 'C0GENERAL' })).toMatchObject({ ok: true })
    expect(await post('conversations.join', { channel: 'C0GENERAL' })).toMatchObject({
      warning: 'already_in_channel',
    })
    expect(await post('conversations.join', { channel: 'C0OLD0001' })).toMatchObject({ error: 'is_archived' })
    expect(await post('conversations.join', { channel: 'G0CREW001' })).toMatchObject({
      error: 'method_not_supported_for_channel_type',
    })
  })
})

describe('a file', () => {
  const ask = async (more: Record<string, string> = {}) => {
    const given = await fill('files.getUploadURLExternal', { filename: 'a.pdf', length: '3', ...more })
    const place = textOf(given.upload_url)?.replace('https://files.slack.com', fake.url) ?? ''
    return { given, id: textOf(given.file_id) ?? '', place }
  }
  const send = async (place: string, body: string, headers: Record<string, string> = {}) =>
    (await fetch(place, { method: 'POST', body, headers })).status
  const share = (id: string, more: JsonObject = {}) =>
    post('files.completeUploadExternal', { files: [{ id }], channel_id: harbour.id, ...more })

  test('is taken once, whole, by its address alone, and shared once', async () => {
    const { id, place } = await ask()
    expect(await share(id)).toMatchObject({ error: 'file_not_found' })
    expect(await send(place, 'abcd')).toBe(400)
    expect(await send(place, 'abc', { authorization: `Bearer ${token}` })).toBe(400)
    expect(await send(place, 'abc')).toBe(200)
    expect(await send(place, 'abc')).toBe(400)
    expect(await get('files.info', { file: id })).toMatchObject({ file: { id, shares: {} } })
    const shared = await share(id)
    expect(shared).toEqual({ ok: true, files: [{ id, title: 'a.pdf' }] })
    expect(await share(id)).toMatchObject({ error: 'file_not_found' })
    const { file } = await get('files.info', { file: id })
    expect(file).toMatchObject({ shares: { public: { [harbour.id]: [{ ts: fake.world.messages[0]?.ts }] } } })
    expect(await post('files.delete', { file: id })).toEqual({ ok: true })
    expect(await post('files.delete', { file: id })).toMatchObject({ error: 'file_deleted' })
  })

  test('is shown a moment after it was shared', async () => {
    fake.world.shareMs = 200
    const { id, place } = await ask()
    await send(place, 'abc')
    await share(id)
    expect(fake.world.messages).toEqual([])
    await expect.poll(() => fake.world.messages).toMatchObject([{ files: [id] }])
  })

  test('with an alt text that is no picture is taken, and shown nowhere', async () => {
    const { id, place } = await ask({ alt_txt: 'It is written' })
    await send(place, 'abc')
    expect(await share(id)).toMatchObject({ ok: true })
    expect(fake.world.messages).toEqual([])
  })

  test.each([
    [{ length: '0' }, 'missing_argument'],
    [{ length: 'a' }, 'missing_argument'],
    [{ filename: '' }, 'missing_argument'],
    [{ length: '1073741825' }, 'file_upload_size_restricted'],
    [{ alt_txt: 'a'.repeat(1_001) }, 'alt_txt_too_large'],
  ])('with %j gets no address: %s', async (more, error) => {
    expect((await ask(more)).given).toMatchObject({ ok: false, error })
  })

  test.each([
    [{ files: [] }, 'invalid_arguments'],
    [{ files: [{ id: 'F9' }] }, 'file_not_found'],
    [{ channel_id: '' }, 'invalid_channel'],
    [{ channel_id: 'C0GENERAL' }, 'not_in_channel'],
    [{ channel_id: 'C0OLD0001' }, 'is_archived'],
    [{ thread_ts: '1700000000.000100' }, 'thread_not_found'],
    [{ reply_broadcast: true }, 'invalid_arg_name'],
    [{ metadata: {} }, 'invalid_arg_name'],
  ])('is not shared with %j: %s', async (more, error) => {
    const { id, place } = await ask()
    await send(place, 'abc')
    expect(await share(id, more)).toMatchObject({ ok: false, error })
  })
})
