import { type Queryable, sql } from '../../db/database.ts'
import { Problem } from '../../lib/problem.ts'
import type { LinkStatus } from './connect-link.ts'

/**
 * Uses up the link from which a sign-in was begun, in the transaction that stores its accounts.
 *
 * Two people sign in from one link: both are asked by the network, and both come to this statement. The second waits for
 * the first; once that is committed, it finds the link used, and nothing of its sign-in is stored.
 * @throws Problem 409 `link_used`
 */
export async function useLink(
  tx: Queryable,
  { workspace_id, link_id }: { readonly workspace_id: string; readonly link_id: string | null },
  connected: readonly string[],
): Promise<void> {
  if (link_id === null) return
  const used = await tx.run(sql`
    update connect_links set used_at = clock_timestamp(), connected = ${connected}::uuid[]
    where workspace_id = ${workspace_id} and id = ${link_id} and used_at is null`)
  if (used === 0) throw linkEnded('used')
}

/** The reason why a link can no longer be used to sign in. */
export function linkEnded(status: Exclude<LinkStatus, 'open'>): Problem {
  switch (status) {
    case 'used':
      return new Problem(
        409,
        'link_used',
        'This link has been used already, and it connects once. Ask for another link to connect more.',
      )
    case 'expired':
      return new Problem(
        409,
        'link_expired',
        'This link has expired. Ask for a new one where you got it from.',
      )
  }
}
