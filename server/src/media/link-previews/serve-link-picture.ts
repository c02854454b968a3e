import type { Context } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { answerPicture, noFile, type ServedPicture } from '../public-answer.ts'

/** The picture of a link's page behind its public address. @throws Problem 404 */
export async function serveLinkPicture(
  { db }: Pick<Context, 'db'>,
  { file, ifNoneMatch }: { file: string; ifNoneMatch: string | null },
): Promise<ServedPicture> {
  const name = /^([0-9a-f]{32})\.webp$/.exec(file)?.[1]
  const row =
    name === undefined
      ? null
      : await db.row<{ picture: Buffer | null }>(sql`select picture from link_previews where name = ${name}`)
  if (!row?.picture) throw noFile()
  return answerPicture(row.picture, ifNoneMatch, 'private')
}

/** Forgets previews that nobody asked for again within a day. Answers how many. */
export function sweepLinkPreviews({ db }: Pick<Context, 'db'>): Promise<number> {
  return db.run(sql`
    delete from link_previews where (workspace_id, url_sha256) in (
      select workspace_id, url_sha256 from link_previews
      where checked_at < clock_timestamp() - interval '1 day' limit 1000)`)
}
