import type { FeedItem } from '../../lib/feed-reading/feed-document.ts'
import { word } from '../../lib/text/sentence.ts'
import { type StoredNote, toNote } from '../feed-fault.ts'
import type { ItemOutcome } from '../feed-schema.ts'

/** The most items of one look that become posts by themselves. More at once are hardly ever news. */
const mostPerLook = 5
/** An item that is older than the look before by this much was not missed then: it came back, or got another id. */
const oldMs = 48 * 3_600_000
/** A feed of at least so many items, all of them unknown, has given its items other ids. */
const fewestOfMove = 3

/** The knowledge that a feed has when its items are looked at. */
export interface KnownItems {
  readonly identities: ReadonlySet<string>
  readonly links: ReadonlySet<string>
  /** Whether it ever had an item. */
  readonly hasAny: boolean
  /** When it was read before. */
  readonly readAt: Date | null
  /** How many more may become posts today. */
  readonly roomToday: number
  /** Whether the database was restored since: what became of newer items is not known. */
  readonly isRestored: boolean
}

/** An item that was not known, and what is to become of it. */
export interface SortedItem {
  readonly item: FeedItem
  readonly outcome: Extract<ItemOutcome, 'seen' | 'old' | 'waiting' | 'due'>
  readonly notes: readonly StoredNote[]
}

/** Sorts the items of the first look: all of them were there before, and the newest of them are let through if asked for. */
export function sortFirst(items: readonly FeedItem[], newest: number): SortedItem[] {
  return items.map((item, index) => ({ item, outcome: index < newest ? 'due' : 'seen', notes: [] }))
}

/** Sorts the items that are not known: which become posts, which are old, and which a person must decide about. */
export function sortItems(items: readonly FeedItem[], known: KnownItems): SortedItem[] {
  const unknown = items.filter(({ identity }) => !known.identities.has(identity))
  const isLinkKnown = ({ linkIdentity }: FeedItem) => linkIdentity !== null && known.links.has(linkIdentity)
  const isOld = ({ publishedAt }: FeedItem) =>
    publishedAt !== null && known.readAt !== null && Date.parse(publishedAt) < known.readAt.getTime() - oldMs
  const fresh = unknown.filter((item) => !isLinkKnown(item) && !isOld(item))
  const hasMoved = known.hasAny && unknown.length === items.length && !unknown.some(isLinkKnown)
  const reason = known.isRestored
    ? reasons.restored
    : hasMoved && items.length >= fewestOfMove
      ? reasons.moved
      : null
  const let_ = reason === null ? Math.min(mostPerLook, known.roomToday) : 0
  const through = new Set(fresh.slice(0, let_))
  return unknown.map((item) => {
    if (isLinkKnown(item)) return { item, outcome: 'old', notes: [reasons.known] }
    if (isOld(item)) return { item, outcome: 'old', notes: [reasons.old] }
    if (through.has(item)) return { item, outcome: 'due', notes: [] }
    return { item, outcome: 'waiting', notes: [reason ?? reasons.many] }
  })
}

const reasons = {
  known: reason('link_known', 'An item with this link was there before under another id.'),
  old: reason('published_long_ago', 'It was published long before it appeared in the feed.'),
  many: reason('too_many_new', 'More new items came than may become posts by themselves.'),
  moved: reason('feed_moved', 'Every item of the feed is new, as after a move to another program.'),
  restored: reason(
    'restored',
    'The database was restored from a backup. It is not known whether this item became a post before.',
  ),
} as const

function reason(code: string, detail: string): StoredNote {
  return toNote({ code, detail: word(detail) })
}
