import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mostTries } from '../../src/connections/links/connect-link.ts'
import { sandbox } from '../../src/connectors/sandbox/connector.ts'
import { sql } from '../../src/db/database.ts'
import { createSealer } from '../../src/lib/secrecy/seal.ts'
import { createSecretKeys } from '../../src/lib/secrecy/secret-keys.ts'
import { sealedIn } from '../../src/secrets/sealed-columns.ts'
import { startTokenServer, type TokenServer } from '../accounts/token-server.ts'
import { type Browser, type Page, startBrowser } from '../browser.ts'
import { linkNow, makeLink } from '../connect-link.ts'
import { type House, startHouse } from '../house.ts'

let house: House
let server: TokenServer
beforeAll(async () => {
  server = await startTokenServer()
  house = await startHouse({ worker: false, connectors: [sandbox, server.connector] })
})
afterAll(async () => {
  await house.stop()
  await server.close()
})

const consent = { behavior: 'grant', decision: 'allow' }
const accounts = async () => (await house.request('GET', '/v1/social-accounts')).json.meta.total
const expire = (id: string) =>
  house.db.run(
    sql`update connect_links set expires_at = clock_timestamp() - interval '1 second' where id = ${id}`,
  )
const toNetwork = async (browser: Browser, url: string) =>
  browser.send(await browser.open(`${url}/sandbox/oauth`))

async function expectClosed(page: Page, words: string) {
  expect([page.status, page.text]).toMatchObject([410, expect.stringContaining(words)])
  expect(page.text).not.toContain('<form')
}

describe('#17 a connect link', () => {
  it('works once: afterwards its page says so and does nothing', async () => {
    const link = await makeLink(house)
    const [browser, late] = [startBrowser(), startBrowser()]
    const [form, lateForm] = [
      await browser.open(`${link.url}/sandbox/name`),
      await late.open(`${link.url}/sandbox/name`),
    ]
    expect((await browser.send(form, { name: 'First' })).text).toContain('first on Sandbox')
    const before = await accounts()
    await expectClosed(await late.send(lateForm, { name: 'Second' }), 'has been used')
    await expectClosed(await browser.open(link.url), 'has been used')
    await expectClosed(await browser.open(`${link.url}/sandbox/oauth`), 'has been used')
    expect(await accounts()).toBe(before)
  })

  it('connects for one of two browsers that come back from the network at once', async () => {
    const link = await makeLink(house, { platforms: ['sandbox'] })
    const before = await accounts()
    const people = await Promise.all(
      ['Ada', 'Bob', 'Cleo'].map(async (names) => {
        const browser = startBrowser()
        return { browser, names, network: await toNetwork(browser, link.url) }
      }),
    )
    const pages = await Promise.all(
      people.map(({ browser, names, network }) => browser.send(network, { ...consent, names })),
    )
    const won = pages.filter(({ text }) => text.includes('can publish there now'))
    const lost = pages.filter(({ text }) => text.includes('has been used already'))
    expect([won.length, lost.length]).toEqual([1, 2])
    expect(await accounts()).toBe(before + 1)
    expect((await linkNow(house, link.id)).social_accounts).toHaveLength(1)
    const failed = await house.db.rows(sql`
      select error ->> 'code' as code from connect_attempts where link_id = ${link.id} and status = 'failed'`)
    expect(failed).toEqual([{ code: 'link_used' }, { code: 'link_used' }])
  })

  it('connects for one of many forms that are sent at once', async () => {
    const link = await makeLink(house, { platforms: ['renewing'] })
    const before = await accounts()
    const browser = startBrowser()
    const form = await browser.open(link.url)
    const handles = Array.from({ length: 8 }, (_, index) => `crowd-${index}`)
    const pages = await Promise.all(
      handles.map((handle) => browser.send(form, { handle, password: 'right' })),
    )
    expect(pages.filter(({ text }) => text.includes('can publish there now'))).toHaveLength(1)
    for (const page of pages) expect([200, 410]).toContain(page.status)
    expect(await accounts()).toBe(before + 1)
  })

  it('is worth nothing after its time, also for a page that was opened before', async () => {
    const link = await makeLink(house)
    const browser = startBrowser()
    const form = await browser.open(`${link.url}/sandbox/name`)
    await expire(link.id)
    const before = await accounts()
    await expectClosed(await browser.send(form, { name: 'Late' }), 'has expired')
    await expectClosed(await browser.open(link.url), 'has expired')
    expect(await accounts()).toBe(before)
  })

  it('lets a person end a sign-in that was begun in time', async () => {
    const link = await makeLink(house)
    const browser = startBrowser()
    const network = await toNetwork(browser, link.url)
    await expire(link.id)
    expect((await browser.send(network, { ...consent, names: 'In time' })).text).toContain(
      'in-time on Sandbox',
    )
  })

  it('begins so many sign-ins and no more, so that nobody guesses passwords through it', async () => {
    const link = await makeLink(house, { platforms: ['renewing'] })
    const browser = startBrowser()
    const form = await browser.open(link.url)
    await house.db.run(sql`update connect_links set tries = ${mostTries - 1} where id = ${link.id}`)
    const last = await browser.send(form, { handle: 'x', password: 'guess' })
    await expectClosed(last, 'has expired')
    await expectClosed(await browser.send(form, { handle: 'good', password: 'right' }), 'has expired')
    expect(await linkNow(house, link.id)).toMatchObject({ status: 'expired', url: null })
  })

  it('cannot be guessed, nor changed into another', async () => {
    const [link, other] = [await makeLink(house), await makeLink(house)]
    const secretOf = ({ url }: { url: string }) => url.split('.').at(-1) ?? ''
    const names = [
      link.id,
      `${link.id}.`,
      `${link.id}.${'A'.repeat(43)}`,
      `${link.id}.${secretOf(other)}`,
      `${link.id}.${secretOf(link)}.x`,
      `${link.id}.${secretOf(link).slice(0, -1)}`,
      'x.y',
      "'",
    ]
    for (const name of names) {
      const url = `${house.url}/connect-links/${encodeURIComponent(name)}`
      for (const page of [url, `${url}/sandbox/oauth`])
        expect((await startBrowser().open(page)).status).toBe(404)
      const sent = await fetch(`${url}/sandbox/name`, {
        method: 'POST',
        headers: { origin: house.url, 'content-type': 'application/x-www-form-urlencoded' },
        body: 'name=Thief',
      })
      expect(sent.status).toBe(404)
    }
  })

  it('has its own secret sealed to its row', async () => {
    const [link, other] = [await makeLink(house), await makeLink(house)]
    const rows = await house.db.rows<{ secret: string }>(
      sql`select secret from connect_links where id = any(${[link.id, other.id]}::uuid[])`,
    )
    const stranger = createSealer(createSecretKeys(randomBytes(32)))
    for (const { secret } of rows) {
      expect(() =>
        stranger.open(secret, sealedIn('connect_links.secret', house.workspaceId, link.id)),
      ).toThrow()
    }
    await house.db.run(sql`
      update connect_links set secret = (select secret from connect_links where id = ${other.id}) where id = ${link.id}`)
    expect((await fetch(link.url)).status).toBe(500)
  })

  it('offers no platform and no way but its own', async () => {
    const link = await makeLink(house, { platforms: ['sandbox'] })
    const browser = startBrowser()
    for (const path of ['renewing/password', 'sandbox/password', 'sandbox/x', '..%2f/x', "sandbox/'"])
      expect((await browser.open(`${link.url}/${path}`)).status).toBe(404)
  })
})

