import { type Sql, sql } from '../db/database.ts'
import { isId } from '../lib/id.ts'
import { type MediaAddresses, publicNameIn } from './public-url.ts'

/**
 * The condition for the medium that a text names: by its id, its storage path or its public URL. Null for a text that names
 * no medium at all.
 */
export function mediaNamed(addresses: MediaAddresses, name: string): Sql | null {
  if (isId(name)) return sql`media.id = ${name}`
  const publicName = publicNameIn(addresses, name)
  if (publicName !== null) return sql`media.public_name = ${publicName}`
  return isStoragePath(name) ? sql`media.media_id = ${name}` : null
}

/** As create-upload-url makes them: the id of a user, `api`, and a safe file name. */
function isStoragePath(text: string): boolean {
  return /^[0-9a-f-]{36}\/api\/[A-Za-z0-9_.-]{1,120}$/.test(text)
}
