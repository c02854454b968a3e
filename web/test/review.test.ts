import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { sql } from '../../server/src/db/database.ts'
import { colleague, inHours, targetsOf } from '../../server/test/approving.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { clientOf, makeReviewLink } from '../../server/test/review-link.ts'
import { uploadFile } from '../../server/test/uploads.ts'
import { expectAccessible, expectFits } from './axe.ts'
import { bakeryPicture } from './bakery-picture.ts'
import { desktop, openApp, phone } from './open-app.ts'
import { openStranger } from './stranger.ts'

let house: House
let harbour: string
let mill: string
let picture: string
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  house = await startHouse({ hasUsualUrl: true, worker: false })
  await house.db.run(sql`update workspaces set name = 'Quayside Studio', timezone = 'Europe/Berlin'`)
  harbour = await house.connect('sandbox', { name: 'harbour' })
  mill = await house.connect('sandbox', { name: 'mill' })
  picture = (await uploadFile(house, await bakeryPicture(0), 'image/png', { name: 'loaf.png' })).media_id
})
afterAll(() => house?.stop())

const where = process.env.REVIEW_PICTURES
/** Takes a picture of a page, for somebody who wants to look at it. */
async function take(page: Page, name: string): Promise<void> {
  if (where === undefined) return
  mkdirSync(where, { recursive: true })
  await page.screenshot({ path: `${where}/${name}.png`, fullPage: true })
}

async function write(more: object = {}): Promise<string> {
  const author = await colleague(house, 'author')
  const body = {
    caption: 'Fresh bread from six in the morning. Come early: the walnut loaves go fast. #harbour',
    social_accounts: [harbour],
    scheduled_at: inHours(24),
    ...more,
  }
  const { status, json } = await author.request('POST', '/v1/posts', { body })
  expect([status, json]).toEqual([200, expect.anything()])
  return json.id
}

const pathOf = (url: string) => `/review${new URL(url).hash}`
const approvalOf = async (id: string) => (await house.request('GET', `/v1/posts/${id}`)).json.approval

test('a client sees posts as they will look, approves one and asks for changes of another', async () => {
  const first = await write({ media: [picture] })
  const second = await write({
    caption: 'We close at noon on Friday.',
    social_accounts: [harbour, mill],
    account_configurations: { [mill]: { caption: 'The mill closes at noon on Friday.' } },
    scheduled_at: inHours(30),
  })
  const link = await makeReviewLink(house, { posts: [first, second] })
  const { page, browser, close } = await openStranger(house, pathOf(link.url))
  await page.getByRole('heading', { name: '2 posts wait for you' }).waitFor()
  expect(await page.title()).toContain('Quayside Studio')
  const [one, two] = [
    page.getByRole('article').filter({ hasText: 'Fresh bread' }).first(),
    page.getByRole('article').filter({ hasText: 'noon' }).first(),
  ]
  await expect
    .poll(() =>
      one
        .locator('img')
        .last()
        .evaluate((each) => (each as { naturalWidth?: number }).naturalWidth),
    )
    .toBeGreaterThan(0)
  await expectAccessible(page)
  await expectFits(page)
  await take(page, 'waiting-light-1280')

  // Another account of the post is shown as it will be there.
  await two.getByRole('button', { name: /mill/ }).click()
  await two.getByText('The mill closes at noon on Friday.').waitFor()

  // Who decides says first who they are, once.
  await one.getByRole('button', { name: 'Approve' }).click()
  await one.getByLabel('Your name').fill('Grace Hopper')
  await expectAccessible(page)
  await one.getByRole('button', { name: 'Approve' }).click()
  await one.getByText('Grace Hopper approved it').waitFor()
  expect(await approvalOf(first)).toMatchObject({ state: 'approved', client: { typed_name: 'Grace Hopper' } })
  expect(await targetsOf(house, first)).toMatchObject([{ state: 'scheduled' }])
  await page.getByRole('heading', { name: '1 post waits for you' }).waitFor()

  await two.getByRole('button', { name: 'Ask for changes' }).click()
  expect(await two.getByLabel('Your name').inputValue()).toBe('Grace Hopper')
  const send = two.getByRole('button', { name: 'Send to the team' })
  expect(await send.getAttribute('aria-disabled')).toBe('true')
  await two.getByLabel('What should change?').fill('Noon is too early.\nPlease say two o’clock.')
  await take(page, 'asking-light-1280')
  await send.click()
  await two.getByText('The team is working on it.').waitFor()
  expect(await approvalOf(second)).toMatchObject({
    state: 'returned',
    comment: 'Noon is too early.\nPlease say two o’clock.',
  })
  await page.getByRole('heading', { name: 'Nothing waits for you' }).waitFor()
  await take(page, 'decided-light-1280')

  // The decisions are still there after loading it anew. The browser keeps the name, and not the secret.
  await page.reload()
  await page.getByText('Grace Hopper asked for changes').waitFor()
  const kept = await page.evaluate(
    'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
  )
  expect(kept).toContain('Grace Hopper')
  expect(kept).not.toContain(link.token)
  for (const address of browser.visited) expect(new URL(address).pathname).toBe('/review')
  await close()
})

