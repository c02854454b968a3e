import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { newPerson } from '../../server/test/app/person.ts'
import { type Newsroom, openNewsroom } from '../../server/test/stories/newsroom.ts'
import { expectAccessible, expectFits } from './axe.ts'
import { keptAsides, keptCaptions } from './kept-on-device.ts'
import { desktop, openApp, phone } from './open-app.ts'
import { forgiveRefusals } from './refusals.ts'

let house: Newsroom
let harbour: string
let flour: string
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  house = await openNewsroom({ hasUsualUrl: true })
  harbour = await house.connect('sandbox', { name: 'harbour' }, 'test')
  flour = await house.connect('sandbox', { name: 'flour' }, 'test')
  await house.db.run(house.sql`update workspaces set undo_seconds = 3 where id = ${house.workspaceId}`)
})
afterAll(() => house?.stop())

const call = (method: string, path: string, body?: unknown) =>
  house.request(method, path, { key: house.testKey, ...(body === undefined ? {} : { body }) })
const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
const account = (page: Page, name: string) => page.getByRole('checkbox', { name: new RegExp(`@${name}`) })
const drafts = async () => (await call('GET', '/v1/posts?status=draft&limit=100')).json.data
/** Drafts reach the server a second after the last letter. */
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

async function write(page: Page, words: string, name = 'harbour'): Promise<void> {
  await text(page).fill(words)
  await account(page, name).check()
}

test('typing survives a reload and being offline, and makes one draft on the server (check 9)', async () => {
  const { page, browser, close } = await openApp(house, { path: '/posts/new' })
  await write(page, 'Kept words')
  await page.getByText(/^Saved \d/).waitFor()
  expect(await drafts()).toMatchObject([{ caption: 'Kept words', social_accounts: [harbour] }])
  const calls = '**/v1/posts**'
  await page.route(calls, (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort('connectionfailed'),
  )
  await text(page).fill('Kept words, written offline')
  await page.getByText('Saved on this device', { exact: true }).waitFor()
  await page.reload()
  await text(page).waitFor()
  expect(await text(page).inputValue()).toBe('Kept words, written offline')
  // Only now can anything be saved: a saving of the page before the reload would be somebody else's to the page after it.
  await page.unroute(calls)
  await expect.poll(drafts).toMatchObject([{ caption: 'Kept words, written offline' }])
  await expect.poll(() => keptCaptions(page)).toEqual([])
  await page.getByText(/^Saved \d/).waitFor()
  // A tab that is killed right after a letter loses none.
  await text(page).press('Control+End')
  await text(page).press('!')
  await expect.poll(() => keptCaptions(page)).toContain('Kept words, written offline!')
  const address = page.url()
  await page.close({ runBeforeUnload: false })
  const again = await browser.open(address)
  await again.getByRole('textbox', { name: 'Text', exact: true }).waitFor()
  expect(await text(again).inputValue()).toBe('Kept words, written offline!')
  await expect.poll(async () => (await drafts()).length).toBe(1)
  await again.getByRole('button', { name: 'Delete draft' }).click()
  await again.getByRole('heading', { level: 1, name: 'Drafts' }).waitFor()
  expect(await drafts()).toEqual([])
  // The refused connections were our own doing, and a saving of the killed tab may come after its successor has read the draft.
  browser.forgive(/ERR_CONNECTION_FAILED|status of 412/)
  await close()
})

test('problems take the focus, and each leads to its cause (check 13)', async () => {
  const { page, close } = await openApp(house, { path: '/posts/new' })
  // An empty sheet is no fault, until somebody wants it to go out.
  const looked = page.waitForResponse((answer) => answer.url().endsWith('/v1/posts/validate'))
  await account(page, 'harbour').check()
  await (await looked).finished()
  const missing = page.getByText('A sandbox post needs words or media.')
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
  expect(await missing.count()).toBe(0)
  await text(page).press('Control+Enter')
  await expect.poll(() => missing.count()).toBe(2)
  await write(page, 'z'.repeat(501))
  await page.getByText('Sandbox: 1 too many').waitFor()
  const tinted = await page.evaluate(`document.querySelector('[data-over] [data-over]')?.textContent`)
  expect(tinted).toBe('z')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: '1 problem before this can go out' }).waitFor()
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('composer-problems')
  await page.getByRole('region', { name: 'Problems' }).getByRole('button').first().click()
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('composer-text-0')
  expect(await text(page).getAttribute('aria-invalid')).toBe('true')
  await text(page).fill('Short enough')
  await page.getByText('Fits').waitFor()
  await page.getByRole('radio', { name: /At a time/ }).check()
  await page.getByText('The same by API').click()
  await expectAccessible(page)
  await expectFits(page)
  await close()
})

