import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePictures } from '../../conformance/pictures.ts'
import { nostr } from '../connector.ts'
import { nameKey } from '../names.ts'
import { uploading } from './fake-blossom.ts'
import { makePerson } from './fake-event.ts'
import { failureOf, layBench, notesOf, publish } from './steps.ts'
import { type NostrHouse, openHouse } from './world.ts'

let house: NostrHouse
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const last = () => notesOf(house).at(-1)
const ours = expect.arrayContaining(['crier'])

test('a text is sent as it is, with a tag for what programs look for', async () => {
  const other = makePerson()
  const name = nameKey(other.pubkey)
  const note = `note1${'q'.repeat(58)}`
  const text = `Grüße an nostr:${name}, #Sea #sea #Hafen! https://boats.example/#top @nobody nostr:${note}\u0007`
  const post = await publish(house, { text, options: { content_warning: 'Rough\u0000 seas' } })
  expect(last()).toMatchObject({ id: post.remoteId, kind: 1, content: text.replace('\u0007', '') })
  expect(last()?.tags).toEqual([
    ['p', other.pubkey],
    ['t', 'sea'],
    ['t', 'hafen'],
    ['content-warning', 'Rough seas'],
    ours,
  ])
  expect(post.url).toMatch(/^https:\/\/njump\.me\/nevent1[a-z0-9]+$/)
  expect(nostr.check(layBench(house, { text }).step.draft, house.account)).toMatchObject({
    problems: [],
    warnings: [
      { pointer: '/text', code: 'mention_unreadable', detail: { params: { name: `nostr:${note}` } } },
    ],
    ranges: [
      { kind: 'mention' },
      { kind: 'hashtag' },
      { kind: 'hashtag' },
      { kind: 'hashtag' },
      { kind: 'link' },
    ],
  })
})

test('a long text with very many hashtags is an event that relays take', async () => {
  const words = Array.from({ length: 6_000 }, (_, index) => `#a${index.toString(36)}`)
  const text = words.join('\n').slice(0, 30_000)
  await publish(house, { text })
  expect(last()?.tags.filter(([name]) => name === 't')).toHaveLength(50)
})

test('media are uploaded by their hash, and described beside their addresses', async () => {
  const [one, two] = await makePictures(2, nostr.limits(null))
  if (!one || !two) throw new Error('There are no pictures.')
  const shown = { ...one, draft: { ...one.draft, altText: 'A boat\nand a gull' } }
  await publish(house, { text: '', media: [shown, two] })
  const urls = last()?.content.split('\n') ?? []
  expect(urls).toHaveLength(2)
  const { width, height } = one.draft
  expect(last()?.tags[0]).toEqual([
    'imeta',
    `url ${urls[0]}`,
    expect.stringMatching(/^m image\//),
    expect.stringMatching(/^x [0-9a-f]{64}$/),
    `dim ${width}x${height}`,
    'alt A boat\nand a gull',
  ])
  const before = house.blossom.blobs.size
  await publish(house, { media: [two] })
  expect(house.blossom.blobs.size).toBe(before)
})

test('parts of a thread name the first post and the one before them', async () => {
  const [root, second] = [await publish(house), await publish(house)]
  const relay = house.relays[0]?.url ?? ''
  const { pubkey } = house.person
  await publish(house, { replyTo: root, part: 'thread' })
  expect(last()?.tags).toEqual([['e', root.remoteId, relay, 'root', pubkey], ['p', pubkey], ours])
  const bench = layBench(house)
  const step = { ...bench.step, replyTo: { root, parent: second } }
  const { artefacts } = await nostr.prepare(step, bench.io())
  expect(artefacts.event).toMatchObject({
    tags: [
      ['e', root.remoteId, relay, 'root', pubkey],
      ['e', second.remoteId, relay, 'reply', pubkey],
      ['p', pubkey],
      ours,
    ],
  })
})

test('an event is signed once, for the time at which it is due, and anew where it waited too long', async () => {
  const { step, io } = layBench(house)
  const now = Math.floor(Date.now() / 1_000)
  const due = { ...step, dueAt: new Date((now + 300) * 1_000) }
  const first = (await nostr.prepare(due, io())).artefacts
  expect(first.event).toMatchObject({ created_at: now + 300 })
  const again = await nostr.prepare({ ...due, artefacts: first }, io())
  expect(again.artefacts).toEqual(first)
  const late = { ...io(), now: () => new Date((now + 300 + 599) * 1_000) }
  expect((await nostr.prepare({ ...due, artefacts: first }, late)).artefacts).toEqual(first)
  const tooLate = { ...io(), now: () => new Date((now + 300 + 600) * 1_000) }
  const anew = (await nostr.prepare({ ...due, artefacts: first }, tooLate)).artefacts
  expect(anew.event).toMatchObject({ created_at: now + 900 })
  expect(anew).not.toMatchObject({ event: { id: (first.event as { id: string }).id } })
})

test.each([
  [401, 'forbidden', 'another media server'],
  [402, 'forbidden', 'It said: Pay first'],
  [413, 'invalid', 'refused the file'],
  [429, 'rate_limited', 'too many requests'],
  [500, 'unavailable', 'status 500'],
])('a media server that answers %d is %s', async (status, kind, words) => {
  const media = await makePictures(1, nostr.limits(null))
  house.blossom.inject(uploading, { kind: 'answer', status, body: '', headers: { 'x-reason': 'Pay first' } })
  const failure = await failureOf(layBench(house, { media }).prepare())
  expect(failure).toMatchObject({ kind, message: expect.stringContaining(words) })
})

test.each([
  ['{"url": "https://cdn.example/a.png", "sha256": "00"}', 'invalid'],
  ['{"url": "javascript:1", "sha256": "00"}', 'unavailable'],
  ['<html>', 'unavailable'],
])('a media server that says %s is not believed', async (body, kind) => {
  const media = await makePictures(1, nostr.limits(null))
  house.blossom.inject(uploading, { kind: 'answer', status: 200, body })
  expect((await failureOf(layBench(house, { media }).prepare())).kind).toBe(kind)
})

test('media need a server of the account', async () => {
  const media = await makePictures(1, nostr.limits(null))
  const account = { ...house.account, settings: { ...house.account.settings, media_server: null } }
  const { step } = layBench(house, { media })
  const [, thread] = [null, [{ text: 'And back', media: [] }]]
  expect(nostr.check({ ...step.draft, thread }, account).problems).toMatchObject([
    { pointer: '/media', code: 'media_server_missing' },
  ])
  expect(await failureOf(layBench(house, { media, account }).prepare())).toMatchObject({ kind: 'invalid' })
})
