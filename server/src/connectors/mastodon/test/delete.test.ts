import { expect, it } from 'vitest'
import { deletePosts } from '../delete.ts'
import { measurePosts } from '../measure.ts'
import { answering, useOneAccount } from './one-account.ts'

const one = useOneAccount()
const postOf = (remoteId: string) => ({ remoteId, url: '', reference: null })
const remove = (id: string) => {
  const { account, credentials, io } = one()
  return deletePosts.delete(postOf(id), account, credentials, io)
}

it('does not take a server that knows no such call for one on which the post is gone', async () => {
  const { fake } = one()
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
  const { fake } = one()
  const { id } = fake.write('It stays')
  fake.inject(`DELETE /api/v1/statuses/${id}`, answering(status, json))
  await expect(remove(id)).rejects.toMatchObject({ kind })
})

it('counts quotes among the shares where the server tells them, and leaves out what it does not tell', async () => {
  const { fake, account, credentials, io } = one()
  const { id } = fake.write('Quoted')
  const name = `GET /api/v1/statuses/${id}`
  fake.inject(name, answering(200, { id, favourites_count: 5, reblogs_count: 2, quotes_count: 1 }))
  const measured = await measurePosts.measure([postOf(id)], account, credentials, io)
  expect(measured).toEqual([{ likes: 5, shares: 3 }])
})
