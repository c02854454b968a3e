import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../../../../../scripts/test-needs.ts'
import { type Chromium, startChromium } from '../../../../../test/browser/chromium.ts'
import { plainPicture } from '../../../../../test/plain-pictures.ts'
import { startTlsFront, type TlsFront } from '../../../../../test/servers/tls-front.ts'
import { type Newsroom, openNewsroom } from '../../../../../test/stories/newsroom.ts'
import { uploadFile } from '../../../../../test/stories/upload-file.ts'
import type { JsonObject } from '../../../../lib/json/json.ts'
import { setApp } from '../../../../platform-apps/set-app.ts'
import type { Connector } from '../../../connector.ts'
import { connectors } from '../../../index.ts'
import { origins } from '../../api.ts'
import { googleBusiness } from '../../connector.ts'
import { calls, type FakeBusiness, startFakeBusiness } from '../fake.ts'

const name = 'crier.example.edu'
let front: TlsFront
let network: TlsFront
let fake: FakeBusiness
let room: Newsroom
let browser: Chromium

// A look waits until the longest answer is over, which is a minute.
const hurried: Connector = {
  ...googleBusiness,
  compose: (step) => ({ ...googleBusiness.compose(step), timeoutMs: 1_000 }),
}

beforeAll(async () => {
  if (!isHere('chromium')) return
  front = await startTlsFront(name)
  network = await startTlsFront('accounts.google.com')
  fake = await startFakeBusiness()
  network.forwardTo(fake.url)
  const names = [...Object.values(origins), 'https://oauth2.googleapis.com'].map((name) => new URL(name).host)
  room = await openNewsroom({
    connectors: connectors.map((one) => (one === googleBusiness ? hurried : one)),
    config: { publicUrl: front.url },
    standIns: Object.fromEntries(names.map((name) => [name, fake.url])),
  })
  front.forwardTo(room.url)
  fake.world.hosts.set(front.url, room.url)
  const redirectUris = [`${front.url}/oauth/callback/google_business`]
  const { id, secret } = fake.google.oauth.register({ redirectUris })
  await setApp(room.context, googleBusiness, { client_id: id, client_secret: secret })
  const host = new URL(network.url).host.replace('accounts.google.com', '127.0.0.1')
  browser = await startChromium({
    names: { [name]: '127.0.0.1', 'accounts.google.com:443': host },
    trustsAnyCertificate: true,
  })
})
afterAll(async () => {
  await browser?.close()
  await room?.stop()
  await fake?.close()
  await network?.stop()
  await front?.stop()
})
beforeEach(skipWithout('chromium'))

/** Connects two of the first person's locations on Google's page. */
async function connectCafes(): Promise<string[]> {
  const body = { platform: 'google_business', way: 'oauth' }
  const begun = (await room.request('POST', '/v1/social-accounts/connect', { body })).json
  const page = await browser.open(begun.url)
  await page.getByRole('button', { name: 'Continue to Google Business Profile' }).click()
  await page.waitForURL('https://accounts.google.com/o/oauth2/v2/auth?**')
  await page.getByRole('button', { name: 'Authorize' }).click()
  await page.waitForURL((url) => url.href.startsWith(begun.url))
  const main = page.locator('main')
  expect(await main.textContent()).toContain('has not verified that this location is yours')
  for (const name of [/Harbour Café, 1 Quay Street/, /Harbour Café/])
    await main.getByLabel(name).last().check()
  await main.getByRole('button', { name: /^Connect/ }).click()
  await main.getByText('Harbour Café, 1 Quay Street, Bath on Google Business Profile').waitFor()
  expect(browser.complaints).toEqual([])
  return (await room.request('GET', `/v1/social-accounts/connect/${begun.id}`)).json.social_accounts
}

test('a person connects the locations they choose on Google’s page, and each post is there once, also after a lost answer', async () => {
  const accounts = await connectCafes()
  expect(accounts).toHaveLength(2)
  // This machine does not know the name of the house.
  const request: Newsroom['request'] = (method, path, send) =>
    room.request(method, path.replace(front.url, room.url), send)
  const bytes = await plainPicture(640, 480, '#c0c')
  const photo = await uploadFile({ request }, 'a.png', bytes, 'image/png')
  const publish = async (caption: string, options: JsonObject, expected = 'posted') => {
    const post = await room.post({
      caption,
      media: expected === 'posted' ? [{ media_id: photo }] : [],
      social_accounts: accounts.slice(0, 1),
      platform_configurations: { google_business: options },
    })
    expect(await room.settled(post.id, ['posted', 'held', 'failed', 'needs_review'])).toBe(expected)
    const [result] = await room.results(post.id)
    return result
  }
  const button = { cta_action_type: 'LEARN_MORE', cta_url: 'https://boats.example/' }
  fake.world.processMs = 1_000
  const first = await publish('A day at sea', button)
  fake.world.processMs = 0
  fake.inject(calls.publish, { kind: 'lose_answer' })
  const event = { title: 'A regatta', start_date: '2030-05-01' }
  const second = await publish('Was it heard?', { event, offer: { coupon_code: 'SAILS' } })
  const rejected = await publish('Call +441225123456', {}, 'failed')
  expect(fake.world.posts.toReversed()).toMatchObject([
    {
      id: first?.platform_data?.id,
      summary: 'A day at sea',
      resource: { callToAction: { actionType: 'LEARN_MORE' } },
    },
    { id: second?.platform_data?.id, summary: 'Was it heard?', resource: { topicType: 'OFFER' } },
    { isRejected: true },
  ])
  expect(fake.world.posts.at(-1)?.photos[0]?.equals(bytes)).toBe(true)
  expect(first?.platform_data?.url).toContain('https://local.google.com/place?id=20')
  expect(JSON.stringify(rejected)).toContain('content policy')
  const body = {
    caption: 'An offer without its days',
    social_accounts: accounts,
    platform_configurations: { google_business: { offer: {} } },
  }
  const refused = await room.request('POST', '/v1/posts', { body })
  expect(refused.status).toBe(422)
  expect(JSON.stringify(refused.json)).toContain('event_required')
})
