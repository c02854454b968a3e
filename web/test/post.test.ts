import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { sql } from '../../server/src/db/database.ts'
import { newId } from '../../server/src/lib/id.ts'
import { newPerson } from '../../server/test/app/person.ts'
import { colleague, inHours } from '../../server/test/approving.ts'
import { setState } from '../../server/test/set-state.ts'
import { type Newsroom, openNewsroom } from '../../server/test/stories/newsroom.ts'
import { expectAccessible, expectFits } from './axe.ts'
import { desktop, type OpenApp, openApp, phone } from './open-app.ts'
import { forgiveRefusals } from './refusals.ts'

let room: Newsroom
let app: OpenApp
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  room = await openNewsroom({ hasUsualUrl: true })
  app = await openApp(room, { mode: 'live' })
})
afterAll(async () => {
  await app?.close()
  await room?.stop()
})

/** A post whose only answer was lost on a network that cannot be searched. */
async function lostPost(name: string, behavior: 'drop_answer' | 'drop_before' = 'drop_answer') {
  const account = await room.account(name, { behavior, network_class: 'blind', times: 1 })
  const { id } = await room.post({ caption: `Heard by ${name}?`, social_accounts: [account] })
  await room.settled(id, ['needs_review'], 20_000)
  return { id, account }
}

describe('a post whose answer was lost (check 17)', () => {
  test('asks whether it is live, with nothing chosen, and is marked as published', async () => {
    const { id, account } = await lostPost('Quay')
    await app.goTo(`/posts/${id}`)
    const { page } = app
    const panel = page.getByRole('region', { name: 'Is this post already live?' })
    await panel.waitFor()
    expect(await panel.getByRole('radio', { checked: true }).count()).toBe(0)
    expect(await panel.textContent()).toContain('Heard by Quay?')
    await expectAccessible(page)
    await panel.getByLabel("Yes, it's there").check()
    await panel.getByRole('button', { name: 'Mark as published' }).click()
    await page.getByRole('heading', { level: 1, name: 'Published' }).waitFor()
    expect(await room.status(id)).toBe('posted')
    expect((await room.truth(account)).arrivals).toHaveLength(1)
    await page.getByText(/^ ?Marked as published by hand, /).waitFor()
    await page.getByRole('button', { name: 'Details' }).click()
    await page.getByText('A person answered').waitFor()
  })

  test('warns before it is sent again, and is sent once', async () => {
    const { id, account } = await lostPost('Mole', 'drop_before')
    await app.goTo(`/posts/${id}`)
    const panel = app.page.getByRole('region', { name: 'Is this post already live?' })
    await panel.getByLabel("No, it isn't there").check()
    expect(await panel.textContent()).toContain('it will appear twice')
    await panel.getByRole('button', { name: 'Send it now' }).click()
    await room.settled(id, ['posted'], 20_000)
    await app.page.getByRole('heading', { level: 1, name: 'Published' }).waitFor()
    expect((await room.truth(account)).posts).toEqual(['Heard by Mole?'])
  })

  test('is left, with a note that it may be public', async () => {
    const { id } = await lostPost('Pier')
    await app.goTo(`/posts/${id}`)
    const panel = app.page.getByRole('region', { name: 'Is this post already live?' })
    await panel.getByLabel('Leave it').check()
    await panel.getByRole('button', { name: "Don't send" }).click()
    await app.page.getByRole('heading', { level: 1, name: 'Closed, and it may be public' }).waitFor()
    await app.page.getByText(/Closed without an answer\. It may be public on/).waitFor()
    expect(await app.page.getByText('Not published').count()).toBe(0)
    expect((await room.results(id))[0]?.error?.code).toBe('outcome_unknown')
  })
})

test('a post goes from planned to published by itself, in two tabs that share one stream (check 18)', async () => {
  const account = await room.account('Tide')
  const post = await room.post({
    caption: 'High water',
    social_accounts: [account],
    scheduled_at: inHours(1),
  })
  const own = await openApp(room, { mode: 'live', path: `/posts/${post.id}` })
  const streams: string[] = []
  own.browser.context.on('request', (request) => {
    if (request.headers().accept?.includes('text/event-stream')) streams.push(request.url())
  })
  const second = await own.browser.open(own.page.url())
  for (const page of [own.page, second])
    await page.getByRole('heading', { level: 1, name: 'Scheduled' }).waitFor()
  const soon = { scheduled_at: null }
  expect((await room.request('PATCH', `/v1/posts/${post.id}`, { body: soon })).status).toBe(200)
  for (const page of [own.page, second])
    await page.getByRole('heading', { level: 1, name: 'Published' }).waitFor()
  expect(streams.length).toBeLessThanOrEqual(1)
  await own.close()
})

