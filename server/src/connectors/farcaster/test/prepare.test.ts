import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { farcaster } from '../connector.ts'
import { keepCast } from './fake-world.ts'
import { begin, failureOf, layOut, pictures, publish } from './steps.ts'
import { answered, type FarcasterHouse, openHouse, picturesIn, refused } from './world.ts'

let house: FarcasterHouse
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())
afterEach(() => void house.fake.world.casts.splice(0))

const only = () => {
  const [cast, ...more] = house.fake.world.casts.filter(({ fid }) => fid === 194)
  expect(more).toEqual([])
  if (!cast) throw new Error('There is no cast.')
  return cast
}
const yesterday = new Date(Date.now() - 86_400_000)
const bread = () => keepCast(house.fake.world, { fid: 195, text: 'Fresh bread' }, yesterday)

describe('a cast', () => {
  test('shows its pictures first, then the quoted cast, then links as far as there is room', async () => {
    const { hash } = bread()
    const text = 'See https://a.example/, https://b.example/x and https://a.example/ and https://c.example.'
    const shownOf = async (laid: Parameters<typeof publish>[1]) => {
      await publish(house, laid)
      const { embeds } = only()
      house.fake.world.casts.splice(house.fake.world.casts.indexOf(only()), 1)
      return embeds.map(
        (embed) => embed.hash ?? (picturesIn({ embeds: [embed] }).length > 0 ? 'picture' : embed.url),
      )
    }
    const media = await pictures(house, 2)
    expect(await shownOf({ text })).toEqual(['https://a.example/', 'https://b.example/x'])
    expect(await shownOf({ text, options: { link_card: false } })).toEqual([])
    expect(await shownOf({ text, media })).toEqual(['picture', 'picture'])
    expect(await shownOf({ text, options: { quote: hash } })).toEqual([hash, 'https://a.example/'])
    expect(await shownOf({ text: '', media: media.slice(1), options: { quote: hash } })).toEqual([
      'picture',
      hash,
    ])
    expect(await shownOf({ text: '', options: { quote: hash } })).toEqual([hash])
    expect(await shownOf({ text: `https://long.example/${'a'.repeat(236)}` })).toEqual([])
  })

  test('has the address of the picture itself, under which anybody reads it', async () => {
    const [picture] = await pictures(house, 1)
    if (!picture) throw new Error('There is no picture.')
    await publish(house, { text: 'Look', media: [picture] })
    const [url = ''] = picturesIn(only())
    const bytes = Buffer.from(await (await fetch(url)).arrayBuffer())
    expect(bytes.equals(Buffer.from(picture.bytes))).toBe(true)
  })

  test('is in the channel that was chosen, and answers in a thread are where the thread is', async () => {
    const root = await publish(house, { text: 'The first', options: { channel: 'boats' } })
    expect(only()).toMatchObject({ channel: 'boats', parent: null })
    await publish(house, { text: 'The second', options: { channel: 'boats' }, replyTo: root, part: 'thread' })
    expect(house.fake.world.casts.at(-1)).toMatchObject({ channel: null, parent: root.remoteId })
  })

  test('quotes in its first part alone', async () => {
    const { hash } = bread()
    const options = { quote: hash }
    const root = await publish(house, { text: 'The first', options })
    await publish(house, { text: 'The second', options, replyTo: root, part: 'thread' })
    expect(house.fake.world.casts.map(({ embeds }) => embeds.length)).toEqual([0, 1, 0])
  })
})

describe('a quoted cast', () => {
  test('is found by its hash, and by each form of its address', async () => {
    const { hash } = bread()
    const short = hash.slice(0, 12)
    const names = [
      hash,
      ` ${hash.toUpperCase().replace('0X', '0x')} `,
      `https://farcaster.xyz/bakery/${short}`,
      `https://warpcast.com/bakery.eth/${short}?a=b`,
      `https://farcaster.xyz/~/conversations/${hash}`,
    ]
    for (const quote of names) {
      const { step } = await layOut(house, { options: { quote } })
      expect([quote, step.artefacts.quoted]).toEqual([quote, { fid: 195, hash }])
    }
  })

  test('is looked up once', async () => {
    const { hash } = bread()
    const bench = begin(house, { options: { quote: hash } })
    await bench.prepareOnce()
    const calls = () => house.fake.calls.filter(({ name }) => name === 'GET /v2/farcaster/cast/').length
    const before = calls()
    await bench.prepareOnce()
    expect(calls()).toBe(before)
  })

  test('that is not there fails the post, and one that cannot be looked up now does not', async () => {
    const quote = `0x${'1'.repeat(40)}`
    const prepare = () => failureOf(begin(house, { options: { quote } }).prepare())
    expect(await prepare()).toMatchObject({ kind: 'invalid', message: 'There is no such cast to quote.' })
    for (const [answer, kind] of [
      [refused(400), 'invalid'],
      [answered(404, '<h1>404</h1>'), 'unavailable'],
      [answered(200, { cast: { hash: quote } }), 'unavailable'],
      [answered(503, ''), 'unavailable'],
      [refused(401), 'unauthorized'],
    ] as const) {
      house.fake.inject('GET /v2/farcaster/cast/', answer)
      expect([answer.status, (await prepare()).kind]).toEqual([answer.status, kind])
    }
  })
})

describe('the same words', () => {
  test('wait until the second of their twin is over, and others do not', async () => {
    const twin = keepCast(house.fake.world, { fid: 194, text: 'Again' })
    const prepared = await begin(house, { text: 'Again' }).prepareOnce()
    expect((await begin(house, { text: 'Other' }).prepareOnce()).outcome).toBe('ready')
    if (prepared.outcome !== 'pending') throw new Error('It does not wait.')
    await pause(prepared.againInMs)
    expect(await publish(house, { text: 'Again' })).not.toMatchObject({ remoteId: twin.hash })
    expect(house.fake.world.casts).toHaveLength(2)
  })

  test('wait for no twin of another time, whatever a clock says', async () => {
    for (const ms of [-10_000, 60_000, 8e15])
      keepCast(house.fake.world, { fid: 194, text: 'Again' }, new Date(Math.min(8.64e15, Date.now() + ms)))
    expect((await begin(house, { text: 'Again' }).prepareOnce()).outcome).toBe('ready')
  })

  test('in the same second are told as one by the network, which settles nothing', async () => {
    const bench = await layOut(house, { text: 'At once' })
    // Somebody else casts the same at the same moment.
    const tries = Array.from({ length: 3 }, (_, index) => new Date(Date.now() + (index - 1) * 1_000))
    for (const at of tries) keepCast(house.fake.world, { fid: 194, text: 'At once' }, at)
    expect((await failureOf(bench.send())).kind).toBe('unknown_outcome')
  })
})

test('a picture whose address is too long for the network fails the post', async () => {
  const bench = begin(house, { media: await pictures(house, 1) })
  const io = bench.io()
  const lastingUrl = async () => `https://crier.example/${'a'.repeat(240)}.png`
  const prepared = farcaster.prepare(bench.step, { ...io, media: { ...io.media, lastingUrl } })
  expect(await failureOf(prepared)).toMatchObject({ kind: 'invalid' })
})
