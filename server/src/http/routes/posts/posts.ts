import Type from 'typebox'
import { pageSchema } from '../../../lib/requests/page.ts'
import { cancelPost } from '../../../posts/cancel-post.ts'
import { createManyPosts } from '../../../posts/create-many-posts.ts'
import { createPost, fetchForPost } from '../../../posts/create-post.ts'
import { deletePost } from '../../../posts/delete-post.ts'
import { duplicatePost } from '../../../posts/duplicate-post.ts'
import { namesUrls, withMedia } from '../../../posts/fetch-media-urls.ts'
import { getPost, getPostWith } from '../../../posts/get-post.ts'
import { listPosts, PostQuery } from '../../../posts/list-posts.ts'
import { NewPostBody, NewPostsBody, PostChangesBody } from '../../../posts/post-body.ts'
import { expandedPost, PostSchema, postWithResults } from '../../../posts/post-schema.ts'
import { PostResultSchema } from '../../../posts/results/post-result-schema.ts'
import { RetriedPostSchema, retryPost } from '../../../posts/retry-post.ts'
import { fetchForChanges, updatePost } from '../../../posts/update-post.ts'
import { PostCheckSchema, validatePost } from '../../../posts/validate-post.ts'
import { defineOperation, withEtag } from '../../operation.ts'
import { id, idParams } from '../../schemas.ts'
import { checkExample, newPostExample, pageOf, postExample, resultExample } from './post-examples.ts'

const closed = { additionalProperties: false }
const shown = <Body>({ post, etag }: { post: Body; etag: string }) => withEtag(post, etag)

const getQuery = Type.Object(
  {
    expand: Type.Optional(
      Type.Array(Type.Enum(['results', 'author', 'request']), {
        description:
          '`results` adds the result on each account, `author` the person who created the post, `request` the request that would make the post as it is.',
      }),
    ),
  },
  closed,
)

const deletedPost = Type.Object(
  {
    id,
    deleted: Type.Boolean({ description: 'False while the post is being deleted at its networks.' }),
    success: Type.Literal(true),
  },
  { title: 'DeletedPost', ...closed },
)

const createdPosts = Type.Object(
  { data: Type.Array(PostSchema, { description: 'In the order sent.' }) },
  { title: 'CreatedPosts', ...closed },
)

const deleteQuery = Type.Object(
  {
    unpublish: Type.Optional(Type.Boolean({ description: 'Also delete the post at its networks.' })),
  },
  closed,
)

