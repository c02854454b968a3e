import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { sql } from '../../server/src/db/database.ts'
import { colleague, inHours } from '../../server/test/approving.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { keptCaptions } from './kept-on-device.ts'
import { loseAnswers } from './lose-answers.ts'
import { type OpenApp, openApp } from './open-app.ts'
import { openDraft } from './open-draft.ts'

let house: House
let harbour: string
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  house = await startHouse({ hasUsualUrl: true, worker: false })
  harbour = await house.connect('sandbox', { name: 'harbour' }, 'test')
})
afterAll(() => house?.stop())

const call = (method: string, path: string, body?: unknown) =>
  house.request(method, path, { key: house.testKey, ...(body === undefined ? {} : { body }) })
const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
const saved = (page: Page) => page.getByText(/^Saved \d/).waitFor()
const planned = async () => {
  const body = { caption: 'As planned', social_accounts: [harbour], scheduled_at: inHours(30) }
  return (await call('POST', '/v1/posts', body)).json
}
const read = async (id: string) => (await call('GET', `/v1/posts/${id}`)).json

/** Ends the browser of a test whose calls were refused, lost or answered by something else, of which the browser complains. */
async function closeInterrupted({ browser, close }: OpenApp) {
  browser.forgive(/Failed to load resource|stream of events|ERR_|Failed to fetch/)
  await close()
}

