import { type Queryable, sql } from '../../db/database.ts'
import { newId } from '../../lib/id.ts'
import { Problem } from '../../lib/problem.ts'
import { insertUser, requireEmail } from '../create-user.ts'
import { isOpen } from '../members/invitations.ts'
import { createOwnWorkspace, requireInstanceOwner } from '../sign-up.ts'
import type { ProvedIdentity } from './read-identity.ts'

/**
 * The person of an identity. The first time it is joined to the person who has its address, if the provider says that it was
 * verified; somebody new comes in by an invitation or where sign-up is open. From then on the address does not matter.
 * @throws Problem 403 `address_not_verified` or `sign_up_closed`, 409 `link_first`
 */
export async function personOf(
  tx: Queryable,
  identity: ProvedIdentity,
  { isSignUpOpen }: { readonly isSignUpOpen: boolean },
): Promise<string> {
  const { issuer, subject } = identity
  const joined = await tx.row<{ user_id: string }>(sql`
    select user_id from identities where issuer = ${issuer} and subject = ${subject} for share`)
  if (joined !== null) return joined.user_id
  const userId = await personOfAddress(tx, identity, isSignUpOpen)
  await tx.run(sql`
    insert into identities (id, user_id, issuer, subject, email)
    values (${newId()}, ${userId}, ${issuer}, ${subject}, ${identity.email})`)
  return userId
}

async function personOfAddress(
  tx: Queryable,
  { email, isEmailVerified }: ProvedIdentity,
  isSignUpOpen: boolean,
): Promise<string> {
  if (email === null || !isEmailVerified)
    throw new Problem(
      403,
      'address_not_verified',
      'The identity provider does not say that your address was verified. Sign in here another way, then join the two.',
    )
  const person = await tx.row<{ id: string; is_address_unproven: boolean }>(sql`
    select id, is_address_unproven from users where lower(email) = lower(${email})`)
  if (person === null) return signUp(tx, email, isSignUpOpen)
  if (!person.is_address_unproven) return person.id
  throw new Problem(
    409,
    'link_first',
    'Somebody signed up here with your address, and nobody has shown that it is theirs. If it was you, sign in with your password, then join the two.',
  )
}

/** The provider has verified the address, so its invitations are for this person. */
async function signUp(tx: Queryable, email: string, isSignUpOpen: boolean): Promise<string> {
  const invited = await tx.rows<{ workspace_id: string; role: string }>(sql`
    delete from invitations i where lower(i.email) = lower(${email}) and ${isOpen}
    returning workspace_id, role`)
  if (invited.length === 0 && !isSignUpOpen)
    throw new Problem(403, 'sign_up_closed', 'You have no account here. Ask for an invitation.')
  if (invited.length === 0) await requireInstanceOwner(tx)
  const userId = await insertUser(tx, { email: requireEmail(email), passwordHash: null })
  for (const { workspace_id, role } of invited)
    await tx.run(sql`
      insert into memberships (workspace_id, user_id, role) values (${workspace_id}, ${userId}, ${role})`)
  if (invited.length === 0) await createOwnWorkspace(tx, userId)
  return userId
}
