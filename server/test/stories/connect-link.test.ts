import Type from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sandbox } from '../../src/connectors/sandbox/connector.ts'
import { sql } from '../../src/db/database.ts'
import { removeApp, setApp } from '../../src/platform-apps/set-app.ts'
import { startTokenServer, type TokenServer } from '../accounts/token-server.ts'
import { type Page, startBrowser } from '../browser.ts'
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
const usernames = async () => {
  const { json } = await house.request('GET', '/v1/social-accounts')
  return json.data.map(({ username }: { username: string }) => username)
}
const linksOf = ({ text }: Page) =>
  [...text.matchAll(/<a href="([^"]+)">/g)].map(([, url = '']) => unescaped(url))
const unescaped = (text: string) => text.replaceAll('&#38;', '&')
const returned = (page: Page) => {
  const url = linksOf(page).find((each) => each.startsWith('https://agency.example.org'))
  return Object.fromEntries(new URL(url ?? 'x:').searchParams)
}

test('a customer connects an account by a redirect, under the name of the agency, and is led back', async () => {
  const link = await makeLink(house, {
    platforms: ['sandbox'],
    name: 'Harbour Agency',
    logo_url: 'https://cdn.example.org/logo.png?v=1&w=2',
    return_url: 'https://agency.example.org/done?customer=17',
  })
  const browser = startBrowser()
  const first = await browser.open(link.url)
  expect(first.text).toContain('<strong>Harbour Agency</strong> asks you to connect an account')
  expect(first.text).not.toContain('A workspace')
  expect(first.text).toContain('src="https://cdn.example.org/logo.png?v=1&#38;w=2"')
  expect(first.headers.get('content-security-policy')).toMatch(/; img-src https:\/\/cdn\.example\.org$/)
  expect(returned(first)).toEqual({ customer: '17', connect_link: link.id, status: 'not_connected' })
  const way = linksOf(first).find((url) => url.endsWith('/sandbox/oauth')) ?? ''
  const agree = await browser.open(way)
  expect(agree.text).toContain('everybody in Harbour Agency on this')
  expect(browser.cookies.size).toBe(0)
  const network = await browser.send(agree)
  expect(network.url).toMatch(new RegExp(`^${house.url}/sandbox/sign-in/`))
  const done = await browser.send(network, { ...consent, names: 'Customer' })
  expect([done.status, done.text]).toMatchObject([
    200,
    expect.stringContaining('customer on Sandbox: Harbour Agency'),
  ])
  expect(done.headers.get('content-security-policy')).toContain('img-src https://cdn.example.org')
  const now = await linkNow(house, link.id)
  expect(now).toMatchObject({ status: 'used', url: null, used_at: expect.any(String) })
  const [account] = now.social_accounts
  expect(returned(done)).toEqual({
    customer: '17',
    connect_link: link.id,
    status: 'connected',
    social_account: account,
  })
  const { json } = await house.request('GET', `/v1/social-accounts/${account}`)
  expect(json).toMatchObject({ username: 'customer', status: 'active', way: 'oauth' })
  const events = await house.db.rows(sql`select type from events where subject_id = ${account}`)
  expect(events).toEqual([{ type: 'social_account.connected' }])
})

test('a customer connects by a form, after a password that was refused', async () => {
  const link = await makeLink(house, { platforms: ['renewing'] })
  const browser = startBrowser()
  const form = await browser.open(link.url)
  expect(form.text).toContain('<strong>A workspace</strong> asks')
  expect(form.text).toMatch(/<input type="password"[^>]* name="password"[^>]* required>/)
  const short = await browser.send(form, { handle: 'em', password: 'her secret' })
  expect(short.status).toBe(422)
  expect(short.text).toMatch(/<input type="text" value="em"[^>]* aria-invalid="true"/)
  expect(short.text).toMatch(/<span class="fault" id="handle-fault">[^<]+<\/span>/)
  expect(short.text).not.toContain('her secret')
  const empty = await browser.send(form, { handle: '', password: '' })
  expect(empty.text).toContain('&#34;handle&#34; is missing')
  expect(await linkNow(house, link.id)).toMatchObject({ status: 'open', social_accounts: [] })
  const wrong = await browser.send(short, { handle: 'emma', password: 'her secret' })
  expect([wrong.status, wrong.text]).toMatchObject([422, expect.stringContaining('refused the credentials')])
  const done = await browser.send(wrong, { handle: '  emma ', password: 'right' })
  expect(done.text).toContain('emma on Renewing: A workspace can publish there now')
  expect(await usernames()).toContain('emma')
  expect(await linkNow(house, link.id)).toMatchObject({
    status: 'used',
    social_accounts: [expect.any(String)],
  })
})

test('a link to several networks offers each way of each', async () => {
  const link = await makeLink(house)
  const page = await startBrowser().open(link.url)
  const ways = linksOf(page).map((url) => url.slice(link.url.length))
  expect(ways).toEqual(['/sandbox/name', '/sandbox/oauth', '/renewing/password'])
  for (const label of ['Sandbox: with a name', 'Sandbox: sign in there', '>Renewing<'])
    expect(page.text).toContain(label)
  expect(page.text).not.toContain('<script')
})

test('a network whose app the operator has taken away is not offered any more', async () => {
  const { connector } = server
  const ways = connector.connect.map((way) => ({ ...way, needsApp: true }))
  const app = Type.Object({ client_id: Type.String() }, { additionalProperties: false })
  const bare = await startHouse({ worker: false, connectors: [{ ...connector, app, connect: ways }] })
  await setApp(bare.context, { ...connector, app }, { client_id: 'ours' })
  const link = await makeLink(bare, { platforms: [connector.platform] })
  expect((await startBrowser().open(link.url)).text).toContain('<button>Connect</button>')
  await removeApp(bare.context, connector.platform)
  const page = await startBrowser().open(link.url)
  expect([page.status, page.text]).toMatchObject([200, expect.stringContaining('Nothing can be connected')])
  await bare.stop()
})

