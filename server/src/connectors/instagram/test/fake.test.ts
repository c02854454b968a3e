import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreeToAll } from '../../../../test/consent.ts'
import type { JsonObject } from '../../../lib/json/json.ts'
import { type FakeInstagram, harbour } from './fake.ts'
import { ownId } from './fake-sign-in.ts'
import { hereAt, openDoor, signIn } from './world.ts'

let door: Awaited<ReturnType<typeof openDoor>>
let fake: FakeInstagram
let token: string

beforeAll(async () => {
  door = await openDoor()
  fake = door.fake
  const [candidate] = await signIn(fake, door.connectIo, 'instagram')
  token = String(candidate?.profile.credentials.access_token)
})
afterAll(() => door.close())

async function get(path: string, bearer: string | null = token, method = 'GET') {
  const headers: Record<string, string> = bearer === null ? {} : { authorization: `Bearer ${bearer}` }
  const answer = await fetch(fake.instagram.url + path, { method, headers })
  const text = await answer.text()
  const error = (JSON.parse(text) as { error?: JsonObject }).error ?? null
  return { status: answer.status, text, error }
}

test('Instagram’s own host answers the fields that were asked for, and the id of the account with all its digits', async () => {
  const { status, text } = await get('/v25.0/me?fields=user_id,username,id')
  expect([status, text]).toEqual([200, `{"user_id": ${harbour.id}, "username":"harbour", "id":"${ownId}"}`])
})

test.each([
  ['a field that there is not', '/v25.0/me?fields=user_id,email', 100],
  ['an account of somebody else', '/v25.0/17841400000000002/media', 100],
  ['a token in the address', '/v25.0/me?fields=id&access_token=x', 2_500],
])('it refuses %s', async (_what, path, code) => {
  const { status, error } = await get(path)
  expect([status, error?.code]).toEqual([400, code])
})

test('it refuses no token, another one, and one of the other login', async () => {
  expect((await get('/v25.0/me?fields=id', null)).error?.code).toBe(2_500)
  expect((await get('/v25.0/me?fields=id', 'another')).error?.code).toBe(190)
  const [candidate] = await signIn(fake, door.connectIo, 'facebook')
  const page = String(candidate?.profile.credentials.access_token)
  expect((await get('/v25.0/me?fields=id', page)).error?.code).toBe(190)
})

test('it deletes nothing, which Facebook’s host alone does', async () => {
  expect((await get('/v25.0/1', token, 'DELETE')).status).toBe(404)
})

test('it trades tokens only by their own grants, with the right secret, and once they are a day old', async () => {
  const trade = (path: string, query: Record<string, string>) =>
    get(`${path}?${new URLSearchParams({ access_token: token, ...query })}`, null)
  const young = await trade('/refresh_access_token', { grant_type: 'ig_refresh_token' })
  expect([young.status, young.error?.code]).toEqual([400, 100])
  const wrong = await trade('/refresh_access_token', { grant_type: 'fb_exchange_token' })
  expect(wrong.error?.code).toBe(190)
  // A lasting token is none that a sign-in just gave.
  const client_secret = fake.client.secret
  expect((await trade('/access_token', { grant_type: 'ig_exchange_token', client_secret })).error?.code).toBe(
    190,
  )
})

test('its page refuses a redirect that is not registered', async () => {
  const query = new URLSearchParams({
    client_id: fake.client.id,
    redirect_uri: 'https://elsewhere.example/',
    response_type: 'code',
    scope: 'instagram_business_basic',
    state: 'x',
  })
  const url = `https://www.instagram.com/oauth/authorize?${query}`
  await expect(agreeToAll(hereAt(fake, url))).rejects.toThrow('The consent page answered 400')
})
