import Type from 'typebox'
import { approvePost } from '../../../posts/approval/approve-post.ts'
import { returnPost } from '../../../posts/approval/return-post.ts'
import { submitPost } from '../../../posts/approval/submit-post.ts'
import { exampleTime } from '../../../posts/example-time.ts'
import type { ShownPost } from '../../../posts/post-row.ts'
import { PostSchema } from '../../../posts/post-schema.ts'
import { defineOperation, withEtag } from '../../operation.ts'
import { idParams } from '../../schemas.ts'
import { postExample } from './post-examples.ts'

const closed = { additionalProperties: false }
const comment = Type.String({ minLength: 1, maxLength: 2_000, pattern: '[^\\s]' })
const shown = ({ post, etag }: ShownPost) => withEtag(post, etag)

const version = Type.Optional(
  Type.Integer({
    minimum: 1,
    description: 'The version of the content that you looked at: `approval.version` of the post.',
  }),
)

const waiting = {
  state: 'waiting',
  by: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b70',
  at: exampleTime('12:00:00.000', -5),
  comment: null,
  version: 1,
}
const waitingExample = { ...postExample, status: 'held', approval: waiting }
const approvedExample = { ...postExample, approval: { ...waiting, state: 'approved' } }
const returnedExample = {
  ...postExample,
  ...{ status: 'draft', is_draft: true },
  approval: { ...waiting, state: 'returned', comment: 'Please name the price.' },
}

/** The operations by which people ask for approval, give it and refuse it. */
export const postApprovalOperations = [
  defineOperation({
    id: 'submitPost',
    method: 'POST',
    audit: { action: 'post.submit', keeps: ['comment'] },
    path: '/v1/posts/{id}/submit',
    scope: 'write',
    kind: 'change',
    thing: 'post',
    problems: [409, 412],
    summary: 'Ask for the approval of a draft',
    description:
      'The post keeps its time and is `held` until it is approved, even if its time passes. A post that waits already stays as it is.',
    params: idParams,
    body: Type.Object({ comment: Type.Optional(comment) }, closed),
    isBodyOptional: true,
    response: PostSchema,
    bodyExample: { comment: 'Is the price right?' },
    successExample: waitingExample,
    run: async (call, { params, body, ifMatch }) =>
      shown(await submitPost(call, params.id, body.comment ?? null, ifMatch)),
  }),
  defineOperation({
    id: 'approvePost',
    method: 'POST',
    audit: { action: 'post.approve', keeps: ['comment', 'publish_now', 'scheduled_at', 'version'] },
    path: '/v1/posts/{id}/approve',
    scope: 'publish',
    kind: 'change',
    thing: 'post',
    problems: [409, 412],
    summary: 'Approve a post that waits for it',
    description:
      'The post goes out at its time. If that has passed, say `publish_now` or a new `scheduled_at`. Name the content that you looked at: by `version`, or by the post’s ETag as `If-Match`. If it has changed since, the approval is refused.',
    params: idParams,
    body: Type.Object(
      {
        version,
        comment: Type.Optional(comment),
        publish_now: Type.Optional(
          Type.Boolean({
            description: 'Publishes now. An account with a time of its own that is still to come keeps it.',
          }),
        ),
        scheduled_at: Type.Optional(
          Type.String({
            format: 'date-time',
            maxLength: 100,
            description: 'A new time for the post.',
          }),
        ),
      },
      closed,
    ),
    isBodyOptional: true,
    response: PostSchema,
    bodyExample: { version: 1 },
    successExample: approvedExample,
    run: async (call, { params, body, ifMatch }) => shown(await approvePost(call, params.id, body, ifMatch)),
  }),
  defineOperation({
    id: 'returnPost',
    method: 'POST',
    audit: { action: 'post.return', keeps: ['comment'] },
    path: '/v1/posts/{id}/return',
    scope: 'publish',
    kind: 'change',
    thing: 'post',
    problems: [409, 412],
    summary: 'Return a post that waits for approval to its author',
    description:
      'The post is a draft again, with your comment. Its author may change it and submit it again.',
    params: idParams,
    body: Type.Object({ comment, version }, closed),
    response: PostSchema,
    bodyExample: { comment: 'Please name the price.', version: 1 },
    successExample: returnedExample,
    run: async (call, { params, body, ifMatch }) => shown(await returnPost(call, params.id, body, ifMatch)),
  }),
]
