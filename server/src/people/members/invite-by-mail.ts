import type { Context } from '../../context.ts'
import { type Queryable, sql } from '../../db/database.ts'
import { customerNetworkOf } from '../../lib/addresses/network.ts'
import { notFound, Problem } from '../../lib/problem.ts'
import { cleanText } from '../../lib/text/clean-text.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { speechTo } from '../../words/speech.ts'
import { languageOf } from '../person-language.ts'
import { countedAs, countInWindow } from '../sign-in/sign-in-limit.ts'
import { type InvitationNames, invitationLetter, invitationMinutes } from './invitation-letter.ts'
import { type InvitationShown, type InvitedRole, inviteMember } from './invitations.ts'
import type { Membership } from './require-member.ts'

/** How many invitations a workspace may mail in a day, so that nobody uses it to write to strangers. */
const limit = { most: 100, minutes: 24 * 60 }
/** How many of them come from one network by people whose address nobody has proven. Anybody may be such a person. */
const strangersLimit = { most: 30, minutes: 24 * 60 }
const longestName = 80

export interface Invited {
  readonly invitation: InvitationShown
  /** A link that the inviter can send. It is shown this once, and an account that it makes has an unproven address. */
  readonly url: string
  /** Whether a mail goes to the person, with another link. Otherwise `url` has to be sent. */
  readonly is_mailed: boolean
}

/** A person who invites, and the network address from which they do. */
interface Inviter extends Membership {
  readonly ip: string
}

type MailContext = Pick<Context, 'config' | 'sealer'>

/** Invites somebody, and mails them a link of their own if there is a mail server. @throws Problem as invite; 429 `too_many_invitations` */
export async function inviteByMail(
  tx: Queryable,
  context: MailContext,
  actor: Inviter,
  input: { readonly email: string; readonly role: InvitedRole },
): Promise<Invited> {
  const { invitation, tokens } = await inviteMember(tx, actor, input)
  const linkTo = (token: string) => `${context.config.publicUrl}/join/${token}`
  const isMailed = await mailInvitation(tx, context, actor, invitation, linkTo(tokens.mailed))
  return { invitation, url: linkTo(tokens.shown), is_mailed: isMailed }
}

/** Makes new links for an invitation, and mails one. The former ones end. @throws Problem 404; as inviteByMail */
export async function resendInvitation(
  tx: Queryable,
  context: MailContext,
  actor: Inviter,
  id: string,
): Promise<Invited> {
  const found = await tx.row<{ email: string; role: InvitedRole }>(sql`
    select email, role from invitations
    where workspace_id = ${actor.workspaceId} and id = ${id} and expires_at > clock_timestamp()`)
  if (found === null) throw notFound('invitation')
  return inviteByMail(tx, context, actor, found)
}

async function mailInvitation(
  tx: Queryable,
  context: MailContext,
  { workspaceId, userId, ip }: Inviter,
  { email, role }: InvitationShown,
  url: string,
): Promise<boolean> {
  if (context.config.mail === null) return false
  // Somebody who is here already is written to in their own language. Nothing is known of others, so the language is that of the
  // inviter, who knows whom they ask.
  const names = await tx.row<InvitationNames & { language: string | null }>(sql`
    select u.email as inviter, u.is_address_unproven as "isInviterUnproven", w.name as workspace,
      coalesce((select ${languageOf('invited')} from users invited where lower(invited.email) = lower(${email})),
        ${languageOf('u')}) as language
    from users u, workspaces w where u.id = ${userId} and w.id = ${workspaceId}`)
  if (names === null) throw notFound('workspace')
  if (names.isInviterUnproven && !(await mayStrangerMail(tx, ip))) return false
  const seconds = await countInWindow(tx, countedAs(`invitations ${workspaceId}`), limit)
  if (seconds > 0)
    throw new Problem(429, 'too_many_invitations', 'This workspace has mailed too many invitations today.', {
      retryAfterSeconds: seconds,
    })
  const workspace = cleanText(names.workspace, longestName)
  const letter = invitationLetter(speechTo(names.language), { ...names, workspace }, role, url)
  return queueMail(tx, context, {
    kind: 'invitation',
    to: email,
    letter,
    livesMinutes: invitationMinutes,
  })
}

/** Counts a mail of somebody who may be a stranger. They send the shown link themselves once there were too many. */
async function mayStrangerMail(tx: Queryable, ip: string): Promise<boolean> {
  return (
    (await countInWindow(tx, countedAs(`invitations network ${customerNetworkOf(ip)}`), strangersLimit)) === 0
  )
}
