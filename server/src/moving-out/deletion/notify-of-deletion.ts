import { recordAudit } from '../../audit/record-audit.ts'
import type { Context, Origin } from '../../context.ts'
import { type Queryable, sql } from '../../db/database.ts'
import { cleanText } from '../../lib/text/clean-text.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { languageOf } from '../../people/person-language.ts'
import { securityMinutes } from '../../people/reset/letters.ts'
import { speechTo } from '../../words/speech.ts'
import { deletionLetter } from './deletion-letter.ts'

/** The owner who deletes or restores a workspace, and from where. */
export interface ActingOwner {
  readonly workspaceId: string
  readonly userId: string
  readonly from: Origin
}

type LetterParts = Pick<Context, 'config' | 'sealer'>

interface Owner {
  readonly id: string
  readonly email: string
  readonly language: string | null
  readonly timezone: string
}

const longestName = 80

/** Notes a deletion where it outlives the workspace, and mails every owner, the one who deleted it too. */
export async function notifyOfDeletion(
  tx: Queryable,
  context: LetterParts,
  { workspaceId, userId, from }: ActingOwner,
  { name, until }: { readonly name: string; readonly until: Date | null },
): Promise<void> {
  await recordOfServer(
    tx,
    'workspace.delete',
    { workspaceId, userId, from },
    { name, at_once: until === null },
  )
  const owners = await tx.rows<Owner>(sql`
    select u.id, u.email, ${languageOf('u')} as language, w.timezone
    from memberships m join users u on u.id = m.user_id join workspaces w on w.id = m.workspace_id
    where m.workspace_id = ${workspaceId} and m.role = 'owner' order by u.id`)
  const by = owners.find(({ id }) => id === userId)?.email ?? null
  const told = { workspace: cleanText(name, longestName), by, ip: from.ip, until }
  for (const { email, language, timezone } of owners)
    await queueMail(tx, context, {
      kind: 'workspace_deleted',
      to: email,
      letter: deletionLetter(speechTo(language), { ...told, timezone }, context.config.publicUrl),
      livesMinutes: securityMinutes,
    })
}

/**
 * Adds an entry that belongs to the server. The workspace has one of its own, which goes with it: without this one, whoever
 * deletes a workspace also deletes every trace of it.
 */
export function recordOfServer(
  tx: Queryable,
  action: 'workspace.delete' | 'workspace.restore',
  { workspaceId: subjectId, userId, from }: ActingOwner,
  details: { readonly name: string; readonly at_once?: boolean },
): Promise<void> {
  const actor = { kind: 'user', id: userId } as const
  return recordAudit(tx, { action, actor, workspaceId: null, mode: null, subjectId, from, details })
}
