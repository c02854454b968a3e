import type { Context } from '../../context.ts'
import { type Queryable, sql } from '../../db/database.ts'
import { Problem } from '../../lib/problem.ts'
import { recordEvent } from '../../webhooks/record-event.ts'
import { type Media, type MediaRow, mediaColumns, mediaFacts, toMedia } from '../media.ts'
import { mediaBaseOf } from '../public-url.ts'
import { storeFacts } from '../stored-facts.ts'
import { cleanedKeyOf } from '../stored-files.ts'
import type { UploadClaim } from './claim-upload.ts'
import type { KeptFile } from './keep-file.ts'

/**
 * Makes a kept file a medium that posts may use, with its event.
 * @throws Problem 410 when its claim was lost or its time is over
 */
export async function markReady(
  tx: Queryable,
  { config }: Pick<Context, 'config'>,
  claim: UploadClaim,
  kept: KeptFile,
): Promise<Media> {
  const mediaBase = mediaBaseOf(config)
  const { kind, width, height, durationMs, facts, cleaned } = kept.probed
  const row = await tx.row<MediaRow>(sql`
    update media set state = 'ready', receiving_until = null, rejection = null, kind = ${kind}, width = ${width},
      height = ${height}, duration_ms = ${durationMs}, facts = ${JSON.stringify(storeFacts(facts))}::jsonb,
      sha256 = ${kept.sha256}, served_bytes = ${kept.servedBytes},
      cleaned_key = ${cleaned && cleanedKeyOf(claim.storageKey)}, updated_at = clock_timestamp()
    where workspace_id = ${claim.workspaceId} and id = ${claim.id} and state = 'receiving'
      and storage_key = ${claim.storageKey} and upload_expires_at > clock_timestamp()
    returning ${mediaColumns}`)
  if (!row)
    throw new Problem(
      410,
      'upload_expired',
      'This upload URL expired before the upload ended. Request a new one.',
    )
  const data = { ...mediaFacts(row, mediaBase), status: 'ready' } as const
  const subject = { workspaceId: row.workspace_id, mode: row.mode, subjectId: row.id }
  await recordEvent(tx, { ...subject, type: 'media.ready', version: 1, data })
  return toMedia(row, mediaBase)
}
