import { Type } from 'typebox'
import type { Draft } from '../connector.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'
import { isPrivacy, type Privacy, privacies } from './privacies.ts'

/** In UTF-16 units. Source: developers.tiktok.com/doc/content-posting-api-reference-photo-post. */
export const mostTitleLetters = 90

/** The per-post choices. Rules that depend on the account and on the media are found by `check`. */
export const options = Type.Object(
  {
    title: Type.Optional(
      Type.String({
        title: 'Title',
        description: 'The title of a post of photos. A video has its text alone.',
        minLength: 1,
        maxLength: mostTitleLetters,
      }),
    ),
    privacy_status: Type.Optional(
      Type.String({
        title: 'Who can see it',
        description: `One of ${privacies.join(', ')}, as TikTok offers them to the account. It must be chosen for every post but a draft.`,
        pattern: `^(?:${privacies.join('|')})$`,
        'x-choices': true,
      }),
    ),
    draft: Type.Optional(
      Type.Boolean({
        title: 'As a draft',
        description: 'Puts it into the inbox of the TikTok app, where the person finishes and posts it.',
      }),
    ),
    video_cover_timestamp_ms: Type.Optional(
      Type.Integer({
        title: 'Moment of the cover',
        description: 'The moment of a video that is its cover, in milliseconds.',
        minimum: 0,
      }),
    ),
    is_aigc: Type.Optional(
      Type.Boolean({ title: 'Made by AI', description: 'Labels a video as made by AI.' }),
    ),
    auto_add_music: Type.Optional(
      Type.Boolean({ title: 'Add music', description: 'Lets TikTok add music to photos.' }),
    ),
    allow_comment: Type.Optional(
      Type.Boolean({ title: 'Allow comments', description: 'Off unless set, as TikTok demands.' }),
    ),
    allow_duet: Type.Optional(
      Type.Boolean({ title: 'Allow duets', description: 'For videos. Off unless set, as TikTok demands.' }),
    ),
    allow_stitch: Type.Optional(
      Type.Boolean({
        title: 'Allow stitches',
        description: 'For videos. Off unless set, as TikTok demands.',
      }),
    ),
    disclose_your_brand: Type.Optional(
      Type.Boolean({
        title: 'Your brand',
        description: 'It promotes yourself or your own business. TikTok labels it as promotional content.',
      }),
    ),
    disclose_branded_content: Type.Optional(
      Type.Boolean({
        title: 'Branded content',
        description:
          'It promotes another brand for a reward. TikTok labels it as a paid partnership, and it cannot be private.',
      }),
    ),
  },
  { additionalProperties: false },
)

const isOn = () => Type.Boolean({ default: false })

const choices = stored(
  Type.Object({
    title: nullable(text),
    privacyStatus: nullable(text),
    draft: isOn(),
    videoCoverTimestampMs: nullable(Type.Integer({ minimum: 0 })),
    isAigc: isOn(),
    autoAddMusic: isOn(),
    allowComment: isOn(),
    allowDuet: isOn(),
    allowStitch: isOn(),
    discloseYourBrand: isOn(),
    discloseBrandedContent: isOn(),
  }),
  'These are no options.',
)

/** The choices, from options that are valid by their schema. */
export function readChoices({ options: chosen }: Pick<Draft, 'options'>) {
  return choices.read(chosen)
}

/** Who can see the post; null while nobody chose it, and for a draft, for which it is chosen in the app. */
export function privacyOfDraft(draft: Pick<Draft, 'options'>): Privacy | null {
  const { draft: isDraft, privacyStatus } = readChoices(draft)
  return !isDraft && isPrivacy(privacyStatus) ? privacyStatus : null
}

/** Whether the post is a video. Every other post is made of photos. */
export function isVideo({ media: [first] }: Pick<Draft, 'media'>): boolean {
  return first?.kind === 'video'
}
