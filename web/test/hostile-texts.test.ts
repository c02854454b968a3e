import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { type Chromium, startChromium } from '../../server/test/browser/chromium.ts'
import { type HostileHouse, openHostileHouse, tomorrow } from './hostile-house.ts'
import { allHostileTexts, hostileText } from './hostile-texts.ts'
import { appUrl, type OpenApp, openApp } from './open-app.ts'

let house: HostileHouse
let app: OpenApp
/** Everything that a page did and must not do. */
const wrong: string[] = []
/** Everything that was to be read on the pages. */
const read: string[] = []

beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  house = await openHostileHouse()
  app = await openApp(house, { mode: 'live', path: '/more', person: house.owner })
  await watch(app.browser)
}, 60_000)
afterAll(async () => {
  await app?.browser.close()
  await house?.stop()
})

/** The pages of the app that show lists and settings. */
const pages = [
  '/calendar',
  '/calendar?view=week',
  // The planned posts, which the list of this month has not on its last day.
  `/calendar?view=list&date=${tomorrow().slice(0, 10)}`,
  '/needs-you',
  '/notifications',
  '/drafts',
  '/posts/new',
  '/queue',
  '/library',
  '/accounts',
  '/accounts/connect',
  '/accounts/connect/sandbox',
  '/more',
  '/build/sandbox',
  '/build/webhooks',
  '/settings',
  '/settings/profile',
  '/settings/security',
  '/settings/notifications',
  '/settings/workspace',
  '/settings/team',
  '/settings/api-keys',
  '/settings/audit?action=hostile',
  '/settings/networks',
  '/workspaces/new',
]

/** Pages whose address says what they show. */
const withFilters = [
  '/calendar',
  '/drafts',
  '/library',
  '/accounts',
  '/posts/new',
  '/build/sandbox',
  '/notifications',
  '/needs-you',
  '/settings/audit',
]
const filters = [
  'q',
  'name',
  'tag',
  'type',
  'status',
  'account',
  'platform',
  'view',
  'date',
  'day',
  'at',
  'post',
  'to',
  'next',
  'actor',
  'action',
  'subject',
  'ip',
]

