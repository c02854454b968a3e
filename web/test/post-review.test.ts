import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { sql } from '../../server/src/db/database.ts'
import { newPerson } from '../../server/test/app/person.ts'
import { inHours } from '../../server/test/approving.ts'
import { setState } from '../../server/test/set-state.ts'
import { type Newsroom, openNewsroom } from '../../server/test/stories/newsroom.ts'
import { expectAccessible, expectFits } from './axe.ts'
import { loseAnswers } from './lose-answers.ts'
import { type OpenApp, openApp, phone } from './open-app.ts'
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

/** A post that asks a person, for a reason. */
async function asking(name: string, review: Readonly<Record<string, unknown>>) {
  const account = await room.account(name)
  const { id } = await room.post({
    caption: `Rye by ${name}`,
    social_accounts: [account],
    scheduled_at: inHours(3),
  })
  await setState(room, id, 'needs_review')
  await room.db.run(sql`
    update targets set review = review || ${JSON.stringify(review)}::jsonb where post_id = ${id}`)
  return { id, account }
}

const question = () => app.page.getByRole('region', { name: 'Is this post already live?' })
const missed = () => app.page.getByRole('region', { name: 'This post missed its time.' })

describe('a post that was due before the server was restored', () => {
  const restored = { reason: 'restored', look_at: 'https://n.example/@baker', look_for: 'Rye by' }

  test('may be public: where to look stands there, and sending it again warns first', async () => {
    const { id } = await asking('Backup', restored)
    await app.goTo(`/posts/${id}`)
    const { page } = app
    await question().waitFor()
    await page.getByRole('heading', { level: 1, name: 'Is it live?' }).waitFor()
    const story = await question().textContent()
    expect(story).toContain('put back to an older backup')
    expect(story).toContain('It may be public.')
    expect(story).not.toContain('was not sent')
    expect(story).toContain('a post that begins “Rye by”, from about')
    const profile = question().getByRole('link', { name: "Open @Backup's profile" })
    expect(await profile.getAttribute('href')).toBe('https://n.example/@baker')
    await question().getByLabel("No, it isn't there").check()
    expect(await question().textContent()).toContain('it will appear twice')
    await expectAccessible(page)
    await expectFits(page)
  })

  test('stays undecided where it is left, and nothing says that it is not published', async () => {
    const { id } = await asking('Undecided', restored)
    await app.goTo(`/posts/${id}`)
    await question().getByLabel('Leave it').check()
    await question().getByRole('button', { name: "Don't send" }).click()
    const { page } = app
    await page.getByRole('heading', { level: 1, name: 'Closed, and it may be public' }).waitFor()
    await page.getByText(/Closed without an answer\. It may be public on/).waitFor()
    expect(await page.getByText('Not published').count()).toBe(0)
    // A copy could appear twice, so the row leads to the profile instead.
    expect(await page.getByRole('button', { name: 'Edit a copy' }).count()).toBe(0)
    await page.getByRole('link', { name: "Open @Undecided's profile" }).waitFor()
    await expectAccessible(page)
  })
})

