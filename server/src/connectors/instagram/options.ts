import { Type } from 'typebox'
import { isObject, type Json, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { Draft } from '../connector.ts'
import { nullable, stored } from '../kit/media/stored.ts'

const Username = Type.String({ pattern: '^@?[A-Za-z0-9._]{1,30}$' })
const Share = Type.Number({ minimum: 0, maximum: 1 })

/** The per-post choices. Rules that depend on the media are found by `check`. */
export const options = Type.Object(
  {
    placement: Type.Optional(
      Type.Union([Type.Literal('feed'), Type.Literal('reels'), Type.Literal('story')], {
        title: 'Placement',
        description:
          'A single video is a reel in any case; `feed` shows it among the posts of the profile too.',
      }),
    ),
    cover_image: Type.Optional(
      Type.String({ title: 'Cover', description: 'A picture for a reel.', format: 'media-id' }),
    ),
    video_cover_timestamp_ms: Type.Optional(
      Type.Integer({
        title: 'Moment of the cover',
        description: 'The moment of a reel that is its cover, in milliseconds. A cover picture wins.',
        minimum: 0,
      }),
    ),
    is_trial_reel: Type.Optional(
      Type.Boolean({ title: 'Trial reel', description: 'Shows a reel to people who do not follow, first.' }),
    ),
    trial_graduation: Type.Optional(
      Type.Union([Type.Literal('MANUAL'), Type.Literal('SS_PERFORMANCE', { title: 'When it does well' })], {
        title: 'End of the trial',
        description: 'Whether a person ends the trial in the app, or Instagram does when the reel goes well.',
      }),
    ),
    user_tags: Type.Optional(
      Type.Array(
        Type.Union([
          Username,
          Type.Object(
            { username: Username, x: Type.Optional(Share), y: Type.Optional(Share) },
            { additionalProperties: false },
          ),
        ]),
        {
          title: 'Tagged people',
          description:
            'Names, or places on the picture from the top left, each from 0 to 1: `{username, x, y}`.',
          maxItems: 20,
        },
      ),
    ),
    collaborators: Type.Optional(
      Type.Array(Username, {
        title: 'Collaborators',
        description: 'Accounts that are asked to show the post as theirs too.',
        maxItems: 3,
      }),
    ),
    first_comment: Type.Optional(
      Type.String({ minLength: 1, description: 'A comment below the post, published right after it.' }),
    ),
  },
  { additionalProperties: false },
)

const choices = stored(
  Type.Object({
    placement: Type.String({ default: 'feed' }),
    coverImage: nullable(Type.String()),
    videoCoverTimestampMs: nullable(Type.Integer()),
    isTrialReel: Type.Boolean({ default: false }),
    trialGraduation: nullable(Type.String()),
    collaborators: Type.Array(Type.String(), { default: [] }),
  }),
  'These are no options.',
)

export interface UserTag {
  readonly username: string
  readonly x: number | null
  readonly y: number | null
}

/** The choices, from options that are valid by their schema. */
export function readChoices(chosen: JsonObject) {
  const { user_tags: tags } = chosen
  const read = choices.read(chosen)
  return {
    ...read,
    collaborators: read.collaborators.map(bareName),
    userTags: Array.isArray(tags) ? tags.map(readTag) : [],
  }
}

function readTag(tag: Json): UserTag {
  const { username, x, y } = isObject(tag) ? tag : { username: tag, x: null, y: null }
  const share = (json: Json | undefined) => (typeof json === 'number' ? json : null)
  return { username: bareName(textOf(username) ?? ''), x: share(x), y: share(y) }
}

function bareName(name: string): string {
  return name.replace(/^@/, '')
}

/** The kind of thing that a draft becomes at Instagram. Only a first comment has no media. */
export type PostForm = 'comment' | 'story' | 'carousel' | 'reel' | 'picture'

export function formOf({ media, options: chosen }: Pick<Draft, 'media' | 'options'>): PostForm {
  if (media.length === 0) return 'comment'
  if (chosen.placement === 'story') return 'story'
  if (media.length > 1) return 'carousel'
  // A moving picture is made a video.
  return media[0]?.kind === 'image' ? 'picture' : 'reel'
}
