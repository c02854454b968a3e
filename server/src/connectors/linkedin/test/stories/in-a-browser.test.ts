import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../../../../../scripts/test-needs.ts'
import { type Chromium, startChromium } from '../../../../../test/browser/chromium.ts'
import { plainPicture } from '../../../../../test/plain-pictures.ts'
import { startTlsFront, type TlsFront } from '../../../../../test/servers/tls-front.ts'
import { type Newsroom, openNewsroom } from '../../../../../test/stories/newsroom.ts'
import { until } from '../../../../../test/stories/until.ts'
import { uploadFile } from '../../../../../test/stories/upload-file.ts'
import type { JsonObject } from '../../../../lib/json/json.ts'
import { allScopes, type FakeLinkedin, publishing, startFakeLinkedin } from '../fake.ts'

let fake: FakeLinkedin
let front: TlsFront
let room: Newsroom
let browser: Chromium

beforeAll(async () => {
  if (!isHere('chromium')) return
  const callbacks: string[] = []
  fake = await startFakeLinkedin({ scopes: allScopes, callbacks })
  front = await startTlsFront('www.linkedin.com')
  front.forwardTo(fake.url)
  room = await openNewsroom({
    standIns: { 'api.linkedin.com': fake.url, 'www.linkedin.com': fake.url },
    config: {
      platformVariables: {
        PLATFORM_LINKEDIN_CLIENT_ID: fake.app.client_id,
        PLATFORM_LINKEDIN_CLIENT_SECRET: fake.app.client_secret,
        PLATFORM_LINKEDIN_SCOPES: fake.app.scopes,
      },
    },
  })
  callbacks.push(`${room.url}/oauth/callback/linkedin`)
  const names = { 'www.linkedin.com:443': new URL(front.url).host.replace('www.linkedin.com', '127.0.0.1') }
  browser = await startChromium({ names, trustsAnyCertificate: true })
})
afterAll(async () => {
  await browser?.close()
  await room?.stop()
  await front?.stop()
  await fake?.close()
})
beforeEach(skipWithout('chromium'))

async function publish(body: JsonObject): Promise<string> {
  const { id } = await room.post(body)
  await room.settled(id, ['posted', 'failed', 'needs_review'])
  return id
}

test('a person agrees, chooses themselves and their page, and each publishes once', async () => {
  const body = { platform: 'linkedin', way: 'oauth', fields: {} }
  const begun = (await room.request('POST', '/v1/social-accounts/connect', { body })).json
  const page = await browser.open(begun.url)
  await page.getByRole('button', { name: 'Continue to LinkedIn' }).click()
  await page.waitForURL('https://www.linkedin.com/oauth/v2/authorization?**')
  await page.getByRole('button', { name: 'Authorize' }).click()
  await page.waitForURL(begun.url)
  expect(await page.getByLabel('Quay Watch').isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Connect' }).click()
  await page.getByRole('heading', { name: 'Connected' }).waitFor()
  expect(browser.complaints).toEqual([])
  const accounts = (await room.request('GET', '/v1/social-accounts')).json.data
  const idOf = (username: string) =>
    accounts.find((account: { username: string }) => account.username === username)?.id
  const [ada, harbour] = [idOf('ada-h'), idOf('harbour-works')]

  const picture = await uploadFile(room, 'tide.png', await plainPicture(320, 200, '#357'), 'image/png')
  const post = {
    caption: 'High water (again)',
    media: [{ media_id: picture }],
    social_accounts: [ada, harbour],
  }
  const options = { platform_configurations: { linkedin: { first_comment: 'At noon' } } }
  const both = await publish({ ...post, ...options })
  expect(await room.status(both)).toBe('posted')
  await until(
    async () => fake.posts.filter(({ text }) => text === 'At noon').map(({ author }) => author),
    (authors) => authors.length === 2,
    20_000,
  )
  const posts = fake.posts.filter(({ text }) => text === post.caption)
  expect(posts.map(({ author, media }) => [author, media.length]).sort()).toEqual([
    ['urn:li:organization:123', 1],
    ['urn:li:person:ada', 1],
  ])

  fake.inject(publishing, { kind: 'lose_answer' })
  const found = await publish({ caption: 'Low water', social_accounts: [harbour] })
  expect(await room.status(found)).toBe('posted')
  fake.inject(publishing, { kind: 'lose_answer' })
  const asked = await publish({ caption: 'Ebb', social_accounts: [ada] })
  expect(await room.status(asked)).toBe('needs_review')
  expect(fake.posts.filter(({ text }) => text === 'Low water' || text === 'Ebb')).toHaveLength(2)
})