describe('#13 texts that try to become scripts (R60)', () => {
  test('are read as they were written on every page behind the sign-in', { timeout: 120_000 }, async () => {
    const account = house.paths.at(-1)?.split('/').at(-1)
    await visitAll(app.page, [...pages, ...house.paths, `/build/sandbox/${account}`])
  })

  test('in an address are no more than words of it', { timeout: 60_000 }, async () => {
    const hostile = (number: number) =>
      new URLSearchParams(
        filters.map((name, index): [string, string] => [name, hostileText('filter', number + index)]),
      ).toString()
    const hash = encodeURIComponent(hostileText('hash', 3))
    await visitAll(app.page, [
      ...withFilters.map((path, index) => `${path}?${hostile(index * 4)}#${hash}`),
      `/no/${encodeURIComponent(allHostileTexts('path'))}`,
      `/posts/${encodeURIComponent(hostileText('post', 1))}`,
      `/build/webhooks/${encodeURIComponent(hostileText('id', 4))}`,
    ])
  })

  test('do nothing while somebody types them', { timeout: 60_000 }, async () => {
    const { page } = app
    await app.goTo('/posts/new')
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill(allHostileTexts('typed'))
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog').getByRole('combobox')
    for (const number of [0, 1, 4, 13]) await palette.fill(hostileText('palette', number))
    await look(page)
    await page.keyboard.press('Escape')
    await app.goTo('/library')
    for (const number of [0, 1, 4, 13]) await page.getByRole('searchbox').fill(hostileText('search', number))
    await look(page)
  })

  test('do nothing on the pages for everybody, and lead nobody elsewhere', { timeout: 60_000 }, async () => {
    const stranger = await startChromium()
    await watch(stranger)
    const page = await stranger.open(`${appUrl(house)}/healthz`)
    const query = (name: string) =>
      `/sign-in?${name}=${encodeURIComponent(allHostileTexts(name))}&to=${encodeURIComponent('/.//evil.example')}`
    await visitAll(page, [
      ...house.openPaths,
      ...['problem', 'email', 'challenge'].map(query),
      `/setup#token=${encodeURIComponent(hostileText('token', 4))}`,
      `/join/${encodeURIComponent(hostileText('join', 4))}`,
      `/reset/${encodeURIComponent(hostileText('reset', 4))}`,
      '/docs',
      `/docs/${encodeURIComponent(hostileText('docs', 0))}`,
      `/docs/operations/${encodeURIComponent(hostileText('docs', 0))}`,
      '/docs/operations/createPost',
      '/docs/problems',
      `/app/oidc/callback?${new URLSearchParams({ state: hostileText('state', 0), error: hostileText('oidc', 4), error_description: hostileText('oidc', 1) })}`,
      `/unsubscribe/${encodeURIComponent(hostileText('unsubscribe', 4))}`,
    ])
    await stranger.close()
    await visitAll(app.page, [
      `/sign-in?to=${encodeURIComponent('/.//evil.example')}`,
      `/sign-in?to=${encodeURIComponent(hostileText('to', 24))}`,
    ])
  })

  test('are read as they were written on the pages of a sign-in at a network', {
    timeout: 60_000,
  }, async () => {
    for (const { path, cookies } of house.signIns) {
      const person = await startChromium()
      await watch(person)
      await person.context.addCookies(
        [...cookies].map(([name, value]) => ({ name, value, url: appUrl(house) })),
      )
      const page = await person.open(appUrl(house) + path)
      await look(page)
      await person.close()
    }
  })

  test('are no page where the audit log is opened by its address, and leave it as a file', {
    timeout: 60_000,
  }, async () => {
    const page = await app.browser.context.newPage()
    // No browser is led there by another site: the list asks for a header, the export for a page of ours. It is given a key.
    await page.route('**/v1/audit-log**', async (route) => {
      const given = await fetch(route.request().url(), {
        headers: { authorization: `Bearer ${house.liveKey}` },
      })
      const { status, headers } = given
      await route.fulfill({ status, headers: Object.fromEntries(headers), body: await given.text() })
    })
    const answer = await page.goto(appUrl(house) + house.audit.list)
    const headers = answer?.headers() ?? {}
    expect([headers['content-type'], headers['x-content-type-options']]).toEqual([
      'application/json; charset=utf-8',
      'nosniff',
    ])
    const { data } = JSON.parse(await page.evaluate<string>('document.body.innerText'))
    const shown = data.flatMap((entry: { user_agent: string; details: { name: string } }) => [
      entry.user_agent,
      entry.details.name,
    ])
    expect(shown.toSorted()).toEqual(house.audit.texts.toSorted())
    await look(page)
    for (const format of ['csv', 'ndjson']) {
      const path = `${appUrl(house)}${house.audit.export}&format=${format}`
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        expect(page.goto(path)).rejects.toThrow(/download/i),
      ])
      expect(file.suggestedFilename()).toBe(`audit-log.${format}`)
    }
    await page.close()
  })

  test('are read as they were written in the mails, and are no line of their heads', {
    timeout: 60_000,
  }, async () => {
    const mails = await house.mails()
    const reader = await startChromium()
    await watch(reader)
    // A program for mail has no policy of ours.
    const page = await reader.open('about:blank')
    const from = read.length
    for (const { html, subject = '' } of mails) {
      await page.setContent(html || '')
      await look(page)
      expect(subject).not.toMatch(/[\r\n]/)
    }
    await reader.close()
    const words = read.slice(from).join('\n')
    expect(house.mailed.filter((text) => !words.includes(text)).map((text) => text.slice(0, 80))).toEqual([])
    // The one thing of a mail is its subject too. The plain text has every word, each line as long as any program shows.
    const [only] = mails.filter(({ subject }) => subject?.includes(hostileText('excerptsingle', 0)))
    const plain = only?.text?.replaceAll(/\s+/g, ' ') ?? ''
    for (const text of house.mailed.filter((each) => /hit\('(?:excerpt|at|said)single/.test(each)))
      expect(plain).toContain(text)
  })

  test('were all there to be read, ran nowhere, broke no policy and asked nobody for anything', () => {
    const everything = read.join('\n')
    const unread = [...house.planted, ...house.audit.texts].filter((text) => !everything.includes(text))
    // The whole text of every page would drown what is missing.
    const found = { unread: unread.map((text) => text.slice(0, 80)), wrong }
    expect(found).toEqual({ unread: [], wrong: [] })
  })
})

/** Notes what runs, what a policy forbade, and every request to another host, in all pages of a browser. */
async function watch({ context }: Chromium): Promise<void> {
  await context.exposeFunction('hit', (name: string) => wrong.push(`${name} ran`))
  await context.exposeFunction('tellReport', (report: string) => wrong.push(`a policy forbade ${report}`))
  await context.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
    tellReport(event.violatedDirective + ' ' + event.blockedURI + ' on ' + location))`)
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    const isOwn = hostname === new URL(appUrl(house)).hostname || hostname === '127.0.0.1'
    if (/^https?:/.test(protocol) && !isOwn) wrong.push(`${request.url()} was asked for`)
  })
}

/** Looks at addresses in two tabs at once. */
async function visitAll(page: Page, paths: readonly string[]): Promise<void> {
  const tabs = [page, await page.context().newPage()]
  for (let at = 0; at < paths.length; at += 2) {
    const visits = paths.slice(at, at + 2).map(async (path, index) => {
      const tab = tabs[index] ?? page
      await tab.goto(appUrl(house) + path)
      await look(tab)
    })
    await Promise.all(visits)
  }
  await tabs[1]?.close()
}

/** Waits until a page asks for nothing more, and notes what it shows and what it must not have. */
async function look(page: Page): Promise<void> {
  await settle(page)
  // The request to a network and its answer stand behind a button, as do what happened to a person's account and entries of the log.
  if (/\/posts\/[\w-]+$|\/settings\/(?:security|audit)$/.test(new URL(page.url()).pathname)) {
    await page.evaluate(
      `for (const button of document.querySelectorAll('main button[aria-expanded=false]')) button.click()`,
    )
    await settle(page)
  }
  const { words, bad } = await page.evaluate<{ words: string[]; bad: string[] }>(findings)
  read.push(...words)
  wrong.push(...bad.map((each) => `${each} stands on ${page.url()}`))
}

/** Waits until a page asks for nothing more and stays as it is. */
async function settle(page: Page): Promise<void> {
  // The frame of the app stands before the page in it.
  if ((await page.locator('#root').count()) > 0) await page.locator('h1').first().waitFor()
  const asked = () =>
    page.evaluate<number>(`performance.getEntriesByType('resource').length + document.all.length`)
  for (let before = -1, now = await asked(); before !== now; before = now, now = await asked())
    await pause(100)
}

/** The words of a page, those of its fields and attributes too; and handlers and addresses that a text made. */
const findings = `(() => {
  const all = [...document.querySelectorAll('*')]
  const attributes = all.flatMap((each) => [...each.attributes])
  const isBad = ({ name, value }) =>
    name.startsWith('on') ||
    (/^(?:href|src|action|formaction|data|xlink:href)$/.test(name) &&
      !/^(?:https?:|mailto:|blob:|data:image)/.test(URL.parse(value, document.baseURI)?.href ?? ''))
  return {
    words: [
      document.documentElement.textContent,
      ...all.map((each) => each.value).filter((value) => typeof value === 'string'),
      ...attributes.map(({ value }) => value),
    ],
    bad: [
      ...attributes.filter(isBad).map(({ name, value }) => name + '=' + value),
      ...all.filter((each) => /^(?:base|object|embed|iframe|math|frame)$/i.test(each.tagName)).map((each) => each.outerHTML),
    ],
  }
})()`
