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
      description: '`not_published` sends the post now. `discard` gives it up, although it may be public.',
    }),
    url: Type.Optional(
      Type.String({
        format: 'uri',
        // It is shown as a link.
        pattern: '^https?://',
        maxLength: 2_000,
        description: 'The URL of the published post, if you know it.',
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
    summary: 'List the outcomes of posts, newest first',
    description:
      'A result is listed once it is final: `published`, `failed` or `canceled`. A result that waits, is being published or needs review is no failure, so publishing its text again may publish it twice. Ask for it with `status`, such as `status=pending,publishing` or `status=any`. A result that a person discarded while it may be public (`outcome_unknown`) is also listed only on request. A single result, and `expand=results` of posts, show every status.',
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
    summary: 'Get the result of a post on one account',
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
    summary: 'Resolve a post result that needs review',
    description:
      'After `not_published`, Crier looks on the network once more and sends nothing if the post is there. `maybe_at_work_since` of the answer says since when the network may still be processing an earlier request. If it is set, the earlier post may still appear beside the new one.',
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
    summary: 'Retry a failed post result',
    description: 'Only a result of which nothing is public can be retried.',
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
    summary: 'Cancel a post on one account',
    params: idParams,
    response: PostResultSchema,
    successExample: { ...pendingExample, status: 'canceled' },
    run: (call, { params }) => cancelPostResult(call, params.id),
  }),
]
