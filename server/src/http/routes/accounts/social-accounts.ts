import Type from 'typebox'
import { getSocialAccount } from '../../../accounts/get-social-account.ts'
import { listChoices } from '../../../accounts/list-choices.ts'
import { listSocialAccounts } from '../../../accounts/list-social-accounts.ts'
import { updateSocialAccount } from '../../../accounts/update-social-account.ts'
import { disconnectAccount } from '../../../connections/disconnect-account.ts'
import { pageQuery, pageSchema } from '../../../lib/requests/page.ts'
import { longestTag, mostTags } from '../../../lib/requests/tags.ts'
import { defineOperation } from '../../operation.ts'
import { deleted, id, idParams, limits, nullable, time } from '../../schemas.ts'

const closed = { additionalProperties: false }
const tag = Type.String({ minLength: 1, maxLength: longestTag })
const thing = 'social account'
const status = Type.Enum(['active', 'needs_reconnect', 'blocked', 'disabled'])

// The platform defines the members; `GET /v1/platforms` lists them.
const behavior = Type.Record(Type.String(), Type.Unknown(), {
  title: 'Behavior',
  description:
    'The behaviour that was last set on a simulated network; null on a real one. Its schema is `behavior` of the platform.',
})

const socialAccount = Type.Object(
  {
    id,
    number: Type.Integer({
      minimum: 1,
      description:
        'A short name of the account within its workspace, for programs that take ids for numbers. Posts accept it in place of the id. It is never given to another account.',
    }),
    platform: Type.String(),
    username: Type.String(),
    display_name: Type.String(),
    avatar_url: nullable(
      Type.String({
        format: 'uri',
        description: 'A public URL of this server for its picture; null where its network has none.',
      }),
    ),
    profile_url: Type.String(),
    status,
    needs_reconnect: Type.Boolean({ description: 'Whether `status` is `needs_reconnect`.' }),
    expires_at: nullable(time),
    sign_in_ends_at: nullable(
      Type.String({
        format: 'date-time',
        description:
          'When a person has to sign in again, such as after 60 days on LinkedIn. Null where Crier renews the access by itself, as it does with access for hours, and where the network does not say.',
      }),
    ),
    way: nullable(
      Type.String({ description: 'The way in which it was connected, as in `ways` of its platform.' }),
    ),
    tags: Type.Array(Type.String(), { description: 'The groups that people sorted it into.' }),
    limits,
    behavior: nullable(behavior),
    cannot_delete: nullable(
      Type.String({
        description:
          'Why its public posts cannot be deleted with `unpublish=true` of `DELETE /v1/posts/{id}`, in a sentence, such as a permission that it lacks; null where they can.',
      }),
    ),
    external_id: Type.String({ description: 'The id of the profile on the network.' }),
    waiting_posts: Type.Integer({
      minimum: 0,
      description: 'The posts that it is still to publish, also held ones; 1000 where there are more.',
    }),
    next_post_at: nullable(
      Type.String({
        format: 'date-time',
        description: 'When the first of them is planned; null where there is none. Past where it is held.',
      }),
    ),
    created_at: time,
  },
  { title: 'SocialAccount', ...closed },
)

const choice = Type.Object(
  {
    value: Type.String({ description: 'The value for the option.' }),
    label: Type.String(),
    detail: nullable(Type.String({ description: 'A line that tells alike names apart.' })),
  },
  { title: 'Choice', ...closed },
)

const exampleId = '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b40'
const example = {
  id: exampleId,
  number: 1,
  platform: 'example',
  username: 'ada.example.org',
  display_name: 'Ada',
  avatar_url: 'https://crier.example.org/avatars/0d5c1a9b7e3f48269a0b1c2d3e4f5a6b.webp',
  profile_url: 'https://social.example.org/profile/ada.example.org',
  status: 'active',
  needs_reconnect: false,
  expires_at: null,
  sign_in_ends_at: null,
  way: 'token',
  tags: ['harbour'],
  limits: {
    text: {
      max: 300,
      unit: 'grapheme',
      also: [{ max: 3000, unit: 'utf8' }],
      link_cost: null,
      weights: null,
      links: null,
      mentions: null,
      fields: [],
    },
    media: {
      required: false,
      alt_text_max: 2000,
      sets: [{ kinds: ['image'], min: 1, max: 4, most: {} }],
      kinds: [
        {
          kind: 'image',
          types: ['image/jpeg', 'image/png'],
          max_bytes: null,
          min_duration_ms: null,
          max_duration_ms: null,
          shape: null,
          video: null,
        },
      ],
    },
    placements: null,
    thread_max: 25,
    rates: [{ per: 'account', posts: 833, every_seconds: 3600, remaining: 831 }],
  },
  behavior: null,
  cannot_delete: null,
  external_id: 'did:plc:44ybard66vv44zksje25o7dz',
  waiting_posts: 2,
  next_post_at: '2026-03-03T09:00:00.000Z',
  created_at: '2026-03-01T08:00:00.000Z',
}

