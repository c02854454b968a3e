import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type Database, type Queryable, sql } from '../db/database.ts'
import {
  type BehaviorSettings,
  completeBehavior,
  type ProfileBody,
  type SandboxProfile,
  usualLifetimeMs,
} from './profile.ts'
import { Refusal } from './refusal.ts'

/**
 * Signs in to a profile and returns a new token. The profile is created if its space has none of this name. Its behaviour is
 * set again; class and lifetime stay unless they are given.
 */
export function openProfile(
  db: Database,
  body: ProfileBody,
): Promise<{ profile: SandboxProfile; token: string }> {
  const name = body.name.trim()
  if (!name) throw new Refusal(422, 'name_empty', 'A profile needs a name.')
  return db.transaction(async (tx) => {
    const profile = await upsertProfile(tx, { ...body, name })
    const token = `sandbox_${randomBytes(32).toString('base64url')}`
    await tx.run(
      sql`insert into sandbox_tokens (hash, profile_id) values (${hashToken(token)}, ${profile.id})`,
    )
    return { profile, token }
  })
}

export interface TokenHolder {
  readonly profile: SandboxProfile
  readonly isRevoked: boolean
  readonly tokenHash: Buffer
}

/** Finds the profile of a token, even of a revoked one. @throws Refusal `token_invalid` for an unknown token. */
export async function findTokenHolder(
  db: Queryable,
  authorization: string | undefined,
): Promise<TokenHolder> {
  const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1]
  const tokenHash = hashToken(token ?? '')
  const row = await db.row<SandboxProfile & { revoked_at: Date | null }>(sql`
    select p.id, p.name, p.network_class, p.lifetime_ms, p.behavior, p.behavior_left, p.slow_ms, p.retry_after_seconds,
      t.revoked_at
    from sandbox_tokens t join sandbox_profiles p on p.id = t.profile_id where t.hash = ${tokenHash}`)
  if (!token || !row) throw tokenInvalid()
  const { revoked_at, ...profile } = row
  return { profile, isRevoked: revoked_at !== null, tokenHash }
}

export function tokenInvalid(): Refusal {
  return new Refusal(401, 'token_invalid', 'This token is not, or is no longer, good for any profile.')
}

export async function revokeToken(db: Queryable, tokenHash: Buffer): Promise<void> {
  await db.run(sql`
    update sandbox_tokens set revoked_at = clock_timestamp() where hash = ${tokenHash} and revoked_at is null`)
}

/** Sets the behaviour of a profile and ends a running rate limit. Returns the changed profile. */
export async function changeBehavior(
  db: Queryable,
  profileId: string,
  settings: BehaviorSettings,
): Promise<SandboxProfile> {
  const next = completeBehavior(settings)
  const row = await db.row<SandboxProfile>(sql`
    update sandbox_profiles set behavior = ${next.behavior}, behavior_left = ${next.left}, blocked_until = null,
      slow_ms = ${next.slowMs}, retry_after_seconds = ${next.retryAfterSeconds},
      network_class = coalesce(${next.networkClass}, network_class),
      lifetime_ms = coalesce(${next.lifetimeMs}::bigint, lifetime_ms)
    where id = ${profileId}
    returning ${profileColumns}`)
  if (!row) throw new Error('A profile whose token is good was not there.')
  return row
}

const profileColumns = sql`
  id, name, network_class, lifetime_ms, behavior, behavior_left, slow_ms, retry_after_seconds`

async function upsertProfile(tx: Queryable, body: ProfileBody): Promise<SandboxProfile> {
  const { behavior, left, slowMs, retryAfterSeconds, networkClass, lifetimeMs } = completeBehavior(body)
  const firstClass = networkClass ?? 'blind'
  const row = await tx.row<SandboxProfile>(sql`
    insert into sandbox_profiles as p
      (id, space, name, network_class, lifetime_ms, behavior, behavior_left, slow_ms, retry_after_seconds)
    values (${randomUUID()}, ${body.space}, ${body.name}, ${firstClass},
      ${lifetimeMs ?? usualLifetimeMs[firstClass]}, ${behavior}, ${left}, ${slowMs}, ${retryAfterSeconds})
    on conflict (space, name) do update set
      network_class = coalesce(${networkClass}, p.network_class),
      lifetime_ms = coalesce(${lifetimeMs}::bigint, p.lifetime_ms),
      behavior = excluded.behavior, behavior_left = excluded.behavior_left, blocked_until = null,
      slow_ms = excluded.slow_ms, retry_after_seconds = excluded.retry_after_seconds
    returning ${profileColumns}`)
  if (!row) throw new Error('A profile was neither made nor found.')
  return row
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