test('a post that another one decided about, or that was changed meanwhile, says so', async () => {
  const [quick, changed] = [await write({ caption: 'Quick one' }), await write({ caption: 'Will change' })]
  const link = await makeReviewLink(house, { posts: [quick, changed] })
  const { page, close } = await openStranger(house, pathOf(link.url))
  const post = (text: string) => page.getByRole('article').filter({ hasText: text }).first()
  await page.evaluate(`localStorage.setItem('crier-reviewer', 'Grace')`)
  await page.reload()
  await post('Quick one').getByText('You decide as Grace.').waitFor()
  const approve = { body: { version: 1 } }
  expect((await house.request('POST', `/v1/posts/${quick}/approve`, approve)).status).toBe(200)
  await post('Quick one').getByRole('button', { name: 'Approve' }).click()
  await post('Quick one').getByText('Approved', { exact: true }).waitFor()
  expect(await approvalOf(quick)).not.toHaveProperty('client')

  await house.request('PATCH', `/v1/posts/${changed}`, { body: { caption: 'Has changed' } })
  await post('Will change').getByRole('button', { name: 'Approve' }).click()
  await post('Has changed').waitFor()
  expect((await approvalOf(changed)).state).toBe('waiting')
  await post('Has changed').getByRole('button', { name: 'Approve' }).click()
  await post('Has changed').getByText('Grace approved it').waitFor()
  // Changed once more after that, it asks anew.
  const author = await colleague(house, 'author')
  await author.request('PATCH', `/v1/posts/${changed}`, { body: { caption: 'Has changed again' } })
  await page.reload()
  await post('Has changed again')
    .getByText(/changed since you approved it/)
    .waitFor()
  await take(page, 'changed-light-1280')
  await close()
})

test.each(['light', 'dark'] as const)('fits a phone in %s, in German too', async (colorScheme) => {
  const posts = [
    await write({ media: [picture] }),
    await write({
      social_accounts: [harbour, mill],
      caption: 'Langerverbundenerstundenplanohneabsatz '.repeat(6),
    }),
    await write({ caption: 'A draft of something', is_draft: true, scheduled_at: null }),
    await write({ caption: 'Right away', scheduled_at: null }),
  ]
  const late = await write({ caption: 'Too late now', scheduled_at: inHours(2) })
  await house.db.run(sql`update posts set scheduled_at = now() - interval '1 hour' where id = ${late}`)
  await house.db.run(sql`update targets set scheduled_at = now() - interval '1 hour' where post_id = ${late}`)
  const link = await makeReviewLink(house, {
    recipient: 'Hafenbäckerei Brandt & Töchter',
    posts: [...posts, late],
  })
  const device = { ...phone, colorScheme, locale: colorScheme === 'dark' ? 'de-DE' : 'en-GB' }
  const { page, close } = await openStranger(house, pathOf(link.url), device)
  await page
    .getByRole('heading', { level: 1, name: colorScheme === 'dark' ? /warten auf dich/ : /wait for you/ })
    .waitFor()
  await expectAccessible(page)
  await expectFits(page)
  await take(page, `phone-${colorScheme}`)
  if (colorScheme === 'light') {
    const article = page.getByRole('article').filter({ hasText: 'Too late now' }).first()
    await article.getByText(/Its time has passed/).waitFor()
    expect(await article.getByRole('button', { name: /^Approve/ }).count()).toBe(0)
    const now = page.getByRole('article').filter({ hasText: 'Right away' }).first()
    await now.getByRole('button', { name: 'Approve and publish now' }).waitFor()
  }
  await close()
})

test('a link that is over, or that lacks its secret, says what to do', async () => {
  const link = await makeReviewLink(house, { posts: [await write()] })
  await house.request('DELETE', `/v1/review-links/${link.id}`)
  const { page, goTo, close } = await openStranger(house, pathOf(link.url))
  await page.getByRole('heading', { name: 'This link works no more' }).waitFor()
  await expectAccessible(page)
  await goTo('/review')
  await page.getByRole('heading', { name: 'This link works no more' }).waitFor()
  const answer = await page.goto(page.url())
  expect(answer?.headers()['x-robots-tag']).toContain('noindex')
  expect(answer?.headers()['referrer-policy']).toBe('no-referrer')
  expect(answer?.headers()['cache-control']).toBe('no-store')
  await close()
})

test('a link that only looks offers no decision', async () => {
  const link = await makeReviewLink(house, { posts: [await write()], may_decide: false })
  const { page, close } = await openStranger(house, pathOf(link.url))
  await page.getByRole('heading', { name: '1 post to look at' }).waitFor()
  await page.getByText('By this link you can look at it, and not decide.').waitFor()
  expect(await page.getByRole('button', { name: /Approve|Ask for/ }).count()).toBe(0)
  await close()
})

