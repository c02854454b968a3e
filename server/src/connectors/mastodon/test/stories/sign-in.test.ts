import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBrowser } from '../../../../../test/browser.ts'
import { revokeConnections } from '../../../../accounts/revoke-connections.ts'
import { sql } from '../../../../db/database.ts'
import { type FakeMastodon, startFakeMastodon } from '../fake.ts'
import { json, page } from '../steps.ts'
import { type MastodonHouse, openMastodonHouse } from './house.ts'

let room: MastodonHouse
let fake: FakeMastodon

beforeAll(async () => {
  room = await openMastodonHouse()
  fake = await startFakeMastodon({ variant: 'mastodon-fixed' })
})
afterAll(async () => {
  await room.stop()
  await fake.close()
})

const connect = '/v1/social-accounts/connect'
const attemptOf = async (id: string) => (await room.request('GET', `${connect}/${id}`)).json

async function begin(path = connect) {
  const platform = path === connect ? { platform: 'mastodon' } : {}
  const body = { ...platform, way: 'oauth', fields: { instance: fake.url } }
  return room.request('POST', path, { body })
}

/** Goes from our page to the server, decides there, and ends on our page again. */
async function signIn(
  url: string,
  fields: Record<string, string | readonly string[]> = { decision: 'allow' },
) {
  const browser = startBrowser()
  const consent = await browser.send(await browser.open(url))
  expect(consent.url.startsWith(`${fake.url}/oauth/authorize?`)).toBe(true)
  return browser.send(consent, fields)
}

test('a person signs in on their server, and the account can publish until it is disconnected', async () => {
  const begun = (await begin()).json
  const done = await signIn(begun.url)
  expect(done.text).toContain(`alice@${new URL(fake.url).host} on Mastodon`)
  const [id] = (await attemptOf(begun.id)).social_accounts
  const { json: account } = await room.request('GET', `/v1/social-accounts/${id}`)
  expect(account).toMatchObject({ platform: 'mastodon', way: 'oauth', status: 'active' })
  const post = await room.request('POST', '/v1/posts', {
    body: { caption: 'From a sign-in', social_accounts: [id] },
  })
  expect(post.status).toBe(200)
  await expect.poll(() => fake.posts.map(({ source }) => source)).toContain('From a sign-in')
  await room.request('DELETE', `/v1/social-accounts/${id}`)
  await revokeConnections(room.context)
  const revoked = fake.calls.filter(({ name }) => name === 'POST /oauth/revoke')
  expect(revoked.map(({ headers }) => headers['content-type'])).toEqual(['application/x-www-form-urlencoded'])
})

test('an account of another person does not pass for the one that is connected again', async () => {
  const begun = (await begin()).json
  await signIn(begun.url)
  const [id] = (await attemptOf(begun.id)).social_accounts
  const path = `/v1/social-accounts/${id}/reconnect`
  const wrong = (await begin(path)).json
  const scope = ['read:accounts', 'read:statuses', 'write:media', 'write:statuses']
  const refused = await signIn(wrong.url, { decision: 'allow', person: 'bob', scope })
  expect(refused.text).toContain('You signed in as bob@')
  expect((await attemptOf(wrong.id)).error.code).toBe('another_profile')
  const right = (await begin(path)).json
  await signIn(right.url)
  expect(await attemptOf(right.id)).toMatchObject({ status: 'connected', social_accounts: [id] })
})

test.each([
  ['says no', { decision: 'refuse' }, 'Access was refused. Sign in again and allow it.'],
  ['allows too little', { decision: 'allow', person: 'alice', scope: ['read:accounts'] }, 'is missing'],
])('a person who %s reads why nothing was connected', async (_what, fields, words) => {
  const before = (await room.request('GET', '/v1/social-accounts')).json.data.length
  const begun = (await begin()).json
  const ended = await signIn(begun.url, fields)
  expect(ended.text).toContain(words)
  expect(await attemptOf(begun.id)).toMatchObject({ status: 'failed', error: { code: 'sign_in_refused' } })
  expect((await room.request('GET', '/v1/social-accounts')).json.data).toHaveLength(before)
})

test('a server that sends people elsewhere is refused before anybody goes there', async () => {
  fake.inject(
    'GET /.well-known/oauth-authorization-server',
    json(200, { ...fake.oauth.metadata(), authorization_endpoint: 'javascript:alert(1)' }),
  )
  const { status, json: problem } = await begin()
  expect([status, problem.code]).toEqual([422, 'sign_in_refused'])
  expect(problem.detail).toContain('names an address of another server for signing in')
  fake.inject('GET /api/v2/instance', page(503))
  expect((await begin()).status).toBe(503)
})

test('an account from before ways were remembered is refreshed and ended as the token that it is', async () => {
  const old = await startFakeMastodon({ variant: 'mastodon-fixed' })
  const id = await room.connect('mastodon', { instance: old.url, access_token: old.token })
  await room.context.db.run(sql`update connections set way = null where account_id = ${id}`)
  const path = `/v1/social-accounts/${id}`
  expect((await room.request('GET', path)).json.way).toBe('token')
  const body = { fields: { instance: old.url, access_token: old.token } }
  const again = await room.request('POST', `${path}/reconnect`, { body })
  expect(again.json).toMatchObject({ status: 'connected', way: 'token', social_accounts: [id] })
  await room.context.db.run(sql`update connections set way = null where account_id = ${id}`)
  const post = await room.request('POST', '/v1/posts', {
    body: { caption: 'Still here', social_accounts: [id] },
  })
  expect(post.status).toBe(200)
  await expect.poll(() => old.posts.length).toBe(1)
  await room.request('DELETE', `/v1/social-accounts/${id}`)
  await revokeConnections(room.context)
  const revoked = old.calls.find(({ name }) => name === 'POST /oauth/revoke')
  expect(JSON.parse(String(revoked?.body))).toEqual({ token: old.token })
  await old.close()
})
