import Type from 'typebox'
import { ThreadOption } from '../thread-option.ts'

export const pollLimits = { min: 2, max: 4, letters: 50, minutes: { min: 5, max: 10_080 } } as const

/** Letters a text may have, and letters of a description of a picture. */
export const mostLetters = 500
export const mostAltTextLetters = 1_500
/** Posts in a thread, the first one included. */
export const mostParts = 25

/** The per-post choices of the pretend network. */
export const options = Type.Object(
  {
    poll: Type.Optional(
      Type.Object(
        {
          options: Type.Array(Type.String({ minLength: 1 }), {
            minItems: pollLimits.min,
            maxItems: pollLimits.max,
          }),
          duration_minutes: Type.Integer({
            minimum: pollLimits.minutes.min,
            maximum: pollLimits.minutes.max,
          }),
          multiple: Type.Optional(Type.Boolean()),
        },
        { additionalProperties: false },
      ),
    ),
    thread: Type.Optional(ThreadOption),
    first_comment: Type.Optional(
      Type.String({ minLength: 1, description: 'A comment below the post, published right after it.' }),
    ),
    sensitive: Type.Optional(Type.Boolean({ description: 'Hides media behind a warning.' })),
    channel: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'The channel that the post goes to.',
        'x-choices': true,
      }),
    ),
    cover: Type.Optional(Type.String({ format: 'media-id', description: 'A picture shown above the post.' })),
    language: Type.Optional(Type.String({ description: 'A BCP 47 tag such as `en` or `pt-BR`.' })),
  },
  { additionalProperties: false },
)

const hour = 3_600_000

/** The behaviour that can be set on a simulated account. */
export const behavior = Type.Object(
  {
    behavior: Type.Optional(
      Type.Union(
        [
          Type.Literal('succeed', { title: 'Publishes every post' }),
          Type.Literal('refuse', { title: 'Refuses posts' }),
          Type.Literal('rate_limit', { title: 'Answers with a rate limit' }),
          Type.Literal('slow_media', { title: 'Takes its time with media' }),
          Type.Literal('process_slowly', { title: 'Takes its time with everything' }),
          Type.Literal('fetches_media', { title: 'Fetches media by their addresses' }),
          Type.Literal('drop_answer', { title: 'Publishes, and drops the answer' }),
          Type.Literal('error_after_accept', { title: 'Publishes, and answers with an error' }),
          Type.Literal('lose_token', { title: 'Ends the sign-in' }),
          Type.Literal('block_account', { title: 'Blocks the account' }),
          Type.Literal('drop_before', { title: 'Closes the connection before it publishes' }),
          Type.Literal('hang', { title: 'Publishes late, and never answers' }),
        ],
        { title: 'Behaves', description: 'How the network treats the posts of this profile.' },
      ),
    ),
    times: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        title: 'For how many posts',
        description: 'How many posts the behaviour affects.',
      }),
    ),
    slow_ms: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: hour,
        title: 'How slow, in milliseconds',
        description: 'How long slow processing takes.',
      }),
    ),
    retry_after_seconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 86_400,
        title: 'Rate limit, in seconds',
        description: 'How long a rate limit lasts.',
      }),
    ),
    network_class: Type.Optional(
      Type.Union(
        [
          Type.Literal('key', { title: 'By a key, for ever' }),
          Type.Literal('expiring_key', { title: 'By a key, for a while' }),
          Type.Literal('two_phase', { title: 'By two steps' }),
          Type.Literal('list', { title: 'By a list of own posts' }),
          Type.Literal('blind', { title: 'Not at all' }),
        ],
        {
          title: 'Guards against posting twice',
          description: 'How the network protects against posting twice.',
        },
      ),
    ),
    lifetime_ms: Type.Optional(
      Type.Integer({
        minimum: 100,
        maximum: 30 * 24 * hour,
        title: 'How long a key lives, in milliseconds',
        description: 'How long a key or container lives.',
      }),
    ),
  },
  { additionalProperties: false },
)

/** The form that connects a pretend account. */
export const fields = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 100,
      default: 'Sandbox',
      description: 'The name of the simulated profile.',
    }),
    ...behavior.properties,
  },
  { additionalProperties: false },
)
