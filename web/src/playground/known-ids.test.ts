import { expect, test } from 'vitest'
import { type ApiOperation, type Parameter, readOperations } from './api-document.ts'
import { emptyForm } from './build-request.ts'
import { suggestIds } from './known-ids.ts'
import type { SentRequest } from './use-bench.ts'

const described = (operationId: string, tag: string) => ({ operationId, tags: [tag], responses: {} })
const operations = readOperations({
  paths: {
    '/v1/posts': { get: described('listPosts', 'posts'), post: described('createPost', 'posts') },
    '/v1/social-accounts': { get: described('listSocialAccounts', 'social-accounts') },
  },
})
const operation = (id: string) => operations.find((each) => each.id === id) as ApiOperation
const named = (name: string): Parameter => ({ name, in: 'path', schema: {} })

/** A request that was answered with this body. */
const answered = (id: string, body: unknown, status = 200): SentRequest => ({
  id: 'sent',
  operation: operation(id),
  form: emptyForm,
  body: '',
  mode: 'test',
  request: { method: 'GET', path: '', headers: {}, body: undefined },
  key: null,
  outcome: {
    kind: 'answer',
    status,
    ms: 1,
    headers: [],
    type: 'application/json',
    text: typeof body === 'string' ? body : JSON.stringify(body),
    file: null,
    isOpen: false,
    isCut: false,
  },
})

test('the ids of earlier answers about the same things are offered, each once', () => {
  const history = [
    answered('createPost', { id: 'p1' }),
    answered('listPosts', { data: [{ id: 'p2' }, { id: 'p1' }, null] }),
    answered('listSocialAccounts', { data: [{ id: 'a1' }] }),
    answered('createPost', { id: 'refused' }, 422),
    answered('createPost', 'no JSON'),
  ]
  expect(suggestIds(named('id'), operation('listPosts'), history)).toEqual(['p1', 'p2'])
  expect(suggestIds(named('social_account_id'), operation('listPosts'), history)).toEqual(['a1'])
  expect(suggestIds(named('limit'), operation('listPosts'), history)).toEqual([])
})
