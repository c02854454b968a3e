import { expect, test } from 'vitest'
import { type ApiOperation, readOperations } from './api-document.ts'
import { findOperations, groupByTag, tagName } from './find-operations.ts'

const described = (operationId: string, tag: string, summary: string, description = '') => ({
  operationId,
  tags: [tag],
  summary,
  description,
  responses: {},
})

const operations = readOperations({
  tags: [{ name: 'posts' }, { name: 'social-accounts' }],
  paths: {
    '/v1/social-accounts': { get: described('listSocialAccounts', 'social-accounts', 'List the accounts') },
    '/v1/posts': {
      post: described('createPost', 'posts', 'Create a draft', 'Ids come from GET /v1/social-accounts.'),
      get: described('listPosts', 'posts', 'List posts'),
    },
    '/avatars/{file}': { get: described('readAvatar', 'avatars', 'Read a picture') },
  },
})
const found = (text: string) => findOperations(operations, text).map(({ id }: ApiOperation) => id)

test('operations are found by words, id, method and path, in any order', () => {
  expect(found('')).toHaveLength(4)
  expect(found('draft create')).toEqual(['createPost'])
  expect(found('POST /v1/posts')).toEqual(['createPost'])
  expect(found('POST')).toEqual(['createPost'])
  expect(found('listpo')).toEqual(['listPosts'])
  expect(found('no such thing')).toEqual([])
})

test('descriptions count only where nothing else has the words', () => {
  expect(found('social-accounts')).toEqual(['listSocialAccounts'])
  expect(found('ids come')).toEqual(['createPost'])
})

test('the groups stand in the order of the document, and tags that it does not list come last', () => {
  expect(groupByTag(operations).map(({ tag, operations: own }) => `${tag} ${own.length}`)).toEqual([
    'posts 2',
    'social-accounts 1',
    'avatars 1',
  ])
  expect(tagName('social-accounts')).toBe('Social accounts')
})
