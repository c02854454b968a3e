import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { vk } from '../connector.ts'
import { callOf, listing, publishing } from './fake.ts'
import { failureOf, layOut, makeGif, pictures, publish } from './steps.ts'
import { answered, makeFile, openHouse, ownWall, refused, type VkHouse } from './world.ts'

let house: VkHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

const named = (name: string) => house.fake.calls.filter((call) => call.name === name)
const askedOf = (name: string) => {
  const call = named(name).at(-1)
  return Object.fromEntries(new URLSearchParams(call?.body.toString()))
}

const everything = {
  link: 'https://boats.example/',
  copyright: 'https://harbour.example/log',
  signed: true,
  friends_only: true,
  close_comments: true,
  mute_notifications: true,
}

test('a text goes in the name of the community, with a key of its own', async () => {
  const bench = layOut(house, { text: 'A day, at sea & more', options: everything })
  const sent = await bench.readyToSend()
  expect(house.fake.world.posts).toEqual([])
  await bench.send(sent)
  expect(askedOf(publishing)).toEqual({
    owner_id: '-212979992',
    from_group: '1',
    message: 'A day, at sea & more',
    attachments: 'https://boats.example/',
    signed: '1',
    close_comments: '1',
    mute_notifications: '1',
    copyright: 'https://harbour.example/log',
    guid: bench.step.key,
    v: '5.199',
  })
  expect(named(publishing)[0]?.headers.authorization).toMatch(/^Bearer /)
})

test('on the wall of a person only what holds there is sent', async () => {
  await house.close()
  house = await openHouse(vk, ownWall)
  await publish(house, { options: everything })
  expect(askedOf(publishing)).toEqual({
    owner_id: '743784474',
    message: 'A day at sea',
    attachments: 'https://boats.example/',
    friends_only: '1',
    close_comments: '1',
    copyright: 'https://harbour.example/log',
    guid: expect.any(String),
    v: '5.199',
  })
})

test('media are uploaded before the post, in order, each to the wall of the community', async () => {
  const files = [...(await pictures(house, 2)), makeFile('video'), await makeGif()]
  const bench = layOut(house, { text: 'A day at sea\nand more', media: files })
  const sent = await bench.readyToSend()
  expect(named(publishing)).toEqual([])
  await bench.send(sent)
  const [post] = house.fake.world.posts
  expect(post?.media.map(({ type, mimeType, ownerId }) => [type, mimeType, ownerId])).toEqual([
    ['photo', 'image/jpeg', -212_979_992],
    ['photo', 'image/jpeg', -212_979_992],
    ['video', 'video/mp4', -212_979_992],
    ['doc', 'image/gif', -212_979_992],
  ])
  for (const [index, { bytes }] of files.entries())
    expect(post?.media[index]?.bytes.equals(Buffer.from(bytes))).toBe(true)
  expect(post?.media.slice(2).map(({ words, fileName }) => [words, fileName])).toEqual([
    ['A day at sea', 'file.mp4'],
    ['A day at sea', 'file.gif'],
  ])
})

test('a file has the title that was chosen, and a photo its alt text as its description', async () => {
  const [picture] = await pictures(house, 1)
  if (!picture) throw new Error('There is no picture.')
  const described = { ...picture, draft: { ...picture.draft, altText: 'A boat' } }
  await publish(house, { media: [described, makeFile('document')], options: { title: 'The log' } })
  expect(house.fake.world.media.map(({ words }) => words)).toEqual(['A boat', 'The log'])
})

test('on the wall of a person a photo is saved for that person', async () => {
  await house.close()
  house = await openHouse(vk, ownWall)
  await publish(house, { media: await pictures(house, 1) })
  expect(askedOf(callOf('photos.getWallUploadServer'))).toEqual({ v: '5.199' })
  expect(house.fake.world.posts[0]?.media[0]).toMatchObject({ ownerId: ownWall })
})

test('a file of another type is made to fit first', async () => {
  const [picture] = await pictures(house, 1)
  if (!picture) throw new Error('There is no picture.')
  const bytes = await sharp(picture.bytes).webp().toBuffer()
  const draft = { ...picture.draft, mimeType: 'image/webp', bytes: bytes.length }
  await publish(house, { media: [{ draft, bytes }] })
  expect(house.fake.world.media[0]?.mimeType).not.toBe('image/webp')
})

test('a video waits for the time of its post, because it would show at once', async () => {
  const bench = layOut(house, { media: [makeFile('video')] })
  const dueAt = new Date(Date.now() + 60_000)
  const prepared = await house.connector.prepare({ ...bench.step, dueAt }, bench.io())
  expect(prepared).toMatchObject({ outcome: 'pending', artefacts: { media: [] } })
  const againInMs = prepared.outcome === 'pending' ? prepared.againInMs : 0
  expect(againInMs).toBeGreaterThan(55_000)
  expect(named(callOf('video.save'))).toEqual([])
})

