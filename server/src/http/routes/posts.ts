import Type from 'typebox'
import { pageSchema } from '../../lib/page.ts'
import { cancelPost } from '../../posts/cancel-post.ts'
import { createPost } from '../../posts/create-post.ts'
import { deletePost } from '../../posts/delete-post.ts'
import { getPost, getPostWithResults } from '../../posts/get-post.ts'
import { Expand, listPosts, PostQuery } from '../../posts/list-posts.ts'
import { NewPostBody, PostChangesBody } from '../../posts/post-body.ts'
import { PostSchema, postWithResults } from '../../posts/post-schema.ts'
import { PostResultSchema } from '../../posts/results/post-result-schema.ts'
import { updatePost } from '../../posts/update-post.ts'
import { PostCheckSchema, validatePost } from '../../posts/validate-post.ts'
import { defineOperation, withEtag } from '../operation.ts'
import { deleted, idParams } from '../schemas.ts'
import { checkExample, newPostExample, pageOf, postExample, resultExample } from './post-examples.ts'

const closed = { additionalProperties: false }
const shown = <Body>({ post, etag }: { post: Body; etag: string }) => withEtag(post, etag)

const getQuery = Type.Object({ expand: Expand }, closed)

const deleteQuery = Type.Object(
  {
    unpublish: Type.Optional(
      Type.Boolean({ description: 'Also delete it from the networks that allow that.' }),
    ),
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
      'Only `social_accounts` is required. Without `scheduled_at` the post is published immediately; with `is_draft` it is saved and not published. What is not a draft needs the scope `publish` too.',
    body: NewPostBody,
    response: PostSchema,
    bodyExample: newPostExample,
    successExample: postExample,
    run: async (call, { body }) => shown(await createPost(call, body)),
  }),
  defineOperation({
    id: 'validatePost',
    method: 'POST',
    path: '/v1/posts/validate',
    scope: 'read',
    kind: 'read',
    summary: 'Say what would stand in the way of a post, without storing it',
    description:
      'Takes the body of create. Answers for each account every problem, the length as its network counts it, and where links, mentions and what is too long stand.',
    body: NewPostBody,
    response: PostCheckSchema,
    bodyExample: newPostExample,
    successExample: checkExample,
    run: (call, { body }) => validatePost(call, body),
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
    summary: 'Change a post that has not begun to go out',
    description:
      'Changes what it names and leaves the rest. `is_draft: false` promotes a draft; `scheduled_at: null` publishes now. `If-Match` with the ETag of the post guards against overwriting somebody else’s change. What is not a draft needs the scope `publish` too.',
    params: idParams,
    body: PostChangesBody,
    response: PostSchema,
    bodyExample: { caption: 'The autumn bread list, corrected' },
    successExample: { ...postExample, caption: 'The autumn bread list, corrected' },
    run: async (call, { params, body, ifMatch }) => shown(await updatePost(call, params.id, body, ifMatch)),
  }),
  defineOperation({
    id: 'deletePost',
    method: 'DELETE',
    path: '/v1/posts/{id}',
    scope: 'write',
    kind: 'change',
    thing: 'post',
    problems: [409, 412],
    summary: 'Delete a post of which nothing is public',
    params: idParams,
    query: deleteQuery,
    response: deleted,
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
    summary: 'Stop a post on every account, or on none',
    description:
      'A post that is canceled is never published. Where publishing has begun, nothing is changed.',
    params: idParams,
    response: PostSchema,
    successExample: { ...postExample, status: 'canceled' },
    run: async (call, { params, ifMatch }) => shown(await cancelPost(call, params.id, ifMatch)),
  }),
]
