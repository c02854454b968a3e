import { Type } from 'typebox'
import type { Draft } from '../connector.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'
import { ThreadOption } from '../thread-option.ts'

/** Source: is_valid_post_title in crates/utils/src/utils/validation.rs. */
export const mostTitleLetters = 200
/** Source: BODY_MAX_LENGTH there. */
export const mostCommentLetters = 10_000
/** The post and the comments that follow it; a limit of ours. */
export const mostParts = 25

/** The per-post choices. Rules between them are found by `check`. */
export const options = Type.Object(
  {
    community: Type.Optional(
      Type.String({
        title: 'Community',
        description:
          'Where it is posted, such as sailing, or sailing@lemmy.ml for one of another server. A post needs one.',
        pattern: '^!?[\\p{L}\\p{N}_]{1,100}(@[A-Za-z0-9.:-]{1,253})?$',
        'x-choices': true,
      }),
    ),
    title: Type.Optional(
      Type.String({
        title: 'Title',
        description: 'Left out, it is the first line of the text, which is not repeated below it.',
        minLength: 1,
        maxLength: mostTitleLetters,
        pattern: '[^\\s]',
      }),
    ),
    url: Type.Optional(
      Type.String({
        title: 'Link',
        description: 'Makes the post a link to this address. Pictures then stand in the text.',
        format: 'uri',
        pattern: '^https?://',
        maxLength: 2_000,
      }),
    ),
    nsfw: Type.Optional(Type.Boolean({ title: 'Not safe for work', description: 'For adults only.' })),
    language: Type.Optional(
      Type.String({
        title: 'Language',
        description: 'The code of a language that the community takes, such as en.',
        pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$',
        'x-choices': true,
      }),
    ),
    thread: Type.Optional(ThreadOption),
    first_comment: Type.Optional(
      Type.String({
        title: 'First comment',
        description: 'A comment that the account writes below its post.',
        minLength: 1,
        maxLength: mostCommentLetters,
      }),
    ),
  },
  { additionalProperties: false },
)

const choices = stored(
  Type.Object({
    community: nullable(text),
    title: nullable(text),
    url: nullable(text),
    nsfw: Type.Boolean({ default: false }),
    language: nullable(text),
  }),
  'These are no options.',
)

/** The choices, from options that are valid by their schema; the community without its sign. */
export function readChoices({ options: chosen }: Pick<Draft, 'options'>) {
  const read = choices.read(chosen)
  return { ...read, community: read.community?.replace(/^!/, '') ?? null }
}