test('a member shares a post for review, sees what was decided, and revokes the link', async () => {
  const post = await write({ caption: 'To be shared' })
  const { page, browser, goTo, close } = await openApp(house, {
    mode: 'live',
    role: 'editor',
    path: `/posts/${post}`,
    device: desktop,
  })
  await browser.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Share for review…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share for review' })
  await dialog.getByLabel('Who gets it').fill('Harbour Bakery')
  await expectAccessible(page)
  await take(page, 'dialog-light-1280')
  await dialog.getByRole('button', { name: 'Make the link' }).click()
  const made = page.getByRole('dialog', { name: 'The link for Harbour Bakery' })
  const url = (await made.getByRole('figure').locator('code').textContent()) ?? ''
  expect(url).toMatch(/^http:\/\/localhost:\d+\/review#crier_review_[\w-]{43}$/)
  await expectAccessible(page)
  await take(page, 'made-light-1280')
  await made.getByRole('button', { name: 'Done' }).click()

  const client = await openStranger(house, pathOf(url))
  await client.page.getByRole('button', { name: 'Approve' }).click()
  await client.page.getByLabel('Your name').fill('Grace')
  await client.page.getByRole('button', { name: 'Approve' }).click()
  await client.page.getByText('Grace approved it').waitFor()
  await client.close()

  await goTo(`/posts/${post}`)
  await page.getByText(/Approved by “Grace”, .*By the review link for Harbour Bakery/).waitFor()
  await page.getByText(/The name was typed there, and nothing proves it/).waitFor()
  await take(page, 'post-light-1280')
  await page.getByRole('link', { name: 'Review links' }).last().click()
  const row = page
    .getByRole('listitem')
    .filter({ hasText: 'Decides in the name of' })
    .filter({ hasText: 'Harbour Bakery' })
    .first()
  await row.getByText('1 approved, 0 sent back').click()
  await row.getByText('“Grace” approved a post').waitFor()
  await expectAccessible(page)
  await expectFits(page)
  await take(page, 'links-light-1280')
  await row.getByRole('button', { name: 'Revoke Harbour Bakery' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke link' }).click()
  await page
    .getByText(/Revoked (?:Sun|Mon|Tue|Wed|Thu|Fri|Sat)/)
    .first()
    .waitFor()
  await goTo('/settings/review-links')
  await page
    .getByText(/Revoked/)
    .first()
    .waitFor()
  await close()
})

test('all that waits is shared from Needs you, and an author shares only to look', async () => {
  const post = await write({ caption: 'Waits for everybody' })
  const editor = await openApp(house, { mode: 'live', role: 'editor', path: '/needs-you' })
  await editor.page.getByRole('button', { name: 'Share for review…' }).click()
  const dialog = editor.page.getByRole('dialog', { name: 'Share for review' })
  await dialog.getByLabel('Who gets it').fill('All of it')
  await dialog.getByRole('radio', { name: /The plan of some accounts/ }).check()
  await dialog.getByRole('checkbox', { name: /harbour/ }).waitFor()
  await expectAccessible(editor.page)
  await take(editor.page, 'choose-light-1280')
  await dialog.getByRole('radio', { name: /wait for approval now/ }).check()
  await dialog.getByRole('button', { name: 'Make the link' }).click()
  await editor.page.getByRole('dialog', { name: 'The link for All of it' }).waitFor()
  const { json } = await house.request('GET', '/v1/review-links?limit=1')
  expect(json.data[0].posts).toContain(post)
  await editor.close()

  const author = await openApp(house, {
    mode: 'live',
    role: 'author',
    path: '/settings/review-links',
    device: phone,
  })
  await author.page.getByRole('button', { name: 'Share for review…' }).first().click()
  const form = author.page.getByRole('dialog', { name: 'Share for review' })
  expect(await form.getByRole('checkbox', { name: /May approve/ }).isDisabled()).toBe(true)
  await expectFits(author.page)
  await take(author.page, 'dialog-phone')
  await author.close()
})

test('a name that was typed behind a link is told as that, wherever the team reads it', async () => {
  const post = await write({ caption: 'Written by somebody else' })
  const { token } = await makeReviewLink(house, { posts: [post] })
  const answer = await clientOf(house, token).return('Not like this.', { name: 'Mia Sand' })
  expect(answer.status).toBe(200)
  const { page, goTo, close } = await openApp(house, { mode: 'live', path: `/posts/${post}/edit` })
  await page.getByText('“Mia Sand” (by a review link) sent this back.').waitFor()
  await goTo(`/posts/${post}`)
  await page.getByText('The name was typed there, and nothing proves it.').first().waitFor()
  await close()
})
