import type { Context } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { findMediaType } from '../media-type.ts'
import { isPublicName, newPublicName } from '../public-url.ts'

/** Networks fetch within minutes, and containers of theirs live for a day at the most. */
const livesForMs = 6 * 3_600_000

/** The path before the name. It is longer than that of the media, so that neither is taken for the other. */
export const fetchPath = '/media/fetch'

/** A file that may be fetched. */
export interface FetchedFile {
  /** The id of a medium or a rendition. */
  readonly id: string
  readonly mimeType: string
}

/** Makes an address under which anybody who knows it may fetch one file, for some hours. */
export async function createFetchUrl(
  { db, config }: Pick<Context, 'db' | 'config'>,
  workspaceId: string,
  { id, mimeType }: FetchedFile,
): Promise<string> {
  const name = newPublicName(findMediaType(mimeType)?.extension ?? 'bin')
  await db.run(sql`
    insert into media_fetch_urls (name, workspace_id, file_id, expires_at)
    values (${name}, ${workspaceId}, ${id}, clock_timestamp() + ${livesForMs} * interval '1 millisecond')`)
  return `${config.publicUrl}${fetchPath}/${name}`
}

/** When something first fetched the file at an address of ours; null while nothing has, and for any other address. */
export async function findFetchedAt(
  { db, config }: Pick<Context, 'db' | 'config'>,
  workspaceId: string,
  url: string,
): Promise<Date | null> {
  const start = `${config.publicUrl}${fetchPath}/`
  const name = url.startsWith(start) ? url.slice(start.length) : ''
  if (!isPublicName(name)) return null
  const row = await db.row<{ fetched_at: Date | null }>(sql`
    select fetched_at from media_fetch_urls where workspace_id = ${workspaceId} and name = ${name}`)
  return row?.fetched_at ?? null
}

/** Forgets addresses a week after they ended: until then they are evidence of what was fetched. Answers how many. */
export function sweepFetchUrls({ db }: Pick<Context, 'db'>): Promise<number> {
  return db.run(sql`
    delete from media_fetch_urls where name in (
      select name from media_fetch_urls where expires_at < clock_timestamp() - interval '7 days' limit 1000)`)
}
