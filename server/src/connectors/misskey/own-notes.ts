import type { JsonObject } from '../../lib/json/json.ts'
import type { Account } from '../connector.ts'
import { readSettings } from './settings.ts'

/** An id before all that a server gives. */
export const firstId = '0'

/** The number of posts asked for at once: an answer of more than a megabyte is not read, and each may hold another one. */
export function listedAtOnce(account: Pick<Account, 'settings'>): number {
  const { maxText } = readSettings(account).limits
  if (maxText <= 3_000) return 40
  return maxText <= 12_000 ? 10 : 3
}

/**
 * The account's own posts: newest first, or those right after one of them, oldest first. Answers and posts in channels are
 * among them. Names that a release does not know are passed over: `includeReplies` and `includeMyRenotes` are those of Misskey
 * before 2023.10, and of Firefish. Source: the endpoint `users/notes`, and makePaginationQuery of QueryService.
 */
export function listing(accountId: string, limit: number, afterId: string | null = null): JsonObject {
  return {
    userId: accountId,
    limit,
    withReplies: true,
    includeReplies: true,
    withRenotes: true,
    includeMyRenotes: true,
    withChannelNotes: true,
    ...(afterId === null ? {} : { sinceId: afterId }),
  }
}
