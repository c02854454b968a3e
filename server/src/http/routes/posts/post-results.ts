import Type from 'typebox'
import type { JsonObject } from '../../../lib/json/json.ts'
import { pageSchema } from '../../../lib/requests/page.ts'
import { editPostResult } from '../../../posts/edits/edit-post-result.ts'
import { exampleTime } from '../../../posts/example-time.ts'
import { cancelPostResult } from '../../../posts/results/cancel-post-result.ts'
import { getPostResult } from '../../../posts/results/get-post-result.ts'
import { listPostResults, PostResultQuery } from '../../../posts/results/list-post-results.ts'
import { PostResultSchema } from '../../../posts/results/post-result-schema.ts'
import { resolvePostResult } from '../../../posts/results/resolve-post-result.ts'
import { retryPostResult } from '../../../posts/results/retry-post-result.ts'
import { defineOperation } from '../../operation.ts'
import { idParams } from '../../schemas.ts'
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

const editBody = Type.Object(
  {
    caption: Type.String({ description: 'The whole text that is to be public from now on.' }),
    part: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1_000,
        description:
          'The part of a thread, or its first comment, by its `position`. 0, the usual one, is the post itself.',
      }),
    ),
    options: Type.Optional(
      Type.Unsafe<JsonObject>({
        type: 'object',
        maxProperties: 20,
        description:
          'Options that are changed with the text, such as the title of a video. `edits` of the platform names those that can be.',
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
    audit: { action: 'post_result.resolve', keeps: ['outcome'] },
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
    audit: 'post_result.retry',
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
    id: 'editPostResult',
    method: 'POST',
    audit: { action: 'post_result.edit', keeps: ['part'] },
    path: '/v1/post-results/{id}/edit',
    scope: 'publish',
    kind: 'change',
    thing: 'post result',
    problems: [409],
    summary: 'Correct the text of a public post on one account',
    description:
      'Changes the text at the network, where the network lets it be changed: `edits` of `GET /v1/platforms` says where. It is done in the background. `edit` of the answer is pending then, and ends with `post_result.edited` or `post_result.edit_failed`. The text is set to the given one, so a try whose answer was lost is repeated. The post itself keeps the words with which it was published; `caption` of the result is what is public.',
    params: idParams,
    body: editBody,
    response: PostResultSchema,
    bodyExample: { caption: 'The autumn bread list, with prices' },
    successExample: {
      ...resultExample,
      edit: {
        status: 'pending',
        caption: 'The autumn bread list, with prices',
        asked_at: exampleTime('09:12:00.000'),
        error: null,
      },
    },
    run: (call, { params, body }) => editPostResult(call, params.id, body),
  }),
  defineOperation({
    id: 'cancelPostResult',
    method: 'POST',
    audit: 'post_result.cancel',
    path: '/v1/post-results/{id}/cancel',
    scope: 'write',
    kind: 'change',
    thing: 'post result',
    problems: [409],
    summary: 'Cancel a post on one account',
    params: idParams,
    response: PostResultSchema,
    successExample: {
      ...pendingExample,
      status: 'canceled',
      canceled_by: { kind: 'user', id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b70', name: 'Lena' },
    },
    run: (call, { params }) => cancelPostResult(call, params.id),
  }),
]
