import { type Json, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import {
  type Account,
  type CommitStep,
  type ConnectIo,
  Failure,
  type PublishedPost,
  type Step,
} from '../connector.ts'
import { earliestTime, isMadeSince, isSameText, type PostsPage } from '../kit/match-own-posts.ts'
import { type Access, listFromReddit } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { addressOf, fullNameOf } from './names.ts'
import { communityOf, kindOf, readChoices, wordsOf } from './options.ts'

/** The number of posts that are looked at: the most that a page has. */
const listedAtOnce = 100

/** The newest own posts, or the newest own comments for a part that is one. @throws Failure unless all of them can be read */
export async function readOwn(
  { account, replyTo }: Pick<Step, 'replyTo'> & { readonly account: Pick<Account, 'username'> },
  access: Access,
  io: ConnectIo,
): Promise<{ answer: OutboundAnswer; things: readonly JsonObject[] }> {
  const kind = replyTo ? 'comments' : 'submitted'
  const path = `/user/${encodeURIComponent(account.username)}/${kind}`
  const { answer, things } = await listFromReddit(
    path,
    { sort: 'new', limit: String(listedAtOnce) },
    access,
    io,
  )
  if (things.some(({ id }) => fullNameOf(id, 't3') === null))
    throw new Failure('unavailable', 'Reddit did not show the posts of the account.')
  return { answer, things }
}

/** The posts, or the comments, that can be no others than ours. @throws Failure */
export async function findOurs(step: CommitStep, access: Access, io: ConnectIo): Promise<PostsPage> {
  const { answer, things } = await readOwn(step, access, io)
  const earliest = earliestTime(step.firstSentAt, answer, io.now())
  const { seen } = readArtefacts(step.artefacts)
  const isNew = ({ id, created_utc: at }: JsonObject) =>
    !seen?.includes(textOf(id) ?? '') && isMadeSince(earliest, timeOf(at))
  const isOurs = step.replyTo ? isOurComment : isOurPost
  const ours = things.filter((thing) => isNew(thing) && isOurs(thing, step))
  return {
    isFull: things.length >= listedAtOnce,
    ours: ours.map((thing) => publishedAs(thing, step)).filter((post) => post !== null),
  }
}

function isOurComment({ parent_id: parent, body }: JsonObject, { draft, replyTo }: CommitStep): boolean {
  return parent === replyTo?.parent.remoteId && isSameText(textOf(body), draft.text)
}

/** The community, the title, the kind and the words, as far as Reddit shows words below media. */
function isOurPost(post: JsonObject, { draft, account }: CommitStep): boolean {
  const { title, body } = wordsOf(draft)
  const kind = kindOf(draft)
  const shown = textOf(post.selftext) ?? ''
  return (
    textOf(post.subreddit)?.toLowerCase() === communityOf(draft, account).toLowerCase() &&
    isSameText(textOf(post.title), title) &&
    (post.is_self === true) === (kind === 'self') &&
    (post.is_gallery === true) === (kind === 'gallery') &&
    (kind !== 'link' || hrefOf(post.url) === hrefOf(readChoices(draft).url ?? undefined)) &&
    (isSameText(shown, body) || (kind !== 'self' && shown === ''))
  )
}

function hrefOf(url: Json | undefined): string {
  const given = textOf(url) ?? ''
  return URL.parse(given)?.href ?? given
}

/** Seconds since 1970 as a time of ISO 8601. */
function timeOf(value: Json | undefined): string | null {
  const isTime = typeof value === 'number' && value >= 0 && value <= 8.64e12
  return isTime ? new Date(value * 1_000).toISOString() : null
}

/**
 * A post or a comment as an answer shows it; null without its full name. The reference says whether its text can be changed, and how
 * it begins where the first line of it became the title.
 */
export function publishedAs(thing: JsonObject, { draft, replyTo }: Step): PublishedPost | null {
  const kind = replyTo ? 't1' : 't3'
  const remoteId = fullNameOf(thing.name, kind) ?? fullNameOf(thing.id, kind)
  if (remoteId === null) return null
  const { title, isFirstLine } = wordsOf(draft)
  const reference = replyTo ? null : { kind: kindOf(draft), ...(isFirstLine ? { first_line: title } : {}) }
  return { remoteId, url: addressOf(remoteId, thing.permalink ?? thing.url), reference }
}
