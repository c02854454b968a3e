import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { skipWithout } from '../../../../../scripts/test-needs.ts'
import { agreeToAll } from '../../../../test/consent.ts'
import { asObject, type Json, type JsonObject } from '../../../lib/json/json.ts'
import { identifyOne } from '../../conformance/identify-one.ts'
import type { FakeCall } from '../../kit/fakes/fake-server.ts'
import { dialect, origin } from '../api.ts'
import { connectByBot } from '../connect.ts'
import { deletePosts, editPosts, measurePosts } from '../powers.ts'
import { readRefusal } from '../refusals.ts'
import { connectByOauth } from '../sign-in.ts'
import { issueToken } from './fake-world.ts'
import { type Asked, readDescription, type Since } from './official-description.ts'
import { layOut, makeFile, publish } from './steps.ts'
import { openHouse, redirectUri, type SlackHouse } from './world.ts'

const description = readDescription()

/** The documentation has these, and the description of 2021 does not. */
const since: Since = {
  arguments: {
    'chat.postMessage': ['metadata'],
    'conversations.history': ['include_all_metadata'],
    'conversations.replies': ['include_all_metadata'],
    'oauth.v2.access': ['grant_type', 'refresh_token'],
  },
  members: [
    ...['app_id', 'metadata', 'is_limited', 'response_metadata', 'parent_user_id', 'alt_txt'],
    // Threads list these too.
    ...['bot_id', 'subtype', 'reactions', 'files'],
  ],
}
const newer = ['files.getUploadURLExternal', 'files.completeUploadExternal']

beforeEach(skipWithout('folder of official descriptions'))

let house: SlackHouse
let calls: readonly FakeCall[]
beforeAll(async () => {
  house = await openHouse()
  calls = await liveOnce()
})
afterAll(() => house.close())

/** Everything that the connector ever asks of Slack. */
async function liveOnce(): Promise<FakeCall[]> {
  const { account, connectIo, fake, credentials } = house
  await signInAndRefresh()
  const bot_token = issueToken(fake.world)
  const { settings, ...general } = await identifyOne(
    connectByBot,
    { bot_token, channel: 'C0GENERAL' },
    connectIo,
  )
  const outside = { id: 'a', externalId: general.externalId, username: general.username, settings }
  await connectByBot.refresh(outside, general.credentials, connectIo)
  const options = { unfurl_links: true, unfurl_media: false, reply_broadcast: true }
  const text = await publish(house, { options })
  const reply = await publish(house, { options, part: 'thread', replyTo: text })
  const files = await publish(house, { media: [makeFile('image', 'A boat')], part: 'thread', replyTo: text })
  for (const replyTo of [undefined, text]) {
    const bench = layOut(house, replyTo ? { part: 'thread', replyTo } : {})
    const sent = await bench.readyToSend()
    await bench.send(sent)
    fake.world.mostOnPage = 1
    await bench.settle(sent)
    fake.world.mostOnPage = 999
  }
  for (const post of [text, reply]) await measurePosts.measure([post], account, credentials, connectIo)
  const edit = { post: text, part: 'post' as const, options: {}, text: 'Words', changes: {} }
  await editPosts.edit(edit, account, credentials, connectIo)
  await deletePosts.delete(files, account, credentials, connectIo)
  return [...fake.calls]
}

async function signInAndRefresh(): Promise<void> {
  const io = { ...house.connectIo, redirectUri, state: 's'.repeat(43) }
  house.fake.signIn.isRotating = true
  const { url, keep } = await connectByOauth.begin({}, io)
  const back = await agreeToAll(url.replace(origin, house.fake.url))
  const [candidate] = await connectByOauth.finish(back.searchParams, keep, io)
  if (!candidate) throw new Error('There is no channel.')
  const { externalId, username, settings, credentials } = candidate.profile
  await connectByOauth.refresh({ id: 'a', externalId, username, settings }, credentials, io)
}

function askedBy({ method: verb, url, headers, body }: FakeCall): Asked {
  const type = headers['content-type'] ?? null
  const fromBody = (): JsonObject => {
    if (type === null) return {}
    if (/json/.test(type)) return asObject(JSON.parse(body.toString()) as Json) ?? {}
    return Object.fromEntries(new URLSearchParams(body.toString()))
  }
  const given = { ...Object.fromEntries(url.searchParams), ...fromBody() }
  return { method: url.pathname.replace('/api/', ''), verb, type, given }
}

const described = () =>
  calls
    .filter(({ url }) => url.pathname.startsWith('/api/'))
    .map(askedBy)
    .filter(({ method }) => !newer.includes(method))

