import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import type { PublishedPost, Settled } from '../connector.ts'

/** The account's own posts, as a network of class `list` shows them. */
export interface OwnPosts {
  /** The newest posts, or those right after the post `afterId`. @throws Failure unless the page is read whole */
  list(afterId: string | null): Promise<PostsPage>
  /** The newest post from before ours was sent; null if there was none or the list was not read. */
  readonly before: string | null
}

export interface PostsPage {
  /** Whether there may be more posts than fit on this page. */
  readonly isFull: boolean
  /** The posts that can be no others than ours. */
  readonly ours: readonly PublishedPost[]
}

/**
 * Looks for our post among the account's own. Exactly one match is it; several are for a person to tell apart. No match
 * proves nothing: the post may come late, or the list may not show it yet. Where all of a full page may be newer than
 * ours, the posts right after those that stood there before are looked at too.
 */
export async function matchOwnPosts({ list, before }: OwnPosts): Promise<Settled> {
  const newest = await list(null)
  const isHidden = newest.ours.length === 0 && newest.isFull && before !== null
  const [first, ...more] = isHidden ? (await list(before)).ours : newest.ours
  if (!first) return { outcome: 'not_found' }
  if (more.length > 0) return { outcome: 'several', posts: [first, ...more] }
  return { outcome: 'published', ...first }
}

// A server reports its clock in whole seconds, so clocks that differ by less are taken to agree.
const skewSeenMs = 2_000

/** The earliest time at which our post can have been made, by the clock of the server that gave the answer. */
export function earliestTime(firstSentAt: Date, { headers }: OutboundAnswer, now: Date): Date {
  const skewMs = Date.parse(headers.date ?? '') - now.getTime()
  const isAside = Math.abs(skewMs) > skewSeenMs
  return new Date(firstSentAt.getTime() + (isAside ? skewMs + 1_000 : 0))
}

/**
 * The earliest time with room for clocks that differ by too little to be seen, as those of most servers do: a quick server that is
 * behind by a few milliseconds dates a post before it was sent. It is for connectors that know which posts stood there before.
 */
export function earliestWithRoom(firstSentAt: Date, answer: OutboundAnswer, now: Date): Date {
  return new Date(earliestTime(firstSentAt, answer, now).getTime() - skewSeenMs)
}

/** Whether a post was made no earlier, by its time of ISO 8601. Some servers keep whole seconds only. */
export function isMadeSince(earliest: Date, createdAt: string | null): boolean {
  const madeAt = Date.parse(createdAt ?? '')
  const from = madeAt % 1_000 === 0 ? Math.floor(earliest.getTime() / 1_000) * 1_000 : earliest.getTime()
  return madeAt >= from
}

/** Whether two texts have the same words, in spite of what servers change: white space, composed letters, domains of mentions. */
export function isSameText(one: string | null, other: string | null): boolean {
  return bareWords(one ?? '') === bareWords(other ?? '')
}

function bareWords(text: string): string {
  const mentions = /(@[a-z0-9_.-]+)@[\p{L}\p{N}_.-]+/giu
  return text.normalize('NFC').replace(mentions, '$1').replace(/\s+/gu, ' ').trim()
}