test('a refused post says why in the network’s words, and its attempts are there', async () => {
  const [strict, kind] = [await room.account('Strict', { behavior: 'refuse' }), await room.account('Kind')]
  const { id } = await room.post({ caption: 'To both', social_accounts: [strict, kind] })
  await room.settled(id, ['partial'], 20_000)
  await app.goTo(`/posts/${id}`)
  const { page } = app
  await page.getByRole('heading', { level: 1, name: 'Published on 1 of 2' }).waitFor()
  await page.getByText('Not published:').waitFor()
  await page.getByRole('button', { name: 'Details' }).first().click()
  await page.getByText('refused').first().waitFor()
  await app.browser.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy this attempt' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  const copied = JSON.parse(String(await page.evaluate('navigator.clipboard.readText()')))
  expect(copied).toMatchObject({ stage: 'send', outcome: 'rejected' })
  expect(copied).toHaveProperty('request_id')
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await page.waitForURL(/\/posts\/[^/]+\/edit$/)
  // A copy for the account that refused it is mended, so that the other does not get it twice.
  await app.goTo(`/posts/${id}`)
  await page.getByRole('button', { name: 'Edit a copy' }).click()
  await page.waitForURL(/\/posts\/[^/]+\/edit$/)
  await page.getByRole('textbox', { name: 'Text', exact: true }).waitFor()
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(1)
  const copy = /posts\/([^/]+)\/edit/.exec(page.url())?.[1] ?? ''
  const { json } = await room.request('GET', `/v1/posts/${copy}`)
  expect([json.status, json.caption, json.social_accounts]).toEqual(['draft', 'To both', [strict]])
})

test('a post is canceled here, and an unknown one has a way back', async () => {
  const account = await room.account('Never')
  const { id } = await room.post({
    caption: 'Not today',
    social_accounts: [account],
    scheduled_at: inHours(5),
  })
  const own = await openApp(room, { mode: 'live', person: app, path: `/posts/${id}` })
  await own.page.getByRole('button', { name: 'Cancel post' }).click()
  await own.page.getByRole('heading', { level: 1, name: 'Canceled' }).waitFor()
  await own.page.getByText(/You canceled it \w{3} \d+ \w{3}, \d\d:\d\d\. It was never sent\./).waitFor()
  expect(await room.status(id)).toBe('canceled')
  const { id: other } = await room.post({
    caption: 'Nor tomorrow',
    social_accounts: [account],
    scheduled_at: inHours(5),
  })
  await room.request('POST', `/v1/posts/${other}/cancel`)
  await own.goTo(`/posts/${other}`)
  await own.page
    .getByText(/Canceled with the API key .+, \w{3} \d+ \w{3}, \d\d:\d\d\. It was never sent\./)
    .waitFor()
  for (const path of [`/posts/${newId()}`, `/posts/${newId()}/edit`]) {
    await own.goTo(path)
    await own.page.getByText("This post doesn't exist, or it isn't yours.").waitFor()
    await own.page.getByRole('link', { name: 'Go to the calendar' }).waitFor()
  }
  forgiveRefusals(own.browser, 404)
  await own.close()
})

test('a post that waits for its account leads an admin to the sign-in, and tells others who can help', async () => {
  const account = await room.account('Locked')
  const { id } = await room.post({ caption: 'Wait', social_accounts: [account], scheduled_at: inHours(5) })
  await setState(room, id, 'held')
  await app.goTo(`/posts/${id}`)
  const { page } = app
  await page.getByText('Waiting for you to reconnect @Locked.').waitFor()
  await page.getByRole('button', { name: 'Reconnect @Locked' }).click()
  await page.waitForURL(`**/accounts/connect/sandbox?account=${account}`)
  const own = await openApp(room, { mode: 'live', path: `/posts/${id}`, role: 'editor' })
  await own.page.getByText('Waiting until an admin reconnects @Locked.').waitFor()
  expect(await own.page.getByRole('button', { name: /Reconnect/ }).count()).toBe(0)
  await own.close()
  await room.request('DELETE', `/v1/posts/${id}`)
})

describe('a post that waits for approval (check 19)', () => {
  test('is approved, or sent back with a comment that its author reads', async () => {
    const account = await room.account('Editor')
    const author = await colleague(room, 'author')
    const ask = async (caption: string) => {
      const body = { caption, social_accounts: [account], scheduled_at: inHours(2) }
      return (await author.request('POST', '/v1/posts', { body })).json.id as string
    }
    const [good, poor] = [await ask('Well said'), await ask('Badly said')]
    const { page, goTo } = app
    await goTo(`/posts/${good}`)
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByText('Approved by').waitFor()
    expect(await room.status(good)).toBe('scheduled')
    await goTo(`/posts/${poor}`)
    await page.getByRole('button', { name: 'Send back…' }).click()
    await page.getByLabel('What should change?').fill('Say where.')
    await page.getByRole('button', { name: 'Send back', exact: true }).click()
    await page.getByRole('heading', { name: 'sent this back' }).waitFor()
    expect(await room.status(poor)).toBe('draft')
    await goTo('/drafts?show=returned')
    await page.getByText('Sent back: Say where.').waitFor()
  })
})

