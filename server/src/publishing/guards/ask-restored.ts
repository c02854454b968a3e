import { type Database, type Queryable, sql } from '../../db/database.ts'
import { cutText } from '../../lib/text/graphemes.ts'
import { moveTarget, type Review } from '../move.ts'
import { lockMatching } from '../person/held-targets.ts'
import type { Seen } from '../target.ts'
import { steps } from '../target.ts'

// The most targets in one transaction.
const batch = 200

/**
 * G2: asks a person about each target that was due before the database was put back to an older state. Such a target may
 * be public already, by a send of which this database knows nothing. A part that waits for the part before it asks nothing.
 */
export async function askRestored(db: Database): Promise<void> {
  const isInDoubt = sql`t.state = any(${steps.ask_restored.from as readonly string[]}::text[])
    and t.hold_reason is distinct from 'parent'
    and t.scheduled_at - (crier_now(t.workspace_id, t.mode) - clock_timestamp())
      <= (select raised_at from guards where kind = 'restored')`
  for (;;) {
    const asked = await db.transaction(async (tx) => {
      const inDoubt = await lockMatching(tx, { limit: batch }, isInDoubt)
      for (const seen of inDoubt)
        await moveTarget(tx, seen, 'ask_restored', { review: await reviewOf(tx, seen) })
      return inDoubt.length
    })
    if (asked < batch) return
  }
}

async function reviewOf(tx: Queryable, { workspaceId, id }: Seen): Promise<Review> {
  const row = await tx.row<{ profile_url: string; text: string }>(sql`
    select a.profile_url, t.content ->> 'text' as text from targets t
      join social_accounts a on a.workspace_id = t.workspace_id and a.id = t.account_id
    where t.workspace_id = ${workspaceId} and t.id = ${id}`)
  return {
    reason: 'restored',
    sent_at: null,
    look_at: row?.profile_url ?? null,
    look_for: row ? cutText(row.text, 200) : null,
    looked_at: null,
    found: [],
  }
}
