import Type from 'typebox'
import { pageSchema } from '../../lib/page.ts'
import { cancelPost } from '../../posts/cancel-post.ts'
import { createPost, fetchForPost } from '../../posts/create-post.ts'
import { deletePost } from '../../posts/delete-post.ts'
import { getPost, getPostWithResults } from '../../posts/get-post.ts'
import { namesUrls, withMedia } from '../../posts/import-media-urls.ts'
import { Expand, listPosts, PostQuery } from '../../posts/list-posts.ts'
import { NewPostBody, PostChangesBody } from '../../posts/post-body.ts'
import { PostSchema, postWithResults } from '../../posts/post-schema.ts'
import { PostResultSchema } from '../../posts/results/post-result-schema.ts'
import { fetchForChanges, updatePost } from '../../posts/update-post.ts'
import { PostCheckSchema, validatePost } from '../../posts/validate-post.ts'
import { defineOperation, withEtag } from '../operation.ts'
import { id, idParams } from '../schemas.ts'
import { checkExample, newPostExample, pageOf, postExample, resultExample } from './post-examples.ts'

const closed = { additionalProperties: false }
const shown = <Body>({ post, etag }: { post: Body; etag: string }) => withEtag(post, etag)

const getQuery = Type.Object({ expand: Expand }, closed)

const deletedPost = Type.Object(
  {
    id,
    deleted: Type.Boolean({ description: 'False while the post is being deleted at its networks.' }),
    success: Type.Literal(true),
  },
  { title: 'DeletedPost', ...closed },
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
    path: '/v1/posts',
    scope: 'write',
    kind: 'change',
    isOneStatement: true,
    summary: 'Create a draft, schedule a post, or publish now',
    description:
      'Only `social_accounts` is required. Without `scheduled_at` the post is published immediately. With `is_draft` it is saved and not published. A post that is not a draft also needs the scope `publish`.',
    body: NewPostBody,
    response: PostSchema,
    bodyExample: newPostExample,
    successExample: postExample,
    mustAsk: ({ body }) => namesUrls(body),
    ask: (call, { body }) => fetchForPost(call, body),
    run: async (call, { body }, urls) => shown(await createPost(call, await withMedia(call, body, urls))),
  }),
  defineOperation({
    id: 'validatePost',
    method: 'POST',
    path: '/v1/posts/validate',
    scope: 'read',
    kind: 'read',
    summary: 'Check a post without storing it',
    description:
      'Takes the same body as create. The answer holds, for each account, every problem, the length of the text as its network counts it, and the positions of links, mentions and excess text.',
    body: NewPostBody,
    response: PostCheckSchema,
    bodyExample: newPostExample,
    successExample: checkExample,
    mustAsk: ({ body }) => namesUrls(body),
    ask: (call, { body }) => fetchForPost(call, body),
    run: (call, { body }, urls) => validatePost(call, body, urls),
  }),
  defineOperation({
    id: 'listPosts',
    method: 'GET',
    path: '/v1/posts',
    scope: 'read',
    kind: 'read',
    isSharable: true,
    summary: 'List posts, newest first',
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
    response: postWithResults(PostResultSchema),
    successExample: { ...postExample, results: [resultExample] },
    sharesStatement: ({ query }) => !query.expand?.includes('results'),
    run: async (call, { params, query }) => {
      if (!query.expand?.includes('results')) return shown(await getPost(call, params.id))
      const { post, results } = await getPostWithResults(call, params.id)
      return { ...post, results }
    },
  }),
  defineOperation({
    id: 'updatePost',
    method: 'PATCH',
    path: '/v1/posts/{id}',
    scope: 'write',
    kind: 'change',
    thing: 'post',
    problems: [409, 412],
    summary: 'Change a post that is not being published yet',
    description:
      'Changes the given fields and keeps the others. `is_draft: false` promotes a draft; `scheduled_at: null` publishes now. Send the post’s ETag as `If-Match` to avoid overwriting somebody else’s change. A post that is not a draft also needs the scope `publish`.',
    params: idParams,
    body: PostChangesBody,
    response: PostSchema,
    bodyExample: { caption: 'The autumn bread list, corrected' },
    successExample: { ...postExample, caption: 'The autumn bread list, corrected' },
    mustAsk: ({ body }) => namesUrls(body),
    ask: (call, { params, body }) => fetchForChanges(call, params.id, body),
    run: async (call, { params, body, ifMatch }, urls) =>
      shown(await updatePost(call, params.id, await withMedia(call, body, urls), ifMatch)),
  }),
  defineOperation({
    id: 'deletePost',
    method: 'DELETE',
    path: '/v1/posts/{id}',
    scope: 'write',
    kind: 'change',
    thing: 'post',
    problems: [409, 412],
    summary: 'Delete a post, also at its networks',
    description:
      'A post that is public is only deleted with `unpublish=true`. It is then deleted at its networks in the background: the answer says `deleted: false`, each result shows `unpublish`, and the post is gone once all of them are done. Ask again to repeat those that failed. This needs the scope `publish` too.',
    params: idParams,
    query: deleteQuery,
    response: deletedPost,
    successExample: { id: postExample.id, deleted: true, success: true },
    run: (call, { params, query, ifMatch }) =>
      deletePost(call, params.id, { unpublish: query.unpublish ?? false, ifMatch }),
  }),
  defineOperation({
    id: 'cancelPost',
    method: 'POST',
    path: '/v1/posts/{id}/cancel',
    scope: 'write',
    kind: 'change',
    thing: 'post',
    problems: [409, 412],
    summary: 'Cancel a post on all its accounts',
    description:
      'A canceled post is never published. If publishing has begun on any account, nothing is changed.',
    params: idParams,
    response: PostSchema,
    successExample: { ...postExample, status: 'canceled' },
    run: async (call, { params, ifMatch }) => shown(await cancelPost(call, params.id, ifMatch)),
  }),
]