test('all that needs somebody stands in one list, which leads to its place', async () => {
  const { id } = await lostPost('List')
  await app.goTo('/needs-you')
  const { page } = app
  await page.getByText('Is “Heard by List?” live').waitFor()
  await expectAccessible(page)
  await expectFits(page)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/posts\//)
  await room.request('DELETE', `/v1/posts/${id}`)
})

test('a post that needs somebody opens beside the list; keys go on, and a failure is tried again from there', async () => {
  const account = await room.account('Flaky')
  const failed = await room.post({
    caption: 'Down for a while',
    social_accounts: [account],
    scheduled_at: inHours(24),
  })
  await setState(room, failed.id, 'failed')
  const error = {
    code: 'network_unavailable',
    category: 'network',
    message: 'It was down.',
    platform_code: null,
    retryable: true,
  }
  await room.db.run(sql`
    update targets set error = ${JSON.stringify(error)}::jsonb where post_id = ${failed.id}`)
  const { id } = await lostPost('Panel')
  await app.goTo('/needs-you')
  const { page } = app
  const panel = page.getByRole('dialog')
  const question = page.getByRole('link', { name: /Is “Heard by Panel/ })
  await question.click()
  await panel.getByRole('radio', { name: 'Leave it' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/posts/${id}`)
  expect(await question.getAttribute('aria-current')).toBe('true')
  await expectAccessible(page)
  await expectFits(page)
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/needs-you')
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain('Heard by Panel')
  await page.keyboard.press('Enter')
  await panel.waitFor()
  // The panel says who was asked, and the next key opens the next thing.
  await page.keyboard.press('j')
  await expect.poll(() => new URL(page.url()).pathname).not.toBe(`/posts/${id}`)
  await page.keyboard.press('Escape')
  const row = page.getByRole('listitem').filter({ hasText: 'Down for a while' })
  await row.getByRole('button', { name: 'Try again' }).click()
  await row.waitFor({ state: 'detached' })
  await room.settled(failed.id, ['posted'], 20_000)
  await room.request('DELETE', `/v1/posts/${id}`)
})

test('a deleted draft comes back when it is undone', async () => {
  const account = await room.account('Writer')
  await room.post({ caption: 'Half a thought', social_accounts: [account], is_draft: true })
  await app.goTo('/drafts')
  const { page } = app
  const draft = page.getByRole('listitem').filter({ hasText: 'Half a thought' })
  await draft.getByRole('button', { name: 'Delete' }).click()
  await draft.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await draft.waitFor()
  await expectAccessible(page)
  await expectFits(page)
})

test('a deleted draft comes back as long as its message offers that, and goes with the message', async () => {
  const account = await room.account('Slow reader')
  const { id } = await room.post({ caption: 'A slow thought', social_accounts: [account], is_draft: true })
  const reader = await openApp(room, { mode: 'live', person: app, path: '/more' })
  const { page } = reader
  await reader.browser.context.clock.install()
  await reader.goTo('/drafts')
  const draft = page.getByRole('listitem').filter({ hasText: 'A slow thought' })
  const message = page.getByRole('group').filter({ hasText: 'Draft deleted.' })
  await draft.getByRole('button', { name: 'Delete' }).click()
  await message.hover()
  await reader.browser.context.clock.fastForward(15_000)
  await message.getByRole('button', { name: 'Undo' }).click()
  await draft.waitFor()
  await reader.goTo('/drafts')
  await draft.getByRole('button', { name: 'Delete' }).click()
  await message.waitFor()
  await page.mouse.move(0, 0)
  await reader.browser.context.clock.fastForward(15_000)
  await message.waitFor({ state: 'detached' })
  const statusOf = async () => (await room.request('GET', `/v1/posts/${id}`)).status
  await expect.poll(statusOf).toBe(404)
  await reader.close()
})

test('a viewer sees what happened and is offered nothing that they may not do', async () => {
  const account = await room.account('Seen')
  const { id } = await room.post({ caption: 'Look', social_accounts: [account], scheduled_at: inHours(3) })
  const viewer = await openApp(room, {
    mode: 'live',
    path: `/posts/${id}`,
    person: await newPerson(room, 'viewer'),
    device: { ...phone, colorScheme: 'dark' },
  })
  await viewer.page.getByRole('heading', { level: 1, name: 'Scheduled' }).waitFor()
  expect(await viewer.page.getByRole('button', { name: /Edit|Cancel|Delete|Duplicate/ }).count()).toBe(0)
  await expectAccessible(viewer.page)
  await expectFits(viewer.page)
  await viewer.close()
})

test('the page of a post is for everybody: dark, light, wide and narrow', async () => {
  const { id } = await lostPost('Everybody')
  for (const device of [{ ...desktop, colorScheme: 'dark' as const }, phone]) {
    const own = await openApp(room, { mode: 'live', path: `/posts/${id}`, device })
    await own.page.getByRole('region', { name: 'Is this post already live?' }).waitFor()
    await expectAccessible(own.page)
    await expectFits(own.page)
    await own.close()
  }
})
