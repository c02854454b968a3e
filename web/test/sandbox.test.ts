import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { until } from '../../server/test/stories/until.ts'
import { expectAccessible, expectFits } from './axe.ts'
import { type OpenApp, openApp } from './open-app.ts'
import { forgiveRefusals } from './refusals.ts'

let house: House
let owner: OpenApp
let account: string
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  house = await startHouse({ hasUsualUrl: true })
  account = await house.connect('sandbox', { name: 'Harbour' }, 'test')
  owner = await openApp(house, { path: '/build/sandbox' })
})
afterAll(async () => {
  await owner?.close()
  await house?.stop()
})

const fits = async ({ page }: OpenApp) => {
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 360, height: 740 })
  await expectAccessible(page)
  await expectFits(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectFits(page)
}

const key = () => ({ key: house.testKey })

async function publish(caption: string, status: string, more: object = {}): Promise<string> {
  const body = { caption, social_accounts: [account], ...more }
  const { id } = (await house.request('POST', '/v1/posts', { ...key(), body })).json
  await until(
    async () => (await house.request('GET', `/v1/posts/${id}`, key())).json.status,
    (found) => found === status,
  )
  return id
}

test('a post appears in the feed of its account by itself, as text, and leads to what happened', async () => {
  const { page } = owner
  await page.getByRole('link', { name: /Harbour/ }).click()
  await page.getByText('No posts yet.').waitFor()
  const caption = 'Boats <script>alert(1)</script> https://example.org/boats'
  const post = await publish(caption, 'posted', {
    platform_configurations: { sandbox: { thread: [{ caption: 'and more boats' }] } },
  })
  const thread = page.getByRole('list', { name: 'Thread' })
  await thread.getByText('and more boats').waitFor()
  await thread.getByText('<script>alert(1)</script>').waitFor()
  expect(await page.getByRole('link', { name: 'https://example.org/boats' }).getAttribute('rel')).toContain(
    'noopener',
  )
  await page.getByText('What arrived').click()
  await page.getByText('Published.').first().waitFor()
  await fits(owner)
  await page.getByRole('link', { name: 'What happened' }).click()
  await page.waitForURL(`**/posts/${post}`)
})

test('the address of a published post leads to a page that shows it', async () => {
  const { page } = owner
  const { data } = (await house.request('GET', `/v1/post-results?social_account_id=${account}`, key())).json
  await page.goto(data[0].platform_data.url)
  expect(page.url()).toContain('/build/sandbox/')
  await page.getByRole('list', { name: 'Thread' }).getByText('and more boats').waitFor()
  await page.getByRole('button', { name: 'All posts of Harbour' }).waitFor()
  await page.goto(data[0].platform_data.url.replace(/[^/]+$/, '019304ca-8bb5-7ab4-8a5c-6e5f5b3c2a11'))
  await page.getByText('This post is not there.').waitFor()
  // The browser itself complains about every answer that is a refusal. The page may ask twice, such as when it hears of a post.
  await expect.poll(() => owner.browser.complaints.length).toBeGreaterThan(0)
  forgiveRefusals(owner.browser, 404)
})

test('an account is told to refuse, and refuses the next post', async () => {
  const { page, goTo } = owner
  await goTo(`/build/sandbox/${account}`)
  await page.getByRole('combobox', { name: 'Behaves' }).selectOption({ label: 'Refuses posts' })
  await page.getByText('How often, how slow').click()
  await page.getByLabel('For how many posts').fill('1')
  await page.getByRole('button', { name: 'Set', exact: true }).click()
  await page.getByText('Now: Refuses posts').waitFor()
  await publish('Refused', 'failed')
  await page.getByText('1 refused').waitFor()
})

test('the clock of the test data jumps to the next post, which goes out', async () => {
  const { page, goTo } = owner
  const at = new Date(Date.now() + 2 * 86_400_000).toISOString()
  const body = { caption: 'In two days', social_accounts: [account], scheduled_at: at }
  await house.request('POST', '/v1/posts', { ...key(), body })
  await goTo(`/build/sandbox/${account}`)
  await page.getByRole('button', { name: /To the next post/ }).click()
  await page.getByText(/Moved ahead/).waitFor()
  await page.getByRole('article').getByText('In two days').waitFor()
  await page.getByRole('button', { name: 'Back to the real time' }).click()
  await page.getByText(/It shows the real time/).waitFor()
})

test('an account of the other data is found there', async () => {
  const { page, goTo } = owner
  const live = await house.connect('sandbox', { name: 'Real harbour' })
  await goTo(`/build/sandbox/${live}`)
  await page.getByText('Real harbour is among your live data.').waitFor()
  await page.getByRole('button', { name: 'Go to live data' }).click()
  await page.getByText('No posts yet.').waitFor()
  await goTo('/build/sandbox')
  await page.getByRole('link', { name: /Real harbour/ }).waitFor()
  await fits(owner)
})