describe('an answer that is lost', () => {
  test('of publishing: the repeated call finds the post planned, and it can still be taken back', async () => {
    const { app, page, id, publish } = await openDraft(house, 'Lost once')
    const lost = await loseAnswers(page, { method: 'PATCH', url: '*/v1/posts/*', times: 1 })
    await publish()
    await page.getByText('Going out in a few seconds.').waitFor()
    expect(lost()).toBe(1)
    expect((await read(id)).status).toBe('scheduled')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Publish to 1 account' }).waitFor()
    expect((await read(id)).status).toBe('draft')
    await closeInterrupted(app)
  })

  test('of publishing, with all its repetitions: the app says that it does not know, and asks', async () => {
    const { app, page, id, publish, patches } = await openDraft(house, 'Lost altogether')
    await loseAnswers(page, { method: 'PATCH', url: '*/v1/posts/*', times: 3 })
    await app.browser.context.route(`**/v1/posts/${id}?*`, (route) => route.abort('connectionreset'))
    await publish()
    await page.getByText("we don't know yet whether it took this").waitFor()
    await app.browser.context.unroute(`**/v1/posts/${id}?*`)
    await page.getByText('Going out in a few seconds.').waitFor()
    expect(await page.getByText("we don't know yet whether it took this").count()).toBe(0)
    expect(patches.length).toBe(3)
    expect((await call('GET', '/v1/posts?status=scheduled')).json.data).toHaveLength(1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Publish to 1 account' }).waitFor()
    await closeInterrupted(app)
  })

  test('never having reached the server, publishing is said not to be done', async () => {
    const { app, page, id, publish, patches } = await openDraft(house, 'Never arrived')
    // The page repeats it twice, and then sees to it that none of them is taken later.
    await app.browser.context.route('**/v1/posts/**', (route) =>
      route.request().method() === 'PATCH' && patches.length <= 3
        ? route.abort('connectionreset')
        : route.continue(),
    )
    await publish()
    await page.getByText("Your Crier didn't take this").waitFor()
    expect((await read(id)).status).toBe('draft')
    await publish()
    await page.getByText('Going out in a few seconds.').waitFor()
    await closeInterrupted(app)
  })

  test('of saving a draft, with all its repetitions: nobody else is said to have changed it', async () => {
    const { app, page, id } = await openDraft(house, 'Unheard')
    const lost = await loseAnswers(page, { method: 'PATCH', url: '*/v1/posts/*', times: 3 })
    await text(page).fill('Unheard, once')
    await expect.poll(lost).toBe(3)
    await text(page).fill('Unheard, and more')
    await expect.poll(async () => (await read(id)).caption).toBe('Unheard, and more')
    await saved(page)
    expect(await page.getByRole('alert').count()).toBe(0)
    await closeInterrupted(app)
  })

  test('of saving a draft, before its page is loaded anew: nobody else is said to have changed it', async () => {
    const { app, page, id } = await openDraft(house, 'Left')
    let isSaving = false
    await page.route(`**/v1/posts/${id}`, async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback()
      // The first saving is done, and every answer comes to nobody.
      if (!isSaving) await route.fetch()
      isSaving = true
    })
    await text(page).fill('Left, once')
    await expect.poll(async () => (await read(id)).caption).toBe('Left, once')
    await text(page).fill('Left, and more')
    await expect.poll(() => keptCaptions(page)).toEqual(['Left, and more'])
    await page.unroute(`**/v1/posts/${id}`)
    await page.reload()
    await expect.poll(async () => (await read(id)).caption).toBe('Left, and more')
    await saved(page)
    expect(await page.getByRole('alert').count()).toBe(0)
    await closeInterrupted(app)
  })

  test('of moving a post: it was moved, and nobody else is said to have changed it', async () => {
    const { id } = await planned()
    const app = await openApp(house, { path: `/posts/${id}` })
    const { page } = app
    await page.getByRole('button', { name: 'Move…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Time', { exact: true }).fill('07:45')
    const lost = await loseAnswers(page, { method: 'PATCH', url: '*/v1/posts/*', times: 1 })
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await page.getByText(/^Moved to .*07:45\.$/).waitFor()
    expect(lost()).toBe(1)
    expect((await read(id)).scheduled_at).toMatch(/T07:45/)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await read(id)).scheduled_at).not.toMatch(/T07:45/)
    await closeInterrupted(app)
  })

  test('of canceling a post: it is canceled, without a complaint', async () => {
    const { id } = await planned()
    const app = await openApp(house, { path: `/posts/${id}` })
    const { page } = app
    await page.getByRole('button', { name: 'Cancel post' }).waitFor()
    const lost = await loseAnswers(page, { method: 'POST', url: '*/v1/posts/*', times: 1 })
    await page.getByRole('button', { name: 'Cancel post' }).click()
    await page.getByText('Canceled. It was never sent.').waitFor()
    expect(lost()).toBe(1)
    await closeInterrupted(app)
  })

  test('of deleting a draft: it is deleted', async () => {
    const { app, page, id } = await openDraft(house, 'Deleted once')
    const lost = await loseAnswers(page, { method: 'DELETE', url: '*/v1/posts/*', times: 1 })
    await page.getByRole('button', { name: 'Delete draft' }).click()
    await page.getByRole('heading', { level: 1, name: 'Drafts' }).waitFor()
    expect(lost()).toBe(1)
    expect((await call('GET', `/v1/posts/${id}`)).status).toBe(404)
    await closeInterrupted(app)
  })
})

test('a post that somebody else changed a moment ago is looked at before it goes out', async () => {
  const { app, page, id, publish } = await openDraft(house, 'Changed by two')
  await call('PATCH', `/v1/posts/${id}`, { tags: ['autumn'] })
  await publish()
  await page
    .getByText('Somebody else changed this post a moment ago. Look at it, then press again.')
    .waitFor()
  expect((await read(id)).status).toBe('draft')
  await publish()
  await page.getByText('Going out in a few seconds.').waitFor()
  expect((await read(id)).tags).toEqual(['autumn'])
  await closeInterrupted(app)
})

test('a draft whose last saving was answered late goes out at the first press', async () => {
  const { app, page, id, publish } = await openDraft(house, 'Saved twice')
  const lost = await loseAnswers(page, { method: 'PATCH', url: '*/v1/posts/*', times: 1 })
  await text(page).fill('Saved twice, with one answer')
  await expect.poll(lost).toBe(1)
  await saved(page)
  await publish()
  await page.getByText('Going out in a few seconds.').waitFor()
  expect((await read(id)).caption).toBe('Saved twice, with one answer')
  await closeInterrupted(app)
})

