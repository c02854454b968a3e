import type { Context } from '../context.ts'
import { sql } from '../db/database.ts'
import { singleFlight } from '../lib/concurrency/single-flight.ts'
import { fetchAvatar } from '../media/avatars/fetch-avatar.ts'
import { answerAvatar } from '../media/avatars/serve-avatar.ts'
import { noFile, type ServedPicture } from '../media/public-answer.ts'
import { type CandidatePlace, readCandidateName } from './candidate-avatar-url.ts'
import { type AttemptRow, attemptColumns, openCandidates } from './connect-attempt.ts'

const fetchOnce = singleFlight<Buffer | null>(1)

/**
 * The picture of a profile that a sign-in offers, as long as there is a choice. It is fetched once, like that of an account.
 * @throws Problem 404; 503 when there is no time to fetch it
 */
export async function serveCandidateAvatar(
  context: Context,
  { file, ifNoneMatch }: { file: string; ifNoneMatch: string | null },
): Promise<ServedPicture> {
  const asked = readCandidateName(context, file)
  const found = asked && (await findSource(context, asked))
  if (!asked || !found) throw noFile()
  const picture = await fetchOnce(`${asked.id} ${asked.place}`, () => pictureOf(context, asked, found))
  return answerAvatar(picture, ifNoneMatch, 'private')
}

interface Source {
  readonly workspaceId: string
  readonly platform: string
  readonly url: string
}

/** Where the network has the picture; null where there is none, or no choice any more. */
async function findSource(context: Context, { id, place }: CandidatePlace): Promise<Source | null> {
  const row = await context.db.row<AttemptRow>(sql`
    select ${attemptColumns} from connect_attempts where id = ${id}`)
  const url = row && openCandidates(context.sealer, row)[place]?.profile.avatarUrl
  return row && url ? { workspaceId: row.workspace_id, platform: row.platform, url } : null
}

async function pictureOf(
  context: Context,
  { id, place }: CandidatePlace,
  source: Source,
): Promise<Buffer | null> {
  const kept = await context.db.row<{ picture: Buffer | null }>(sql`
    select picture from candidate_avatars
    where workspace_id = ${source.workspaceId} and attempt_id = ${id} and place = ${place}`)
  if (kept) return kept.picture
  const picture = await fetchAvatar(context, source)
  await context.db.run(sql`
    insert into candidate_avatars (workspace_id, attempt_id, place, picture)
    select workspace_id, id, ${place}, ${picture} from connect_attempts
    where workspace_id = ${source.workspaceId} and id = ${id} and status = 'choosing' for share
    on conflict do nothing`)
  return picture
}
