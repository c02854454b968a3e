import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import type { Draft } from '../connector.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'

const placements = ['feed', 'reels', 'story'] as const

/** The per-post choices. */
export const options = Type.Object(
  {
    placement: Type.Optional(
      Type.Union(
        placements.map((placement) => Type.Literal(placement)),
        {
          title: 'Placement',
          description: 'Where it is shown: in the feed, as a reel, or as a story for a day.',
        },
      ),
    ),
    link: Type.Optional(
      Type.String({
        title: 'Link',
        description: 'An address whose preview is shown below the text, in a post of the feed without media.',
        minLength: 1,
        maxLength: 2_000,
      }),
    ),
    first_comment: Type.Optional(
      Type.String({
        title: 'First comment',
        description: 'A comment of the Page below the post, made right after it.',
        minLength: 1,
      }),
    ),
  },
  { additionalProperties: false },
)

const choices = stored(
  Type.Object({
    placement: Type.Union(
      placements.map((placement) => Type.Literal(placement)),
      { default: 'feed' },
    ),
    link: nullable(text),
  }),
  'These are no options.',
)

/** The choices, from options that are valid by their schema. */
export function readChoices(chosen: JsonObject) {
  return choices.read(chosen)
}

/** The kinds of post, each of which Facebook makes in a way of its own. */
export type Kind = 'feed' | 'video' | 'reel' | 'photo_story' | 'video_story'

/** The kind of a draft. One without media, such as a comment, is like a post of the feed. */
export function kindOf({ media, options }: Pick<Draft, 'media' | 'options'>): Kind {
  const [medium] = media
  if (!medium) return 'feed'
  const { placement } = readChoices(options)
  const isPicture = medium.kind === 'image'
  if (placement === 'story') return isPicture ? 'photo_story' : 'video_story'
  if (placement === 'reels') return 'reel'
  return isPicture ? 'feed' : 'video'
}

/** Whether a post of this kind is a video that is uploaded under an id before it is published. */
export function isVideo(kind: Kind): kind is 'video' | 'reel' | 'video_story' {
  return kind === 'video' || kind === 'reel' || kind === 'video_story'
}
