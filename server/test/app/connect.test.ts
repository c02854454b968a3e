import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { type House, startHouse } from '../house.ts'
import { beginSignIn } from '../sign-in.ts'
import { type Browser, signedIn } from './person.ts'

let house: House
let owner: Browser
beforeAll(async () => {
  house = await startHouse({ worker: false })
  owner = await signedIn(house)
})
afterAll(() => house.stop())

const begin = async () => {
  const headers = { 'crier-workspace': house.workspaceId, 'crier-mode': 'test' }
  const body = { platform: 'sandbox', way: 'oauth' }
  return (await owner.request('POST', '/v1/social-accounts/connect', { headers, body })).json
}
const goOn = (browser: Browser, id: string) =>
  browser.request('POST', `/app/connect-attempts/${id}/continue`, { body: {} })

it('leads a person to the network, and back to the app', async () => {
  const { id } = await begin()
  const { status, json } = await goOn(owner, id)
  expect(status).toBe(200)
  const consent = await fetch(json.url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: new URL(json.url).origin },
    body: new URLSearchParams({ decision: 'allow', behavior: 'grant', names: 'Pier' }).toString(),
  })
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const callback = consent.headers.get('location') ?? ''
  const back = await fetch(callback, { redirect: 'manual', headers: { cookie } })
  expect([back.status, back.headers.get('location')]).toEqual([
    303,
    `${house.context.config.publicUrl}/accounts/connect/sandbox?attempt=${id}`,
  ])
  const headers = { 'crier-workspace': house.workspaceId, 'crier-mode': 'test' }
  const attempt = await owner.request('GET', `/v1/social-accounts/connect/${id}`, { headers })
  expect(attempt.json).toMatchObject({ status: 'connected', social_accounts: [expect.any(String)] })
})

it('leads nobody on but the person who began, in the session in which they did', async () => {
  const { id } = await begin()
  const other = await goOn(await signedIn(house), id)
  expect(other.json).toMatchObject({ status: 403, code: 'another_session' })
})

it('knows no attempt of a program, and none that is not there', async () => {
  const { id } = await beginSignIn(house)
  expect((await goOn(owner, id)).json).toMatchObject({ status: 404, code: 'not_found' })
  expect((await goOn(owner, newId())).json).toMatchObject({ status: 404, code: 'not_found' })
})

it('leads nobody on whose sign-in took too long', async () => {
  const { id } = await begin()
  await house.db.run(sql`update connect_attempts set expires_at = clock_timestamp() where id = ${id}`)
  expect((await goOn(owner, id)).json).toMatchObject({ status: 409, code: 'sign_in_over' })
})

it('ends with the attempt', async () => {
  const { id } = await begin()
  const headers = { 'crier-workspace': house.workspaceId, 'crier-mode': 'test' }
  expect((await owner.request('DELETE', `/v1/social-accounts/connect/${id}`, { headers })).status).toBe(200)
  expect((await goOn(owner, id)).status).toBe(404)
})