export const postOperations = [
  defineOperation({
    id: 'createPost',
    method: 'POST',
    audit: { action: 'post.create', writtenBy: 'verb' },
    path: '/v1/posts',
    scope: 'write',
    kind: 'change',
    problems: [409],
    summary: 'Create a draft, schedule a post, or publish now',
    description:
      'Only `social_accounts` is required. Without `scheduled_at` the post is published immediately. With `is_draft` it is saved and not published. A post that is not a draft also needs the scope `publish`; the post of an author waits for approval instead. With an `id` of its own the same request makes one post, however often it is sent: it answers the post as it is now. Another request with that id is refused.',
    body: NewPostBody,
    response: PostSchema,
    bodyExample: newPostExample,
    successExample: postExample,
    ask: ({ body }) => (namesUrls(body) ? (call) => fetchForPost(call, body) : null),
    run: async (call, { body }, urls) =>
      shown(await createPost(call, await withMedia(call, body, urls), body)),
  }),
  defineOperation({
    id: 'createManyPosts',
    method: 'POST',
    audit: { action: 'post.create', writtenBy: 'verb' },
    path: '/v1/posts/bulk',
    scope: 'write',
    kind: 'change',
    problems: [409],
    maxBodyBytes: 2 * 1024 ** 2,
    summary: 'Create up to 100 posts at once, or none of them',
    description:
      'Each post is created as in createPost, in the order sent. If one of them is refused, none is stored, and the pointers of `errors` name the faults of every post, such as `/posts/3/caption`. An `Idempotency-Key` makes all of them once.',
    body: NewPostsBody,
    response: createdPosts,
    bodyExample: { posts: [newPostExample] },
    successExample: { data: [postExample] },
    run: (call, { body }) => createManyPosts(call, body),
  }),
  defineOperation({
    id: 'validatePost',
    method: 'POST',
    audit: { none: 'It stores nothing.' },
    path: '/v1/posts/validate',
    scope: 'read',
    kind: 'read',
    summary: 'Check a post without storing it',
    description:
      'Takes the same body as create. The answer holds, for each account, every problem, the length of the text as its network counts it, and the positions of links, mentions and excess text. An `id` whose post was deleted, or that another request has taken, is a problem at `/id`; one whose post this request has made already is a warning, `post_exists`.',
    body: NewPostBody,
    response: PostCheckSchema,
    bodyExample: newPostExample,
    successExample: checkExample,
    ask: ({ body }) => (namesUrls(body) ? (call) => fetchForPost(call, body) : null),
    run: (call, { body }, urls) => validatePost(call, body, urls),
  }),
  defineOperation({
    id: 'listPosts',
    method: 'GET',
    path: '/v1/posts',
    scope: 'read',
    kind: 'read',
    mayWait: true,
    summary: 'List posts, newest first unless `order` says otherwise',
    query: PostQuery,
    response: pageSchema(postWithResults(PostResultSchema)),
    successExample: pageOf(postExample),
    run: (call, { query, url }) => listPosts(call, query, url),
  }),
  defineOperation({
    id: 'getPost',
    method: 'GET',
    path: '/v1/posts/{id}',
    scope: 'read',
    kind: 'read',
    thing: 'post',
    summary: 'Get a post',
    params: idParams,
    query: getQuery,
    response: expandedPost(PostResultSchema),
    successExample: { ...postExample, results: [resultExample] },
    run: async (call, { params, query: { expand = [] } }) => {
      if (expand.length === 0) return shown(await getPost(call, params.id))
      const { post, etag } = await getPostWith(call, params.id, expand)
      return etag === null ? post : withEtag(post, etag)
    },
  }),
  defineOperation({
    id: 'updatePost',
    method: 'PATCH',
    audit: { action: 'post.update', keeps: ['is_draft', 'scheduled_at', 'social_accounts'] },
    path: '/v1/posts/{id}',
    scope: 'write',
    kind: 'change',
    thing: 'post',
    problems: [409, 412],
    summary: 'Change a post that is not being published yet',
    description:
      'Changes the given fields and keeps the others. `is_draft: false` promotes a draft; `scheduled_at: null` publishes now. Send the post’s ETag as `If-Match` to avoid overwriting somebody else’s change. A post that is not a draft also needs the scope `publish`. Changes of an author wait for approval instead, and so does new content of a post that was approved; another time alone keeps the approval.',
    params: idParams,
    body: PostChangesBody,
    response: PostSchema,
    bodyExample: { caption: 'The autumn bread list, corrected' },
    successExample: { ...postExample, caption: 'The autumn bread list, corrected' },
    ask: ({ params, body }) => (namesUrls(body) ? (call) => fetchForChanges(call, params.id, body) : null),
    run: async (call, { params, body, ifMatch }, urls) =>
      shown(await updatePost(call, params.id, await withMedia(call, body, urls), ifMatch)),
  }),
  defineOperation({
    id: 'deletePost',
    method: 'DELETE',
    audit: 'post.delete',
    path: '/v1/posts/{id}',
    scope: 'write',
    kind: 'change',
    thing: 'post',
    problems: [409, 412],
    summary: 'Delete a post, also at its networks',
    description:
      'A post that is public is only deleted with `unpublish=true`. It is then deleted at its networks in the background: the answer says `deleted: false`, each result shows `unpublish`, and the post is gone once all of them are done. Ask again to repeat those that failed. This needs the scope `publish` too. Without this scope, only posts of your own person can be deleted.',
    params: idParams,
    query: deleteQuery,
    response: deletedPost,
    successExample: { id: postExample.id, deleted: true, success: true },
    run: (call, { params, query, ifMatch }) =>
      deletePost(call, params.id, { unpublish: query.unpublish ?? false, ifMatch }),
  }),
  defineOperation({
    id: 'duplicatePost',
    method: 'POST',
    audit: 'post.duplicate',
    path: '/v1/posts/{id}/duplicate',
    scope: 'write',
    kind: 'change',
    thing: 'post',
    summary: 'Make a draft with everything that a post says',
    description:
      'The draft has no times, no results and no `external_id`. Media that were deleted since are left out, with a warning.',
    params: idParams,
    response: PostSchema,
    successExample: { ...postExample, status: 'draft', scheduled_at: null, is_draft: true },
    run: async (call, { params }) => shown(await duplicatePost(call, params.id)),
  }),
  defineOperation({
    id: 'retryPost',
    method: 'POST',
    audit: 'post.retry',
    path: '/v1/posts/{id}/retry',
    scope: 'publish',
    kind: 'change',
    thing: 'post',
    problems: [409],
    summary: 'Try all failed results of a post again',
    description:
      'Results that may be public already are left as they are. The answer says of each failed result whether it is tried again.',
    params: idParams,
    response: RetriedPostSchema,
    successExample: {
      id: postExample.id,
      results: [
        {
          id: resultExample.id,
          social_account_id: resultExample.social_account_id,
          retried: true,
          code: null,
          detail: null,
        },
      ],
    },
    run: (call, { params }) => retryPost(call, params.id),
  }),
  defineOperation({
    id: 'cancelPost',
    method: 'POST',
    audit: 'post.cancel',
    path: '/v1/posts/{id}/cancel',
    scope: 'write',
    kind: 'change',
    thing: 'post',
    problems: [409, 412],
    summary: 'Cancel a post on all its accounts',
    description:
      'A canceled post is never published. If publishing has begun on any account, nothing is changed. Without the scope `publish`, only posts of your own person can be canceled.',
    params: idParams,
    response: PostSchema,
    successExample: { ...postExample, status: 'canceled' },
    run: async (call, { params, ifMatch }) => shown(await cancelPost(call, params.id, ifMatch)),
  }),
]
