import Type, { type Static } from 'typebox'
import type { JsonObject } from '../lib/json/json.ts'
import { partsSchema } from '../lib/text/parts-schema.ts'
import { accountName } from '../posts/post-body.ts'
import { captionFields, longestCaption, usualCaption } from './caption-template.ts'
import { longestUrl } from './read-feed-address.ts'

const closed = { additionalProperties: false }
const id = Type.String({ format: 'uuid' })
const moment = Type.String({ format: 'date-time' })
const nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

export const feedActions = ['draft', 'queue', 'publish'] as const
export type FeedAction = (typeof feedActions)[number]
export const feedStatuses = ['active', 'paused', 'failing', 'stopped'] as const
export type FeedStatus = (typeof feedStatuses)[number]
export const itemOutcomes = ['seen', 'old', 'waiting', 'due', 'posted', 'skipped', 'failed'] as const
export type ItemOutcome = (typeof itemOutcomes)[number]

/** A reason in words. */
const NoteSchema = Type.Object(
  { code: Type.String(), detail: Type.String(), ...partsSchema, social_account_id: Type.Optional(id) },
  { title: 'FeedNote', ...closed },
)

const url = Type.String({
  minLength: 1,
  maxLength: longestUrl,
  description:
    'The address of a feed in RSS, Atom or JSON Feed, or of a page that names its feed. Test data read only the sample feed of this server.',
})
const accounts = Type.Array(accountName, {
  minItems: 1,
  maxItems: 100,
  uniqueItems: true,
  description: 'Accounts on which the posts go out: their ids, or their numbers.',
})

/** The settings of the posts, as a request gives them. */
const settings = {
  action: Type.Enum([...feedActions], {
    description:
      'A new item becomes a `draft`, a post at the next free time of the `queue`, or one that goes out at once (`publish`).',
  }),
  caption: Type.String({
    minLength: 1,
    maxLength: longestCaption,
    description: `The text of a post, with fields in braces: ${captionFields.map((name) => `\`{${name}}\``).join(', ')}. By default \`${usualCaption.replaceAll('\n', '\\n')}\`. Text that is longer than a network takes is shortened after a word; the link stays.`,
  }),
  platform_configurations: Type.Unsafe<JsonObject | null>({
    type: ['object', 'null'],
    description:
      'As in a post: an object by platform, with its options. A `caption` in it replaces that of the feed, with the same fields.',
    patternProperties: { '': { type: 'object' } },
  }),
  with_picture: Type.Boolean({
    description:
      'Whether the picture of an item goes with its post; true by default. A picture that cannot be had is left out, with a note.',
  }),
  tags: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
    maxItems: 50,
    uniqueItems: true,
    description: 'Tags of the posts.',
  }),
  max_per_day: Type.Integer({
    minimum: 1,
    maximum: 100,
    description:
      'How many items become posts by themselves within 24 hours; 10 by default. The others wait for a person.',
  }),
}

export const NewFeedBody = Type.Object(
  {
    url,
    social_accounts: accounts,
    action: settings.action,
    caption: Type.Optional(settings.caption),
    platform_configurations: Type.Optional(settings.platform_configurations),
    with_picture: Type.Optional(settings.with_picture),
    tags: Type.Optional(settings.tags),
    max_per_day: Type.Optional(settings.max_per_day),
    newest: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 10,
        description:
          'How many of the items that are there already become posts, the newest ones; 0 by default. All others count as seen.',
      }),
    ),
  },
  closed,
)
export type NewFeedBody = Static<typeof NewFeedBody>

export const FeedChangesBody = Type.Object(
  {
    url: Type.Optional(url),
    social_accounts: Type.Optional(accounts),
    action: Type.Optional(settings.action),
    caption: Type.Optional(settings.caption),
    platform_configurations: Type.Optional(settings.platform_configurations),
    with_picture: Type.Optional(settings.with_picture),
    tags: Type.Optional(settings.tags),
    max_per_day: Type.Optional(settings.max_per_day),
    status: Type.Optional(
      Type.Enum(['active', 'paused'], {
        description: 'Pauses the feed, or resumes one that is paused or stopped.',
      }),
    ),
  },
  closed,
)
export type FeedChangesBody = Static<typeof FeedChangesBody>

