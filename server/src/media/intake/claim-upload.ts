import type { Context } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { notFound, Problem } from '../../lib/problem.ts'
import { newStorageKey } from '../stored-files.ts'
import type { UploadGrant } from './upload-url.ts'

/** The right of one PUT to fill one medium. */
export interface UploadClaim {
  readonly workspaceId: string
  readonly id: string
  readonly mimeType: string
  readonly sizeBytes: number
  /** The SHA-256 that its bytes must have; null where nobody said. */
  readonly sha256: Buffer | null
  /** Where its bytes will lie; also distinguishes this claim from a later one. */
  readonly storageKey: string
}

/**
 * Claims the medium for this PUT. A claim whose process stopped renewing it is taken over.
 * @throws Problem 404, 409 `upload_in_progress` or `upload_already_used`, 410 `upload_expired`
 */
export async function claimUpload(context: Context, grant: UploadGrant): Promise<UploadClaim> {
  const storageKey = newStorageKey()
  const claimed = await context.db.row<{ announced_sha256: Buffer | null }>(sql`
    with free as (
      select workspace_id, id, storage_key from media
      where workspace_id = ${grant.workspaceId} and id = ${grant.id} and media_id = ${grant.mediaId}
        and upload_expires_at > clock_timestamp()
        and (state = 'waiting' or (state = 'receiving' and receiving_until < clock_timestamp()))
      for update
    ), left_over as (
      insert into discarded_files (workspace_id, storage_key)
      select workspace_id, storage_key from free where storage_key is not null
    )
    update media set state = 'receiving', storage_key = ${storageKey}, updated_at = clock_timestamp(),
      receiving_until = clock_timestamp() + ${context.config.timings.uploadLeaseMs} * interval '1 millisecond'
    from free where media.workspace_id = free.workspace_id and media.id = free.id
    returning media.announced_sha256`)
  if (claimed === null) throw (await refusal(context, grant)) ?? inProgress()
  const { workspaceId, id, mimeType, sizeBytes } = grant
  return { workspaceId, id, mimeType, sizeBytes, sha256: claimed.announced_sha256, storageKey }
}

/** Says whether a PUT to this URL could be accepted now. @throws Problem as `claimUpload` */
export async function requireOpen(context: Context, grant: UploadGrant): Promise<void> {
  const problem = await refusal(context, grant)
  if (problem) throw problem
}

async function refusal(context: Context, grant: UploadGrant): Promise<Problem | null> {
  const row = await context.db.row<{ state: string; expired: boolean; silent: boolean }>(sql`
    select state, upload_expires_at <= clock_timestamp() as expired, receiving_until < clock_timestamp() as silent
    from media where workspace_id = ${grant.workspaceId} and id = ${grant.id} and media_id = ${grant.mediaId}`)
  if (!row) return notFound('medium')
  if (row.state === 'ready') {
    return new Problem(
      409,
      'upload_already_used',
      'A file was already accepted at this upload URL. Request a new one.',
    )
  }
  if (row.expired) return expired()
  return row.state === 'receiving' && !row.silent ? inProgress() : null
}

function inProgress(): Problem {
  return new Problem(
    409,
    'upload_in_progress',
    'Another upload to this URL is under way. Wait until it ends.',
    {
      retryAfterSeconds: 5,
    },
  )
}

function expired(): Problem {
  return new Problem(
    410,
    'upload_expired',
    'This upload URL has expired. Request a new one and upload again.',
  )
}

/** Renews a claim until stopped, and says when it was lost or its URL expired meanwhile. */
export function keepClaim(
  context: Context,
  claim: UploadClaim,
  onLost: (problem: Problem) => void,
): () => void {
  const renew = async () => {
    const renewed = await context.db.run(sql`
      update media
      set receiving_until = clock_timestamp() + ${context.config.timings.uploadLeaseMs} * interval '1 millisecond'
      where workspace_id = ${claim.workspaceId} and id = ${claim.id} and state = 'receiving'
        and storage_key = ${claim.storageKey} and upload_expires_at > clock_timestamp()`)
    if (renewed === 0) onLost(expired())
  }
  const timer = setInterval(() => {
    // A database that is away for a moment does not end an upload: the claim is checked again at its end.
    renew().catch((error: unknown) =>
      context.log.warn({ err: error, media_id: claim.id }, 'an upload claim was not renewed'),
    )
  }, context.config.timings.uploadLeaseMs / 3)
  return () => clearInterval(timer)
}