test('taking a post back without a network says so, and can be pressed again', async () => {
  const { app, page, id, publish } = await openDraft(house, 'Taken back')
  await publish()
  await page.getByText('Going out in a few seconds.').waitFor()
  await app.browser.context.route('**/v1/**', (route) => route.abort('connectionreset'))
  await page.getByRole('button', { name: 'Undo' }).click()
  // The server's look at the post may fail, too, and says so beside it.
  await page.getByRole('alert').getByText("We can't reach your Crier. Nothing of yours is lost.").waitFor()
  await app.browser.context.unroute('**/v1/**')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Publish to 1 account' }).waitFor()
  expect((await read(id)).status).toBe('draft')
  await closeInterrupted(app)
})

test('somebody whose role was lowered while they wrote asks for approval, and is shown no countdown', async () => {
  const { app, page, id, publish } = await openDraft(house, 'As an editor', { role: 'editor' })
  await house.db.run(sql`update memberships set role = 'author' where user_id = ${app.id}`)
  await publish()
  await page.getByText('Asked for approval. It goes out once somebody approves it.').waitFor()
  await page.getByRole('heading', { name: 'asks for approval' }).waitFor()
  expect(await page.getByText('Going out in a few seconds.').count()).toBe(0)
  await expect.poll(() => page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0)
  expect((await read(id)).approval.state).toBe('waiting')
  await closeInterrupted(app)
})

test('somebody who may only read by now keeps their words in sight, and reads why they are not saved', async () => {
  const { app, page } = await openDraft(house, 'As an editor still', { role: 'editor' })
  await house.db.run(sql`update memberships set role = 'viewer' where user_id = ${app.id}`)
  await text(page).fill('As a viewer')
  await page.getByText("Not saved: Your role here doesn't allow this. Ask an owner or an admin.").waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'New post' }).count()).toBe(0)
  expect(await text(page).inputValue()).toBe('As a viewer')
  await closeInterrupted(app)
})

test('somebody who writes in two tabs is told that it was themselves', async () => {
  const { app, page } = await openDraft(house, 'In two tabs')
  const other = await page.context().newPage()
  await other.goto(page.url())
  await expect.poll(() => text(other).inputValue()).toBe('In two tabs')
  await text(other).fill('In the other tab')
  await text(page).fill('In this tab')
  const clashes = [page, other].map((tab) => tab.getByRole('alert').filter({ hasText: 'while you were' }))
  await expect
    .poll(async () => (await Promise.all(clashes.map((each) => each.count()))).join(''))
    .toMatch(/1/)
  const [clash] = (await clashes[0]?.count()) === 1 ? clashes : clashes.slice(1)
  await clash?.getByText(/^You changed this post .* in another tab or on another device/).waitFor()
  await clash?.getByRole('button', { name: 'Take the other' }).click()
  await clash?.getByRole('button', { name: 'Go on with these' }).click()
  await clash?.waitFor({ state: 'detached' })
  await closeInterrupted(app)
})

test('news of a post that come while somebody chooses between two versions are told afterwards', async () => {
  const { id } = await planned()
  const app = await openApp(house, { path: `/posts/${id}/edit` })
  const { page } = app
  await text(page).fill('My words')
  await call('PATCH', `/v1/posts/${id}`, { caption: 'Their words' })
  const clash = page.getByRole('alert').filter({ hasText: 'while you were writing' })
  await clash.waitFor()
  await call('POST', `/v1/posts/${id}/cancel`)
  await clash.getByRole('button', { name: 'Keep mine' }).click()
  await clash.getByRole('button', { name: 'Go on with these' }).click()
  await page.getByText('This post was canceled while you were writing.').waitFor()
  expect(await text(page).inputValue()).toBe('My words')
  await closeInterrupted(app)
})