/** The body of createFeed, so that it can be checked as it is. The members that the preview does not show are ignored. */
export const FeedCheckBody = Type.Object(
  {
    ...Type.Partial(NewFeedBody).properties,
    url,
    social_accounts: Type.Optional(Type.Array(accountName, { maxItems: 100, uniqueItems: true })),
  },
  closed,
)
export type FeedCheckBody = Static<typeof FeedCheckBody>

const item = {
  title: Type.String(),
  link: nullable(Type.String({ format: 'uri' })),
  published_at: nullable(moment),
}

export const FeedItemSchema = Type.Object(
  {
    id,
    feed_id: id,
    ...item,
    outcome: Type.Enum([...itemOutcomes], {
      description:
        '`seen`: it was there before the feed was added. `old`: it was published long before it appeared, or had appeared under another id. `waiting`: a person decides. `due`: it is about to become a post. `posted`, `skipped` by a person, or `failed`.',
    }),
    post_id: nullable(
      Type.String({ format: 'uuid', description: 'The post that was made of it, which may be deleted.' }),
    ),
    notes: Type.Array(NoteSchema, {
      description: 'The reasons why it became no post, or why something was left out of it.',
    }),
    found_at: moment,
  },
  { title: 'FeedItem', ...closed },
)
export type ShownItem = Static<typeof FeedItemSchema>

export const FeedSchema = Type.Object(
  {
    id,
    url: Type.String({ format: 'uri' }),
    title: Type.String({ description: 'The name that the feed gives itself, or its host.' }),
    site_url: nullable(Type.String({ format: 'uri' })),
    status: Type.Enum([...feedStatuses], {
      description:
        '`failing`: it could not be read for three days, and is still tried. `stopped`: Crier gave up on it; `problem` says why, and resuming it makes whoever does that the one in whose name its posts are.',
    }),
    problem: nullable(NoteSchema),
    social_accounts: Type.Array(id),
    ...settings,
    // The serializer writes values without a type as they are.
    platform_configurations: Type.Unsafe<JsonObject | null>({
      description: 'As in the request; null if there was none.',
    }),
    waiting: Type.Integer({ minimum: 0, description: 'How many items wait for a person, or failed.' }),
    last_item: nullable(FeedItemSchema),
    last_look_at: nullable(moment),
    next_look_at: nullable(moment),
    created_by: Type.String({ format: 'uuid', description: 'The person in whose name its posts are made.' }),
    created_at: moment,
    updated_at: moment,
  },
  { title: 'Feed', ...closed },
)
export type Feed = Static<typeof FeedSchema>

const preview = Type.Object(
  {
    social_account_id: id,
    platform: Type.String(),
    caption: Type.String({ description: 'The text as it would go out, shortened where it is too long.' }),
    is_shortened: Type.Boolean(),
    length: Type.Object({ count: Type.Integer(), max: Type.Integer(), unit: Type.String() }, closed),
    problems: Type.Array(NoteSchema),
  },
  closed,
)

export const FeedCheckSchema = Type.Object(
  {
    url: Type.String({ format: 'uri', description: 'The address of the feed itself.' }),
    title: Type.String(),
    site_url: nullable(Type.String({ format: 'uri' })),
    format: Type.Enum(['rss', 'rss1', 'atom', 'json']),
    alternatives: Type.Array(
      Type.Object({ url: Type.String({ format: 'uri' }), title: Type.String() }, closed),
      {
        description:
          'All feeds that the page names, if the address was that of a page. The first of them was read.',
      },
    ),
    total: Type.Integer({ minimum: 0, description: 'How many items it has.' }),
    items: Type.Array(
      Type.Object(
        {
          ...item,
          summary: Type.String(),
          author: Type.String(),
          categories: Type.Array(Type.String()),
          has_picture: Type.Boolean(),
        },
        closed,
      ),
      { description: 'The newest, at most 10.' },
    ),
    previews: Type.Array(preview, {
      description: 'The newest item as a post on each account that was named.',
    }),
  },
  { title: 'FeedCheck', ...closed },
)
export type FeedCheck = Static<typeof FeedCheckSchema>

export const DecisionBody = Type.Object(
  {
    decision: Type.Enum(['post', 'skip']),
    items: Type.Optional(
      Type.Array(id, {
        minItems: 1,
        maxItems: 50,
        uniqueItems: true,
        description:
          'Ids of items. One that is `seen` or `old` can be posted too. Left out: all that wait, at most 50.',
      }),
    ),
  },
  closed,
)
export type DecisionBody = Static<typeof DecisionBody>
