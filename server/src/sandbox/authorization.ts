import { createHash, randomBytes, randomUUID } from 'node:crypto'
import Type, { type Static } from 'typebox'
import { type Database, type Queryable, sql } from '../db/database.ts'
import { openProfile } from './open-profile.ts'
import type { SandboxProfile } from './profile.ts'
import { Refusal } from './refusal.ts'

/** The behaviours of a sign-in, of which a person chooses one on the consent page. It is kept in the column `conduct`. */
export const signInBehaviors = {
  grant: 'Give access',
  fewer_scopes: 'Give access to reading only',
  locked_profile: 'Let the first profile not be connected',
  expired_code: 'Let the code expire',
  lose_token: 'Lose the answer with the token',
  slow: 'Answer slowly',
  never: 'Never answer',
  not_json: 'Answer with a page instead of a token',
} as const

export type SignInBehavior = keyof typeof signInBehaviors

export const authorizationBody = Type.Object(
  {
    space: Type.String({ minLength: 1, maxLength: 100 }),
    redirect_uri: Type.String({ minLength: 1, maxLength: 2_000 }),
    state: Type.String({ minLength: 1, maxLength: 500 }),
    /** S256, of the verifier that the token is asked for with. */
    code_challenge: Type.String({ minLength: 43, maxLength: 43 }),
    scope: Type.String({ minLength: 1, maxLength: 200 }),
  },
  { additionalProperties: false },
)

export const tokenBody = Type.Object(
  { code: Type.String(), code_verifier: Type.String(), redirect_uri: Type.String() },
  { additionalProperties: false },
)

/** Notes a sign-in that is about to begin. Answers the secret of its consent page. */
export async function pushAuthorization(
  db: Queryable,
  body: Static<typeof authorizationBody>,
): Promise<string> {
  const secret = newSecret()
  await db.run(
    sql`delete from sandbox_authorizations where expires_at < clock_timestamp() - interval '1 day'`,
  )
  await db.run(sql`
    insert into sandbox_authorizations (id, secret_hash, space, redirect_uri, state, code_challenge, scope)
    values (${randomUUID()}, ${hashOf(secret)}, ${body.space}, ${body.redirect_uri}, ${body.state},
      ${body.code_challenge}, ${body.scope})`)
  return secret
}

/** Whether a consent page may still be answered. */
export async function isAuthorizationOpen(db: Queryable, secret: string): Promise<boolean> {
  const row = await db.row(sql`
    select id from sandbox_authorizations
    where secret_hash = ${hashOf(secret)} and conduct is null and expires_at > clock_timestamp()`)
  return row !== null
}

/** The decision of a person on the consent page. */
export type Decision =
  | { readonly isGranted: false }
  | { readonly isGranted: true; readonly behavior: SignInBehavior; readonly names: readonly string[] }

/** Answers the address to which the browser goes back with the decision; null where it was decided before. */
export async function decideAuthorization(
  db: Queryable,
  secret: string,
  decision: Decision,
  issuer: string,
): Promise<string | null> {
  const code = newSecret()
  const [codeHash, behavior, names] = decision.isGranted
    ? [hashOf(code), decision.behavior, decision.names]
    : [null, 'refused', []]
  const row = await db.row<{ redirect_uri: string; state: string }>(sql`
    update sandbox_authorizations set code_hash = ${codeHash}, conduct = ${behavior}, names = ${names}::text[]
    where secret_hash = ${hashOf(secret)} and conduct is null and expires_at > clock_timestamp()
    returning redirect_uri, state`)
  if (!row) return null
  const back = new URL(row.redirect_uri)
  if (decision.isGranted) back.searchParams.set('code', code)
  else back.searchParams.set('error', 'access_denied')
  back.searchParams.set('state', row.state)
  back.searchParams.set('iss', issuer)
  return back.href
}

/** Access to the profiles that a person chose, and how to answer it. */
export interface Grant {
  readonly behavior: SignInBehavior
  readonly scope: string
  readonly profiles: readonly { profile: SandboxProfile; token: string; isLocked: boolean }[]
}

/** Trades a code for tokens, once. @throws Refusal 400 `grant_invalid` */
export async function tradeCode(db: Database, body: Static<typeof tokenBody>): Promise<Grant> {
  const challenge = createHash('sha256').update(body.code_verifier).digest('base64url')
  const row = await db.row<{ space: string; scope: string; behavior: SignInBehavior; names: string[] }>(sql`
    update sandbox_authorizations set used_at = clock_timestamp()
    where code_hash = ${hashOf(body.code)} and used_at is null and expires_at > clock_timestamp()
      and redirect_uri = ${body.redirect_uri} and code_challenge = ${challenge}
    returning space, scope, conduct as behavior, names`)
  if (!row) throw grantInvalid('This code is not, or is no longer, good for a token.')
  if (row.behavior === 'expired_code') throw grantInvalid('This code has expired.')
  const profiles: { profile: SandboxProfile; token: string; isLocked: boolean }[] = []
  for (const name of row.names) {
    const opened = await openProfile(db, { space: row.space, name })
    profiles.push({ ...opened, isLocked: row.behavior === 'locked_profile' && profiles.length === 0 })
  }
  return { behavior: row.behavior, scope: row.behavior === 'fewer_scopes' ? 'read' : row.scope, profiles }
}

function grantInvalid(message: string): Refusal {
  return new Refusal(400, 'grant_invalid', message)
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
