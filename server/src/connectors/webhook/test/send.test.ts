import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asObject, type JsonObject } from '../../../lib/json/json.ts'
import { describeDraft, makePictures } from '../../conformance/pictures.ts'
import { powerOf } from '../../of-platform.ts'
import { webhook } from '../connector.ts'
import { address, calls, secret } from './fake.ts'
import { failureOf, layOut, publish } from './steps.ts'
import { answered, openHouse, type WebhookHouse } from './world.ts'

let house: WebhookHouse
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())
beforeEach(() => {
  house.fake.world.posts.length = 0
})

const lastBody = (): JsonObject => JSON.parse(String(house.fake.calls.at(-1)?.body))

test('a post is one message with all that a site needs to show it', async () => {
  const media = await makePictures(1, webhook.limits(house.account))
  const options = {
    title: 'Tides',
    link: 'https://boats.example.org/',
    tags: ['sea', 'tide'],
    fields: [{ name: 'category', value: 'News' }],
  }
  const { step, send } = await layOut(house, { text: 'Grüße\n<b>&</b> 🌊', options, media })
  await send()
  const [draft] = media.map((one) => one.draft)
  const due = step.dueAt.toISOString()
  expect(lastBody()).toEqual({
    type: 'post.publish',
    version: '1',
    timestamp: due,
    data: {
      id: step.key,
      post_result_id: 'a-result',
      account: { id: 'an-account', name: 'Harbour site' },
      scheduled_at: due,
      text: 'Grüße\n<b>&</b> 🌊',
      ...options,
      media: [
        {
          url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/media\/fetch\//),
          kind: 'image',
          mime_type: 'image/jpeg',
          bytes: draft?.bytes,
          width: draft?.width,
          height: draft?.height,
          duration_ms: null,
          alt_text: draft?.altText,
        },
      ],
    },
  })
  expect(house.fake.calls.at(-1)?.headers).toMatchObject({
    'content-type': 'application/json',
    'webhook-id': step.key,
    'webhook-signature': expect.stringMatching(/^v1,[\w+/]{43}=$/),
  })
})

test('a post without choices says that it has none, and half a letter breaks nothing', async () => {
  await publish(house, { text: 'Half of it: \ud83c' })
  expect(lastBody().data).toMatchObject({ title: null, link: null, tags: [], fields: [], media: [] })
  expect(house.fake.world.posts).toHaveLength(1)
})

test('nothing that is stored or shown has the secret or the address', async () => {
  const { step } = await layOut(house)
  expect(step.commit).toMatchObject({ url: 'https://receiver.example.org', secretUrl: 'address' })
  const stored = JSON.stringify([step, house.account])
  for (const hidden of [secret.slice(6), '/hooks/crier', 'a-token']) expect(stored).not.toContain(hidden)
  await publish(house)
  const { href } = house.fake.calls.at(-1)?.url ?? {}
  expect(href?.replace(house.fake.url, '')).toBe(address.replace('https://receiver.example.org', ''))
})

test('a repetition has the same bytes and the same id, and a signature of its own time', async () => {
  const { step, io } = await layOut(house)
  const later = new Date(Date.now() + 60_000)
  await webhook.commit(step, io())
  await webhook.commit(step, { ...io(), now: () => later })
  const [one, two] = house.fake.calls.slice(-2)
  expect(two?.body.equals(one?.body ?? Buffer.alloc(0))).toBe(true)
  expect(two?.headers['webhook-id']).toBe(one?.headers['webhook-id'])
  expect(two?.headers['webhook-timestamp']).toBe(String(Math.floor(later.getTime() / 1_000)))
  expect(two?.headers['webhook-signature']).not.toBe(one?.headers['webhook-signature'])
})

describe('a medium is refused beforehand', () => {
  test('where this server has no address to fetch it from', async () => {
    const hidden = { ...house.account, settings: { ...house.account.settings, serves_media: false } }
    const media = (await makePictures(1, webhook.limits(null))).map((one) => one.draft)
    const problems = (facts: object) =>
      webhook.check(describeDraft({ text: 'Hello', ...facts }), hidden).problems
    expect(problems({})).toEqual([])
    expect(problems({ media })).toMatchObject([{ pointer: '/media', code: 'media_unreachable' }])
  })
})

describe('a post is deleted', () => {
  const power = powerOf(webhook, 'delete')
  const remove = (post: Parameters<NonNullable<typeof power>['delete']>[0]) =>
    power?.delete(post, house.account, house.credentials, house.connectIo)

  test('by the id and the address that the receiver gave it, also where it is gone already', async () => {
    const post = await publish(house)
    await remove(post)
    expect(house.fake.world.posts).toEqual([])
    await remove(post)
    const [one, two] = house.fake.calls.slice(-2)
    expect(two?.headers['webhook-id']).not.toBe(one?.headers['webhook-id'])
    expect(lastBody()).toMatchObject({
      type: 'post.delete',
      data: { id: 'p1', url: 'https://site.example.org/posts/p1', account: { id: 'an-account' } },
    })
  })

  test('also where a person gave its address, of which nothing else is known', async () => {
    await remove({ remoteId: 'p9', url: 'https://site.example.org/posts/p9', reference: null })
    expect(lastBody().data).toMatchObject({ id: 'p9', url: null })
  })

  test('by no other answer than a success', async () => {
    const post = await publish(house)
    for (const [status, kind] of [
      [404, 'unauthorized'],
      [403, 'forbidden'],
      [500, 'unavailable'],
    ] as const) {
      house.fake.inject(calls.delete, answered(status, { detail: 'No.' }))
      expect(await failureOf(Promise.resolve(remove(post)))).toMatchObject({ kind })
    }
  })

  test('only where its receiver was said to delete posts', () => {
    const account = { ...house.account, settings: { ...house.account.settings, deletes: false } }
    expect(power?.refusal(house.account)).toBeNull()
    expect(power?.refusal(account)).toMatch(/^This receiver was connected without/)
  })
})

test('the schema of the messages is a document that knows each of them', async () => {
  const documents = powerOf(webhook, 'documents')
  const [path = ''] = documents?.paths ?? []
  expect(path).toBe('/oauth/webhook/messages-1.json')
  const schema = await documents?.read(path, house.connectIo)
  const isMessage = Compile(schema as never)
  await publish(house)
  expect(isMessage.Check(lastBody())).toBe(true)
  expect(isMessage.Check({ ...lastBody(), version: '2' })).toBe(false)
  const { text: _, ...data } = asObject(lastBody().data) ?? {}
  expect(isMessage.Check({ ...lastBody(), data })).toBe(false)
})
