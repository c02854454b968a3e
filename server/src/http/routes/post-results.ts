import Type from 'typebox'
import { pageSchema } from '../../lib/page.ts'
import { cancelPostResult } from '../../posts/results/cancel-post-result.ts'
import { getPostResult } from '../../posts/results/get-post-result.ts'
import { listPostResults, PostResultQuery } from '../../posts/results/list-post-results.ts'
import { PostResultSchema } from '../../posts/results/post-result-schema.ts'
import { resolvePostResult } from '../../posts/results/resolve-post-result.ts'
import { retryPostResult } from '../../posts/results/retry-post-result.ts'
import { defineOperation } from '../operation.ts'
import { idParams } from '../schemas.ts'
import { pageOf, resultExample } from './post-examples.ts'

const resolution = Type.Object(
  {
    outcome: Type.Enum(['published', 'not_published', 'discard'], {
      description: '`not_published` sends it now; `discard` leaves it, and it may be public.',
    }),
    url: Type.Optional(
      Type.String({
        format: 'uri',
        // It is shown as a link.
        pattern: '^https?://',
        maxLength: 2_000,
        description: 'Where it is, if you know.',
      }),
    ),
  },
  { additionalProperties: false },
)

const pendingExample = {
  ...resultExample,
  status: 'pending',
  success: false,
  platform_data: { id: null, url: null, username: 'harbour' },
  published_at: null,
}

export const postResultOperations = [
  defineOperation({
    id: 'listPostResults',
    method: 'GET',
    path: '/v1/post-results',
    scope: 'read',
    kind: 'read',
    isSharable: true,
    summary: 'List what became of posts on each account, newest first',
    query: PostResultQuery,
    response: pageSchema(PostResultSchema),
    successExample: pageOf(resultExample),
    run: (call, { query, url }) => listPostResults(call, query, url),
  }),
  defineOperation({
    id: 'getPostResult',
    method: 'GET',
    path: '/v1/post-results/{id}',
    scope: 'read',
    kind: 'read',
    thing: 'post result',
    summary: 'Get what became of a post on one account',
    params: idParams,
    response: PostResultSchema,
    successExample: resultExample,
    run: (call, { params }) => getPostResult(call, params.id),
  }),
  defineOperation({
    id: 'resolvePostResult',
    method: 'POST',
    path: '/v1/post-results/{id}/resolve',
    scope: 'publish',
    kind: 'change',
    thing: 'post result',
    problems: [409],
    summary: 'Say what became of a post when Crier would rather ask than post twice',
    description:
      'After `not_published` Crier looks once more before it sends: if the post is there by then, nothing is sent. `maybe_at_work_since` of the answer says since when a server may still be at work on what was sent before; then the post may still appear, besides the one that is sent now.',
    params: idParams,
    body: resolution,
    response: PostResultSchema,
    bodyExample: { outcome: 'published', url: 'https://social.example/@harbour/81' },
    successExample: resultExample,
    run: (call, { params, body }) => resolvePostResult(call, params.id, body),
  }),
  defineOperation({
    id: 'retryPostResult',
    method: 'POST',
    path: '/v1/post-results/{id}/retry',
    scope: 'publish',
    kind: 'change',
    thing: 'post result',
    problems: [409],
    summary: 'Try a failed result again',
    description: 'Only where the network is known to have nothing of it.',
    params: idParams,
    response: PostResultSchema,
    successExample: pendingExample,
    run: (call, { params }) => retryPostResult(call, params.id),
  }),
  defineOperation({
    id: 'cancelPostResult',
    method: 'POST',
    path: '/v1/post-results/{id}/cancel',
    scope: 'write',
    kind: 'change',
    thing: 'post result',
    problems: [409],
    summary: 'Stop a post on one account',
    params: idParams,
    response: PostResultSchema,
    successExample: { ...pendingExample, status: 'canceled' },
    run: (call, { params }) => cancelPostResult(call, params.id),
  }),
]