describe('#17 the page of a connect link', () => {
  it('takes a form from one of our own pages only', async () => {
    const link = await makeLink(house)
    const foreign: Record<string, string>[] = [
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: house.url, 'sec-fetch-site': 'cross-site' },
    ]
    for (const way of ['name', 'oauth'])
      for (const headers of foreign) {
        const answer = await fetch(`${link.url}/sandbox/${way}`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
          body: 'name=Forged',
          redirect: 'manual',
        })
        expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null])
      }
    expect((await linkNow(house, link.id)).status).toBe('open')
  })

  it('is refused to the browser that did not send the form', async () => {
    const link = await makeLink(house)
    const network = await toNetwork(startBrowser(), link.url)
    const victim = startBrowser()
    const page = await victim.send(await victim.open(network.url), { ...consent, names: 'Prey' })
    expect([page.status, page.text]).toMatchObject([403, expect.stringContaining('Nothing was connected')])
    expect((await linkNow(house, link.id)).status).toBe('open')
  })

  it('shows a name as text, whatever is in it', async () => {
    const name = `</title><script>alert(1)</script><img src=x onerror="alert(1)">'&amp;`
    const link = await makeLink(house, { name, return_url: 'https://example.org/"><script>x</script>' })
    const browser = startBrowser()
    const pages = [
      await browser.open(link.url),
      await browser.open(`${link.url}/sandbox/oauth`),
      await browser.send(await browser.open(`${link.url}/sandbox/name`), {
        name: '<script>alert(2)</script>',
      }),
      await browser.open(link.url),
    ]
    for (const { text, headers } of pages) {
      expect(text).not.toContain('<script')
      expect(text).not.toContain('<img')
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/)
    }
    expect(pages[0]?.text).toContain('&#60;script&#62;alert(1)')
  })

  it('leads nowhere but to the address that the link was made with', async () => {
    const link = await makeLink(house, { return_url: 'https://agency.example.org/' })
    const browser = startBrowser()
    const query = '?return_url=https://evil.example&next=//evil.example&redirect_uri=https://evil.example'
    const page = await browser.open(`${link.url}/sandbox/name${query}`)
    const done = await browser.send(
      { ...page, text: page.text.replace(/(action="[^"]+)"/, `$1${query}"`) },
      {
        name: 'Straight',
        return_url: 'https://evil.example',
      },
    )
    expect(done.text).toContain('straight on Sandbox')
    for (const { text, visited } of [page, done]) {
      expect(text).not.toContain('evil.example')
      for (const url of visited) expect(url.startsWith(`${house.url}/`)).toBe(true)
    }
  })

  it('refuses a form that cannot be stored or is too large, and keeps standing', async () => {
    const link = await makeLink(house)
    const send = (body: string, type = 'application/x-www-form-urlencoded') =>
      fetch(`${link.url}/sandbox/name`, {
        method: 'POST',
        headers: { origin: house.url, 'content-type': type },
        body,
      })
    expect((await send('name=a%00b')).status).toBe(422)
    expect((await send(`name=${'x'.repeat(70_000)}`)).status).toBe(413)
    expect((await send('{}', 'application/json')).status).toBe(415)
    expect((await send('name=&__proto__=x&constructor=y')).status).toBe(422)
    expect((await linkNow(house, link.id)).status).toBe('open')
  })
})