test('publishing now can be taken back while the seconds run (check 16)', async () => {
  const { page, close } = await openApp(house, { path: '/posts/new' })
  await write(page, 'Taken back')
  await page.getByRole('radio', { name: /Now/ }).check()
  await page.getByRole('button', { name: 'Publish to 1 account' }).click()
  await page.getByText(/Going out in \d s/).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Publish to 1 account' }).waitFor()
  await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe('Publish to 1 account')
  const [draft] = await drafts()
  expect(draft).toMatchObject({ caption: 'Taken back', is_draft: true })
  expect((await house.truth(harbour)).arrivals).toEqual([])
  // The next one is left to go.
  await text(page).fill('Left to go')
  await expect.poll(() => text(page).inputValue()).toBe('Left to go')
  await page.getByRole('button', { name: 'Publish to 1 account' }).click()
  await page.getByText(/Going out in \d s/).waitFor()
  expect((await house.truth(harbour)).arrivals).toEqual([])
  await page.waitForURL(/\/posts\/[0-9a-f-]+$/)
  await expect.poll(async () => (await house.truth(harbour)).posts).toEqual(['Left to go'])
  await close()
})

test('a time in the gap of the clock is said and moved, one that comes twice is asked about (check 5)', async () => {
  const gap = nextChange('Europe/Berlin', 1)
  const twice = nextChange('America/New_York', -1)
  await house.db.run(
    house.sql`update workspaces set timezone = 'Europe/Berlin' where id = ${house.workspaceId}`,
  )
  const berlin = await openApp(house, {
    path: '/posts/new',
    device: { ...desktop, timezoneId: 'Asia/Tokyo' },
  })
  await write(berlin.page, 'In the gap')
  await berlin.page.getByRole('radio', { name: /At a time/ }).check()
  await berlin.page.getByRole('textbox', { name: 'In words' }).fill(`${gap.date} 2:30`)
  await berlin.page
    .getByText(/02:30 doesn't exist on .* in Berlin: clocks jump from 02:00 to 03:00. We set 03:30./)
    .waitFor()
  expect(await berlin.page.getByLabel('Time', { exact: true }).inputValue()).toBe('03:30')
  await berlin.close()
  await house.db.run(
    house.sql`update workspaces set timezone = 'America/New_York' where id = ${house.workspaceId}`,
  )
  const york = await openApp(house, { path: '/posts/new', device: { ...desktop, timezoneId: 'Asia/Tokyo' } })
  await write(york.page, 'Twice')
  await york.page.getByRole('radio', { name: /At a time/ }).check()
  await york.page.getByRole('textbox', { name: 'In words' }).fill(`${twice.date} 1:30`)
  await york.page.getByText(/01:30 comes twice on .* in New York./).waitFor()
  await york.page.getByRole('button', { name: /^Second/ }).click()
  await york.page.getByRole('button', { name: /^Schedule for/ }).click()
  await york.page
    .getByRole('status')
    .getByText(/^Scheduled for/)
    .waitFor()
  const { json } = await call('GET', '/v1/posts?text=Twice')
  expect(json.data[0]).toMatchObject({ status: 'scheduled', scheduled_at: `${twice.day}T06:30:00.000Z` })
  await york.close()
  await house.db.run(house.sql`update workspaces set timezone = 'Etc/UTC' where id = ${house.workspaceId}`)
})

describe('a scheduled post that is being edited (check 10)', () => {
  const plan = async (caption: string, at: string) =>
    (await call('POST', '/v1/posts', { caption, social_accounts: [flour], scheduled_at: at })).json

  test('stays as it was until it is saved', async () => {
    const post = await plan('As planned', inDays(2))
    const { page, close } = await openApp(house, { path: `/posts/${post.id}/edit` })
    await page.getByRole('heading', { level: 1, name: 'Edit post' }).waitFor()
    await text(page).fill('As changed')
    await page.getByText(/it goes out as it was unless you save/).waitFor()
    await page.reload()
    await expect.poll(() => text(page).inputValue()).toBe('As changed')
    expect((await call('GET', `/v1/posts/${post.id}`)).json.caption).toBe('As planned')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page
      .getByRole('status')
      .getByText(/^Changes saved/)
      .waitFor()
    expect((await call('GET', `/v1/posts/${post.id}`)).json).toMatchObject({
      caption: 'As changed',
      status: 'scheduled',
      scheduled_at: post.scheduled_at,
    })
    await close()
  })

  test('goes out as it was saved when its time comes, and the changes become a new draft', async () => {
    const { page, goTo, close } = await openApp(house)
    const post = await plan('In its saved form', new Date(Date.now() + 6_000).toISOString())
    await goTo(`/posts/${post.id}/edit`)
    await page.getByRole('heading', { level: 1, name: 'Edit post' }).waitFor()
    await text(page).fill('Changed a moment too late')
    await page.getByText(/it goes out as it was unless you save/).waitFor()
    const notice = page.getByRole('status').filter({ hasText: 'went out as it was, without your changes.' })
    await notice.waitFor({ timeout: 20_000 })
    expect((await house.truth(flour)).posts).toEqual(['In its saved form'])
    expect(await page.getByRole('button', { name: 'Save changes' }).count()).toBe(0)
    await expectAccessible(page)
    await expectFits(page)
    // The words are still there after a reload, and nothing else is published.
    await page.reload()
    await notice.waitFor()
    expect(await text(page).inputValue()).toBe('Changed a moment too late')
    await notice.getByRole('button', { name: 'Keep as a new draft' }).click()
    await page.getByRole('heading', { level: 1, name: 'Draft', exact: true }).waitFor()
    expect(await text(page).inputValue()).toBe('Changed a moment too late')
    await expect.poll(() => keptCaptions(page)).toEqual([])
    const [draft] = await drafts()
    expect([draft.caption, draft.scheduled_at]).toEqual(['Changed a moment too late', null])
    expect((await house.truth(flour)).posts).toEqual(['In its saved form'])
    await close()
    await call('DELETE', `/v1/posts/${draft.id}`)
  })
})

describe('two people who edit one post (check 11)', () => {
  async function open(mine: string, theirs: string) {
    const { json: post } = await call('POST', '/v1/posts', {
      caption: 'Bread on Thursday',
      social_accounts: [harbour],
      is_draft: true,
    })
    const app = await openApp(house, { path: `/posts/${post.id}/edit` })
    const { page } = app
    await page.getByRole('heading', { level: 1, name: 'Draft' }).waitFor()
    // Where each changed another part, both are kept without a word.
    await call('PATCH', `/v1/posts/${post.id}`, { tags: ['autumn'] })
    await text(page).fill('Bread on Friday')
    await expect
      .poll(async () => (await call('GET', `/v1/posts/${post.id}`)).json)
      .toMatchObject({ caption: 'Bread on Friday', tags: ['autumn'] })
    await page.getByText(/^Saved \d/).waitFor()
    await call('PATCH', `/v1/posts/${post.id}`, { caption: theirs })
    await text(page).fill(mine)
    const clash = page.getByRole('alert').filter({ hasText: 'while you were writing' })
    await clash.waitFor()
    const changes: string[] = []
    page.on('request', (request) => request.method() === 'PATCH' && changes.push(request.url()))
    const read = async () => (await call('GET', `/v1/posts/${post.id}`)).json.caption
    return { ...app, id: post.id as string, clash, changes, read }
  }
  const history = async (page: Page) => {
    await page.getByRole('button', { name: 'Show' }).click()
    const list = page.getByRole('listitem')
    await list.filter({ hasText: 'Created' }).waitFor()
    return list
  }
  const longerThanSaving = 2_500

  test('who takes theirs has it after a reload too, sends nothing, and finds their own under History', async () => {
    const { id, page, browser, clash, changes, read, goTo, close } = await open(
      'Bread on Sunday',
      'Bread on Monday',
    )
    await expectAccessible(page)
    expect(await clash.getByRole('group', { name: 'Text' }).textContent()).toContain('Bread on Monday')
    // A choice that is not made yet is asked for again, and nobody's words are overwritten meanwhile.
    await page.reload()
    await clash.waitFor()
    expect(await text(page).inputValue()).toBe('Bread on Sunday')
    await pause(longerThanSaving)
    expect([changes, await read()]).toEqual([[], 'Bread on Monday'])
    await clash.getByRole('button', { name: /^Take .*'s$/ }).click()
    await clash.getByRole('button', { name: 'Go on with these' }).click()
    await clash.waitFor({ state: 'detached' })
    expect(await text(page).inputValue()).toBe('Bread on Monday')
    await page.getByText(/^Saved \d/).waitFor()
    await page.reload()
    await expect.poll(() => text(page).inputValue()).toBe('Bread on Monday')
    expect(await keptCaptions(page)).toEqual([])
    await pause(longerThanSaving)
    expect([changes, await read()]).toEqual([[], 'Bread on Monday'])
    await goTo(`/posts/${id}`)
    const list = await history(page)
    await list.filter({ hasText: 'Bread on Friday' }).waitFor()
    const mine = list.filter({ hasText: 'Your version, not taken · only on this device' })
    expect(await mine.textContent()).toContain('Bread on Sunday')
    await expectAccessible(page)
    await expectFits(page)
    await mine.getByRole('button', { name: 'Use as a new draft' }).click()
    await page.getByRole('heading', { level: 1, name: 'Draft', exact: true }).waitFor()
    expect(await text(page).inputValue()).toBe('Bread on Sunday')
    await page.getByRole('button', { name: 'Delete draft' }).click()
    await page.getByRole('heading', { level: 1, name: 'Drafts' }).waitFor()
    forgiveRefusals(browser, 412)
    await close()
    await call('DELETE', `/v1/posts/${id}`)
  })

  test('who takes theirs can undo that', async () => {
    const { id, page, browser, clash, read, goTo, close } = await open('Bread at noon', 'Bread at night')
    await clash.getByRole('button', { name: /^Take .*'s$/ }).click()
    await clash.getByRole('button', { name: 'Go on with these' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => text(page).inputValue()).toBe('Bread at noon')
    await expect.poll(read).toBe('Bread at noon')
    // The words are on the server again, so this device does not keep them beside it, once it has the answer.
    await expect.poll(() => keptAsides(page)).toEqual([])
    await goTo(`/posts/${id}`)
    const list = await history(page)
    await list.filter({ hasText: 'Before: “Bread at night”' }).waitFor()
    expect(await list.filter({ hasText: 'only on this device' }).count()).toBe(0)
    forgiveRefusals(browser, 412)
    await close()
    await call('DELETE', `/v1/posts/${id}`)
  })

  test('who keeps their own finds the other version under History', async () => {
    const { id, page, browser, clash, read, goTo, close } = await open('Bread for me', 'Bread for them')
    await clash.getByRole('button', { name: 'Keep mine' }).click()
    await clash.getByRole('button', { name: 'Go on with these' }).click()
    await expect.poll(read).toBe('Bread for me')
    await goTo(`/posts/${id}`)
    await (await history(page)).filter({ hasText: 'Before: “Bread for them”' }).waitFor()
    forgiveRefusals(browser, 412)
    await close()
    await call('DELETE', `/v1/posts/${id}`)
  })
})

test('one account may have words of its own, and shares them again', async () => {
  const { page, close } = await openApp(house, { path: '/posts/new' })
  await write(page, 'For all')
  await account(page, 'flour').check()
  await page
    .getByRole('combobox', { name: 'Write differently for' })
    .selectOption({ label: '@flour (Sandbox)' })
  await page.getByRole('textbox', { name: 'Text for @flour' }).fill('For flour')
  await page.getByRole('button', { name: 'Everyone' }).click()
  await page.getByText('Not used by @flour: own words.').waitFor()
  await page.getByRole('button', { name: 'Add a post to the thread' }).click()
  await page.getByRole('textbox', { name: 'Post 2 of 2' }).fill('And more')
  await page.getByText('First comment').first().click()
  await page.getByRole('textbox', { name: /^First comment on/ }).fill('From seven')
  await page.getByText(/^Saved \d/).waitFor()
  await expect
    .poll(async () => (await drafts()).find(({ caption }: { caption: string }) => caption === 'For all'))
    .toMatchObject({
      platform_configurations: {
        sandbox: { thread: [{ caption: 'And more', media: [] }], first_comment: 'From seven' },
      },
      account_configurations: { [flour]: { caption: 'For flour' } },
    })
  const tab = page.getByRole('group', { name: 'Written for' }).getByRole('button', { name: '@flour' })
  await tab.click()
  // Words for an account that is taken out would go nowhere, so the words for everyone are shown.
  await account(page, 'flour').uncheck()
  expect(await page.getByRole('textbox', { name: 'Post 1 of 2' }).inputValue()).toBe('For all')
  // They come back with their account, also when the page was loaded again meanwhile.
  await expect.poll(async () => (await drafts())[0].social_accounts).toEqual([harbour])
  await page.reload()
  await account(page, 'flour').check()
  await tab.click()
  expect(await page.getByRole('textbox', { name: 'Post 1 of 2' }).inputValue()).toBe('For flour')
  await page.getByRole('button', { name: 'Use the shared one again' }).click()
  await page.getByText('@flour uses the shared one again.').waitFor()
  await expect
    .poll(
      async () =>
        (await drafts()).find(({ caption }: { caption: string }) => caption === 'For all')
          .account_configurations,
    )
    .toBeNull()
  await close()
})

test('an author asks, a reviewer sends back and approves, and nothing goes out before (check 19)', async () => {
  const mia = await newPerson(house, 'author')
  const author = await openApp(house, { path: '/posts/new', person: mia })
  await write(author.page, 'May I?')
  await author.page.getByRole('radio', { name: /At a time/ }).check()
  await author.page.getByRole('button', { name: 'Ask for approval' }).click()
  await author.page
    .getByRole('status')
    .getByText(/^Asked for approval/)
    .waitFor()
  const [post] = (await call('GET', '/v1/posts?text=May')).json.data
  expect(post).toMatchObject({ status: 'held', approval: { state: 'waiting' } })
  const reviewer = await openApp(house, { path: `/posts/${post.id}/edit`, role: 'editor' })
  await reviewer.page.getByText(/asks for approval/).waitFor()
  await expectAccessible(reviewer.page)
  await reviewer.page.getByRole('button', { name: 'Send back…' }).click()
  await reviewer.page.getByRole('button', { name: 'Send back', exact: true }).click()
  await reviewer.page.getByText('Say what should change, so that it can be done.').waitFor()
  await reviewer.page.getByRole('textbox', { name: 'What should change?' }).fill('Say when')
  await reviewer.page.getByRole('button', { name: 'Send back', exact: true }).click()
  await reviewer.page
    .getByRole('status')
    .getByText(/^Sent back to/)
    .waitFor()
  await author.goTo(`/posts/${post.id}/edit`)
  await author.page.getByText('Say when').waitFor()
  await text(author.page).fill('May I, at nine?')
  await author.page.getByRole('button', { name: 'Ask for approval' }).click()
  await author.page
    .getByRole('status')
    .getByText(/^Asked for approval/)
    .waitFor()
  await author.goTo(`/posts/${post.id}/edit`)
  await author.page.getByText('even if its time passes.').waitFor()
  await author.close()
  await reviewer.goTo(`/posts/${post.id}/edit`)
  await reviewer.page.getByRole('button', { name: 'Approve', exact: true }).click()
  await reviewer.page
    .getByRole('status')
    .getByText(/^Approved/)
    .waitFor()
  expect((await call('GET', `/v1/posts/${post.id}`)).json).toMatchObject({
    caption: 'May I, at nine?',
    status: 'scheduled',
    approval: { state: 'approved' },
  })
  await reviewer.close()
})

test.each([
  ['at a desk', desktop],
  ['on a phone', phone],
])('the place of the words is there before the accounts are, %s', async (_, device) => {
  const { page, goTo, close } = await openApp(house, { device })
  const known = Promise.withResolvers<void>()
  await page.route('**/v1/social-accounts?*', async (route) => {
    await known.promise
    await route.continue()
  })
  await goTo('/posts/new')
  const place = page.getByText(/^Write something worth reading/)
  await place.waitFor()
  expect(await text(page).count()).toBe(0)
  const before = await place.locator('..').boundingBox()
  known.resolve()
  await text(page).waitFor()
  const after = await text(page).locator('..').boundingBox()
  expect(Math.abs((before?.y ?? 0) - (after?.y ?? 999))).toBeLessThan(8)
  await close()
})

test('the button says what comes first, and the first post of a person never goes out at once', async () => {
  const { page, close } = await openApp(house, { path: '/posts/new' })
  expect(await page.getByRole('radio', { name: /At a time/ }).isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Choose an account' }).click()
  await expect.poll(() => page.evaluate('document.activeElement.id')).toMatch(/^composer-account-[0-9a-f-]+$/)
  await write(page, 'With care')
  await page.getByRole('button', { name: /^Schedule for/ }).waitFor()
  await close()
  // Where the queue has a slot, that is the better guess; a time that somebody chose is none.
  const { json: slot } = await call('POST', '/v1/queue-slots', { weekdays: ['mon', 'wed'], time: '09:00' })
  const queued = await openApp(house, { path: '/posts/new' })
  await write(queued.page, 'Into the queue')
  await queued.page.getByRole('button', { name: /^Add to queue, / }).waitFor()
  expect(await queued.page.getByRole('radio', { name: /Next free slot/ }).isChecked()).toBe(true)
  await queued.page.getByRole('radio', { name: /Now/ }).check()
  await account(queued.page, 'flour').check()
  await queued.page.getByRole('button', { name: 'Publish to 2 accounts' }).waitFor()
  await queued.goTo(`/posts/new?at=${inDays(3)}`)
  await write(queued.page, 'At that time')
  await queued.page.getByText('Fits').first().waitFor()
  expect(await queued.page.getByRole('radio', { name: /At a time/ }).isChecked()).toBe(true)
  await queued.close()
  await call('DELETE', `/v1/queue-slots/${slot.id}`)
})

test('the optional parts stand folded in one line each, with what they hold', async () => {
  const { page, close } = await openApp(house, { path: '/posts/new' })
  await write(page, 'With options')
  const part = (name: string) => page.locator('summary').filter({ hasText: name })
  const [comment, options] = [part('First comment'), part('Options for Sandbox')]
  await options.getByText('Nothing set').waitFor()
  await comment.getByText('None').waitFor()
  const lefts = await page.evaluate(
    `[...document.querySelectorAll('details summary, #composer-text-0')].map((each) => each.getBoundingClientRect().left)`,
  )
  expect(Math.max(...(lefts as number[])) - Math.min(...(lefts as number[]))).toBeLessThanOrEqual(1)
  await options.click()
  await page.getByRole('textbox', { name: 'Language' }).fill('en')
  await page.getByRole('combobox', { name: 'Sensitive' }).selectOption('Yes')
  await options.getByText('Sensitive · Language: en').waitFor()
  await comment.click()
  const words = page.getByRole('textbox', { name: /^First comment on/ })
  await words.fill('From seven')
  await comment.getByText('From seven').waitFor()
  await page.getByText('Sandbox: 490 left').waitFor()
  await words.fill('z'.repeat(501))
  await page.getByText('Sandbox: 1 too many').waitFor()
  // A part stays open while one empties it.
  await words.fill('')
  await comment.getByText('None').waitFor()
  expect(await words.isVisible()).toBe(true)
  await expectAccessible(page)
  await close()
})

test('a phone shows the chosen accounts first, and the way back in place of the bar of the app', async () => {
  const { page, goTo, close } = await openApp(house, { path: '/drafts', device: phone })
  const usual = JSON.stringify({ accounts: [flour], when: 'now' })
  await page.evaluate(`localStorage.setItem('crier-usual-${house.workspaceId}-test', '${usual}')`)
  await goTo('/calendar')
  const bar = page.getByRole('navigation', { name: 'Main' })
  await bar.getByRole('link', { name: 'New post' }).click()
  await page.getByRole('heading', { level: 1, name: 'New post' }).waitFor()
  const accounts = page.getByRole('region', { name: 'Accounts' }).getByRole('checkbox')
  await accounts.first().waitFor()
  expect(await accounts.first().getAttribute('id')).toBe(`composer-account-${flour}`)
  expect(await accounts.first().isChecked()).toBe(true)
  await account(page, 'harbour').check()
  expect(await accounts.first().getAttribute('id')).toBe(`composer-account-${flour}`)
  await bar.waitFor({ state: 'hidden' })
  const rest = await page.evaluate(
    `innerHeight - document.querySelector('[aria-label="What happens next"]').getBoundingClientRect().bottom`,
  )
  expect(Math.abs(Number(rest))).toBeLessThanOrEqual(1)
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await page.waitForURL(/\/calendar/)
  await bar.waitFor()
  await close()
})

test('a long name leaves the time in the preview its place', async () => {
  const name = 'harbour-bakery-at-the-corner-of-the-old-market'
  const id = await house.connect('sandbox', { name }, 'test')
  const { page, close } = await openApp(house, { path: '/posts/new' })
  const ghost = page.getByText('Choose an account to see how the post will look there.')
  await ghost.waitFor()
  await write(page, 'Seen', name)
  await page.getByRole('radio', { name: /Now/ }).check()
  const preview = page.getByRole('article', { name: /^Preview for/ })
  const time = preview.getByText('· now')
  await time.waitFor()
  expect(await ghost.count()).toBe(0)
  const [around, at] = [await preview.boundingBox(), await time.boundingBox()]
  if (around === null || at === null) throw new Error('The preview is not shown.')
  expect(at.x + at.width).toBeLessThan(around.x + around.width)
  await close()
  await call('DELETE', `/v1/social-accounts/${id}`)
})

test('the composer fits a phone and the dark, with one part at a time', async () => {
  const { page, close } = await openApp(house, {
    path: '/posts/new',
    device: { ...phone, colorScheme: 'dark' },
  })
  await write(page, 'On the way')
  await page.getByText('Fits').waitFor()
  // A part behind a tab is made when the tab is opened.
  expect(await page.locator('#composer-when, #composer-preview').count()).toBe(0)
  // The browser's own boxes are grey there.
  const [box, accent] = (await page.evaluate(`(() => {
    const paint = (color) => Object.assign(document.createElement('i').style, { color }).color
    const box = getComputedStyle(document.querySelector('#composer-accounts :checked'))
    const accent = getComputedStyle(document.documentElement).getPropertyValue('--c-accent')
    return [[box.appearance, box.backgroundColor], paint(accent)]
  })()`)) as [string[], string]
  expect(box).toEqual(['none', accent])
  // A part that the bar happens to cover half could not be pressed before one scrolls.
  await page.setViewportSize({ width: 360, height: 1_400 })
  await expectAccessible(page)
  await expectFits(page)
  for (const part of ['Preview', 'When']) {
    await page.getByRole('button', { name: part, exact: true }).click()
    await expectAccessible(page)
    await expectFits(page)
    // The bar stays where the thumb is, however short a part is.
    const bar = await page.getByRole('group', { name: 'What happens next' }).boundingBox()
    expect(Math.round((bar?.y ?? 0) + (bar?.height ?? 0))).toBe(1_400)
  }
  await page.getByRole('radio', { name: /At a time/ }).check()
  await page.getByRole('button', { name: /^Schedule for/ }).click()
  await page
    .getByRole('status')
    .getByText(/^Scheduled for/)
    .waitFor()
  await close()
})

test('a key press costs little with 3,000 letters and ten accounts', async () => {
  const more = await Promise.all(
    Array.from({ length: 8 }, (_, index) => house.connect('sandbox', { name: `crumb${index}` }, 'test')),
  )
  const { page, close } = await openApp(house, { path: '/posts/new' })
  await text(page).fill('Größe und Brot 🥖 https://example.com @ada '.repeat(80).slice(0, 3_000))
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await page
    .getByText(/problem/)
    .first()
    .waitFor()
  await page.evaluate(`(() => {
    globalThis.spent = []
    const field = document.querySelector('#composer-text-0')
    for (const type of ['keydown', 'input']) addEventListener(type, () => {}, true)
    globalThis.press = (letter) => {
      const began = performance.now()
      field.setRangeText(letter, field.value.length, field.value.length, 'end')
      field.dispatchEvent(new InputEvent('input', { bubbles: true, data: letter }))
      globalThis.spent.push(performance.now() - began)
    }
  })()`)
  for (let index = 0; index < 30; index += 1) await page.evaluate(`press('a')`)
  const spent = ((await page.evaluate('spent')) as number[]).toSorted((one, other) => one - other)
  console.info('ms per letter, median and slowest', spent[15], spent[29])
  // The budget is 8 ms on a machine that does nothing else.
  expect(spent[15]).toBeLessThan(24)
  await close()
  await Promise.all(more.map((id) => call('DELETE', `/v1/social-accounts/${id}`)))
})

/** The next day on which the clock of a zone goes forward (1) or back (-1). */
function nextChange(zone: string, direction: 1 | -1): { day: string; date: string } {
  const offset = (at: number) => {
    const parts = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      timeZoneName: 'longOffset',
    }).formatToParts(at)
    const [, sign, hours = '0'] =
      /GMT([+-])(\d+)/.exec(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '') ?? []
    return Number(`${sign ?? '+'}${hours}`)
  }
  for (let days = 1; days < 366; days += 1) {
    const noon = new Date()
    noon.setUTCHours(17, 0, 0, 0)
    noon.setUTCDate(noon.getUTCDate() + days)
    const at = noon.getTime()
    if (offset(at) - offset(at - 86_400_000) !== direction) continue
    const day = noon.toISOString().slice(0, 10)
    const date = new Intl.DateTimeFormat('en-GB', {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    }).format(at)
    return { day, date }
  }
  throw new Error(`The clock of ${zone} never changes.`)
}
