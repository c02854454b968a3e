import { type Sentence, sentence, word } from '../../lib/text/sentence.ts'
import type { Account, Draft, DraftProblem } from '../connector.ts'
import { isVideo, type options, privacyOfDraft, readChoices } from './options.ts'
import { privacyNames } from './privacies.ts'
import { readSettings } from './settings.ts'

// Not documented: servers were seen to refuse shorter ones.
const shortestVideoMs = 3_000

/** Finds things that the person may not expect, though TikTok takes the post. */
export function warn(draft: Draft, account: Account): DraftProblem[] {
  return [
    ...warnOfDraft(draft),
    ...warnOfAltTexts(draft),
    ...warnOfOptions(draft),
    ...warnOfAccount(draft, account),
  ]
}

function warnOfDraft(draft: Draft): DraftProblem[] {
  if (!readChoices(draft).draft) return []
  const detail =
    'It will not be posted by itself: TikTok puts it into the inbox of the account, where the person finishes and posts it in the app.'
  const warnings = [{ pointer: '/options/draft', code: 'finish_in_app', detail }]
  if (!isVideo(draft) || draft.text.trim() === '') return warnings
  const lost = 'TikTok takes no text with a draft of a video. Write it in the app.'
  return [...warnings, { pointer: '/text', code: 'text_not_sent', detail: lost }]
}

function warnOfAltTexts({ media }: Draft): DraftProblem[] {
  return media.flatMap(({ altText }, index) =>
    altText === ''
      ? []
      : [{ pointer: `/media/${index}`, code: 'alt_text_not_shown', detail: 'TikTok shows no alt texts.' }],
  )
}

type OptionName = keyof typeof options.properties

/** A kind of post, and the options that mean nothing for it. */
interface Kind {
  readonly name: Sentence
  readonly ignores: readonly OptionName[]
}

const drafts: Kind = {
  name: word('a draft'),
  ignores: [
    'privacy_status',
    'video_cover_timestamp_ms',
    'is_aigc',
    'auto_add_music',
    'allow_comment',
    'allow_duet',
    'allow_stitch',
    'disclose_your_brand',
    'disclose_branded_content',
  ],
}
const photos: Kind = {
  name: word('photos'),
  ignores: ['video_cover_timestamp_ms', 'is_aigc', 'allow_duet', 'allow_stitch'],
}
const videos: Kind = { name: word('a video'), ignores: ['title', 'auto_add_music'] }

function warnOfOptions(draft: Draft): DraftProblem[] {
  const kind = isVideo(draft) ? videos : photos
  const kinds = readChoices(draft).draft ? [drafts, kind] : [kind]
  const warned = new Map<OptionName, Sentence>()
  for (const { name, ignores } of kinds) {
    const said = ignores.filter((option) => draft.options[option] != null && draft.options[option] !== false)
    for (const option of said) if (!warned.has(option)) warned.set(option, name)
  }
  return [...warned].map(([option, name]) => ({
    pointer: `/options/${option}`,
    code: 'option_without_effect',
    detail: sentence('This has no effect on TikTok for {kind}.', { kind: name }),
  }))
}

/** The account as it was when it was last looked at. It is asked again before the post, so these are no more than warnings. */
function warnOfAccount(draft: Draft, account: Account): DraftProblem[] {
  const { privacies, commentsOff, duetsOff, stitchesOff, audit } = readSettings(account)
  const { allowComment, allowDuet, allowStitch } = readChoices(draft)
  const privacy = privacyOfDraft(draft)
  if (privacy === null) return []
  const offered = privacies.length === 0 || privacies.includes(privacy)
  const { durationMs = null } = draft.media[0] ?? {}
  const isShort = isVideo(draft) && durationMs !== null && durationMs < shortestVideoMs
  const isOff = (asked: boolean, off: boolean) => asked && off
  const off = { code: 'switched_off', detail: 'The account has this switched off.' }
  const notOffered = sentence('TikTok did not offer “{privacy}” to this account when it was last asked.', {
    privacy: privacyNames[privacy],
  })
  const warnings: [boolean, DraftProblem][] = [
    [!offered, { pointer: '/options/privacy_status', code: 'privacy_not_offered', detail: notOffered }],
    [
      audit === null && privacy !== 'private',
      { pointer: '/options/privacy_status', code: 'app_not_audited', detail: maybeNotAudited },
    ],
    [isOff(allowComment, commentsOff), { pointer: '/options/allow_comment', ...off }],
    [isOff(allowDuet && isVideo(draft), duetsOff), { pointer: '/options/allow_duet', ...off }],
    [isOff(allowStitch && isVideo(draft), stitchesOff), { pointer: '/options/allow_stitch', ...off }],
    [isShort, { pointer: '/media/0', code: 'video_short', detail: tooShort }],
  ]
  return warnings.flatMap(([isSo, warning]) => (isSo ? [warning] : []))
}

const maybeNotAudited =
  'Unless TikTok has audited the app of this server, it takes only posts that nobody else can see, of private accounts. The operator of this server knows.'
const tooShort = 'TikTok may refuse a video of less than three seconds.'
