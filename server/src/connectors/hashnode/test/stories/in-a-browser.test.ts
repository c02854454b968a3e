import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../../../../../scripts/test-needs.ts'
import { type Chromium, startChromium } from '../../../../../test/browser/chromium.ts'
import { linkNow, makeLink } from '../../../../../test/connect-link.ts'
import { plainPicture } from '../../../../../test/plain-pictures.ts'
import { type Newsroom, openNewsroom } from '../../../../../test/stories/newsroom.ts'
import { uploadFile } from '../../../../../test/stories/upload-file.ts'
import type { JsonObject } from '../../../../lib/json/json.ts'
import type { Connector } from '../../../connector.ts'
import { connectors } from '../../../index.ts'
import { origin } from '../../api.ts'
import { hashnode } from '../../connector.ts'
import { type FakeHashnode, publishing, startFakeHashnode } from '../fake.ts'
import { addTeam, giveToken, storage } from '../fake-world.ts'
import { picturesIn } from '../world.ts'

let fake: FakeHashnode
let room: Newsroom
let browser: Chromium

// A look waits until the longest answer is over, which is a minute.
const hurried: Connector = {
  ...hashnode,
  compose: (step) => ({ ...hashnode.compose(step), timeoutMs: 1_000 }),
}

beforeAll(async () => {
  if (!isHere('chromium')) return
  fake = await startFakeHashnode()
  addTeam(fake.world, 'Bakery', { harbour: 'EDITOR', bakery: 'OWNER' })
  addTeam(fake.world, 'Poor', { harbour: 'OWNER' }).isPro = false
  room = await openNewsroom({
    connectors: connectors.map((one) => (one === hashnode ? hurried : one)),
    standIns: { [new URL(origin).host]: fake.url, [new URL(storage).host]: fake.url },
  })
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
  // The house looks for the token in its database and its log.
  await room?.stop()
  await fake?.close()
})
beforeEach(skipWithout('chromium'))

/** Fills in the form, first with a token that is nobody's, and chooses the team beside the own blog, which is proposed. */
async function connect(): Promise<string> {
  const link = await makeLink(room, { platforms: ['hashnode'] })
  const page = await browser.open(link.url)
  const send = async (token: string) => {
    await page.getByLabel('Personal access token').fill(token)
    await page.getByRole('button', { name: 'Connect' }).click()
  }
  await send('nobodys')
  await page.getByText('Hashnode does not accept this access token.').waitFor()
  await send(giveToken(fake.world))
  await page.getByText('The publication has no Pro plan').waitFor()
  await page.getByText('Bakery').first().click()
  await page.getByRole('button', { name: 'Connect' }).click()
  await page.getByRole('heading', { name: 'Connected' }).waitFor()
  expect(await page.textContent('main')).toContain('bakery.example.org and harbour.hashnode.dev on Hashnode')
  for (const account of (await linkNow(room, link.id)).social_accounts) {
    const { json } = await room.request('GET', `/v1/social-accounts/${account}`)
    if (json.username === 'bakery.example.org') return account
  }
  throw new Error('The team was not connected.')
}

test('a person chooses a publication, and each article is there once, also where an answer was lost', async () => {
  const account = await connect()
  const { posts } = fake.world
  const picture = await uploadFile(room, 'boat.png', await plainPicture(640, 480, '#0cc'), 'image/png')
  const make = async (caption: string, more: JsonObject = {}) => {
    const { id } = await room.post({ caption, social_accounts: [account], ...more })
    return { id, status: await room.settled(id, ['posted', 'held', 'failed', 'partial', 'needs_review']) }
  }
  const first = await make('# Tides\n\nA day at **sea**', {
    media: [{ media_id: picture, alt_text: 'A boat' }],
    platform_configurations: { hashnode: { tags: ['sea'], cover: 'first', subtitle: 'Of water' } },
  })
  expect(first.status).toBe('posted')
  const [tides] = posts
  expect(tides).toMatchObject({ title: 'Tides', tags: ['sea'], subtitle: 'Of water', slug: 'tides' })
  expect(tides?.markdown).toMatch(/^A day at \*\*sea\*\*\n\n<!-- crier:/)
  expect(picturesIn(tides?.markdown ?? '')).toEqual([{ url: tides?.cover, altText: 'A boat' }])
  const [result] = await room.results(first.id)
  expect(result?.platform_data).toMatchObject({ id: tides?.id, url: 'https://bakery.example.org/tides' })

  fake.inject(publishing, { kind: 'lose_answer' })
  expect((await make('Was it heard?')).status).toBe('posted')
  // Nobody knows whether the request left, and nothing is sent again without a person.
  fake.inject(publishing, { kind: 'drop' })
  expect((await make('Did it leave?')).status).toBe('needs_review')
  expect(posts.map(({ title }) => title)).toEqual(['Tides', 'Was it heard?'])

  const gone = await room.request('DELETE', `/v1/posts/${first.id}?unpublish=true`)
  expect(gone.status).toBe(200)
  await expect.poll(() => tides?.isActive).toBe(false)

  fake.world.tokens.clear()
  expect((await make('Nobody reads this')).status).toBe('held')
  const { json } = await room.request('GET', `/v1/social-accounts/${account}`)
  expect(json.status).toBe('needs_reconnect')
})
