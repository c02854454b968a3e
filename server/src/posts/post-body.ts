import Type, { type Static } from 'typebox'
import { MediaItem } from '../connectors/thread-option.ts'
import type { Json, JsonObject } from '../lib/json/json.ts'
import { greatestRowNumber } from '../lib/requests/row-number.ts'
import { exampleTime } from './example-time.ts'
import { mostAccounts } from './most-accounts.ts'
import { LatePolicySchema } from './post-schema.ts'

const strict = { additionalProperties: false }

const fields = {
  caption: Type.Optional(Type.String({ description: 'The text of the post.' })),
  body: Type.Optional(
    Type.String({ description: 'Another name for `caption`. If both are given, they must be equal.' }),
  ),
  media: Type.Optional(
    Type.Array(MediaItem, {
      maxItems: 100,
      description: 'The media in the order in which they are published.',
    }),
  ),
  scheduled_at: Type.Optional(
    Type.Union(
      [
        Type.String({ format: 'date-time', maxLength: 100, examples: [exampleTime('09:00:00')] }),
        Type.Null(),
      ],
      {
        description:
          'An ISO 8601 date and time of the years 1 to 9999, in UTC unless it has an offset. A part of a millisecond is rounded up. Null or absent publishes now.',
      },
    ),
  ),
  is_draft: Type.Optional(Type.Boolean({ description: 'If true, the post is saved and not published.' })),
  platform_configurations: Type.Optional(
    Type.Unsafe<JsonObject | null>({
      type: ['object', 'null'],
      description:
        'An object by platform. `caption`, `media` and `scheduled_at` replace those of the post. The other members are options of the platform, listed by `GET /v1/platforms`.',
      patternProperties: { '': { type: 'object' } },
    }),
  ),
  account_configurations: Type.Optional(
    Type.Unsafe<Json>({
      type: ['array', 'object', 'null'],
      description:
        'Configuration of up to 500 single accounts, with the same members. It overrides that of the platform. `account_id` is an id or a number. The form is a list of `{account_id, …}`, that list in an object under the name `account_configurations`, or an object by account id.',
    }),
  ),
  external_id: Type.Optional(
    Type.Union([Type.String({ minLength: 1, maxLength: 255 }), Type.Null()], {
      description: 'Your own id for the post.',
    }),
  ),
  metadata: Type.Optional(
    Type.Record(Type.String({ pattern: '^[^]{1,100}$' }), Type.String({ maxLength: 1_000 }), {
      additionalProperties: false,
      maxProperties: 50,
      description: 'Your own notes, up to 50 members.',
    }),
  ),
  tags: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 50, uniqueItems: true }),
  ),
  late_policy: Type.Optional(LatePolicySchema),
  processing_enabled: Type.Optional(
    Type.Boolean({
      description:
        'Whether media may be fitted to the limits of a network; true by default. If false, media are sent as they are, and a result fails where its network needs them changed.',
    }),
  ),
  use_queue: Type.Optional(
    Type.Union(
      [
        Type.Boolean(),
        Type.Object({ timezone: Type.Optional(Type.String({ maxLength: 100 })) }, strict),
        Type.Null(),
      ],
      {
        description:
          'Puts the post into the next slot of the queue that is free for all its accounts. `timezone` is the zone of the slots that have none of their own, in place of the workspace’s. A `scheduled_at` wins, with a warning; a draft takes no slot.',
      },
    ),
  ),
  media_urls: Type.Optional(
    Type.Union([Type.Array(Type.String({ maxLength: 2_000 }), { maxItems: 100 }), Type.Null()], {
      description:
        'Addresses of files, which become media of the post behind those in `media`. They are fetched before the post is stored, within 20 seconds. Import larger files with importMedia, and name them in `media`.',
    }),
  ),
}

/** An account as a request names it: by its id, or by its number. */
export const accountName = Type.Unsafe<string | number>({
  type: ['string', 'integer'],
  format: 'uuid-or-number',
  minimum: 1,
  maximum: greatestRowNumber,
})

const accountList = Type.Array(accountName, {
  minItems: 1,
  maxItems: mostAccounts,
  description:
    'Ids from `GET /v1/social-accounts`, or the `number` of an account, also as digits in a string.',
})

/** The body of create and validate. */
export const NewPostBody = Type.Object(
  {
    id: Type.Optional(
      Type.String({
        format: 'uuid',
        description:
          'Your own UUIDv7 for the post. If a post with this id exists, it is returned and no other is created.',
      }),
    ),
    ...fields,
    social_accounts: accountList,
  },
  strict,
)
export type NewPostBody = Static<typeof NewPostBody>

/** The body of update: only members that are there are changed. */
export const PostChangesBody = Type.Object({ ...fields, social_accounts: Type.Optional(accountList) }, strict)
export type PostChangesBody = Static<typeof PostChangesBody>

const { media_urls: _fetched, ...storable } = NewPostBody.properties

/** The body that creates many posts. Files are not fetched for them: each could take the 20 seconds of a post. */
export const NewPostsBody = Type.Object(
  {
    posts: Type.Array(Type.Object(storable, strict), {
      minItems: 1,
      maxItems: 100,
      description:
        'Each like the body of createPost, without `media_urls`: import such files first. They name up to 1,000 accounts in all.',
    }),
  },
  strict,
)
export type NewPostsBody = Static<typeof NewPostsBody>
