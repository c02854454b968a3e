import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { sql } from '../../server/src/db/database.ts'
import { newPerson, type Person } from '../../server/test/app/person.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { expectAccessible, expectFits } from './axe.ts'
import { openApp, phone } from './open-app.ts'

const names = ['Lena Brandt', 'Mia Sand', 'Noor Haddad', 'Otto Lind', 'Pia Vogel'] as const
type Name = (typeof names)[number]

let house: House
let harbour: string
const people = new Map<Name, Person>()
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  house = await startHouse({ hasUsualUrl: true, worker: false })
  harbour = await house.connect('sandbox', { name: 'harbour' }, 'test')
  for (const name of names) {
    const person = await newPerson(house, 'editor')
    await house.db.run(sql`update users set name = ${name} where id = ${person.id}`)
    people.set(name, person)
  }
})
afterAll(() => house?.stop())

async function draft(): Promise<string> {
  const body = { caption: 'Bread on Thursday', social_accounts: [harbour], is_draft: true }
  return (await house.request('POST', '/v1/posts', { key: house.testKey, body })).json.id
}
const openAs = (name: Name, path: string, device?: typeof phone) =>
  openApp(house, { path, person: people.get(name) as Person, ...(device && { device }) })
const here = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })
const hasPostOpen = (postId: string, name: Name) =>
  house.db.run(sql`
    insert into presences (workspace_id, post_id, user_id, seen_at)
    select ${house.workspaceId}, ${postId}, id, clock_timestamp() from users where name = ${name}`)

test('two people who have one draft open see each other, until one of them leaves', async () => {
  const path = `/posts/${await draft()}/edit`
  const lena = await openAs('Lena Brandt', path)
  await lena.page.getByRole('heading', { level: 1, name: 'Draft' }).waitFor()
  const mia = await openAs('Mia Sand', path, phone)
  await here(mia.page, 'Lena Brandt is here too.').waitFor()
  await expectFits(mia.page)
  await here(lena.page, 'Mia Sand is here too.').waitFor()
  await expectAccessible(lena.page)
  // A page that goes away says so, too: nobody waits for half a minute.
  await mia.goTo('/calendar')
  await here(lena.page, 'Mia Sand is here too.').waitFor({ state: 'detached', timeout: 25_000 })
  await lena.page.getByRole('link', { name: 'Calendar' }).click()
  await expect.poll(() => house.db.rows(sql`select from presences`)).toEqual([])
  await lena.close()
  await mia.close()
})

test('many are named by two and a number', async () => {
  const id = await draft()
  for (const name of names.slice(1)) await hasPostOpen(id, name)
  const { page, close } = await openAs('Lena Brandt', `/posts/${id}/edit`)
  await here(page, 'Mia Sand, Noor Haddad, and 2 others are here too.').waitFor()
  await close()
})

test('a new post is nobody else’s until it is a draft on the server', async () => {
  const { page, close } = await openAs('Lena Brandt', '/posts/new')
  const asked: string[] = []
  page.on('request', (request) => request.url().endsWith('/presence') && asked.push(request.method()))
  const account = page.getByRole('checkbox', { name: /@harbour/ })
  await account.uncheck()
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Only on this device')
  await page.getByText(/^Saved on this device/).waitFor()
  expect(asked).toEqual([])
  await account.check()
  await expect.poll(() => asked).toEqual(['PUT'])
  await close()
})

test('a draft that is being deleted is asked about no more', async () => {
  const { page, close } = await openAs('Lena Brandt', '/posts/new')
  // The question is on its way when the draft goes, and the answer about the draft comes after it.
  const [asked, isGone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/presence', async (route) => {
    asked.resolve()
    await isGone.promise
    await route.continue()
  })
  await page.route(/\/v1\/posts\/[^/]+$/, async (route) => {
    if (route.request().method() !== 'DELETE') return route.continue()
    const response = await route.fetch()
    isGone.resolve()
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.fulfill({ response })
  })
  await page.getByRole('checkbox', { name: /@harbour/ }).check()
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Gone in a moment')
  await asked.promise
  await page.getByRole('button', { name: 'Delete draft' }).click()
  await page.getByRole('heading', { level: 1, name: 'Drafts' }).waitFor()
  await close()
})
