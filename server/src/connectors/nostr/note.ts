import { findRanges } from '../../lib/text/text-ranges.ts'
import type { Step, TextRange } from '../connector.ts'
import type { Uploaded } from './artefacts.ts'
import { cleanContent, kinds, type Unsigned } from './event.ts'
import { type Named, readName } from './names.ts'
import { readChoices } from './options.ts'
import { readSettings } from './settings.ts'

/** The most hashtags and the most names that get a tag, so that a long text stays within what relays take. */
const mostTagged = 50

/** A post as an event that is not signed yet. Pure. */
export function makeNote(
  { key, account, draft, replyTo }: Step,
  media: readonly Uploaded[],
  createdAt: number,
): Unsigned {
  const { contentWarning } = readChoices(draft.options)
  const text = cleanContent(draft.text)
  const content = [text, ...media.map(({ url }) => url)].filter((line) => line !== '').join('\n')
  const tags = [
    ...(replyTo ? replyTags(replyTo, account.externalId, readSettings(account).relays[0] ?? '') : []),
    ...findNames(text).flatMap(({ named }) => (named ? [tagOfName(named)] : [])),
    ...hashtagsIn(text).map((hashtag) => ['t', hashtag]),
    ...media.map((medium, index) => describeMedium(medium, draft.media[index]?.altText ?? '')),
    ...(contentWarning === null ? [] : [['content-warning', cleanContent(contentWarning)]]),
    // Two posts with the same words in the same second would be one event.
    ['crier', key.slice(0, 16)],
  ]
  return { created_at: createdAt, kind: kinds.note, tags, content }
}

/** Sources: NIP-10. A direct answer to the first post names it as the root alone. */
function replyTags(
  { root, parent }: NonNullable<Step['replyTo']>,
  author: string,
  relay: string,
): string[][] {
  const name = (id: string, marker: string) => ['e', id, relay, marker, author]
  const isDirect = root.remoteId === parent.remoteId
  return [name(root.remoteId, 'root'), ...(isDirect ? [] : [name(parent.remoteId, 'reply')]), ['p', author]]
}

/** Sources: NIP-27 for mentions, NIP-18 for quotes. */
function tagOfName({ kind, hex }: Named): string[] {
  return [kind === 'key' ? 'p' : 'q', hex]
}

interface FoundName {
  readonly start: number
  readonly end: number
  /** Null where a letter of it is wrong. */
  readonly named: Named | null
}

/** The names `nostr:npub1…`, `nostr:nevent1…` and their like in a text. */
function findNames(text: string): FoundName[] {
  const found = text.matchAll(/(?<![\w:/])nostr:((?:npub|nprofile|note|nevent)1[a-z0-9]{1,900})/g)
  return [...found].slice(0, mostTagged).map(({ 0: whole, 1: name = '', index }) => ({
    start: index,
    end: index + whole.length,
    named: readName(name),
  }))
}

/** The hashtags of a text in lower case, each once. Source: NIP-24. */
function hashtagsIn(text: string): string[] {
  const found = findRanges(text).filter(({ kind }) => kind === 'hashtag')
  const hashtags = found.map(({ start, end }) => text.slice(start + 1, end).toLowerCase())
  return [...new Set(hashtags)].filter((hashtag) => hashtag.length <= 100).slice(0, mostTagged)
}

/** Links, hashtags and mentions as programs of this network see them: `@name` is nobody. */
export function findPlaces(text: string): TextRange[] {
  const mentions = findNames(text)
    .filter(({ named }) => named !== null)
    .map(({ start, end }): TextRange => ({ kind: 'mention', start, end }))
  const others = findRanges(text).filter(({ kind }) => kind !== 'mention')
  return [...others, ...mentions].sort((one, other) => one.start - other.start)
}

/** The names of a text in which a letter is wrong. */
export function wrongNamesIn(text: string): string[] {
  return findNames(text)
    .filter(({ named }) => named === null)
    .map(({ start, end }) => text.slice(start, end))
}

/** Sources: NIP-92 and NIP-94. */
function describeMedium({ url, mimeType, sha256, width, height }: Uploaded, altText: string): string[] {
  return [
    'imeta',
    `url ${url}`,
    `m ${mimeType}`,
    `x ${sha256}`,
    ...(width === null || height === null ? [] : [`dim ${width}x${height}`]),
    ...(altText === '' ? [] : [`alt ${cleanContent(altText)}`]),
  ]
}
