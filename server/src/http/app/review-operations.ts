import Type from 'typebox'
import {
  decideInReview,
  longestComment,
  longestName,
} from '../../posts/review-links/opened/decide-in-review.ts'
import { readReview } from '../../posts/review-links/opened/read-review.ts'
import { reviewSchema } from '../../posts/review-links/opened/review-schema.ts'
import { previewSchema } from '../routes/accounts/platforms.ts'
import { definePersonOperation, type PersonCall } from './person-operation.ts'
import { closed, done, isDone } from './schemas.ts'

const token = Type.String({ maxLength: 100, description: 'The secret of the link.' })
const decided = {
  token,
  ref: Type.String({ maxLength: 40, description: 'The name of the post in the review.' }),
  seen: Type.String({
    maxLength: 40,
    description: 'The member `seen` of the post that the client looked at.',
  }),
  name: Type.String({
    minLength: 1,
    maxLength: longestName,
    pattern: '[^\\s]',
    description: 'The name that the client types. Nothing proves it, and it is shown so.',
  }),
}
const decidedExample = {
  token: 'crier_review_…',
  ref: 'p3J0uY2kQvXH1nTz5cWmRg',
  seen: 'a8LkPq4sZ0bD7eVfG2hYxw',
  name: 'Grace',
}

const review = reviewSchema(previewSchema)
const colours = {
  background: '#ffffff',
  text: '#111111',
  muted: '#666666',
  accent: '#0055cc',
  edge: '#dddddd',
}
const reviewExample = {
  workspace: { name: 'Harbour Agency', timezone: 'Europe/Berlin' },
  recipient: 'Harbour Bakery',
  decides: true,
  expires_at: '2026-03-31T08:00:00.000Z',
  has_more: false,
  platforms: [
    {
      platform: 'example',
      name: 'Example',
      icon_url: 'https://crier.example.org/v1/platforms/example/icon.svg',
      preview: {
        family: 'microblog',
        avatar: 'circle',
        font: 'system-ui',
        light: colours,
        dark: colours,
        clamp: { lines: null, characters: null },
        media: 'grid',
        link_card: 'large',
        actions: ['reply'],
      },
    },
  ],
  posts: [
    {
      ref: decidedExample.ref,
      state: 'waiting',
      at: '2026-03-03T08:00:00.000Z',
      seen: decidedExample.seen,
      cannot: null,
      accounts: [
        {
          platform: 'example',
          username: 'harbour',
          display_name: 'Harbour Bakery',
          avatar_url: null,
          at: null,
          is_published: false,
          url: null,
          title: null,
          parts: [{ part: 'post', text: 'Fresh bread from six.', media: [] }],
        },
      ],
      decisions: [],
    },
  ],
}

/** The operations of a client without an account, by a review link. The secret is in the body, so that no log of addresses has it. */
export const reviewOperations = [
  definePersonOperation({
    id: 'readReview',
    method: 'POST',
    audit: { none: 'It changes nothing but when the link was last opened.' },
    path: '/app/review/read',
    who: 'anybody',
    mayWait: true,
    problems: [404, 429],
    summary: 'Read the posts behind a review link',
    body: Type.Object({ token }, closed),
    response: review,
    bodyExample: { token: decidedExample.token },
    successExample: reviewExample,
    run: async ({ context, browser }, { body }) => ({
      body: await readReview(context, body.token, browser.ip),
    }),
  }),
  definePersonOperation({
    id: 'approveInReview',
    method: 'POST',
    audit: { action: 'post.approve', writtenBy: 'verb' },
    path: '/app/review/approve',
    who: 'anybody',
    problems: [403, 404, 409, 429],
    summary: 'Approve a post by a review link',
    description: 'The post goes out at its time. One whose time has passed is not approved.',
    body: Type.Object(decided, closed),
    response: done,
    bodyExample: decidedExample,
    successExample: isDone,
    run: async (call, { body }) => {
      await decideInReview(call.context, { ...body, comment: null }, originOf(call))
      return { body: isDone }
    },
  }),
  definePersonOperation({
    id: 'returnInReview',
    method: 'POST',
    audit: { action: 'post.return', writtenBy: 'verb' },
    path: '/app/review/return',
    who: 'anybody',
    problems: [403, 404, 409, 429],
    summary: 'Ask for changes of a post by a review link',
    description: 'The post is a draft again, with the comment.',
    body: Type.Object(
      {
        ...decided,
        comment: Type.String({ minLength: 1, maxLength: longestComment, pattern: '[^\\s]' }),
      },
      closed,
    ),
    response: done,
    bodyExample: { ...decidedExample, comment: 'Please name the price.' },
    successExample: isDone,
    run: async (call, { body }) => {
      await decideInReview(call.context, body, originOf(call))
      return { body: isDone }
    },
  }),
]

function originOf({ browser }: PersonCall) {
  return { ip: browser.ip, userAgent: browser.userAgent }
}
