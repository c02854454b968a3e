import { randomBytes } from 'node:crypto'
import { sql } from '../src/db/database.ts'
import { newId } from '../src/lib/id.ts'
import type { House, Tenant } from './house.ts'

const typeOf = { image: 'image/jpeg', gif: 'image/gif', video: 'video/mp4' } as const

export interface SeededMedium {
  id: string
  /** The storage path. */
  path: string
  url: string
}

/** A picture as it stands in the database once its bytes were accepted, or before that. */
export async function seedMedia(
  house: House,
  more: {
    tenant?: Tenant
    mode?: 'live' | 'test'
    state?: 'waiting' | 'receiving' | 'ready' | 'rejected'
    altText?: string
    kind?: 'image' | 'gif' | 'video'
  } = {},
): Promise<SeededMedium> {
  const { tenant = house, mode = 'live', state = 'ready', altText = '', kind = 'image' } = more
  const id = newId()
  const path = `${tenant.userId}/api/picture-${id}.jpg`
  const publicName = `${randomBytes(16).toString('hex')}.jpg`
  await house.db.run(sql`
    insert into media (workspace_id, id, mode, user_id, media_id, name, mime_type, size_bytes, state, kind, width, height,
      alt_text, storage_key, served_bytes, sha256, public_name, upload_expires_at)
    values (${tenant.workspaceId}, ${id}, ${mode}, ${tenant.userId}, ${path}, 'picture.jpg',
      ${typeOf[kind]}, 1000, ${state}, ${kind}, 640, 480, ${altText},
      ${randomBytes(16).toString('hex')}, 1000, ${randomBytes(32)}, ${publicName}, clock_timestamp() + interval '1 hour')`)
  return { id, path, url: `${house.context.config.publicUrl}/media/${publicName}` }
}
