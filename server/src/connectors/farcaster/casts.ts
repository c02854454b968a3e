import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { type ConnectIo, Failure, type PublishedPost } from '../connector.ts'
import { type Access, askNeynar, readHash, readList, readSuccess } from './api.ts'

/** Casts asked for at once. Each comes with its author and what it embeds. */
export const listedAtOnce = 50

const within = { timeoutMs: 60_000, maxBytes: 10_000_000 }

/** A page of the account's own casts. */
export interface CastsPage {
  readonly casts: readonly JsonObject[]
  /** Leads to older ones; null where there are none. */
  readonly cursor: string | null
  readonly answer: OutboundAnswer
}

/** The account's own casts, replies among them, newest first. @throws Failure unless the page is read whole */
export async function listCasts(
  fid: number,
  { limit, cursor }: { limit: number; cursor: string | null },
  access: Access,
  io: ConnectIo,
): Promise<CastsPage> {
  const query = {
    fid: String(fid),
    limit: String(limit),
    include_replies: 'true',
    ...(cursor === null ? {} : { cursor }),
  }
  const path = '/v2/farcaster/feed/user/casts/'
  const answer = await askNeynar({ path, query }, access, io, within)
  const page = readSuccess(answer, access, io)
  const casts = readList(page.casts)
  if (casts.some(({ hash }) => readHash(hash) === null))
    throw new Failure('unavailable', 'Neynar did not show the casts of the account.')
  return { casts, cursor: textOf(asObject(page.next)?.cursor) || null, answer }
}

/** A cast as people open it. Source: docs.farcaster.xyz/reference/farcaster/intent-urls, "View cast by hash". */
export function publishedPost(hash: string): PublishedPost {
  return { remoteId: hash, url: `https://farcaster.xyz/~/conversations/${hash}`, reference: null }
}
