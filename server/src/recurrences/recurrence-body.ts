import Type, { type Static } from 'typebox'
import { MediaItem } from '../connectors/thread-option.ts'
import { NewPostBody } from '../posts/post-body.ts'
import { weekdays } from '../queue/slot.ts'
import { LatePolicyLimit } from './late-policy-limit.ts'
import { leastMinutesApart, type Place, places, type Unit, units } from './rule.ts'

const strict = { additionalProperties: false }

const clockTime = Type.String({
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  examples: ['09:00'],
})
const date = (options: { readonly description: string }) =>
  Type.Union([Type.String({ minLength: 10, maxLength: 10, examples: ['2026-03-02'] }), Type.Null()], options)

export const RuleSchema = Type.Object(
  {
    unit: Type.Unsafe<Unit>({
      type: 'string',
      enum: [...units],
      description: 'Whether the rule counts days, weeks or months.',
    }),
    every: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        description: 'Every so many of them, counted from `starts_on`; 1 by default.',
      }),
    ),
    weekdays: Type.Optional(
      Type.Array(Type.Enum([...weekdays]), {
        minItems: 1,
        maxItems: 7,
        uniqueItems: true,
        description: 'For `week`.',
      }),
    ),
    days: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 31 }), {
        minItems: 1,
        maxItems: 31,
        uniqueItems: true,
        description:
          'For `month`: days of the month. A month that is too short for a day has its post on its last day.',
      }),
    ),
    nth: Type.Optional(
      Type.Object(
        {
          place: Type.Unsafe<Place>({ type: 'string', enum: [...places] }),
          weekday: Type.Enum([...weekdays]),
        },
        {
          description:
            'For `month`, in place of `days`: a weekday, such as the first Monday or the last Friday.',
          ...strict,
        },
      ),
    ),
    times: Type.Array(clockTime, {
      minItems: 1,
      maxItems: 6,
      uniqueItems: true,
      description: `By the clock on the wall, at least ${leastMinutesApart} minutes apart. On a day that leaves a time out, because clocks are put forward, the post goes out at the first moment after the gap. On a day that has it twice, it goes out at the first of the two.`,
    }),
  },
  { title: 'RecurrenceRule', ...strict },
)

const variation = Type.Object(
  {
    caption: Type.Optional(Type.String({ description: 'In place of the `caption` of the recurrence.' })),
    media: Type.Optional(
      Type.Array(MediaItem, { maxItems: 100, description: 'In place of the `media` of the recurrence.' }),
    ),
  },
  strict,
)

const {
  caption,
  body,
  media,
  platform_configurations,
  account_configurations,
  external_id,
  metadata,
  tags,
  processing_enabled,
  social_accounts,
} = NewPostBody.properties

const content = {
  caption,
  body,
  media,
  platform_configurations,
  account_configurations,
  external_id,
  metadata,
  tags,
  late_policy: Type.Optional(LatePolicyLimit),
  processing_enabled,
}

const timing = {
  timezone: Type.Optional(
    Type.Union([Type.String({ maxLength: 100 }), Type.Null()], {
      description:
        'A time zone of the IANA database, such as `Europe/Berlin`. Null or absent: that of the workspace now. The recurrence keeps it when the workspace gets another.',
    }),
  ),
  starts_on: Type.Optional(date({ description: 'The first day on which it may post; today by default.' })),
  ends_on: Type.Optional(date({ description: 'The last day on which it may post; null: it goes on.' })),
  ends_after: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1, maximum: 1000 }), Type.Null()], {
      description: 'Ends after so many posts; null: it goes on.',
    }),
  ),
}

const variations = Type.Optional(
  Type.Array(variation, {
    maxItems: 50,
    description:
      'Words and media that take turns: the first post has those of the first, and after the last comes the first again. Some networks refuse words that an account has posted already.',
  }),
)

/** The body that creates a recurrence. */
export const NewRecurrenceBody = Type.Object(
  { ...content, social_accounts, variations, rule: RuleSchema, ...timing },
  strict,
)
export type NewRecurrenceBody = Static<typeof NewRecurrenceBody>

/** The body that changes a recurrence: only members that are there are changed. */
export const RecurrenceChangesBody = Type.Object(
  {
    ...content,
    social_accounts: Type.Optional(social_accounts),
    variations,
    rule: Type.Optional(RuleSchema),
    ...timing,
    status: Type.Optional(
      Type.Enum(['active', 'paused'], {
        description:
          '`paused` takes the posts to come away that nobody has changed. `active` plans them again, from now on.',
      }),
    ),
  },
  strict,
)
export type RecurrenceChangesBody = Static<typeof RecurrenceChangesBody>

/** The body of the preview. */
export const RecurrencePreviewBody = Type.Object(
  {
    rule: RuleSchema,
    ...timing,
    count: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 50, description: 'How many times; 5 by default.' }),
    ),
  },
  strict,
)
export type RecurrencePreviewBody = Static<typeof RecurrencePreviewBody>
