// @module-tag slow
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBrowser } from '../browser.ts'
import { type House, startHouse } from '../house.ts'
import { beginSignIn, signIn } from '../sign-in.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const pathOf = (id: string) => `/v1/social-accounts/connect/${id}/choose`
const choose = (id: string, external_ids: unknown) =>
  house.request('POST', pathOf(id), { body: { external_ids } })

/** A sign-in that has come as far as the choice. */
async function choosing(): Promise<{ id: string; candidates: string[] }> {
  const { id, url } = await beginSignIn(house)
  await signIn(startBrowser(), url, { names: ['One', 'Two', 'Three'] })
  const { json } = await house.request('GET', `/v1/social-accounts/connect/${id}`)
  const candidates = json.candidates.map(({ external_id }: { external_id: string }) => external_id)
  return { id, candidates }
}

test('connects the chosen profiles, each with a token of its own', async () => {
  const { id, candidates } = await choosing()
  const { status, json } = await choose(id, candidates.slice(0, 2))
  expect([status, json]).toMatchObject([200, { status: 'connected', candidates: [], url: null }])
  expect(json.social_accounts).toHaveLength(2)
  for (const account of json.social_accounts) {
    const body = { caption: 'Hello', social_accounts: [account] }
    expect((await house.request('POST', '/v1/posts', { body })).status).toBe(200)
  }
})

test('is 409 before there is a choice and once it is made', async () => {
  const { id } = await beginSignIn(house)
  expect((await choose(id, ['x'])).json).toMatchObject({ status: 409, code: 'nothing_to_choose' })
  const chosen = await choosing()
  const answers = await Promise.all([
    choose(chosen.id, chosen.candidates.slice(0, 1)),
    choose(chosen.id, chosen.candidates.slice(1, 2)),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('is 422 for a profile that was not offered, and for no choice at all', async () => {
  const { id, candidates } = await choosing()
  const wrong = await choose(id, [...candidates.slice(0, 1), 'another'])
  expect(wrong.json).toMatchObject({
    status: 422,
    errors: [{ pointer: '/external_ids/1', code: 'unknown_candidate' }],
  })
  expect((await choose(id, [])).json.errors[0].code).toBe('too_few')
  const { json } = await house.request('GET', `/v1/social-accounts/connect/${id}`)
  expect(json).toMatchObject({ status: 'choosing', social_accounts: [] })
})

const admissible = async () => {
  const { id, candidates } = await choosing()
  return { id, method: 'POST', path: pathOf(id), body: { external_ids: candidates.slice(0, 1) } }
}
testRefusals(() => house, 'accounts', admissible)
testStrangers(() => house, admissible)