test('every request is as Slack describes it, down to the last argument', () => {
  expect(new Set(described().map(({ method }) => method))).toEqual(
    new Set([
      ...['oauth.v2.access', 'auth.test'],
      ...['conversations.list', 'conversations.info', 'conversations.join'],
      ...['conversations.history', 'conversations.replies'],
      ...['chat.postMessage', 'chat.update', 'chat.delete', 'files.info', 'files.delete'],
    ]),
  )
  const faults = described().map((asked) => [asked.method, description?.faultsOf(asked, since)])
  // Access is asked for without a code where a refresh token is traded, and a token is read by POST with nothing in it.
  const usual = [['/code is missing.'], ['auth.test takes no POST.']]
  const odd = faults.filter(([, found]) => found?.length !== 0)
  expect(odd.filter(([, found]) => !usual.some((one) => String(one) === String(found)))).toEqual([])
})

test('the fake answers as Slack describes it', async () => {
  const headers = { authorization: `Bearer ${String(house.credentials.access_token)}` }
  const ts = house.fake.world.messages.find(({ threadTs }) => threadTs === null)?.ts ?? ''
  const channel = 'C0HARB0R1'
  const get = async (method: string, query: Record<string, string>) => {
    const url = `${house.fake.url}/api/${method}?${new URLSearchParams(query)}`
    return [method, (await (await fetch(url, { headers })).json()) as Json] as const
  }
  const post = async (method: string, json: JsonObject | null) => {
    const type = { 'content-type': 'application/json; charset=utf-8' }
    const answer = await fetch(`${house.fake.url}/api/${method}`, {
      method: 'POST',
      headers: { ...headers, ...(json === null ? {} : type) },
      body: json === null ? null : JSON.stringify(json),
    })
    return [method, (await answer.json()) as Json] as const
  }
  const shown = await publish(house, { media: [makeFile('image', 'A boat')] })
  const [file = ''] = (shown.reference as { file_ids: string[] }).file_ids
  const answers = [
    await post('auth.test', null),
    await get('conversations.list', {}),
    await get('conversations.info', { channel }),
    await post('conversations.join', { channel }),
    await post('chat.postMessage', { channel, text: 'Ahoy' }),
    await get('conversations.history', { channel }),
    await post('chat.update', { channel, ts, text: 'Words' }),
    await get('files.info', { file }),
    await post('files.delete', { file }),
    await post('chat.delete', { channel, ts }),
  ]
  for (const [method, answer] of answers) expect(answer, method).toMatchObject({ ok: true })
  const faults = answers.map(([method, answer]) => [
    method,
    description?.faultsOfAnswer(method, answer, since),
  ])
  expect(faults.filter(([, found]) => found?.length !== 0)).toEqual([])
})

test('each error that the description has for a message is a refusal, or known to be none', () => {
  const unsure = ['request_timeout', 'fatal_error', 'team_added_to_org', 'upgrade_required']
  const errors = description?.errorsOf('chat.postMessage') ?? []
  expect(errors).toContain('not_in_channel')
  const meant = errors.filter((code) => !unsure.includes(code))
  expect(meant.map((code) => [code, meaningOf(code)]).filter(([, kind]) => kind === null)).toEqual([])
})

/** The kind of failure that a refused message is; null where its outcome is unknown. */
function meaningOf(error: string): string | null {
  const answer = { status: 200, headers: {}, body: Buffer.alloc(0), json: { ok: false, error } }
  return readRefusal(dialect, answer as never, new Date(), [])?.kind ?? null
}

test('the check of requests finds what is not described', () => {
  const faultsOf = (
    given: JsonObject,
    type = 'application/json; charset=utf-8',
    method = 'chat.postMessage',
  ) => description?.faultsOf({ method, verb: 'POST', type, given }, since)
  expect(faultsOf({ channel: 'C1', text: 'A' })).toEqual([])
  expect(faultsOf({ text: 'A' })).toEqual(['/channel is missing.'])
  expect(faultsOf({ channel: 'C1', txet: 'A' })).toEqual(['/txet is not known.'])
  expect(faultsOf({ channel: 'C1', unfurl_links: 'true' })).toEqual(['/unfurl_links is of another type.'])
  expect(faultsOf({ channel: 'C1' }, 'text/plain')).toEqual(['chat.postMessage takes no text/plain.'])
  expect(faultsOf({}, 'application/json', 'chat.postNothing')).toEqual(['There is no chat.postNothing.'])
  const answer = {
    ok: true,
    channel: 'C0HARB0R1',
    ts: '1700000000.000100',
    message: { text: '', type: 'message', ts: '1' },
  }
  expect(description?.faultsOfAnswer('chat.postMessage', answer, since)).toEqual([
    '/message/ts does not have its form.',
  ])
  expect(description?.faultsOfAnswer('chat.postMessage', { ...answer, ts: 7, more: 1 }, since)).toContain(
    '/more is not known.',
  )
})
