import { personEntry, recordAudit, recordAuditOfPerson } from '../../audit/record-audit.ts'
import type { Context } from '../../context.ts'
import { type Queryable, sql } from '../../db/database.ts'
import { isEmailAddress } from '../../lib/addresses/email-address.ts'
import { newId } from '../../lib/id.ts'
import { Problem } from '../../lib/problem.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { speechTo } from '../../words/speech.ts'
import { isOpenInvitation } from '../members/invitations.ts'
import { insertUser, requireEmail } from '../new-user.ts'
import { languageOf } from '../person-language.ts'
import { identityJoinedLetter, securityMinutes } from '../reset/letters.ts'
import type { Browser } from '../sessions/begin-session.ts'
import { createOwnWorkspace, requireInstanceOwner } from '../sign-up.ts'
import type { ProvedIdentity } from './read-identity.ts'

type LetterParts = Pick<Context, 'config' | 'sealer'>

/**
 * The person of an identity. The first time it is joined to the person who has its address, if the provider says that it was
 * verified; somebody new comes in by an invitation or where sign-up is open. From then on the address does not matter. The
 * audit log has the joining, and a person who was here before is told of it by mail.
 * @throws Problem 403 `address_not_verified` or `sign_up_closed`, 409 `link_first`
 */
export async function personOf(
  tx: Queryable,
  context: LetterParts,
  identity: ProvedIdentity,
  browser: Browser,
): Promise<string> {
  const { issuer, subject } = identity
  const joined = await tx.row<{ user_id: string }>(sql`
    select user_id from identities where issuer = ${issuer} and subject = ${subject} for share`)
  if (joined !== null) return joined.user_id
  const email = requireVerified(identity)
  const found = await findPersonOfAddress(tx, email)
  const userId = found?.id ?? (await signUp(tx, context.config, email, browser))
  await tx.run(sql`
    insert into identities (id, user_id, issuer, subject, email)
    values (${newId()}, ${userId}, ${issuer}, ${subject}, ${email})`)
  const entry = { ...personEntry(userId, browser), action: 'person.link_identity' } as const
  await recordAuditOfPerson(tx, { ...entry, details: { issuer, by: 'address' } })
  if (found !== null) await tellOfJoining(tx, context, found, browser)
  return userId
}

function tellOfJoining(
  tx: Queryable,
  context: LetterParts,
  { email: to, language }: PersonOfAddress,
  { ip }: Browser,
): Promise<boolean> {
  const { oidc, publicUrl } = context.config
  const letter = identityJoinedLetter(speechTo(language), { provider: oidc?.name ?? null, ip }, publicUrl)
  return queueMail(tx, context, { kind: 'identity_joined', to, letter, livesMinutes: securityMinutes })
}

/**
 * The address that the provider has verified. One with letters beyond ASCII counts as none: the database would take some of
 * them, such as İ, for the letters of another person's address.
 */
function requireVerified({ email, isEmailVerified }: ProvedIdentity): string {
  if (email !== null && isEmailVerified && isEmailAddress(email)) return email
  throw new Problem(
    403,
    'address_not_verified',
    'The identity provider does not say that your address was verified. Sign in here another way, then join the two.',
  )
}

interface PersonOfAddress {
  readonly id: string
  readonly email: string
  readonly language: string | null
}

/** Null where nobody has the address, which the provider has verified. */
async function findPersonOfAddress(tx: Queryable, email: string): Promise<PersonOfAddress | null> {
  const person = await tx.row<PersonOfAddress & { is_address_unproven: boolean }>(sql`
    select u.id, u.email, ${languageOf('u')} as language, u.is_address_unproven
    from users u where lower(u.email) = lower(${email})`)
  if (person === null || !person.is_address_unproven) return person
  throw new Problem(
    409,
    'link_first',
    'Somebody signed up here with your address, and nobody has shown that it is theirs. If it was you, sign in with your password, then join the two.',
  )
}

/**
 * The provider has verified the address, so its invitations are for this person. Where everybody may sign up, strangers may invite
 * too, and who is invited accepts by the link if they wish.
 */
async function signUp(
  tx: Queryable,
  { signup, stripe }: Context['config'],
  email: string,
  browser: Browser,
): Promise<string> {
  const isSignUpOpen = signup === 'open'
  const invited = isSignUpOpen ? [] : await takeInvitations(tx, email)
  if (invited.length === 0 && !isSignUpOpen)
    throw new Problem(403, 'sign_up_closed', 'You have no account here. Ask for an invitation.')
  if (invited.length === 0) await requireInstanceOwner(tx)
  const userId = await insertUser(tx, { email: requireEmail(email), passwordHash: null })
  for (const { id, workspace_id: workspaceId, role } of invited) {
    await tx.run(sql`
      insert into memberships (workspace_id, user_id, role) values (${workspaceId}, ${userId}, ${role})`)
    const entry = { ...personEntry(userId, browser), action: 'invitation.accept', subjectId: id } as const
    await recordAudit(tx, { ...entry, workspaceId, mode: null, details: { role } })
  }
  if (invited.length === 0) await createOwnWorkspace(tx, userId, { mustPay: stripe !== null })
  return userId
}

interface TakenInvitation {
  readonly id: string
  readonly workspace_id: string
  readonly role: string
}

function takeInvitations(tx: Queryable, email: string): Promise<TakenInvitation[]> {
  return tx.rows<TakenInvitation>(sql`
    delete from invitations i where lower(i.email) = lower(${email}) and ${isOpenInvitation('i')}
    returning id, workspace_id, role`)
}
