import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { skipWithout } from '../../../../../scripts/test-needs.ts'
import type { Json } from '../../../lib/json/json.ts'
import { identifyOne } from '../../conformance/identify-one.ts'
import type { FakeCall } from '../../kit/fakes/fake-server.ts'
import { connectByBot } from '../connect-bot.ts'
import { connectByWebhook } from '../connect-webhook.ts'
import { discord } from '../connector.ts'
import { deletePosts, editPosts, measurePosts } from '../powers.ts'
import { readFields } from './fake-fields.ts'
import { token } from './fake-world.ts'
import { readDescription } from './official-description.ts'
import { layOut, makeFile, pictures, publish } from './steps.ts'
import { type DiscordHouse, openHouse } from './world.ts'

const description = readDescription()

beforeEach(skipWithout('folder of official descriptions'))

let houses: DiscordHouse[]
beforeAll(async () => {
  houses = [await openHouse('announcing bot'), await openHouse('webhook')]
  for (const house of houses) await liveOnce(house)
})
afterAll(() => Promise.all(houses.map((house) => house.close())))

/** Everything that the connector ever asks of Discord. */
async function liveOnce(house: DiscordHouse): Promise<void> {
  const { account, credentials, connectIo } = house
  const isBot = 'bot_token' in credentials
  if (isBot) {
    await identifyOne(connectByBot, { bot_token: token, channel: '#alerts' }, connectIo)
    await connectByBot.refresh(account, credentials, connectIo)
  } else await connectByWebhook.refresh(account, credentials, connectIo)
  const manner = {
    allowed_mentions: ['everyone', 'roles', 'users'],
    suppress_embeds: true,
    suppress_notifications: true,
    spoiler: true,
  }
  const text = await publish(house, { options: manner })
  if (isBot) await publish(house, { part: 'thread', replyTo: text })
  const files = [
    ...(await pictures(house, 2)),
    ...(['gif', 'video', 'document'] as const).map((kind) => makeFile(kind)),
  ]
  await publish(house, { media: files, options: manner })
  const poll = { options: ['Yes', 'No'], duration_minutes: 60, multiple: true }
  await publish(house, { text: 'Sail?', options: { poll } })
  if (isBot) {
    const bench = await layOut(house, { options: { crosspost: true } })
    const sent = await bench.send()
    const ref = sent.outcome === 'accepted' ? sent.ref : null
    await discord.settle({ ...bench.step, ref }, bench.io())
    await discord.settle(bench.step, bench.io())
  }
  const [message] = house.fake.world.messages
  if (message) message.reactions = [2]
  await measurePosts.measure([text], account, credentials, connectIo)
  await editPosts.edit(
    { post: text, part: 'post', options: manner, text: 'Words', changes: {} },
    account,
    credentials,
    connectIo,
  )
  await deletePosts.delete(text, account, credentials, connectIo)
}

const pathOf = ({ url }: FakeCall): string => url.pathname.replace('/api/v10', '')
const calls = (): FakeCall[] => houses.flatMap(({ fake }) => [...fake.calls])

test('every request is as Discord describes its API, down to the last member', async () => {
  const found = await Promise.all(
    calls().map(async (call) => {
      const { fields } = await readFields(call)
      return { name: call.name, faults: description?.faultsOfRequest(call.method, pathOf(call), fields) }
    }),
  )
  expect(new Set(found.map(({ name }) => name))).toEqual(
    new Set([
      'GET users',
      'GET users/guilds',
      'GET guilds',
      'GET guilds/channels',
      'GET guilds/members',
      'GET channels',
      'GET webhooks',
      'GET messages',
      'GET message',
      'POST message',
      'POST crosspost',
      'PATCH message',
      'DELETE message',
    ]),
  )
  expect(found.filter(({ faults }) => faults?.length !== 0)).toEqual([])
})

// The fake shows of these what the connector reads, and less than Discord does.
const shownShortly = new Set(['GET guilds', 'GET guilds/members'])

test('the fake answers as Discord describes its API', async () => {
  const answers = await Promise.all(
    houses.flatMap(({ fake }) =>
      fake.calls
        .filter(({ name, method }) => !shownShortly.has(name) && method !== 'DELETE' && method !== 'PATCH')
        .map(async (call) => {
          const body = call.method === 'GET' ? {} : { body: new Uint8Array(call.body) }
          const headers = Object.entries(call.headers).flatMap(([name, value]): [string, string][] =>
            ['authorization', 'user-agent', 'content-type'].includes(name) ? [[name, String(value)]] : [],
          )
          const given = await fetch(`${fake.url}${call.url.pathname}${call.url.search}`, {
            method: call.method,
            headers: Object.fromEntries(headers),
            ...body,
          })
          const text = await given.text()
          const json = (text === '' ? null : JSON.parse(text)) as Json
          return {
            name: call.name,
            status: given.status,
            faults: description?.faultsOfAnswer(call.method, pathOf(call), given.status, json),
          }
        }),
    ),
  )
  expect(answers.filter(({ faults }) => faults?.length !== 0)).toEqual([])
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(15)
})

test('the limits are those that the description names', () => {
  const { text, media } = discord.limits(null)
  const propertiesOf = (name: string) => description?.schema(name).properties
  expect(propertiesOf('IncomingWebhookRequestPartial')).toMatchObject({
    content: { maxLength: text.max },
    attachments: { maxItems: media.sets[0]?.max },
  })
  expect(propertiesOf('MessageCreateRequest')).toMatchObject({
    nonce: { oneOf: [{}, { maxLength: 25 }, {}] },
  })
  expect(propertiesOf('MessageAttachmentRequest')).toMatchObject({
    description: { maxLength: media.altTextMax },
  })
  expect(propertiesOf('PollCreateRequest')).toMatchObject({
    answers: { maxItems: 10 },
    duration: { minimum: 1, maximum: 768 },
  })
  expect(propertiesOf('PollMedia')).toMatchObject({ text: { maxLength: 300 } })
})

test('the check of requests finds what is not described', () => {
  const faultsOf = (message: { readonly [name: string]: Json }) =>
    description?.faultsOfRequest('POST', '/channels/7/messages', message)
  expect(faultsOf({ content: 'A' })).toEqual([])
  expect(faultsOf({ contents: 'A' })).toEqual(['/contents is not known.'])
  expect(faultsOf({ content: 7 })).toEqual(['/content is no string or null.'])
  expect(faultsOf({ nonce: 'a'.repeat(26) })).toHaveLength(1)
  expect(faultsOf({ content: 'a'.repeat(4_001) })).toEqual(['/content is of 4001.'])
  expect(faultsOf({ flags: '4' })).toEqual(['/flags is no integer or null.'])
  expect(faultsOf({ message_reference: {} })).toEqual(['/message_reference/message_id is missing.'])
  expect(faultsOf({ attachments: Array.from({ length: 11 }, (_, id) => ({ id: String(id) })) })).toEqual([
    '/attachments is of 11.',
  ])
  expect(faultsOf({ poll: { question: { text: 'A' }, answers: [] } })).toEqual(['/poll/answers is of 0.'])
  expect(description?.faultsOfRequest('POST', '/nothing', {})).toEqual(['There is no POST /nothing.'])
  expect(
    description?.faultsOfAnswer('GET', '/channels/7/messages', 200, [{ id: '7' }])?.length,
  ).toBeGreaterThan(5)
  expect(description?.faultsOfAnswer('DELETE', '/channels/7/messages/8', 204, null)).toEqual([])
})
