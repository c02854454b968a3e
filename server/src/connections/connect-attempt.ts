import { createHash, randomBytes } from 'node:crypto'
import type { Actor } from '../callers/actor-of.ts'
import type { Candidate } from '../connectors/connector.ts'
import type { CallContext, Context, Mode } from '../context.ts'
import { type Queryable, type Sql, sql } from '../db/database.ts'
import type { JsonObject } from '../lib/json/json.ts'
import { notFound } from '../lib/problem.ts'
import type { SealedField, Sealer } from '../lib/secrecy/seal.ts'
import type { ShownParts } from '../lib/text/sentence.ts'
import { sealedIn } from '../secrets/sealed-columns.ts'
import { attemptLink } from './attempt-link.ts'
import { candidateAvatarUrl } from './candidate-avatar-url.ts'

/** How far a sign-in has come. */
export type AttemptStatus = 'waiting' | 'finishing' | 'choosing' | 'connected' | 'failed' | 'expired'

/** An attempt as the database has it. */
export interface AttemptRow {
  workspace_id: string
  id: string
  mode: Mode
  platform: string
  way: string
  account_id: string | null
  /** The connect link from which it was begun. */
  link_id: string | null
  actor_kind: Actor['kind']
  actor_id: string
  /** The session of the person who began it; null where a key, the operator or a connect link did. */
  session_id: string | null
  /** Its secrets are worthless once it is over. `expired` means that its time ended before that. */
  status: AttemptStatus
  browser_hash: Buffer | null
  keep: string | null
  candidates: string | null
  error: AttemptError | null
  connected: string[]
  expires_at: Date
  created_at: Date
}

/** Why no account was connected, in words its person can act on. */
export interface AttemptError extends ShownParts {
  code: string
  detail: string
}

/** An attempt as the API shows it. Never a token. */
export interface ConnectAttempt {
  id: string
  platform: string
  way: string
  status: AttemptStatus
  /** The page of ours from which the person goes to the network; null once it is no longer needed. */
  url: string | null
  /** The account that is connected again. */
  social_account_id: string | null
  candidates: ShownCandidate[]
  /** The accounts that were connected. */
  social_accounts: string[]
  error: AttemptError | null
  expires_at: string
  created_at: string
}

/** A profile to choose, as people see it. */
export interface ShownCandidate {
  external_id: string
  username: string
  display_name: string
  /** Public, on our own host; null where the network has none. */
  avatar_url: string | null
  profile_url: string
  suggested: boolean
  /** The reason why it cannot be chosen, or null. */
  reason: string | null
}

/** The columns of AttemptRow. */
export const attemptColumns = sql`
  workspace_id, id, mode, platform, way, account_id, link_id, actor_kind, actor_id, session_id, browser_hash, keep, candidates, error, connected, expires_at,
  created_at,
  case when status in ('waiting', 'finishing', 'choosing') and expires_at <= crier_now(workspace_id, mode)
    then 'expired' else status end as status`

/** Finds an attempt of this workspace and mode. @throws Problem 404 */
export async function findAttempt(call: CallContext, id: string, lock: Sql): Promise<AttemptRow> {
  const row = await call.db.row<AttemptRow>(sql`
    select ${attemptColumns} from connect_attempts
    where workspace_id = ${call.workspaceId} and mode = ${call.mode} and id = ${id} ${lock}`)
  if (!row) throw notFound('connect attempt')
  return row
}

export function toConnectAttempt(context: Context, row: AttemptRow): ConnectAttempt {
  const isOpen = row.status === 'waiting' || row.status === 'choosing'
  return {
    id: row.id,
    platform: row.platform,
    way: row.way,
    status: row.status,
    url: isOpen ? attemptLink(context, row) : null,
    social_account_id: row.account_id,
    candidates: showCandidates(context, row),
    social_accounts: row.connected,
    error: row.error,
    expires_at: row.expires_at.toISOString(),
    created_at: row.created_at.toISOString(),
  }
}

/** The profiles to choose from, as people see them. */
export function showCandidates(context: Context, row: AttemptRow): ShownCandidate[] {
  return openCandidates(context.sealer, row).map(({ profile, suggested, reason }, place) => ({
    external_id: profile.externalId,
    username: profile.username,
    display_name: profile.displayName,
    avatar_url: profile.avatarUrl === null ? null : candidateAvatarUrl(context, { id: row.id, place }),
    profile_url: profile.profileUrl,
    suggested,
    reason,
  }))
}

/** The page of the network, and the secrets of its connector, between the beginning and the callback. */
export interface AttemptSecrets {
  readonly url: string
  readonly keep: JsonObject
  readonly state: string
}

type AttemptKey = Pick<AttemptRow, 'workspace_id' | 'id'>

export function sealAttemptSecrets(sealer: Sealer, place: AttemptKey, kept: AttemptSecrets): string {
  return sealer.seal(JSON.stringify(kept), placeOf('keep', place))
}

export function openAttemptSecrets(sealer: Sealer, row: AttemptRow): AttemptSecrets {
  if (row.keep === null) throw new Error('An attempt by redirect kept nothing.')
  return JSON.parse(sealer.open(row.keep, placeOf('keep', row))) as AttemptSecrets
}

export function sealCandidates(sealer: Sealer, place: AttemptKey, candidates: readonly Candidate[]): string {
  return sealer.seal(JSON.stringify(candidates), placeOf('candidates', place))
}

/** The profiles to choose from, while there is a choice. */
export function openCandidates(sealer: Sealer, row: AttemptRow): Candidate[] {
  if (row.candidates === null || row.status !== 'choosing') return []
  const stored = JSON.parse(sealer.open(row.candidates, placeOf('candidates', row))) as Candidate[]
  // JSON has no dates.
  return stored.map(({ profile, ...rest }) => {
    const expiresAt = profile.expiresAt === null ? null : new Date(profile.expiresAt)
    return { ...rest, profile: { ...profile, expiresAt } }
  })
}

/** Ends an attempt and forgets its secrets. */
export async function endAttempt(
  db: Queryable,
  { workspace_id, id }: AttemptKey,
  end: { connected: readonly string[] } | { error: AttemptError },
): Promise<void> {
  const [connected, error] = 'error' in end ? [[], JSON.stringify(end.error)] : [end.connected, null]
  await db.run(sql`
    update connect_attempts set status = ${error === null ? 'connected' : 'failed'}, error = ${error}::jsonb,
      connected = ${connected}::uuid[], keep = null, candidates = null
    where workspace_id = ${workspace_id} and id = ${id}`)
  await db.run(sql`
    delete from candidate_avatars where workspace_id = ${workspace_id} and attempt_id = ${id}`)
}

/** 256 random bits, in letters that an address and a cookie may carry. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

function placeOf(column: 'keep' | 'candidates', { workspace_id, id }: AttemptKey): SealedField {
  return sealedIn(`connect_attempts.${column}`, workspace_id, id)
}
