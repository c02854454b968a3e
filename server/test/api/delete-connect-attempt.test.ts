import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBrowser } from '../browser.ts'
import { type House, startHouse } from '../house.ts'
import { beginSignIn, goToNetwork } from '../sign-in.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const remove = (id: string) => house.request('DELETE', `/v1/social-accounts/connect/${id}`)

test('gives a sign-in up: its page is gone, and a person who comes back connects nothing', async () => {
  const { id, url } = await beginSignIn(house)
  const browser = startBrowser()
  const consent = await goToNetwork(browser, url)
  const { status, json } = await remove(id)
  expect([status, json]).toEqual([200, { id, deleted: true, success: true }])
  const back = await browser.send(consent, { names: 'Late', behavior: 'grant', decision: 'allow' })
  expect([back.status, back.text]).toMatchObject([400, expect.stringContaining('Nothing was connected')])
  expect((await browser.open(url)).status).toBe(404)
  expect((await house.request('GET', '/v1/social-accounts')).json.meta.total).toBe(0)
})

test('leaves the account that it connected', async () => {
  const body = { platform: 'sandbox', fields: { name: 'Stays' } }
  const { json } = await house.request('POST', '/v1/social-accounts/connect', { body })
  await remove(json.id)
  const [account] = json.social_accounts
  expect((await house.request('GET', `/v1/social-accounts/${account}`)).json.status).toBe('active')
})

const admissible = async () => {
  const { id } = await beginSignIn(house)
  return { id, method: 'DELETE', path: `/v1/social-accounts/connect/${id}` }
}
testRefusals(() => house, 'accounts', admissible)
testStrangers(() => house, admissible)
