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
import { wordpress } from '../../connector.ts'
import { type FakeWordPress, publishing, startFakeWordPress } from '../fake.ts'
import { inGroups, login, userNamed } from '../fake-world.ts'
import { textIn } from '../world.ts'

let fake: FakeWordPress
let room: Newsroom
let browser: Chromium

// A look waits until the longest answer is over, which is a minute.
const hurried: Connector = {
  ...wordpress,
  compose: (step) => ({ ...wordpress.compose(step), timeoutMs: 1_000 }),
}

beforeAll(async () => {
  if (!isHere('chromium')) return
  fake = await startFakeWordPress()
  room = await openNewsroom({
    connectors: connectors.map((one) => (one === wordpress ? hurried : one)),
    standIns: { 'harbour.example.org': fake.url },
  })
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
  // The house looks for the password in its database and its log.
  await room?.stop()
  await fake?.close()
})
beforeEach(skipWithout('chromium'))

const ends = ['posted', 'held', 'failed', 'needs_review']

/** Fills in the form, first with the password of the sign-in page. */
async function connectSite(): Promise<string> {
  const link = await makeLink(room, { platforms: ['wordpress'] })
  const password = inGroups(userNamed(fake.world).passwords[0]?.password ?? '')
  const page = await browser.open(link.url)
  const send = async (given: string) => {
    await page.getByLabel('Site').fill('harbour.example.org')
    await page.getByLabel('User name').fill(login)
    await page.getByLabel('Application password').fill(given)
    await page.getByRole('button', { name: 'Connect' }).click()
  }
  await send('the-password-of-the-page')
  await page.getByText('It is not the password of the sign-in page: create one').waitFor()
  await send(password)
  await page.getByRole('heading', { name: 'Connected' }).waitFor()
  expect(await page.textContent('main')).toContain('anna@harbour.example.org on WordPress')
  // The form that was refused is all that a browser may complain of.
  expect(browser.complaints).toEqual([expect.stringContaining('422')])
  const [account] = (await linkNow(room, link.id)).social_accounts
  return account
}

test('a person connects a site, and each post is there once, also where an answer was lost', async () => {
  const account = await connectSite()
  const picture = await uploadFile(room, 'a.png', await plainPicture(640, 480, '#c0c'), 'image/png')
  const make = async (caption: string, more: JsonObject = {}) => {
    const { id } = await room.post({ caption, social_accounts: [account], ...more })
    return { id, status: await room.settled(id, ends) }
  }
  const options = { title: 'Boats & oars', tags: ['Sea'], featured_image: 'first', first_comment: 'Ahoy' }
  const first = await make('A day at sea\n\nhttps://boats.example/', {
    media: [picture],
    platform_configurations: { wordpress: options },
  })
  expect(first.status).toBe('posted')
  const { posts, comments, media } = fake.world
  expect(posts).toMatchObject([
    { status: 'publish', slug: 'boats-oars', title: 'Boats &amp; oars', featuredMedia: media[0]?.id },
  ])
  expect(textIn(posts[0]?.content ?? '')).toBe('A day at sea\n\nhttps://boats.example/')
  // The comment follows the post.
  await expect.poll(() => comments).toMatchObject([{ post: posts[0]?.id, content: 'Ahoy' }])
  const [result] = await room.results(first.id)
  expect(result?.platform_data).toMatchObject({ url: 'https://harbour.example.org/boats-oars/' })

  fake.inject(publishing, { kind: 'lose_answer' })
  const lost = await make('Was it heard?')
  expect(lost.status).toBe('posted')
  expect(posts.filter(({ title }) => title === 'Was it heard?')).toMatchObject([{ status: 'publish' }])
  const [found] = await room.results(lost.id)
  const shown = JSON.stringify((await room.request('GET', `/v1/post-results/${found?.id}`)).json)
  expect(shown).toContain('https://harbour.example.org/wp-json/wp/v2/posts/')
  expect(shown).not.toContain(userNamed(fake.world).passwords[0]?.password)

  const gone = await room.request('DELETE', `/v1/posts/${first.id}?unpublish=true`)
  expect(gone.status).toBe(200)
  await expect.poll(() => posts[0]?.status).toBe('trash')

  userNamed(fake.world).passwords.splice(0)
  const held = await make('Nobody reads this')
  expect(held.status).toBe('held')
  const { json } = await room.request('GET', `/v1/social-accounts/${account}`)
  expect(json.status).toBe('needs_reconnect')
})
