import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { type Account, type ConnectIo, Failure } from '../connector.ts'
import { isMadeSince } from '../kit/match-own-posts.ts'
import { type Access, askServer, pathOf, readList, readSuccess } from './api.ts'
import { type Kind, numberIn } from './names.ts'
import { readSettings } from './settings.ts'

/** The list that a post, or a comment, stands in. */
export type Place =
  | { readonly kind: 'post'; readonly communityId: number }
  | { readonly kind: 'comment'; readonly postId: number }

/** A post or a comment of the account. */
export interface OwnThing {
  readonly remoteId: string
  readonly id: number
  readonly shown: JsonObject
}

/** The most that a page has. Source: FETCH_LIMIT_MAX in crates/db_schema/src/utils.rs. */
const perPage = 50
const mostPages = 6

/**
 * The account's own posts in a community, or comments below a post, newest first: those of the first page, or as far back as `since`.
 * Everybody's are listed, since Lemmy 1.0 has no list of one person's in this version of the API. Lists come from the database itself.
 * Sources: list_posts and list_comments in crates/apub/src/api. @throws Failure unless all pages are read whole
 */
export async function listOwn(
  place: Place,
  account: Pick<Account, 'settings'>,
  since: Date | null,
  access: Access,
  io: ConnectIo,
): Promise<{ answer: OutboundAnswer; things: OwnThing[] }> {
  const { personId } = readSettings(account)
  const all = new Map<string, OwnThing>()
  for (let page = 1; ; page++) {
    const { answer, listed } = await readPage(place, page, access, io)
    // Lemmy 1.0 knows no pages of comments here, and gives the first one again.
    const isRepeated = listed.every(({ remoteId }) => all.has(remoteId))
    for (const thing of listed) all.set(thing.remoteId, thing)
    const isLast = listed.length < perPage || isRepeated || since === null || page >= mostPages
    if (!isLast && !isOlder(listed, since)) continue
    return { answer, things: [...all.values()].filter(({ shown }) => shown.creator_id === personId) }
  }
}

/** Posts that are pinned stand before newer ones, so that the last of a page says how far back it goes. */
function isOlder(listed: readonly OwnThing[], since: Date): boolean {
  return !isMadeSince(since, textOf(listed.at(-1)?.shown.published))
}

async function readPage(place: Place, page: number, access: Access, io: ConnectIo) {
  const query = {
    ...(place.kind === 'post'
      ? { community_id: String(place.communityId), show_read: 'true', show_hidden: 'true', show_nsfw: 'true' }
      : { post_id: String(place.postId) }),
    type_: 'All',
    sort: 'New',
    limit: String(perPage),
    page: String(page),
  }
  const answer = await askServer({ path: pathOf(`${place.kind}/list`), query }, access, io)
  const views = readList(readSuccess(answer, access, io), `${place.kind}s`)
  return { answer, listed: views.map((view) => readThing(place.kind, view)) }
}

function readThing(kind: Kind, view: JsonObject): OwnThing {
  const shown = asObject(view[kind])
  const id = numberIn(shown?.id)
  if (!shown || id === null) throw new Failure('unavailable', 'The server gave a list that cannot be read.')
  return { remoteId: `${kind}/${id}`, id, shown }
}
