import { asObject, isArray, isObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import { type CommitStep, Failure, type PublishedPost, type Step } from '../connector.ts'
import { earliestTime, isMadeSince, isSameText, type PostsPage } from '../kit/match-own-posts.ts'
import { type Access, callInstagramForHeaders, pathOf } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { formOf } from './options.ts'

const listedAtOnce = 50

/** The list in which the draft would appear: the newest posts, stories or comments of the account. */
function placeOf({ draft, replyTo }: Step, { home }: Access): { path: string; fields: string } {
  switch (formOf(draft)) {
    case 'comment':
      return {
        path: `${pathOf(replyTo?.parent.remoteId ?? '')}/comments`,
        fields: 'id,text,timestamp,username',
      }
    case 'story':
      return { path: `${home}/stories`, fields: 'id,timestamp,permalink' }
    default:
      return { path: `${home}/media`, fields: 'id,caption,timestamp,permalink' }
  }
}

async function list(step: Step, access: Access) {
  const { path, fields } = placeOf(step, access)
  const answer = await callInstagramForHeaders(access, {
    path,
    query: { fields, limit: String(listedAtOnce) },
  })
  const data = asObject(answer.json)?.data
  if (!isArray(data)) throw new Failure('unavailable', 'Instagram did not show the posts of the account.')
  return { answer, posts: data.filter(isObject) }
}

/** The ids of everything in that list now. @throws Failure */
export async function listPublicIds(step: Step, access: Access): Promise<string[]> {
  const { posts } = await list(step, access)
  return posts.flatMap(({ id }) => textOf(id) ?? [])
}

/** Finds the posts that can be no others than ours: of our words, made since we sent, and not there before. @throws Failure */
export async function findOurPosts(step: CommitStep, access: Access): Promise<PostsPage> {
  const { answer, posts } = await list(step, access)
  const earliest = earliestTime(step.firstSentAt, answer, access.io.now())
  const ours = posts
    .filter((post) => isOurs(post, step, earliest))
    .flatMap((post) => readPost(post, step) ?? [])
  return { isFull: posts.length >= listedAtOnce, ours }
}

function isOurs(post: JsonObject, step: CommitStep, earliest: Date): boolean {
  const { draft, account } = step
  if (readArtefacts(step.artefacts).seen.includes(textOf(post.id) ?? '')) return false
  if (!isMadeSince(earliest, textOf(post.timestamp))) return false
  switch (formOf(draft)) {
    case 'comment':
      return isSameText(textOf(post.text), draft.text) && post.username === account.username
    // A story has no words of its own.
    case 'story':
      return true
    default:
      return isSameText(textOf(post.caption), draft.text)
  }
}

/** A comment has no address of its own: it is below its post. */
export function readPost(post: JsonObject, { account, replyTo }: Step): PublishedPost | null {
  const remoteId = textOf(post.id)
  if (remoteId === null) return null
  const usual = replyTo?.parent.url ?? profileUrlOf(account.username)
  return { remoteId, url: textOf(post.permalink) ?? usual, reference: null }
}

export function profileUrlOf(username: string): string {
  return `https://www.instagram.com/${encodeURIComponent(username)}/`
}
