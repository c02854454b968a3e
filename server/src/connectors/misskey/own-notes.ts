import type { JsonObject } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import type { Account, ConnectIo } from '../connector.ts'
import { type Access, askServer, readList } from './api.ts'
import { readSettings } from './settings.ts'

/** An id before all that a server gives. */
export const firstId = '0'

/** The number of posts asked for at once: fewer where each may be long. */
export function listedAtOnce(account: Pick<Account, 'settings'>): number {
  const { maxText } = readSettings(account).limits
  if (maxText <= 3_000) return 40
  return maxText <= 12_000 ? 10 : 3
}

// Each post brings its files, and the post that it answers with its own.
const within = { timeoutMs: 60_000, maxBytes: 8_000_000 }

/**
 * The account's own posts: newest first, or those right after one of them, oldest first. Answers and posts in channels are
 * among them. Names that a release does not know are passed over: `includeReplies` and `includeMyRenotes` are those of Misskey
 * before 2023.10, and of Firefish. Source: the endpoint `users/notes`, and makePaginationQuery of QueryService.
 * @throws Failure unless the page is read whole
 */
export async function listNotes(
  accountId: string,
  { limit, afterId }: { limit: number; afterId: string | null },
  access: Access,
  io: ConnectIo,
): Promise<{ notes: JsonObject[]; answer: OutboundAnswer }> {
  const call = {
    userId: accountId,
    limit,
    withReplies: true,
    includeReplies: true,
    withRenotes: true,
    includeMyRenotes: true,
    withChannelNotes: true,
    ...(afterId === null ? {} : { sinceId: afterId }),
  }
  const answer = await askServer('users/notes', call, access, io, within)
  return { notes: readList(answer, 'The server did not show the account’s posts.', access, io), answer }
}