export const socialAccountOperations = [
  defineOperation({
    id: 'listSocialAccounts',
    method: 'GET',
    path: '/v1/social-accounts',
    scope: 'read',
    kind: 'read',
    summary: 'List the connected social accounts',
    description: 'Without `limit`, the answer holds all of them.',
    query: Type.Object(
      {
        ...pageQuery,
        platform: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 })),
        status: Type.Optional(Type.Array(status, { maxItems: 3 })),
        username: Type.Optional(
          Type.Array(Type.String({ maxLength: 255 }), {
            maxItems: 100,
            description: 'Accounts with one of these usernames, with or without `@`, ignoring case.',
          }),
        ),
        tag: Type.Optional(
          Type.Array(tag, { maxItems: 100, description: 'Accounts with one of these tags.' }),
        ),
      },
      closed,
    ),
    response: pageSchema(socialAccount),
    successExample: { data: [example], meta: { total: 1, offset: 0, limit: 1, next: null } },
    run: (call, { query, url }) => listSocialAccounts(call, query, url),
  }),
  defineOperation({
    id: 'getSocialAccount',
    method: 'GET',
    path: '/v1/social-accounts/{id}',
    scope: 'read',
    kind: 'read',
    thing,
    summary: 'Get one connected social account',
    params: idParams,
    response: socialAccount,
    successExample: example,
    run: (call, { params }) => getSocialAccount(call, params.id),
  }),
  defineOperation({
    id: 'listChoices',
    method: 'GET',
    path: '/v1/social-accounts/{id}/choices/{option}',
    scope: 'read',
    kind: 'read',
    thing,
    problems: [409],
    summary: 'List the values that the network of an account offers for an option',
    description:
      'For options with `x-choices` in `GET /v1/platforms`, such as boards or channels. The network is asked each time.',
    params: Type.Object({ ...idParams.properties, option: Type.String({ maxLength: 100 }) }, closed),
    query: Type.Object(
      { query: Type.Optional(Type.String({ maxLength: 200, description: 'Words to search by.' })) },
      closed,
    ),
    response: Type.Object({ data: Type.Array(choice) }, closed),
    successExample: {
      data: [{ value: '8123', label: 'Kitchen ideas', detail: 'Public board, 214 pins' }],
    },
    run: async (call, { params, query }) => ({
      data: (await listChoices(call, params.id, params.option, query.query ?? '')).map((each) => ({
        ...each,
      })),
    }),
  }),
  defineOperation({
    id: 'updateSocialAccount',
    method: 'PATCH',
    audit: 'account.update',
    path: '/v1/social-accounts/{id}',
    scope: 'accounts',
    kind: 'change',
    thing,
    problems: [409],
    summary: 'Change a connected social account',
    description:
      '`behavior` sets how a simulated network treats the posts of the account, so that every outcome can be tried. It is replaced as a whole: members that are left out get their defaults, except class and lifetime, which keep their values.',
    params: idParams,
    body: Type.Object(
      {
        behavior: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
        tags: Type.Optional(
          Type.Array(tag, {
            maxItems: mostTags,
            uniqueItems: true,
            description: 'All of its tags, which sort accounts into groups.',
          }),
        ),
      },
      closed,
    ),
    response: socialAccount,
    bodyExample: { behavior: { behavior: 'drop_answer', times: 1 } },
    successExample: {
      ...example,
      behavior: { behavior: 'drop_answer', times: 1, slow_ms: 3_000, retry_after_seconds: 5 },
    },
    run: (call, { params, body }) => updateSocialAccount(call, params.id, body),
  }),
  defineOperation({
    id: 'disconnectSocialAccount',
    method: 'DELETE',
    audit: 'account.disconnect',
    path: '/v1/social-accounts/{id}',
    scope: 'accounts',
    kind: 'change',
    thing,
    summary: 'Disconnect a social account',
    description:
      'Crier’s access to the account is revoked at the network, and scheduled posts are held. Connecting the same profile again restores its id and releases the held posts.',
    params: idParams,
    response: deleted,
    successExample: { id: exampleId, deleted: true, success: true },
    run: async (call, { params }) => {
      await disconnectAccount(call, params.id)
      return { id: params.id, deleted: true as const, success: true as const }
    },
  }),
]
