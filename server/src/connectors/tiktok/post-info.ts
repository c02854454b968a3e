import type { JsonObject } from '../../lib/json/json.ts'
import type { Draft } from '../connector.ts'
import type { Interaction } from './artefacts.ts'
import { privacyOfDraft, readChoices } from './options.ts'
import { levels } from './privacies.ts'

/**
 * The words and choices of a video that is posted.
 * Source: developers.tiktok.com/doc/content-posting-api-reference-direct-post.
 */
export function describeVideo(draft: Draft, off: readonly Interaction[]): JsonObject {
  const { allowDuet, allowStitch, isAigc, videoCoverTimestampMs } = readChoices(draft)
  return {
    title: draft.text.toWellFormed(),
    ...describeAccess(draft, off),
    disable_duet: !allowDuet || off.includes('duet'),
    disable_stitch: !allowStitch || off.includes('stitch'),
    is_aigc: isAigc,
    ...(videoCoverTimestampMs === null ? {} : { video_cover_timestamp_ms: videoCoverTimestampMs }),
  }
}

/**
 * The words and choices of photos; a draft takes the words alone.
 * Source: developers.tiktok.com/doc/content-posting-api-reference-photo-post.
 */
export function describePhotos(draft: Draft, off: readonly Interaction[]): JsonObject {
  const { title, autoAddMusic, draft: isDraft } = readChoices(draft)
  const words = {
    ...(title === null ? {} : { title: title.toWellFormed() }),
    description: draft.text.toWellFormed(),
  }
  return isDraft ? words : { ...words, ...describeAccess(draft, off), auto_add_music: autoAddMusic }
}

/** @throws Error for a draft without a privacy, which `check` refuses */
function describeAccess(draft: Draft, off: readonly Interaction[]): JsonObject {
  const privacy = privacyOfDraft(draft)
  if (privacy === null) throw new Error('This post was prepared without its privacy.')
  const { allowComment, discloseBrandedContent, discloseYourBrand } = readChoices(draft)
  return {
    privacy_level: levels[privacy],
    disable_comment: !allowComment || off.includes('comment'),
    brand_content_toggle: discloseBrandedContent,
    brand_organic_toggle: discloseYourBrand,
  }
}
