import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../../../../../scripts/test-needs.ts'
import { type Chromium, startChromium } from '../../../../../test/browser/chromium.ts'
import { linkNow, makeLink } from '../../../../../test/connect-link.ts'
import { plainPicture } from '../../../../../test/plain-pictures.ts'
import { type Newsroom, openNewsroom } from '../../../../../test/stories/newsroom.ts'
import { uploadFile } from '../../../../../test/stories/upload-file.ts'
import type { JsonObject } from '../../../../lib/json/json.ts'
import { type FakeForem, publishing, startFakeForem } from '../fake.ts'
import { giveKey } from '../fake-world.ts'
import { picturesIn } from '../world.ts'

let fake: FakeForem
let room: Newsroom
let browser: Chromium

beforeAll(async () => {
  if (!isHere('chromium')) return
  fake = await startFakeForem()
  room = await openNewsroom()
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
  // The house looks for the key in its database and its log.
  await room?.stop()
  await fake?.close()
})
beforeEach(skipWithout('chromium'))

/** Fills in the form, first with a key that is nobody's. */
async function connect(): Promise<string> {
  const link = await makeLink(room, { platforms: ['forem'] })
  const page = await browser.open(link.url)
  await page.getByText('More settings').click()
  await page.getByLabel('Community').fill(fake.url)
  const send = async (key: string) => {
    await page.getByLabel('API key').fill(key)
    await page.getByRole('button', { name: 'Connect' }).click()
  }
  await send('nobodys')
  await page.getByText('The community does not accept this API key.').waitFor()
  await send(giveKey(fake.world))
  await page.getByRole('heading', { name: 'Connected' }).waitFor()
  expect(await page.textContent('main')).toContain(`harbour@${new URL(fake.url).host} on Forem`)
  const [account] = (await linkNow(room, link.id)).social_accounts
  return account
}

test('a person connects by a key, and each article is there once, also where an answer was lost', async () => {
  const account = await connect()
  const { articles } = fake.world
  const picture = await uploadFile(room, 'boat.png', await plainPicture(640, 480, '#0cc'), 'image/png')
  const make = async (caption: string, more: JsonObject = {}) => {
    const { id } = await room.post({ caption, social_accounts: [account], ...more })
    return { id, status: await room.settled(id, ['posted', 'held', 'failed', 'partial', 'needs_review']) }
  }
  const options = {
    tags: ['sea'],
    main_image: 'first',
    series: 'Water',
    canonical_url: 'https://a.example/tides',
  }
  // A draft and its publication are a second apart, as a public community demands.
  fake.world.limitsWrites = true
  const first = await make('# Tides\n\nA day at **sea**', {
    media: [{ media_id: picture, alt_text: 'A boat' }],
    platform_configurations: { forem: options },
  })
  expect(first.status).toBe('posted')
  fake.world.limitsWrites = false
  expect(fake.calls.filter(({ method }) => method !== 'GET')).toHaveLength(2)
  const [tides] = articles
  expect(tides).toMatchObject({ title: 'Tides', tags: ['sea'], series: 'Water', isPublished: true })
  expect(tides?.body).toMatch(/^A day at \*\*sea\*\*\n\n<!-- crier:/)
  // The address of the picture is the one under which anybody reads it for as long as it is kept.
  const [shown] = picturesIn(tides?.body ?? '')
  const { json: medium } = await room.request('GET', `/v1/media/${picture}`)
  expect([shown, tides?.mainImage]).toEqual([{ url: medium.url, altText: 'A boat' }, medium.url])
  expect((await fetch(medium.url)).status).toBe(200)
  const [result] = await room.results(first.id)
  expect(result?.platform_data).toMatchObject({ id: String(tides?.id) })
  expect(result?.platform_data).toMatchObject({ url: `${fake.url}/harbour/${tides?.slug}` })

  fake.inject(publishing, { kind: 'lose_answer' })
  expect((await make('Was it heard?')).status).toBe('posted')
  fake.inject(publishing, { kind: 'drop' })
  expect((await make('Did it leave?')).status).toBe('posted')
  expect(articles.map(({ title, isPublished }) => [title, isPublished])).toEqual([
    ['Tides', true],
    ['Was it heard?', true],
    ['Did it leave?', true],
  ])

  // An original that is taken is refused when the article would become public.
  const taken = await make('Twice', {
    platform_configurations: { forem: { canonical_url: options.canonical_url } },
  })
  expect(taken.status).toBe('failed')
  const [refusal] = await room.results(taken.id)
  expect(JSON.stringify(refusal)).toContain('Canonical url has already been taken.')

  const gone = await room.request('DELETE', `/v1/posts/${first.id}?unpublish=true`)
  expect(gone.status).toBe(200)
  await expect.poll(() => tides?.isPublished).toBe(false)

  fake.world.keys.clear()
  expect((await make('Nobody reads this')).status).toBe('held')
  const { json } = await room.request('GET', `/v1/social-accounts/${account}`)
  expect(json.status).toBe('needs_reconnect')
})
