import type { Account, Draft, DraftProblem } from '../connector.ts'
import { readChoices } from './options.ts'
import { readSettings } from './settings.ts'

/** The things that Telegram leaves out without a word, and those that it may refuse. */
export function warn(draft: Draft, account: Account): DraftProblem[] {
  return [...warnOfAltTexts(draft), ...warnOfUnused(draft), ...warnOfTopic(draft, account)]
}

function warnOfAltTexts({ media }: Draft): DraftProblem[] {
  const detail = 'Telegram has no alt texts: nobody will hear this one.'
  return media.flatMap(({ altText }, index) =>
    altText === '' ? [] : [{ pointer: `/media/${index}/alt_text`, code: 'alt_text_ignored', detail }],
  )
}

function warnOfUnused(draft: Draft): DraftProblem[] {
  const { hasSpoiler, showCaptionAboveMedia, disableLinkPreview, documentTitle } = readChoices(draft.options)
  const media = [draft, ...draft.thread].flatMap((part) => part.media)
  const isShown = media.some(({ kind }) => kind !== 'document')
  const isText = [draft, ...draft.thread].some((part) => part.media.length === 0)
  const unused = (name: string, detail: string) => {
    return { pointer: `/options/${name}`, code: 'option_unused', detail }
  }
  return [
    ...(hasSpoiler && !isShown
      ? [unused('has_spoiler', 'There is no picture, video or animation to be covered.')]
      : []),
    ...(showCaptionAboveMedia && !isShown
      ? [unused('show_caption_above_media', 'There is no picture, video or animation to be below the text.')]
      : []),
    ...(disableLinkPreview && !isText
      ? [unused('disable_link_preview', 'A text with media has no link preview anyway.')]
      : []),
    ...(documentTitle !== null && media.every(({ kind }) => kind !== 'document')
      ? [unused('document_title', 'This post has no document, so no title is shown.')]
      : []),
  ]
}

/** A group may have got topics since it was last read. */
function warnOfTopic({ options }: Draft, account: Account): DraftProblem[] {
  const { chatType, isForum } = readSettings(account)
  if (readChoices(options).messageThreadId === null || chatType !== 'supergroup' || isForum) return []
  const detail = 'This group had no topics when it was last looked at. Telegram may refuse the post.'
  return [{ pointer: '/options/message_thread_id', code: 'topic_uncertain', detail }]
}
