import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { type Colleague, colleague, inHours } from '../../server/test/approving.ts'
import { type Newsroom, openNewsroom } from '../../server/test/stories/newsroom.ts'
import { expectAccessible, expectFits } from './axe.ts'
import { openApp, phone } from './open-app.ts'

let room: Newsroom
let mia: Colleague
let lena: Colleague
let account: string
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  room = await openNewsroom({ hasUsualUrl: true })
  mia = await colleague(room, 'author')
  lena = await colleague(room, 'editor')
  for (const [{ userId }, name] of [
    [mia, 'Mia'],
    [lena, 'Lena'],
  ] as const)
    await room.db.run(room.sql`update users set name = ${name} where id = ${userId}`)
  account = await room.account('Harbour')
})
afterAll(() => room?.stop())

const ask = async (caption: string, at: string) => {
  const body = { caption, social_accounts: [account], scheduled_at: at }
  return (await mia.request('POST', '/v1/posts', { body })).json
}
const read = async (id: string) => (await lena.request('GET', `/v1/posts/${id}`)).json
const open = ({ userId: id }: Colleague, path: string, device?: typeof phone) =>
  openApp(room, { mode: 'live', person: { id, email: '' }, path, ...(device ? { device } : {}) })
const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })

describe('a post that was changed after its approval (check 19)', () => {
  const again = (name: string) => `The text changed after ${name} approved it. It needs approval again.`
  const approved = async (caption: string) => {
    const { id, approval } = await ask(caption, inHours(2))
    const { version } = approval
    expect((await lena.request('POST', `/v1/posts/${id}/approve`, { body: { version } })).status).toBe(200)
    return id as string
  }

  test('says so with the difference, to its author and to those who may approve, and is approved again', async () => {
    const id = await approved('Rolls from seven')
    const author = await open(mia, `/posts/${id}/edit`)
    await text(author.page).fill('Rolls from six')
    await author.page.getByText("Other words need approval again; a new time alone doesn't.").waitFor()
    await author.page.getByRole('button', { name: 'Save changes' }).click()
    await author.page.waitForURL(/\/posts\/[^/]+$/)
    await author.page.getByText(again('Lena')).waitFor()
    await author.goTo(`/posts/${id}/edit`)
    await author.page.getByText(again('Lena')).waitFor()
    await expectDifference(author.page)
    await author.page.getByText('even if its time passes.').waitFor()
    await author.close()
    const owner = await openApp(room, { mode: 'live', path: `/posts/${id}/edit`, device: phone })
    await owner.page.getByText(again('Lena')).waitFor()
    await expectDifference(owner.page)
    await owner.goTo(`/posts/${id}`)
    await owner.page.getByText(again('Lena')).waitFor()
    await expectDifference(owner.page)
    await owner.close()
    const editor = await open(lena, `/posts/${id}/edit`)
    await editor.page.getByText(again('you')).waitFor()
    await editor.page.getByRole('button', { name: 'Approve', exact: true }).click()
    await editor.page
      .getByRole('status')
      .getByText(/^Approved/)
      .waitFor()
    expect(await read(id)).toMatchObject({ caption: 'Rolls from six', approval: { state: 'approved' } })
    await editor.close()
  })

  /** Finds the approved and the present text beside each other, each with the word that is another marked. */
  async function expectDifference(page: Page): Promise<void> {
    const change = page.getByRole('group', { name: 'Text', exact: true })
    expect(await change.getByRole('region', { name: 'Text, approved' }).textContent()).toBe(
      'Rolls from seven',
    )
    expect(await change.locator('mark').allTextContents()).toEqual(['seven', 'six'])
    await expectAccessible(page)
    await expectFits(page)
  }

  test('keeps its approval with a new time alone', async () => {
    const id = await approved('Rolls at all times')
    const at = inHours(5)
    await mia.request('PATCH', `/v1/posts/${id}`, { body: { scheduled_at: at } })
    expect((await read(id)).approval.state).toBe('approved')
    const { page, close } = await open(lena, `/posts/${id}`)
    await page.getByText('Approved by Lena').waitFor()
    expect(await page.getByText('needs approval again').count()).toBe(0)
    await close()
  })
})

test('a draft that was sent back shows why, and is asked for again from there (check 19)', async () => {
  const { id } = await ask('Open on Sunday', inHours(3))
  const body = { comment: 'Say from when.' }
  await lena.request('POST', `/v1/posts/${id}/return`, { body })
  const { page, goTo, close } = await open(mia, `/posts/${id}/edit`)
  const banner = page.getByText('Lena sent this back.').locator('xpath=ancestor::div[1]')
  await banner.getByText('Say from when.').waitFor()
  const ground = await page.evaluate(
    `getComputedStyle(document.querySelector('blockquote').parentElement).backgroundColor`,
  )
  expect(ground).toBe('rgb(255, 235, 199)')
  await expectAccessible(page)
  await text(page).fill('Open on Sunday from eight')
  await banner.getByRole('button', { name: 'Ask again' }).click()
  await page
    .getByRole('status')
    .getByText(/^Asked for approval/)
    .waitFor()
  expect(await read(id)).toMatchObject({
    caption: 'Open on Sunday from eight',
    approval: { state: 'waiting', by: mia.userId },
  })
  // The page of the post has the same way.
  await lena.request('POST', `/v1/posts/${id}/return`, { body })
  await goTo(`/posts/${id}`)
  await page.getByRole('heading', { name: 'Lena sent this back' }).waitFor()
  await page.getByRole('button', { name: 'Ask again' }).click()
  await page.getByRole('heading', { name: 'Mia asks for approval' }).waitFor()
  expect((await read(id)).approval.state).toBe('waiting')
  await close()
})

test('a post whose time passes unapproved is not published, says so, and goes out when it is approved (check 19)', async () => {
  const author = await open(mia, '/drafts')
  const { id } = await ask('Too late for breakfast', new Date(Date.now() + 6_000).toISOString())
  await author.goTo(`/posts/${id}/edit`)
  await author.page.getByText('even if its time passes.').waitFor()
  // The words change by themselves when the time comes.
  const late = /Its time, .*, passed without approval, so it was not published\./
  await author.page.getByText(late).waitFor({ timeout: 20_000 })
  await author.goTo(`/posts/${id}`)
  await author.page.getByText(late).waitFor()
  await author.close()
  expect((await room.truth(account)).arrivals).toEqual([])
  expect((await read(id)).status).toBe('held')
  const editor = await open(lena, `/posts/${id}/edit`)
  await editor.page.getByText(late).waitFor()
  await expectAccessible(editor.page)
  await editor.page.getByRole('button', { name: 'Approve and publish now' }).click()
  await room.settled(id, ['posted'])
  expect((await room.truth(account)).posts).toEqual(['Too late for breakfast'])
  await editor.close()
})

test('a post that is meant for now goes out when it is approved, which is said before (check 19)', async () => {
  const { id } = await ask('Whenever you like', inHours(3))
  const author = await open(mia, `/posts/${id}/edit`)
  await author.page.getByRole('radio', { name: 'Now' }).check()
  await author.page.getByRole('button', { name: 'Save changes' }).click()
  await author.page.getByText('Changes saved. It goes out once somebody approves it.').waitFor()
  await author.close()
  expect(await read(id)).toMatchObject({ scheduled_at: null, approval: { state: 'waiting' } })
  const { page, close } = await open(lena, `/posts/${id}`)
  await page.getByText('It goes out as soon as you approve it.').waitFor()
  await page.getByRole('button', { name: 'Approve and publish now' }).click()
  await page.getByRole('heading', { level: 1, name: 'Published' }).waitFor()
  await close()
})
