import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../../../../../scripts/test-needs.ts'
import { type Chromium, startChromium } from '../../../../../test/browser/chromium.ts'
import { linkNow, makeLink } from '../../../../../test/connect-link.ts'
import { plainPicture } from '../../../../../test/plain-pictures.ts'
import { type Newsroom, openNewsroom } from '../../../../../test/stories/newsroom.ts'
import { uploadFile } from '../../../../../test/stories/upload-file.ts'
import type { JsonObject } from '../../../../lib/json/json.ts'
import { type FakeLemmy, publishing, startFakeLemmy } from '../fake.ts'

let fake: FakeLemmy
let room: Newsroom
let browser: Chromium

beforeAll(async () => {
  if (!isHere('chromium')) return
  fake = await startFakeLemmy()
  room = await openNewsroom()
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
  // The house looks for the token in its database and its log.
  await room?.stop()
  await fake?.close()
})
beforeEach(skipWithout('chromium'))

/** Fills in the form, first without the code that the account asks for. */
async function connect(): Promise<string> {
  const link = await makeLink(room, { platforms: ['lemmy'] })
  const page = await browser.open(link.url)
  const fill = async () => {
    await page.getByLabel('Server').fill(fake.url)
    await page.getByLabel('Username or e-mail address').fill('careful@mail.example')
    await page.getByLabel('Password').fill('the-password-of-careful')
  }
  await fill()
  await page.getByRole('button', { name: 'Connect' }).click()
  await page.getByText('This account asks for a two-factor code.').waitFor()
  await fill()
  const code = page.getByLabel('Two-factor code')
  if (!(await code.isVisible())) await page.getByText('More settings').click()
  await code.fill('123456')
  await page.getByRole('button', { name: 'Connect' }).click()
  await page.getByRole('heading', { name: 'Connected' }).waitFor()
  expect(await page.textContent('main')).toContain('careful@sea.example on Lemmy')
  const [account] = (await linkNow(room, link.id)).social_accounts
  return account
}

test('a person connects by a password, and each post is there once, also where an answer was lost', async () => {
  const account = await connect()
  const { posts, comments } = fake.world
  const picture = await uploadFile(room, 'boat.png', await plainPicture(640, 480, '#0cc'), 'image/png')
  const make = async (caption: string, more: JsonObject = {}, options: JsonObject = {}) => {
    const platform_configurations = { lemmy: { community: 'sailing', ...options } }
    const { id } = await room.post({ caption, social_accounts: [account], platform_configurations, ...more })
    return { id, status: await room.settled(id, ['posted', 'held', 'failed', 'partial', 'needs_review']) }
  }
  const media = { media: [{ media_id: picture, alt_text: 'A boat' }] }
  const first = await make('Tides\n\nA day at **sea**', media, { first_comment: 'More tomorrow' })
  expect(first.status).toBe('posted')
  const [tides] = posts
  expect(tides).toMatchObject({ name: 'Tides', body: 'A day at **sea**', altText: 'A boat', communityId: 5 })
  await expect
    .poll(() => comments)
    .toMatchObject([{ content: 'More tomorrow', postId: tides?.id, path: '0.70' }])
  const [result] = await room.results(first.id)
  expect(result?.platform_data).toMatchObject({ id: 'post/1000', url: `${fake.url}/post/1000` })

  fake.inject(publishing, { kind: 'lose_answer' })
  expect((await make('Was it heard?')).status).toBe('posted')
  fake.inject(publishing, { kind: 'fail_after' })
  expect((await make('Was it done?')).status).toBe('posted')
  expect(posts.map(({ name }) => name)).toEqual(['Tides', 'Was it heard?', 'Was it done?'])

  expect((await make('Not here', {}, { community: 'notices' })).status).toBe('failed')

  const gone = await room.request('DELETE', `/v1/posts/${first.id}?unpublish=true`)
  expect(gone.status).toBe(200)
  await expect.poll(() => tides?.isDeleted).toBe(true)

  fake.world.sessions.clear()
  expect((await make('Nobody reads this')).status).toBe('held')
  const { json } = await room.request('GET', `/v1/social-accounts/${account}`)
  expect(json.status).toBe('needs_reconnect')
})