test('a person chooses among several profiles, and the link is used up by all of them', async () => {
  const link = await makeLink(house, { return_url: 'https://agency.example.org/' })
  const browser = startBrowser()
  const network = await browser.send(await browser.open(`${link.url}/sandbox/oauth`))
  const choice = await browser.send(network, { ...consent, names: 'Left\nMiddle\nRight' })
  expect((await linkNow(house, link.id)).status).toBe('open')
  const ids = [...choice.text.matchAll(/name="external_id" value="([^"]+)"/g)].map(([, id = '']) => id)
  const done = await browser.send(choice, { external_id: ids.slice(1) })
  expect(done.text).toContain('middle and right on Sandbox')
  const { social_accounts } = await linkNow(house, link.id)
  expect(social_accounts).toHaveLength(2)
  expect(returned(done).social_account).toBe(social_accounts.join(','))
})

describe('a sign-in that fails says why, and the person may try again:', () => {
  test.each([
    ['access is refused', { decision: 'refuse' }, 'Access was refused'],
    ['no profile', { names: '' }, 'gave access to no profile'],
    ['the token is lost', { behavior: 'lose_token' }, 'could not be reached'],
  ])('%s', async (_what, wrong, words) => {
    const link = await makeLink(house, { return_url: 'https://agency.example.org/' })
    const browser = startBrowser()
    const network = await browser.send(await browser.open(`${link.url}/sandbox/oauth`))
    const failed = await browser.send(network, { ...consent, names: 'Again', ...wrong })
    expect(failed.text).toContain(words)
    expect(returned(failed)).toEqual({ connect_link: link.id, status: 'not_connected' })
    expect((await linkNow(house, link.id)).status).toBe('open')
    const [again = ''] = linksOf(failed)
    expect(again).toBe(link.url)
    const retry = await browser.send(await browser.open(`${again}/sandbox/oauth`))
    expect((await browser.send(retry, { ...consent, names: 'Again' })).text).toContain('again on Sandbox')
    expect((await linkNow(house, link.id)).status).toBe('used')
  })

  test('the profile is connected in another workspace', async () => {
    const { liveKey } = await house.other()
    const fields = { handle: 'theirs', password: 'right' }
    const taken = await house.request('POST', '/v1/social-accounts/connect', {
      key: liveKey,
      body: { platform: 'renewing', fields },
    })
    expect(taken.status).toBe(200)
    const link = await makeLink(house, { platforms: ['renewing'] })
    const browser = startBrowser()
    const page = await browser.send(await browser.open(link.url), fields)
    expect([page.status, page.text]).toMatchObject([
      409,
      expect.stringContaining('is connected in another workspace'),
    ])
    expect((await linkNow(house, link.id)).status).toBe('open')
    const other = await browser.send(page, { handle: 'mine', password: 'right' })
    expect(other.text).toContain('mine on Renewing')
  })

  test('a network that is away is a page as well', async () => {
    const away = await startTokenServer()
    const bare = await startHouse({ worker: false, connectors: [away.connector] })
    away.vanish()
    const link = await makeLink(bare)
    const browser = startBrowser()
    const page = await browser.send(await browser.open(link.url), { handle: 'ada', password: 'right' })
    expect([page.status, page.text]).toMatchObject([503, expect.stringContaining('could not be reached')])
    expect(page.headers.get('content-type')).toContain('text/html')
    await bare.stop()
    await away.close()
  })
})

describe('a link for an account that is connected already', () => {
  test('says whose, and takes no other profile, by form or by redirect', async () => {
    const account = await house.connect('renewing', { handle: 'grace', password: 'right' })
    const link = await makeLink(house, { social_account_id: account })
    const browser = startBrowser()
    const form = await browser.open(link.url)
    expect(form.text).toContain('Sign in as <strong>grace</strong>')
    const wrong = await browser.send(form, { handle: 'hopper', password: 'right' })
    expect([wrong.status, wrong.text]).toMatchObject([
      409,
      expect.stringContaining('You signed in as hopper, not grace.'),
    ])
    const right = await browser.send(wrong, { handle: 'grace', password: 'right' })
    expect(right.text).toContain('grace on Renewing')
    expect((await linkNow(house, link.id)).social_accounts).toEqual([account])
    expect(await usernames()).not.toContain('hopper')

    const byName = await house.connect('sandbox', { name: 'Pier' })
    const second = await makeLink(house, { social_account_id: byName })
    const network = await browser.send(await browser.open(`${second.url}/sandbox/oauth`))
    const refused = await browser.send(network, { ...consent, names: 'Not the pier' })
    expect(refused.text).toContain('Sign in as pier')
    expect((await linkNow(house, second.id)).status).toBe('open')
  })

  test('says that it was disconnected in the meantime', async () => {
    const account = await house.connect('renewing', { handle: 'left', password: 'right' })
    const link = await makeLink(house, { social_account_id: account })
    const browser = startBrowser()
    const form = await browser.open(link.url)
    await house.request('DELETE', `/v1/social-accounts/${account}`)
    const page = await browser.send(form, { handle: 'left', password: 'right' })
    expect([page.status, page.text]).toMatchObject([
      404,
      expect.stringContaining('disconnected in the meantime'),
    ])
  })
})