test('an animation that became a video to fit is attached as one, and waits as one', async () => {
  const account = { ...house.account, settings: { ...house.account.settings, granted: ['wall', 'video'] } }
  const bench = layOut(house, { account, media: [await makeGif()] })
  const film = makeFile('video')
  const io = bench.io()
  const media = {
    ...io.media,
    rendition: async () => ({ state: 'ready' as const, medium: film.draft }),
    open: async () => new Blob([new Uint8Array(film.bytes)]).stream(),
  }
  const prepare = (dueAt: Date) => house.connector.prepare({ ...bench.step, dueAt }, { ...io, media })
  expect(await prepare(new Date(Date.now() + 60_000))).toMatchObject({ artefacts: { media: [] } })
  expect(await prepare(new Date())).toMatchObject({
    artefacts: { media: [{ kind: 'video', attachment: expect.stringMatching(/^video-/) }] },
  })
})

describe('an upload', () => {
  const server = callOf('photos.getWallUploadServer')
  const address = 'POST /c856312/upload.php'
  const save = callOf('photos.saveWallPhoto')
  const response = (content: unknown) => answered(200, { response: content })

  test.each([
    [server, refused(15), 'forbidden'],
    [server, refused(6), 'rate_limited'],
    [server, response({}), 'unavailable'],
    [server, response({ upload_url: 'file:///etc/passwd' }), 'unavailable'],
    [address, answered(200, 'Security Breach2'), 'unavailable'],
    [address, answered(500, ''), 'unavailable'],
    [address, answered(413, '<h1>413</h1>'), 'invalid'],
    [address, answered(200, { error: 'ERR_UPLOAD_BAD_IMAGE_SIZE' }), 'invalid'],
    [address, answered(200, { server: 1, photo: '[]', hash: 'a' }), 'invalid'],
    [address, answered(200, { server: 1, photo: '', hash: 'a' }), 'invalid'],
    [address, answered(200, { server: 1, photo: '[{}]', hash: 'a' }), 'unavailable'],
    [save, refused(121), 'unavailable'],
    [save, refused(129), 'invalid'],
    [save, refused(300), 'forbidden'],
    [save, response([]), 'unavailable'],
    [save, response([{ id: 7 }]), 'unavailable'],
    [save, response([{ id: '7', owner_id: -1 }]), 'unavailable'],
  ] as const)('whose call %s is answered %j is %s, and is made again', async (call, answer, kind) => {
    house.fake.inject(call, answer)
    const bench = layOut(house, { media: await pictures(house, 1) })
    expect((await failureOf(bench.prepare())).kind).toBe(kind)
    await bench.send(await bench.readyToSend())
    expect(house.fake.world.posts).toHaveLength(1)
  })

  test.each([
    ['POST /upload.do', makeFile('video'), answered(200, { error: 'ERR' }), 'invalid'],
    [
      callOf('video.save'),
      makeFile('video'),
      response({ upload_url: 'https://pu.vk.com/c856312/upload.php' }),
      'unavailable',
    ],
    [
      'POST /c240331/upload_doc.php',
      makeFile('document'),
      answered(200, { error: 'unknown_error' }),
      'invalid',
    ],
    ['POST /c240331/upload_doc.php', makeFile('document'), answered(200, {}), 'invalid'],
    [callOf('docs.save'), makeFile('document'), refused(105), 'unavailable'],
    [callOf('docs.save'), makeFile('document'), response({ type: 'doc' }), 'unavailable'],
  ] as const)('of a file whose call %s fails is no post', async (call, file, answer, kind) => {
    house.fake.inject(call, answer)
    expect((await failureOf(layOut(house, { media: [file] }).prepare())).kind).toBe(kind)
  })

  test('carries no access', async () => {
    await publish(house, { media: await pictures(house, 1) })
    expect(named(address)[0]?.headers.authorization).toBeUndefined()
  })
})

test('the stored request has no access, and is the same each time', async () => {
  await publish(house)
  const bench = layOut(house, { media: await pictures(house, 1) })
  const sent = await bench.readyToSend()
  expect(JSON.stringify(sent.commit)).not.toContain(String(house.credentials.access_token))
  expect(house.connector.compose(sent)).toEqual(sent.commit)
  expect(sent.artefacts.seen).toEqual([house.fake.world.posts[0]?.id])
  expect(named(listing)).toHaveLength(2)
})
