import Type from 'typebox'
import { getSocialAccount } from '../../../accounts/get-social-account.ts'
import type { CallContext } from '../../../context.ts'
import { notFound, Problem } from '../../../lib/problem.ts'
import { feedJson } from '../../../sandbox/feed-json.ts'
import { readFeed, readThread } from '../../../sandbox/read-feed.ts'
import { defineOperation } from '../../operation.ts'
import { id, idParams, nullable, time } from '../../schemas.ts'
import { feedsPath } from './feed-media.ts'

const closed = { additionalProperties: false }
const reference = nullable(Type.String({ description: 'The post result that was published by it.' }))

const post = Type.Object(
  {
    id,
    url: Type.String({ format: 'uri' }),
    text: Type.String(),
    media: Type.Array(
      Type.Object(
        {
          id,
          kind: Type.Enum(['image', 'gif', 'video']),
          alt_text: Type.String(),
          url: Type.String({ format: 'uri' }),
        },
        closed,
      ),
    ),
    poll: nullable(
      Type.Object(
        { options: Type.Array(Type.String()), duration_minutes: Type.Number(), multiple: Type.Boolean() },
        closed,
      ),
    ),
    is_sensitive: Type.Boolean(),
    language: nullable(Type.String()),
    channel: nullable(Type.String()),
    cover_url: nullable(Type.String({ format: 'uri' })),
    post_result_id: reference,
    created_at: time,
    edited_at: nullable(time),
  },
  { title: 'SandboxPost', ...closed },
)

const arrival = Type.Object(
  {
    text: Type.String(),
    answer: Type.String({
      description:
        'The status of the answer, or how it was withheld: `201`, `422 refused`, `dropped`, `hung`.',
    }),
    outcome: Type.Enum(['heard', 'lost', 'refused'], {
      description: 'Whether Crier heard a good answer, none or a bad one, or a refusal.',
    }),
    detail: Type.String({ description: 'The outcome in words.' }),
    post_id: nullable(id),
    post_result_id: reference,
    is_repeat: Type.Boolean({ description: 'Whether it only found a post that was there before.' }),
    arrived_at: time,
  },
  { title: 'SandboxArrival', ...closed },
)

const feed = Type.Object(
  {
    profile: Type.Object(
      {
        name: Type.String(),
        url: Type.String({ format: 'uri', description: 'Its page for a browser.' }),
        behavior: Type.String({
          description: 'Its behaviour now: `succeed` once another one has been spent.',
        }),
        ways: Type.String({ description: 'How it treats posts, in words.' }),
      },
      closed,
    ),
    data: Type.Array(
      Type.Object(
        { posts: Type.Array(post, { description: 'The first post of a thread, then its replies.' }) },
        { title: 'SandboxThread', ...closed },
      ),
      { description: 'The newest thread first, 30 on a page.' },
    ),
    arrivals: Type.Array(arrival, {
      description: 'The newest 20 requests to publish that reached it, on the first page alone.',
    }),
    meta: Type.Object({ next: nullable(Type.String({ format: 'uri' })) }, closed),
  },
  { title: 'SandboxFeed', ...closed },
)

const exampleBase = 'https://crier.example.org/sandbox/0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b90'
const example = {
  profile: {
    name: 'harbour',
    url: exampleBase,
    behavior: 'succeed',
    ways: 'Remembers the key of every post for ever. Accepts every post.',
  },
  data: [
    {
      posts: [
        {
          id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b91',
          url: `${exampleBase}/0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b91`,
          text: 'Boats in the harbour at dawn',
          media: [],
          poll: null,
          is_sensitive: false,
          language: 'en',
          channel: null,
          cover_url: null,
          post_result_id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b60',
          created_at: '2026-03-02T09:00:01.000Z',
          edited_at: null,
        },
      ],
    },
  ],
  arrivals: [
    {
      text: 'Boats in the harbour at dawn',
      answer: '201',
      outcome: 'heard',
      detail: 'Published.',
      post_id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b91',
      post_result_id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b60',
      is_repeat: false,
      arrived_at: '2026-03-02T09:00:01.000Z',
    },
  ],
  meta: { next: null },
}

/** The feed of an account on the simulated network. */
export const sandboxFeedOperations = [
  defineOperation({
    id: 'getSandboxFeed',
    method: 'GET',
    path: '/v1/social-accounts/{id}/sandbox-feed',
    scope: 'read',
    kind: 'read',
    mayWait: true,
    thing: 'social account',
    problems: [409],
    summary: 'Read what an account on the sandbox has published',
    description: 'The posts in their threads, what arrived, and how the network treats the next post.',
    params: idParams,
    query: Type.Object(
      {
        cursor: Type.Optional(
          Type.String({ maxLength: 100, description: 'The end of the last page, from its `meta.next`.' }),
        ),
        post: Type.Optional(
          Type.String({
            maxLength: 100,
            description: 'Only the thread of the post with this id on the sandbox.',
          }),
        ),
      },
      closed,
    ),
    response: feed,
    successExample: example,
    run: (call, { params, query, url }) => getSandboxFeed(call, params.id, query, url),
  }),
]

/** @throws Problem 404, and 409 for an account on a real network */
async function getSandboxFeed(
  call: CallContext,
  accountId: string,
  { cursor = null, post = null }: { readonly cursor?: string | null; readonly post?: string | null },
  url: URL,
) {
  const { context, db } = call
  const account = await getSocialAccount(call, accountId)
  // A real network may give its profiles any id, also one of the sandbox.
  const profile = account.behavior === null ? null : account.external_id
  const feed = profile === null ? null : await readFeed(db, profile, cursor)
  if (profile === null || !feed)
    throw new Problem(409, 'not_simulated', 'This account is on a real network. Look at its profile there.')
  const found = post === null ? feed : await readThread(db, profile, post)
  if (!found) throw notFound('post')
  const next = found.olderThan === null ? null : new URL(url)
  next?.searchParams.set('cursor', found.olderThan ?? '')
  const base = `${context.config.publicUrl.replace(/\/$/, '')}${feedsPath}`
  return { ...feedJson(found, base), meta: { next: next?.href ?? null } }
}
