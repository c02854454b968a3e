import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { uploading } from './fake.ts'
import { begin, failureOf, layOut, pictures, publish } from './steps.ts'
import { answered, type LemmyHouse, openHouse, refused } from './world.ts'

let house: LemmyHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

const title = 'At sea'
const sent = async (laid: Parameters<typeof layOut>[1]) =>
  JSON.parse(String((await layOut(house, laid)).step.commit.body))
const refusal = (options: Record<string, string>) => failureOf(begin(house, { options }).prepare())

describe('the community', () => {
  test('is found by its name, with its server where that is another one', async () => {
    expect(await sent({ options: { title, community: '!sailing' } })).toMatchObject({ community_id: 5 })
    const options = { title, community: 'lighthouses@coast.example' }
    expect(await sent({ options })).toMatchObject({ community_id: 6 })
  })

  test('is refused before anything is uploaded', async () => {
    const { message, kind } = await refusal({ title, community: 'nowhere' })
    expect([kind, message]).toEqual(['invalid', 'The server does not find the community nowhere.'])
    expect((await refusal({ title, community: 'sunken' })).kind).toBe('invalid')
    house.fake.world.communities[0]?.banned.add(2)
    expect((await refusal({ title, community: 'sailing' })).kind).toBe('forbidden')
    expect(house.fake.world.pictures.size).toBe(0)
    const newer = await openHouse('1.0.0')
    const other = begin(newer, { options: { title, community: 'nowhere' } })
    expect((await failureOf(other.prepare())).kind, 'as 1.0 says it').toBe('invalid')
    await newer.close()
  })

  test('has a say in the language', async () => {
    expect(await sent({ options: { title, community: 'sailing', language: 'en' } })).toMatchObject({
      language_id: 37,
    })
    const german = { title, community: 'lighthouses@coast.example', language: 'DE' }
    expect(await sent({ options: german })).toMatchObject({ language_id: 32 })
    expect((await refusal({ ...german, language: 'en' })).message).toBe(
      'The community takes no posts in this language.',
    )
    expect((await refusal({ ...german, language: 'tlh' })).message).toBe(
      'The server does not know the language tlh.',
    )
  })
})

describe('the pictures', () => {
  test('are shown by the post, and below its words', async () => {
    const media = await pictures(house, 2)
    await publish(house, { text: 'First line\n\nWords', media, options: { community: 'sailing' } })
    const [post] = house.fake.world.posts
    const [first, second] = [...house.fake.world.pictures.keys()].map(
      (name) => `${house.fake.url}/pictrs/image/${name}`,
    )
    expect(post).toMatchObject({ name: 'First line', url: first, altText: media[0]?.draft.altText })
    expect(post?.body?.startsWith('Words\n\n![')).toBe(true)
    expect(post?.body?.endsWith(`](${second})`)).toBe(true)
  })

  test('stand in the text of a link and of a comment', async () => {
    const media = await pictures(house, 1)
    const url = 'https://harbour.example.org/tides?utm_source=crier&day=1'
    const root = await publish(house, { media, options: { title, url, community: 'sailing', nsfw: true } })
    const [post] = house.fake.world.posts
    expect(post).toMatchObject({ url: 'https://harbour.example.org/tides?day=1', altText: null, nsfw: true })
    expect(post?.body).toMatch(/!\[.*\]\(.*\/pictrs\/image\/.*\)$/)
    await publish(house, { text: 'More', media, part: 'thread', replyTo: root })
    expect(house.fake.world.comments[0]?.content).toMatch(/^More\n\n!\[.*\]\(.*\/pictrs\/image\/.*\)$/)
  })

  test('are uploaded once, and again where their server may have forgotten them', async () => {
    const bench = begin(house, { media: await pictures(house, 2) })
    const ready = await bench.prepare()
    await bench.prepare()
    expect(house.fake.world.pictures.size).toBe(2)
    const media = ready.artefacts.media as { uploaded_at: string }[]
    const old = media.map((each) => ({ ...each, uploaded_at: '2020-01-01T00:00:00Z' }))
    const step = { ...ready, artefacts: { ...ready.artefacts, media: old } }
    await house.connector.prepare(step, bench.io())
    expect(house.fake.world.pictures.size).toBe(3)
  })

  test('are made smaller where a proxy takes less, and refused in the words of their store', async () => {
    const upload = async () => begin(house, { media: await pictures(house, 1) }).prepare()
    house.fake.inject(uploading, answered(413, '<h1>413</h1>'))
    await upload()
    expect(house.fake.calls.filter(({ name }) => name === uploading)).toHaveLength(2)
    house.fake.inject(uploading, answered(400, { msg: 'Too wide', files: null }))
    expect(await failureOf(upload())).toMatchObject({
      kind: 'invalid',
      message: 'The server refused the picture. It said: Too wide',
    })
    house.fake.inject(uploading, refused(400, 'image_upload_disabled'))
    expect((await failureOf(upload())).kind).toBe('forbidden')
    house.fake.inject(uploading, answered(502, '<h1>502</h1>'))
    expect((await failureOf(upload())).kind).toBe('unavailable')
    house.fake.inject(uploading, answered(201, { msg: 'ok', files: [{ file: '../etc' }] }))
    expect((await failureOf(upload())).kind, 'no name of a file').toBe('unavailable')
  })
})
