import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { Problem } from '../lib/problem.ts'
import { sentence } from '../lib/text/sentence.ts'

/** The media of a workspace, live and test together, and how much it may have. */
export interface MediaUsage {
  readonly files: number
  readonly bytes: number
  readonly files_limit: number
  /** Null: no limit. */
  readonly bytes_limit: number | null
}

type QuotaCall = Pick<CallContext, 'context' | 'db' | 'workspaceId'>

const megabyte = 1024 ** 2

/**
 * Counts the media of a workspace. A medium that waits for its upload counts as a file, and with its announced bytes as long
 * as its upload URL is valid.
 */
export async function getMediaUsage({ context, db, workspaceId }: QuotaCall): Promise<MediaUsage> {
  const { mediaQuotaFiles, mediaQuotaMb } = context.config
  const row = await db.row<{ files: number; bytes: number }>(sql`
    select count(*) as files, coalesce(sum(size_bytes) filter (
      where state in ('receiving', 'ready') or upload_expires_at > clock_timestamp()), 0)::bigint as bytes
    from media where workspace_id = ${workspaceId}`)
  return {
    files: row?.files ?? 0,
    bytes: row?.bytes ?? 0,
    files_limit: mediaQuotaFiles,
    bytes_limit: mediaQuotaMb === null ? null : mediaQuotaMb * megabyte,
  }
}

/**
 * Looks whether another file fits in, in the transaction that stores it: until that ends, no other file of the workspace is
 * counted, so that requests of the same moment do not each take the last place.
 * @param files 0 for a file that is counted already, and turns out to have so many bytes more
 * @throws Problem 422 `media_quota_exceeded`
 */
export async function requireQuota(call: QuotaCall, bytes: number, files: 0 | 1 = 1): Promise<void> {
  await call.db.run(
    sql`select pg_advisory_xact_lock(hashtextextended(${`media quota ${call.workspaceId}`}, 0))`,
  )
  const media = await getMediaUsage(call)
  const excess = excessOf(media, bytes, files)
  if (excess === null) return
  const detail = sentence(
    'A workspace may have {excess}. Delete media that no post uses, or ask the operator of the server for more.',
    { excess },
  )
  throw new Problem(422, 'media_quota_exceeded', detail, { extra: { media: { ...media } } })
}

function excessOf(media: MediaUsage, bytes: number, files: number): string | null {
  if (media.files + files > media.files_limit) return `${media.files_limit} files, and it has ${media.files}`
  if (media.bytes_limit === null || media.bytes + bytes <= media.bytes_limit) return null
  return `${media.bytes_limit} bytes, and it has ${media.bytes}; this file has ${bytes}`
}