describe('a post that missed its time', () => {
  test('was not sent, so nobody can say that it is there; it is closed as never sent', async () => {
    const { id } = await asking('Late', { reason: 'missed_window' })
    await app.goTo('/needs-you')
    await app.page.getByText('“Rye by Late” missed its time on @Late').waitFor()
    await app.page.evaluate("localStorage.setItem('crier-language', 'de')")
    await app.page.reload()
    await app.page.getByText(/„Rye by Late“/).waitFor()
    await app.page.evaluate("localStorage.removeItem('crier-language')")
    await app.goTo(`/posts/${id}`)
    const { page } = app
    await page.getByRole('heading', { level: 1, name: 'It missed its time' }).waitFor()
    expect(await missed().textContent()).toContain('It was not sent.')
    expect(await missed().getByText("Yes, it's there").count()).toBe(0)
    await expectAccessible(page)
    await expectFits(page)
    await missed().getByRole('button', { name: "Don't send" }).click()
    await page.getByText('Closed. It was never sent.').waitFor()
    expect((await room.results(id))[0]?.error?.code).toBe('discarded')
  })

  test('is sent now', async () => {
    const { id, account } = await asking('Now', { reason: 'missed_window' })
    await app.goTo(`/posts/${id}`)
    await missed().getByRole('button', { name: 'Send it now' }).click()
    await app.page.getByRole('heading', { level: 1, name: 'Published' }).waitFor()
    expect((await room.truth(account)).posts).toEqual(['Rye by Now'])
  })

  test('gets a new time as a draft for its account, and is closed itself', async () => {
    const { id, account } = await asking('Later', { reason: 'missed_window' })
    await app.goTo(`/posts/${id}`)
    await missed().getByRole('button', { name: 'Pick a new time' }).click()
    const { page } = app
    await page.waitForURL(/\/posts\/[^/]+\/edit$/)
    const copy = /posts\/([^/]+)\/edit/.exec(page.url())?.[1] ?? ''
    const { json } = await room.request('GET', `/v1/posts/${copy}`)
    expect([json.status, json.caption, json.social_accounts]).toEqual(['draft', 'Rye by Later', [account]])
    expect((await room.results(id))[0]?.error?.code).toBe('discarded')
  })

  test('leaves no copy where somebody else answers meanwhile', async () => {
    const { id } = await asking('Both', { reason: 'missed_window' })
    await app.goTo(`/posts/${id}`)
    const { page } = app
    await page.route('**/resolve', (route) =>
      route.fulfill({
        status: 409,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          type: 'about:blank',
          title: 'Conflict',
          status: 409,
          code: 'not_in_review',
          detail: 'This result is not in review.',
        }),
      }),
    )
    await missed().getByRole('button', { name: 'Pick a new time' }).click()
    await missed().getByRole('alert').waitFor()
    await page.unroute('**/resolve')
    const { json } = await room.request('GET', '/v1/posts?status=draft&limit=100')
    expect(json.data.filter(({ caption }: { caption: string }) => caption === 'Rye by Both')).toEqual([])
    forgiveRefusals(app.browser, 409)
  })

  test('keeps its copy where it was closed and the answer was lost', async () => {
    const { id, account } = await asking('Lost', { reason: 'missed_window' })
    await app.goTo(`/posts/${id}`)
    // The call is repeated twice.
    await loseAnswers(app.page, { method: 'POST', url: '*/resolve', times: 3 })
    await missed().getByRole('button', { name: 'Pick a new time' }).click()
    const { complaints, forgive } = app.browser
    const lost = /ERR_CONNECTION_RESET/
    await expect.poll(() => complaints.filter((text) => lost.test(text)).length).toBe(3)
    forgive(lost)()
    await app.page.getByText('Closed. It was never sent.').waitFor()
    expect((await room.results(id))[0]?.error?.code).toBe('discarded')
    const { json } = await room.request('GET', '/v1/posts?status=draft&limit=100')
    const copies = json.data.filter(({ caption }: { caption: string }) => caption === 'Rye by Lost')
    expect(copies).toMatchObject([{ social_accounts: [account] }])
  })

  test('may be public all the same where an earlier request is unanswered', async () => {
    const account = await room.account('Again', { behavior: 'drop_answer', network_class: 'blind', times: 1 })
    const { id } = await room.post({ caption: 'Sent before', social_accounts: [account] })
    await room.settled(id, ['needs_review'], 20_000)
    const missing = { reason: 'missed_window', sent_at: null, look_at: null, look_for: null }
    await room.db.run(sql`
      update targets set review = review || ${JSON.stringify(missing)}::jsonb where post_id = ${id}`)
    await app.goTo(`/posts/${id}`)
    await question().getByLabel("Yes, it's there").waitFor()
    expect(await question().textContent()).toContain('It may be public.')
    await question().getByText('a post that begins “Sent before”').waitFor()
  })
})

describe('a post like which several were found', () => {
  const several = {
    reason: 'duplicate_seen',
    sent_at: '2026-05-01T09:00:00Z',
    looked_at: '2026-05-01T09:02:00Z',
    found: ['one', 'two'],
    found_urls: ['https://n.example/1', 'https://n.example/2'],
  }

  test('shows each of them, and one of them is named as the one', async () => {
    const { id } = await asking('Twin', several)
    await app.goTo(`/posts/${id}`)
    const { page } = app
    await question().getByText('We found 2 posts like this one:').waitFor()
    await question().getByRole('link', { name: 'https://n.example/1' }).waitFor()
    await expectAccessible(page)
    const second = question().getByRole('listitem').filter({ hasText: 'https://n.example/2' })
    await second.getByRole('button', { name: 'Use this one' }).click()
    await page.getByRole('heading', { level: 1, name: 'Published' }).waitFor()
    expect((await room.results(id))[0]?.platform_data).toMatchObject({
      id: 'two',
      url: 'https://n.example/2',
    })
  })

  test('counts one post and one look in the singular', async () => {
    const one = { ...several, found: ['one'], found_urls: ['https://n.example/1'] }
    const { id } = await asking('Single', one)
    await app.goTo(`/posts/${id}`)
    await question().getByText('We found 1 post like this one:').waitFor()
    const none = { ...several, reason: 'answer_lost', found: [], found_urls: [] }
    const { id: unseen } = await asking('Unseen', none)
    await room.db.run(sql`update targets set looks = 1 where post_id = ${unseen}`)
    await app.goTo(`/posts/${unseen}`)
    await question().getByText("We looked once and didn't find it.").waitFor()
  })
})

test('an author reads the question, and who can answer it', async () => {
  const { id } = await asking('Author', { reason: 'missed_window' })
  const own = await openApp(room, {
    mode: 'live',
    path: `/posts/${id}`,
    person: await newPerson(room, 'author'),
    device: { ...phone, colorScheme: 'dark' },
  })
  const panel = own.page.getByRole('region', { name: 'This post missed its time.' })
  await panel.getByText('Editors and admins can answer this.').waitFor()
  expect(await panel.getByRole('button').count()).toBe(0)
  await expectAccessible(own.page)
  await expectFits(own.page)
  await own.close()
})

test('the button of the answers explains itself until one is chosen', async () => {
  const { id } = await asking('Unchosen', { reason: 'answer_lost', sent_at: '2026-05-01T09:00:00Z' })
  await app.goTo(`/posts/${id}`)
  await question().getByRole('button', { name: 'Choose an answer first' }).click()
  expect(await app.page.evaluate('document.activeElement.type')).toBe('radio')
  expect(await room.status(id)).toBe('needs_review')
  await question().getByLabel('Leave it').check()
  await question().getByRole('button', { name: "Don't send" }).waitFor()
})
