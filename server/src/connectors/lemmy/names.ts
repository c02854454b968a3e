import { type Account, Failure, type PublishedPost } from '../connector.ts'
import { readSettings } from './settings.ts'

export type Kind = 'post' | 'comment'

/** A number that the server gave; null for anything else. */
export function numberIn(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null
}

/** Posts and comments are numbered apart, so that an id of ours says which of them it is: `post/12`. */
export function publishedAs(
  kind: Kind,
  id: number,
  account: Pick<Account, 'settings'>,
): Pick<PublishedPost, 'remoteId' | 'url'> {
  const remoteId = `${kind}/${id}`
  return { remoteId, url: `${readSettings(account).instance}/${remoteId}` }
}

/** @throws Failure `invalid` where it is none of our ids, so that no call is made of it */
export function readName({ remoteId }: Pick<PublishedPost, 'remoteId'>): { kind: Kind; id: number } {
  const [, kind, digits] = /^(post|comment)\/([1-9]\d{0,14})$/.exec(remoteId) ?? []
  if (kind === 'post' || kind === 'comment') return { kind, id: Number(digits) }
  throw new Failure('invalid', 'This is no number of a post or a comment.')
}
