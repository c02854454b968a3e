import { afterEach, beforeEach, expect, it } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import { handIo } from '../../conformance/hand-io.ts'
import { localOutbound } from '../../conformance/local-network.ts'
import type { Account } from '../../connector.ts'
import { deletePosts } from '../delete.ts'
import { measurePosts } from '../measure.ts'
import { type FakeMastodon, startFakeMastodon } from './fake.ts'
import { connectAccount } from './world.ts'

let fake: FakeMastodon
let outbound: Outbound
let connected: { account: Account; credentials: JsonObject }
beforeEach(async () => {
  fake = await startFakeMastodon({ variant: 'mastodon-2026' })
  outbound = localOutbound()
  connected = await connectAccount(outbound, { instance: fake.url, token: fake.token })
})
afterEach(async () => {
  await outbound.close()
  await fake.close()
})

const answering = (status: number, json: object) => ({
  kind: 'answer' as const,
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(json),
})
const io = () => handIo(outbound, connected.credentials)({ commit: null, media: new Map() })
const postOf = (remoteId: string) => ({ remoteId, url: '', reference: null })
const remove = (id: string) => deletePosts.delete(postOf(id), connected.account, connected.credentials, io())

it('does not take a server that knows no such call for one on which the post is gone', async () => {
  const { id } = fake.write('It stays')
  fake.inject(`DELETE /api/v1/statuses/${id}`, answering(404, { error: 'Not Found' }))
  await expect(remove(id)).rejects.toMatchObject({
    kind: 'forbidden',
    message: 'This server lets no other program delete its posts. Delete it there by hand.',
  })
  expect(fake.posts).toHaveLength(1)
})

it.each([
  [401, { error: 'The access token is invalid' }, 'unauthorized'],
  [403, { error: 'This action is outside the authorized scopes' }, 'unauthorized'],
  [403, { error: 'Your login is currently disabled' }, 'account_blocked'],
  [429, { error: 'Too many requests' }, 'rate_limited'],
  [503, {}, 'unavailable'],
])('reads %i %j as %s', async (status, json, kind) => {
  const { id } = fake.write('It stays')
  fake.inject(`DELETE /api/v1/statuses/${id}`, answering(status, json))
  await expect(remove(id)).rejects.toMatchObject({ kind })
})

it('counts quotes among the shares where the server tells them, and leaves out what it does not tell', async () => {
  const { id } = fake.write('Quoted')
  const name = `GET /api/v1/statuses/${id}`
  fake.inject(name, answering(200, { id, favourites_count: 5, reblogs_count: 2, quotes_count: 1 }))
  const measured = await measurePosts.measure([postOf(id)], connected.account, connected.credentials, io())
  expect(measured).toEqual([{ likes: 5, shares: 3 }])
})
