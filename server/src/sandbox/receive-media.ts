import { createHash } from 'node:crypto'
import { fileTypeFromBuffer } from 'file-type'
import { type Database, type Queryable, sql } from '../db/database.ts'
import { newId } from '../lib/id.ts'
import type { SandboxProfile } from './profile.ts'
import { Refusal } from './refusal.ts'
import { spendBehavior } from './spend-behavior.ts'
import { networkLimits } from './submission.ts'

/** The accepted media types, with their kinds. */
const mediaKinds: ReadonlyMap<string, 'image' | 'gif' | 'video'> = new Map([
  ['image/jpeg', 'image'],
  ['image/png', 'image'],
  ['image/webp', 'image'],
  ['image/avif', 'image'],
  ['image/gif', 'gif'],
  ['video/mp4', 'video'],
  ['video/quicktime', 'video'],
  ['video/webm', 'video'],
])

/** Stores an uploaded medium, invisible until a post shows it. @throws Refusal 422 if its content does not match its type. */
export async function receiveMedia(
  db: Database,
  profile: SandboxProfile,
  mimeType: string,
  bytes: Buffer,
): Promise<MediaStatus> {
  // The type is at the beginning, and looking further would only help a hostile file.
  const found = await fileTypeFromBuffer(bytes.subarray(0, 4_100))
  if (found?.mime !== mimeType) {
    throw new Refusal(
      422,
      'media_type_mismatch',
      `These bytes are ${found?.mime ?? 'of no known type'}, not ${mimeType}.`,
    )
  }
  const id = newId()
  const sha256 = createHash('sha256').update(bytes).digest()
  await db.transaction(async (tx) => {
    const slow = await slownessOfMedia(tx, profile.id)
    await tx.run(sql`
      insert into sandbox_media (profile_id, id, kind, mime_type, sha256, bytes, ready_at)
      values (${profile.id}, ${id}, ${mediaKinds.get(mimeType)}, ${mimeType}, ${sha256}, ${bytes},
        clock_timestamp() + ${slow}::int * interval '1 ms')`)
  })
  return readMediaStatus(db, profile.id, id)
}

/** The most bytes of an upload of this type. @throws Refusal 415 */
export function mostBytesOf(mimeType: string): number {
  const kind = mediaKinds.get(mimeType)
  if (!kind)
    throw new Refusal(
      415,
      'media_type_unknown',
      `The network takes no ${mimeType || 'media without a type'}.`,
    )
  return kind === 'video' ? networkLimits.videoBytes : networkLimits.imageBytes
}

export interface MediaStatus {
  readonly id: string
  readonly status: 'processing' | 'ready'
  readonly ready_in_ms: number
}

/** @throws Refusal 404 */
export async function readMediaStatus(db: Queryable, profileId: string, id: string): Promise<MediaStatus> {
  const row = await db.row<{ wait_ms: number }>(sql`
    select greatest(0, ceil(extract(epoch from ready_at - clock_timestamp()) * 1000))::int as wait_ms
    from sandbox_media where profile_id = ${profileId} and id = ${id}`)
  if (!row) throw new Refusal(404, 'media_not_found', 'There is no such medium.')
  return { id, status: row.wait_ms > 0 ? 'processing' : 'ready', ready_in_ms: row.wait_ms }
}

async function slownessOfMedia(tx: Queryable, profileId: string): Promise<number> {
  const spent = await spendBehavior(tx, profileId, ['slow_media'])
  if (spent) return spent.slow_ms
  const profile = await tx.row<{ slow_ms: number }>(sql`
    select slow_ms from sandbox_profiles
    where id = ${profileId} and behavior = 'process_slowly' and coalesce(behavior_left, 1) > 0`)
  return profile?.slow_ms ?? 0
}
