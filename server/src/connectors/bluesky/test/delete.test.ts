import { afterEach, expect, it } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import { handIo } from '../../conformance/hand-io.ts'
import type { Account } from '../../connector.ts'
import { deletePosts } from '../delete.ts'
import type { FakeBluesky } from './fake.ts'
import { openOauthHouse } from './oauth-house.ts'

type House = Awaited<ReturnType<typeof openOauthHouse>> & { account: Account; credentials: JsonObject }

let house: House
const open = async (): Promise<House> => {
  const opened = await openOauthHouse()
  house = { ...opened, ...(await opened.connect()) }
  return house
}
afterEach(() => house.close())

const remove = ({ account, credentials, outbound }: House, remoteId: string) =>
  deletePosts.delete(
    { remoteId, url: '', reference: null },
    account,
    credentials,
    handIo(outbound, credentials)({ commit: null, media: new Map() }),
  )
const deletions = ({ fake }: { fake: FakeBluesky }) =>
  fake.calls
    .filter(({ method }) => method === 'com.atproto.repo.deleteRecord')
    .map(({ body }) => JSON.parse(body.toString()))

it('deletes the gate of a post with it, under the same key', async () => {
  const { alice } = await open()
  await remove(house, `at://${alice.did}/app.bsky.feed.post/3kabc`)
  expect(deletions(house)).toEqual([
    { repo: alice.did, collection: 'app.bsky.feed.threadgate', rkey: '3kabc' },
    { repo: alice.did, collection: 'app.bsky.feed.post', rkey: '3kabc' },
  ])
})

it.each(['at://did:plc:another/app.bsky.feed.post/3kabc', 'https://bsky.app/profile/alice.test/post/3kabc'])(
  'asks for nothing where the id is not that of a post of the account: %s',
  async (remoteId) => {
    await open()
    await expect(remove(house, remoteId)).rejects.toMatchObject({ kind: 'invalid' })
    expect(deletions(house)).toEqual([])
  },
)

it('asks to connect again where an account was connected before deleting was asked for', async () => {
  const { fake, alice } = await open()
  fake.inject('com.atproto.repo.deleteRecord', {
    kind: 'answer',
    status: 403,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ error: 'ScopeMissingError', message: 'Missing required scope' }),
  })
  await expect(remove(house, `at://${alice.did}/app.bsky.feed.post/3kabc`)).rejects.toMatchObject({
    kind: 'forbidden',
    message:
      'This was not allowed when the account was connected. Connect it again and allow everything that is asked.',
  })
})
