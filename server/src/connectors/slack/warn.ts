import { sentence } from '../../lib/text/sentence.ts'
import type { Account, Draft, DraftMedia, DraftProblem } from '../connector.ts'
import { readChoices } from './options.ts'
import { canRead, readingScope, readSettings } from './settings.ts'
import { escapeText, mostText } from './text.ts'

/** The things that Slack leaves out without a word, and those that a person may not expect. */
export function warn(draft: Draft, account: Account): DraftProblem[] {
  return [
    ...partsOf(draft).flatMap(({ text, media, at }) => [
      ...warnOfText(text, at),
      ...media.flatMap(({ kind, altText }, index) => warnOfAltText(kind, altText, `${at}/media/${index}`)),
    ]),
    ...warnOfUnused(draft),
    ...warnOfReading(draft, account),
  ]
}

function partsOf(draft: Draft) {
  return [draft, ...draft.thread].map(({ text, media }, index) => {
    return { text, media, at: index === 0 ? '' : `/thread/${index - 1}` }
  })
}

/** Slack gets each of these letters as four or five. */
function warnOfText(text: string, at: string): DraftProblem[] {
  if (text.length > mostText || escapeText(text).length <= mostText) return []
  const detail =
    'Slack may count each &, < and > as several characters, and refuse to change this text later.'
  return [{ pointer: `${at}/text`, code: 'text_maybe_too_long', detail }]
}

function warnOfAltText(kind: DraftMedia['kind'], altText: string, pointer: string): DraftProblem[] {
  if (altText === '' || kind === 'image' || kind === 'gif') return []
  return [
    {
      pointer: `${pointer}/alt_text`,
      code: 'alt_text_ignored',
      detail: 'Slack shows alt texts of pictures only.',
    },
  ]
}

function warnOfUnused(draft: Draft): DraftProblem[] {
  const { unfurlLinks, unfurlMedia, replyBroadcast, documentTitle } = readChoices(draft.options)
  const parts = partsOf(draft)
  const isText = parts.some(({ media }) => media.length === 0)
  const unused = (name: string, detail: string) => {
    return { pointer: `/options/${name}`, code: 'option_unused', detail }
  }
  const previews = 'Slack lets nobody choose the previews of a text with files.'
  return [
    ...(unfurlLinks !== null && !isText ? [unused('unfurl_links', previews)] : []),
    ...(unfurlMedia !== null && !isText ? [unused('unfurl_media', previews)] : []),
    ...(replyBroadcast && parts.slice(1).some(({ media }) => media.length > 0)
      ? [unused('reply_broadcast', 'Slack shows replies with files in their thread alone.')]
      : []),
    ...(documentTitle !== null && parts.every(({ media }) => media.every(({ kind }) => kind !== 'document'))
      ? [unused('document_title', 'This post has no document, so no title is shown.')]
      : []),
  ]
}

/** Files are looked for by their ids, so only a text needs it. */
function warnOfReading(draft: Draft, account: Account): DraftProblem[] {
  if (canRead(account) || partsOf(draft).every(({ media }) => media.length > 0)) return []
  const detail = sentence(
    'Without the permission {scope} Crier cannot look for a post whose answer is lost, and has to ask you.',
    { scope: readingScope(readSettings(account)) },
  )
  return [{ pointer: '/text', code: 'cannot_be_looked_for', detail }]
}
