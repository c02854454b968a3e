import { expect, test } from 'vitest'
import type { Input } from '../operation.ts'
import { operations } from '../routes/index.ts'
import { sharedOperations, sharingOf } from './sharing.ts'

const input = (parts: Partial<Input>): Input => ({
  params: {},
  query: {},
  body: undefined,
  ifMatch: null,
  url: new URL('http://localhost/'),
  ...parts,
})
const name = { workspaceId: 'some', key: 'live:some', fingerprint: Buffer.of(1) }
const post = { caption: 'Bread', social_accounts: ['some'] }

test('each operation that shares is one of the API', () => {
  const ids = operations.map(({ id }) => id)
  expect(sharedOperations.filter((id) => !ids.includes(id))).toEqual([])
})

test('a new post is stored in a batch unless only a transaction can store it or keep its answer', () => {
  const { storesInBatch } = sharingOf('createPost')
  expect(storesInBatch(input({ body: post }), null)).toBe(true)
  expect(storesInBatch(input({ body: post }), name)).toBe(true)
  expect(storesInBatch(input({ body: { ...post, id: 'own' } }), null)).toBe(true)
  expect(storesInBatch(input({ body: { ...post, id: 'own' } }), name)).toBe(false)
  expect(storesInBatch(input({ body: { ...post, use_queue: true } }), null)).toBe(false)
})

test('an operation that is not named shares nothing', () => {
  const sharing = sharingOf('updatePost')
  expect(sharing.sharesLookUps).toBe(false)
  expect(sharing.readsInBatch(input({}))).toBe(false)
  expect(sharing.storesInBatch(input({ body: post }), null)).toBe(false)
})
