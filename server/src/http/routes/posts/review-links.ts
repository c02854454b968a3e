import Type from 'typebox'
import { pageQuery, pageSchema } from '../../../lib/requests/page.ts'
import { createReviewLink } from '../../../posts/review-links/create-review-link.ts'
import { getReviewLink } from '../../../posts/review-links/get-review-link.ts'
import { listReviewLinks } from '../../../posts/review-links/list-review-links.ts'
import {
  MadeReviewLinkSchema,
  NewReviewLinkSchema,
  ReviewLinkSchema,
} from '../../../posts/review-links/review-link-schema.ts'
import { revokeReviewLink } from '../../../posts/review-links/revoke-review-link.ts'
import { defineOperation } from '../../operation.ts'
import { deleted, idParams } from '../../schemas.ts'

const path = '/v1/review-links'
const thing = 'review link'
const exampleId = '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b60'
const postId = '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b40'

const example = {
  id: exampleId,
  recipient: 'Harbour Bakery',
  status: 'open',
  may_decide: true,
  decides: true,
  posts: [postId],
  filter: null,
  created_by: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b70',
  last_opened_at: '2026-03-02T09:00:00.000Z',
  expires_at: '2026-03-31T08:00:00.000Z',
  revoked_at: null,
  decisions: [
    {
      post_id: postId,
      decision: 'returned',
      version: 1,
      typed_name: 'Grace',
      comment: 'Please name the price.',
      decided_at: '2026-03-02T09:05:00.000Z',
    },
  ],
  created_at: '2026-03-01T08:00:00.000Z',
}

/** Links by which clients see posts, and may decide about their approval. */
export const reviewLinkOperations = [
  defineOperation({
    id: 'createReviewLink',
    method: 'POST',
    audit: {
      action: 'review_link.create',
      keeps: ['recipient', 'posts', 'waiting', 'filter', 'may_decide', 'expires_in_seconds'],
    },
    path,
    scope: 'write',
    needsProof: true,
    kind: 'change',
    hasSecretAnswer: true,
    problems: [409],
    summary: 'Make a link by which a client reviews posts',
    description:
      'The client needs no account. Everybody who has the link sees the posts as their networks will show them, and with `may_decide` approves or returns those that wait for approval, in your name and with your rights at that moment. Say `posts`, `waiting` or `filter`.',
    body: NewReviewLinkSchema,
    response: MadeReviewLinkSchema,
    bodyExample: { recipient: 'Harbour Bakery', posts: [postId] },
    successExample: {
      ...{ ...example, last_opened_at: null, decisions: [] },
      url: 'https://crier.example.org/review#crier_review_…',
    },
    run: (call, { body }) => createReviewLink(call, body),
  }),
  defineOperation({
    id: 'listReviewLinks',
    method: 'GET',
    path,
    scope: 'read',
    kind: 'read',
    mayWait: true,
    summary: 'List the review links',
    description: 'Newest first, with what was decided by them. The secret is never shown again.',
    query: Type.Object({ ...pageQuery }, { additionalProperties: false }),
    response: pageSchema(ReviewLinkSchema),
    successExample: { data: [example], meta: { total: 1, offset: 0, limit: 10, next: null } },
    run: (call, { query, url }) => listReviewLinks(call, query, url),
  }),
  defineOperation({
    id: 'getReviewLink',
    method: 'GET',
    path: `${path}/{id}`,
    scope: 'read',
    kind: 'read',
    thing,
    summary: 'Get one review link',
    params: idParams,
    response: ReviewLinkSchema,
    successExample: example,
    run: (call, { params }) => getReviewLink(call, params.id),
  }),
  defineOperation({
    id: 'deleteReviewLink',
    method: 'DELETE',
    audit: 'review_link.delete',
    path: `${path}/{id}`,
    scope: 'write',
    kind: 'change',
    thing,
    summary: 'Revoke a review link',
    description:
      'At once and for good. It stays in the list with what was decided by it, and decisions stay as they are. A caller that may not publish revokes only the links of its own person.',
    params: idParams,
    response: deleted,
    successExample: { id: exampleId, deleted: true, success: true },
    run: async (call, { params }) => {
      await revokeReviewLink(call, params.id)
      return { id: params.id, deleted: true as const, success: true as const }
    },
  }),
]
