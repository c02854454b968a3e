import { readWebAddress } from '../../lib/addresses/web-address.ts'
import { asObject, isArray, type Json, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { type Account, type CommitStep, type ConnectIo, Failure, type PublishedPost } from '../connector.ts'
import { isMadeSince, isSameText } from '../kit/match-own-posts.ts'
import { listFromGoogle, origins } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { buttonOf } from './compose.ts'
import { readChoices, topicOf } from './options.ts'
import { pageOf, pathOf, readSettings } from './settings.ts'

/** The number of posts that are looked at: the most that a page has. */
const listedAtOnce = 100

/** The posts that a location lists first. @throws Failure unless all of them can be read */
export async function readPosts(
  account: Account,
  token: string,
  io: ConnectIo,
): Promise<{ answer: OutboundAnswer; posts: readonly JsonObject[]; isFull: boolean }> {
  const query = { pageSize: String(listedAtOnce) }
  const asked = { path: `${pathOf(account)}/localPosts`, query, name: 'localPosts' }
  const { answer, items, next } = await listFromGoogle(origins.posts, asked, token, io)
  if (items.some((post) => idOf(post) === null))
    throw new Failure('unavailable', 'Google did not show the posts of the location.')
  return { answer, posts: items, isFull: next !== null }
}

/**
 * Whether a post can be no other than ours. The address of our photo was made for this attempt alone, so where Google repeats it,
 * it decides. Otherwise it is all the words, the button, the kind and the time.
 */
export function isOurs(post: JsonObject, { draft, artefacts }: CommitStep, earliest: Date): boolean {
  const { seen, photo } = readArtefacts(artefacts)
  if (seen?.includes(idOf(post) ?? '')) return false
  const shown = isArray(post.media) ? post.media.map(asObject) : []
  if (shown.length !== draft.media.length) return false
  const source = textOf(shown[0]?.sourceUrl)
  if (source !== null) return source === photo
  return (
    isSameText(textOf(post.summary), draft.text) &&
    textOf(post.topicType) === topicOf(draft) &&
    isSameText(textOf(asObject(post.event)?.title), readChoices(draft).event?.title ?? null) &&
    isSameButton(asObject(post.callToAction), buttonOf(draft)) &&
    isMadeSince(earliest, textOf(post.createTime))
  )
}

function isSameButton(shown: JsonObject | null, ours: JsonObject | null): boolean {
  return shown?.actionType === ours?.actionType && hrefOf(shown?.url) === hrefOf(ours?.url)
}

function hrefOf(url: Json | undefined): string | null {
  const text = textOf(url) || null
  return text === null ? null : (URL.parse(text)?.href ?? text)
}

/** The last part of the name of a post, which stays when the location moves to another account; null where it has none. */
export function idOf({ name }: JsonObject): string | null {
  const text = textOf(name) ?? ''
  return /^accounts\/[^/]+\/locations\/[^/]+\/localPosts\/([\w-]{1,100})$/.exec(text)?.[1] ?? null
}

export function isLive({ state }: JsonObject): boolean {
  return state === 'LIVE'
}

/** A post has an address once Google Search shows it; until then it leads to its location. */
export function publishedAs(remoteId: string, { searchUrl }: JsonObject, account: Account): PublishedPost {
  const url = readWebAddress(textOf(searchUrl)) ?? pageOf(readSettings(account).mapsUrl)
  return { remoteId, url, reference: null }
}
