import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../../../../../scripts/test-needs.ts'
import { type Chromium, startChromium } from '../../../../../test/browser/chromium.ts'
import { startTlsFront, type TlsFront } from '../../../../../test/servers/tls-front.ts'
import { type Newsroom, openNewsroom } from '../../../../../test/stories/newsroom.ts'
import {
  type BlueskyPds,
  isBlueskyPdsInstalled,
  skipWithoutBlueskyPds,
  startBlueskyPds,
} from '../servers/start-pds.ts'
import { readPosts } from '../world.ts'

const name = 'crier.example.edu'
let front: TlsFront
let pds: BlueskyPds
let room: Newsroom
let browser: Chromium

beforeAll(async () => {
  if (!isBlueskyPdsInstalled() || !isHere('chromium')) return
  front = await startTlsFront(name)
  pds = await startBlueskyPds({ loopbackNames: [name] }, { caFile: front.caFile })
  room = await openNewsroom({ config: { publicUrl: front.url } })
  front.forwardTo(room.url)
  browser = await startChromium({ names: { [name]: '127.0.0.1' }, trustsAnyCertificate: true })
})
afterAll(async () => {
  await browser?.close()
  await room?.stop()
  await pds?.stop()
  await front?.stop()
})
beforeEach(skipWithout('chromium'))
beforeEach(skipWithoutBlueskyPds)

async function begin(account: string): Promise<{ id: string; url: string }> {
  const fields = { account, resolver: pds.url, directory: pds.plcUrl }
  const body = { platform: 'bluesky', way: 'oauth', fields }
  return (await room.request('POST', '/v1/social-accounts/connect', { body })).json
}

/** Goes from our page to the server, and signs in there. */
async function signIn(url: string, password: string): Promise<Awaited<ReturnType<Chromium['open']>>> {
  const page = await browser.open(url)
  await page.getByRole('button', { name: 'Continue to Bluesky' }).click()
  await page.waitForURL(/\/oauth\/authorize\?/)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  return page
}

test('a person signs in on the page of their own server, comes back, and publishes', async () => {
  const person = await pds.createAccount({ handle: 'ada.test' })
  const { id, url } = await begin(person.handle)
  const page = await signIn(url, person.password)
  await page.getByRole('button', { name: 'Authorize' }).click()
  await page.waitForURL(url)
  expect(await page.getByRole('heading').textContent()).toBe('Connected')
  expect(await page.textContent('main')).toContain('ada.test on Bluesky')
  expect(browser.complaints).toEqual([])
  const attempt = await room.request('GET', `/v1/social-accounts/connect/${id}`)
  const post = await room.post({ caption: 'By hand', social_accounts: attempt.json.social_accounts })
  expect(await room.settled(post.id, ['posted', 'held', 'failed'])).toBe('posted')
  expect(await readPosts(pds.url, person.did)).toHaveLength(1)
})

test('a person who denies access reads that nothing was connected', async () => {
  const person = await pds.createAccount({ handle: 'grace.test' })
  const { id, url } = await begin(person.handle)
  const page = await signIn(url, person.password)
  await page.getByRole('button', { name: 'Deny access' }).click()
  await page.waitForURL(url)
  expect(await page.textContent('main')).toContain('Access was refused. Sign in again and allow it.')
  const attempt = await room.request('GET', `/v1/social-accounts/connect/${id}`)
  expect(attempt.json).toMatchObject({ status: 'failed', social_accounts: [] })
})