test('a post that waits for approval is not said to go out when its author saves it', async () => {
  const author = await colleague(house, 'author', { mode: 'test' })
  const body = { caption: 'Needs a yes', social_accounts: [harbour], scheduled_at: inHours(30) }
  const { id } = (await author.request('POST', '/v1/posts', { body })).json
  const person = { id: author.userId, email: '' }
  const { page, close } = await openApp(house, { path: `/posts/${id}/edit`, person })
  await text(page).fill('Needs another yes')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText(/^Changes saved\. It goes out \w.* if somebody approves it\.$/).waitFor()
  await close()
})

describe('something in between that answers in place of the server', () => {
  const page502 = { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }
  const portal = { status: 200, contentType: 'text/html', body: '<h1>Welcome to the hotel</h1>' }

  test.each([
    ['a proxy whose server is started again', page502],
    ['the sign-in page of a network', portal],
  ])('%s: words are kept here, and sent by themselves afterwards', async (_name, answer) => {
    const app = await openApp(house, { path: '/posts/new' })
    const { page } = app
    await page.getByRole('checkbox', { name: /@harbour/ }).check()
    await app.browser.context.route('**/v1/**', (route) => route.fulfill(answer))
    await text(page).fill('Written in between')
    await page.getByText('Saved on this device', { exact: true }).waitFor()
    await page.getByText("We can't reach your Crier. Your writing is kept on this device.").waitFor()
    await app.browser.context.unroute('**/v1/**')
    await saved(page)
    await expect
      .poll(() => page.getByText("We can't reach your Crier. Your writing is kept on this device.").count())
      .toBe(0)
    const { data } = (await call('GET', '/v1/posts?status=draft&limit=100')).json
    const written = data.filter(({ caption }: { caption: string }) => caption === 'Written in between')
    expect(written).toHaveLength(1)
    await call('DELETE', `/v1/posts/${written[0].id}`)
    await closeInterrupted(app)
  })

  test('a proxy that refuses by itself is named, and its 404 deletes nothing here', async () => {
    const { app, page } = await openDraft(house, 'Still there')
    const refusal = { status: 404, contentType: 'text/html', body: '<h1>Not found</h1>' }
    await app.browser.context.route('**/v1/posts/**', (route) => route.fulfill(refusal))
    await text(page).fill('Still there, and longer')
    await page.getByText('Something between you and your Crier refused this (404)').first().waitFor()
    expect(await page.getByText('deleted elsewhere').count()).toBe(0)
    await closeInterrupted(app)
  })
})

describe.each([
  ['ten minutes slow', -600_000],
  ['a day fast', 86_400_000],
])('a device whose clock is %s', (_name, wrongMs) => {
  test('shows and plans by the clock of the server', async () => {
    const app = await openApp(house, { path: '/drafts' })
    const { page, browser, goTo } = app
    await browser.context.clock.install({ time: Date.now() + wrongMs })
    await goTo('/posts/new')
    const now = new Date()
    const clock = `UTC ${now.toISOString().slice(11, 16)}`
    const next = `UTC ${new Date(now.getTime() + 60_000).toISOString().slice(11, 16)}`
    await page.getByText(clock).or(page.getByText(next)).first().waitFor()
    await page.getByLabel('In words').fill('in 5 minutes')
    const planned = page.getByText(/in [4-6] minutes$/)
    await planned.waitFor()
    expect(await page.getByText('That time has passed.').count()).toBe(0)
    const post = (
      await call('POST', '/v1/posts', {
        caption: 'Soon',
        social_accounts: [harbour],
        scheduled_at: inHours(5),
      })
    ).json
    await goTo(`/posts/${post.id}`)
    await page.getByRole('button', { name: 'Move…' }).click()
    await page.getByRole('dialog').getByLabel('In words').fill('in 10 minutes')
    await page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click()
    await page.getByText(/^Moved to /).waitFor()
    const minutes = (Date.parse((await read(post.id)).scheduled_at) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(8)
    expect(minutes).toBeLessThan(11.5)
    await closeInterrupted(app)
  })
})
