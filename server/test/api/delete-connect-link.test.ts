import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { startBrowser } from '../browser.ts'
import { linkNow, linksPath, makeLink } from '../connect-link.ts'
import { type House, startHouse } from '../house.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const remove = (id: string) => house.request('DELETE', `${linksPath}/${id}`)
const accounts = async () => (await house.request('GET', '/v1/social-accounts')).json.meta.total
const consent = { names: 'Late', behavior: 'grant', decision: 'allow' }

test('revokes a link at once: its page is gone, and nobody can sign in from it', async () => {
  const { id, url } = await makeLink(house)
  const browser = startBrowser()
  const page = await browser.open(`${url}/sandbox/oauth`)
  expect(page.status).toBe(200)
  const { status, json } = await remove(id)
  expect([status, json]).toEqual([200, { id, deleted: true, success: true }])
  for (const gone of [await browser.open(url), await browser.send(page)])
    expect([gone.status, gone.text]).toMatchObject([404, expect.stringContaining('it was withdrawn')])
})

test('ends a sign-in that was begun from it', async () => {
  const { id, url } = await makeLink(house)
  const browser = startBrowser()
  const network = await browser.send(await browser.open(`${url}/sandbox/oauth`))
  await remove(id)
  const back = await browser.send(network, consent)
  expect([back.status, back.text]).toMatchObject([400, expect.stringContaining('Nothing was connected')])
  expect(await accounts()).toBe(0)
  const attempts = await house.db.rows(sql`select id from connect_attempts where link_id = ${id}`)
  expect(attempts).toEqual([])
})

test('ends one that waits for a choice', async () => {
  const { id, url } = await makeLink(house)
  const browser = startBrowser()
  const network = await browser.send(await browser.open(`${url}/sandbox/oauth`))
  const choice = await browser.send(network, { ...consent, names: 'One\nTwo' })
  const chosen = /value="([^"]+)"/.exec(choice.text)?.[1] ?? ''
  await remove(id)
  expect((await browser.send(choice, { external_id: chosen })).status).toBe(404)
  expect(await accounts()).toBe(0)
})

test('waits for a sign-in that is being stored, and then leaves its account', async () => {
  const { id, url } = await makeLink(house, { platforms: ['sandbox'] })
  const browser = startBrowser()
  const form = await browser.open(`${url}/sandbox/name`)
  const [page, removed] = await Promise.all([browser.send(form, { name: 'Race' }), remove(id)])
  expect(removed.status).toBe(200)
  // Whichever came first: an account that its page told of, or none.
  const isConnected = (await accounts()) === 1
  expect(page.status).toBe(isConnected && page.text.includes('can publish') ? 200 : 404)
})

test('leaves the account that was connected with it', async () => {
  const { id, url } = await makeLink(house)
  const browser = startBrowser()
  await browser.send(await browser.open(`${url}/sandbox/name`), { name: 'Stays' })
  const [account] = (await linkNow(house, id)).social_accounts
  await remove(id)
  expect((await house.request('GET', `/v1/social-accounts/${account}`)).json.status).toBe('active')
})

const admissible = async () => {
  const { id } = await makeLink(house)
  return { id, method: 'DELETE', path: `${linksPath}/${id}` }
}
testRefusals(() => house, 'accounts', admissible)
testStrangers(() => house, admissible)
