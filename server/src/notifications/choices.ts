import { type Queryable, sql } from '../db/database.ts'
import type { Membership } from '../people/members/require-member.ts'
import { kinds, type NotificationKind, type NotificationWay, usualWay } from './kinds.ts'

export interface NotificationChoice {
  kind: NotificationKind
  way: NotificationWay
  /** The way of the role, unless the person chooses another. */
  usual: NotificationWay
}

/** How a member is notified of each kind that their role receives. */
export async function listChoices(
  db: Queryable,
  { workspaceId, userId, role }: Membership,
): Promise<NotificationChoice[]> {
  const rows = await db.rows<{ kind: string; way: NotificationWay }>(sql`
    select kind, way from notification_choices where workspace_id = ${workspaceId} and user_id = ${userId}`)
  const chosen = new Map(rows.map(({ kind, way }) => [kind, way]))
  return kinds.flatMap((kind) => {
    const usual = usualWay(kind, role)
    return usual === null ? [] : [{ kind, way: chosen.get(kind) ?? usual, usual }]
  })
}

/** Chooses how a member is notified of some kinds. Mails that wait are not sent where mail is no longer wanted. */
export async function chooseNotifications(
  tx: Queryable,
  { workspaceId, userId }: Pick<Membership, 'workspaceId' | 'userId'>,
  chosen: Readonly<Partial<Record<NotificationKind, NotificationWay>>>,
): Promise<void> {
  for (const [kind, way] of Object.entries(chosen)) {
    await tx.run(sql`
      insert into notification_choices (workspace_id, user_id, kind, way)
      values (${workspaceId}, ${userId}, ${kind}, ${way})
      on conflict (workspace_id, user_id, kind) do update set way = excluded.way`)
    if (way !== 'mail')
      await tx.run(sql`
        update notifications set mail = 'skipped'
        where workspace_id = ${workspaceId} and user_id = ${userId} and kind = ${kind} and mail = 'waiting'`)
  }
}
