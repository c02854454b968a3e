import { personEntry, recordAudit } from '../../audit/record-audit.ts'
import type { Context } from '../../context.ts'
import { type Queryable, sql } from '../../db/database.ts'
import { Problem } from '../../lib/problem.ts'
import { sentence } from '../../lib/text/sentence.ts'
import type { Locale } from '../../words/locales.ts'
import { insertUser, prepareUser } from '../new-user.ts'
import { type BegunSession, type Browser, beginSession } from '../sessions/begin-session.ts'
import type { SignedIn } from '../sessions/find-session.ts'
import { hashesOf } from './invitation-tokens.ts'
import { type InvitedRole, isOpenInvitation } from './invitations.ts'

/** An invitation as the holder of its link sees it. */
export interface OpenInvitation {
  email: string
  role: InvitedRole
  workspace: { id: string; name: string }
  /** The name of the person who invites, or their address where they gave none. */
  invited_by: string
  /** Whether somebody with this address exists, who has to sign in to accept. */
  has_account: boolean
}

interface InvitationRow extends Omit<OpenInvitation, 'workspace'> {
  id: string
  workspaceId: string
  name: string
  /** Whether the link came by mail, so that its holder has shown that the address is theirs. */
  isMailed: boolean
}

export interface Accepting {
  readonly person: SignedIn | null
  readonly password: string | null
  /** The language in which the app is shown to somebody new. */
  readonly shownLanguage: Locale | undefined
  readonly browser: Browser
}

/**
 * Accepts an invitation, once. Somebody new gives a password and is signed in; somebody who has an account must be signed in
 * as the one who is invited. The link alone thus opens no account that exists. The inviter sees a link too, so an account
 * has an unproven address unless the link came by mail.
 * @throws Problem 404, 409 `sign_in_first` or `another_person`, 422
 */
export async function acceptInvitation(
  context: Pick<Context, 'db' | 'config' | 'outbound' | 'log'>,
  token: string,
  { person, password, shownLanguage, browser }: Accepting,
): Promise<BegunSession | undefined> {
  const { db } = context
  const { email, has_account } = await findInvitation(db, token)
  const newcomer = has_account ? null : await prepareUser(context, { email, password: password ?? '' })
  return db.transaction(async (tx) => {
    const found = await findInvitation(tx, token, true)
    const session =
      newcomer === null || found.has_account
        ? await requireInvited(tx, found, person)
        : await beginSession(
            tx,
            await insertUser(tx, { ...newcomer, isAddressUnproven: !found.isMailed, shownLanguage }),
            browser,
          )
    await tx.run(sql`
      insert into memberships (workspace_id, user_id, role)
      values (${found.workspaceId}, ${session.userId}, ${found.role}) on conflict do nothing`)
    await recordAudit(tx, {
      ...personEntry(session.userId, browser),
      action: 'invitation.accept',
      workspaceId: found.workspaceId,
      mode: null,
      subjectId: found.id,
      details: { role: found.role },
    })
    await tx.run(sql`delete from invitations where workspace_id = ${found.workspaceId} and id = ${found.id}`)
    return 'token' in session ? session : undefined
  })
}

/** Reads an invitation by the secret of its link. @throws Problem 404 */
export async function readInvitation(db: Queryable, token: string): Promise<OpenInvitation> {
  const { email, role, workspaceId, name, invited_by, has_account } = await findInvitation(db, token)
  return { email, role, workspace: { id: workspaceId, name }, invited_by, has_account }
}

async function requireInvited(
  tx: Queryable,
  { email }: InvitationRow,
  person: SignedIn | null,
): Promise<SignedIn> {
  if (person === null)
    throw new Problem(
      409,
      'sign_in_first',
      sentence('Sign in as {email} first, then accept the invitation.', { email }),
    )
  const own = await tx.row(
    sql`select 1 from users where id = ${person.userId} and lower(email) = lower(${email})`,
  )
  if (own !== null) return person
  throw new Problem(
    409,
    'another_person',
    sentence('The invitation is for {email}. Sign in with that address.', { email }),
  )
}

async function findInvitation(db: Queryable, token: string, isLocking = false): Promise<InvitationRow> {
  const hashes = hashesOf(token)
  const found =
    hashes &&
    (await db.row<InvitationRow>(sql`
      select i.id, i.workspace_id as "workspaceId", i.email, i.role, w.name,
        coalesce(nullif(inviter.name, ''), inviter.email) as invited_by,
        exists (select from users u where lower(u.email) = lower(i.email)) as has_account,
        i.token_hash = ${hashes.ifMailed} as "isMailed"
      from invitations i join workspaces w on w.id = i.workspace_id
        join users inviter on inviter.id = i.invited_by
      where i.token_hash in (${hashes.ifShown}, ${hashes.ifMailed}) and ${isOpenInvitation('i')}
      ${isLocking ? sql`for update of i` : sql``}`))
  if (!found)
    throw new Problem(404, 'not_found', 'There is no such invitation any more. Ask for another one.')
  return found
}
