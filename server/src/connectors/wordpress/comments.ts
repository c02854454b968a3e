import { asObject, isArray, textOf } from '../../lib/json/json.ts'
import { plainText } from '../../lib/web-page/plain-text.ts'
import { type Account, type ConnectIo, Failure, type PublishedPost } from '../connector.ts'
import { type Access, askSite, mustSucceed } from './api.ts'
import { readSettings } from './settings.ts'

/** A comment of the account's own user that everybody can read. */
export interface OwnComment {
  readonly id: number
  readonly text: string
  readonly link: string | null
}

/**
 * The newest comments below a post, of which only the user's own are kept. Source: developer.wordpress.org/rest-api/reference/comments;
 * only moderators may ask for those of one author. @throws Failure
 */
export async function listOwnComments(
  postId: number,
  account: Account,
  access: Access,
  io: ConnectIo,
): Promise<OwnComment[]> {
  const query = { post: String(postId), per_page: '100', order: 'desc', _fields: 'id,author,content,link' }
  const answer = await askSite({ path: '/wp/v2/comments', query }, access, io)
  mustSucceed(answer, access, io)
  if (!isArray(answer.json)) throw new Failure('unavailable', 'The site did not show its comments.')
  const { userId } = readSettings(account)
  return answer.json.map(asObject).flatMap((comment) => {
    const id = comment?.id
    if (typeof id !== 'number' || !Number.isSafeInteger(id) || comment?.author !== userId) return []
    const text = plainText(textOf(asObject(comment.content)?.rendered) ?? '').trim()
    return [{ id, text, link: textOf(comment.link) }]
  })
}

/** Whether two texts have the same letters: sites draw quotes, dashes and smileys in ways of their own. */
export function hasSameLetters(one: string, other: string): boolean {
  return lettersOf(one) === lettersOf(other)
}

function lettersOf(text: string): string {
  return text.normalize('NFC').replace(/[^\p{L}\p{N}]+/gu, '')
}

const commentPrefix = 'comment-'

/** Comments and posts are counted apart on a site, so a comment says in its id that it is one. */
export function commentId(id: number): string {
  return `${commentPrefix}${id}`
}

export function isComment({ remoteId }: Pick<PublishedPost, 'remoteId'>): boolean {
  return remoteId.startsWith(commentPrefix)
}

/** The site's own number of a post or a comment. @throws Failure `invalid` where it is none */
export function numberOf({ remoteId }: Pick<PublishedPost, 'remoteId'>): number {
  const digits = remoteId.startsWith(commentPrefix) ? remoteId.slice(commentPrefix.length) : remoteId
  if (/^[1-9]\d{0,15}$/.test(digits)) return Number(digits)
  throw new Failure('invalid', 'This is not the number of a post on the site.')
}
