import type { Context } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { singleFlight } from '../../lib/concurrency/single-flight.ts'
import { fetchAvatar } from './fetch-avatar.ts'

const hour = 3_600_000
/** A picture may change at its address. */
const staleMs = 24 * hour
/** A network that gave none is asked again no sooner. */
const retryMs = hour / 4

/** A connected account whose network has a picture of it, and the picture that we have. */
export interface AvatarRow {
  readonly workspace_id: string
  readonly account_id: string
  readonly platform: string
  /** Where the network has it. */
  readonly avatar_url: string
  /** Null as long as none was fetched. */
  readonly source_url: string | null
  readonly picture: Buffer | null
  /** Since the network was asked last. */
  readonly age_ms: number | null
}

/** The columns of AvatarRow besides `avatar_url`, from `social_accounts a left join avatars v`. */
export const avatarColumns = sql`
  a.workspace_id, a.id as account_id, a.platform, a.avatar_url, v.source_url, v.picture,
  (extract(epoch from clock_timestamp() - v.checked_at) * 1000)::float8 as age_ms`

const fetchOnce = singleFlight<Buffer | null>(1)

/**
 * The picture of an account: fetched when it is first asked for, when the network has another one, and once a day. A picture
 * that is only a day old is answered at once and renewed meanwhile. Null where there is none that can be shown.
 * @throws Problem 503 when there is no time to fetch it
 */
export async function currentAvatar(context: Context, row: AvatarRow): Promise<Buffer | null> {
  if (!isDue(row)) return row.picture
  const renewed = renewInTurn(context, row)
  if (row.picture === null || row.source_url !== row.avatar_url) return renewed
  renewed.catch((error: unknown) =>
    context.log.debug({ err: error, account_id: row.account_id }, 'an avatar was not renewed'),
  )
  return row.picture
}

function isDue({ source_url, avatar_url, picture, age_ms }: AvatarRow): boolean {
  if (source_url !== avatar_url || age_ms === null) return true
  return age_ms > (picture === null ? retryMs : staleMs)
}

/** One request of a process asks the network; the others find what it brought. */
function renewInTurn(context: Context, { workspace_id, account_id }: AvatarRow): Promise<Buffer | null> {
  return fetchOnce(`${workspace_id} ${account_id}`, async () => {
    const row = await findAgain(context, workspace_id, account_id)
    if (row === null) return null
    return isDue(row) ? renew(context, row) : row.picture
  })
}

function findAgain({ db }: Context, workspaceId: string, accountId: string): Promise<AvatarRow | null> {
  return db.row<AvatarRow>(sql`
    select ${avatarColumns} from social_accounts a
    left join avatars v on v.workspace_id = a.workspace_id and v.account_id = a.id
    where a.workspace_id = ${workspaceId} and a.id = ${accountId} and a.avatar_url is not null
      and a.disconnected_at is null`)
}

/** A network that gives none now leaves the picture of before. */
async function renew(context: Context, row: AvatarRow): Promise<Buffer | null> {
  const { workspace_id, account_id, platform, avatar_url } = row
  const picture = await fetchAvatar(context, { workspaceId: workspace_id, platform, url: avatar_url })
  const kept = await context.db.row<{ picture: Buffer | null }>(sql`
    insert into avatars as v (workspace_id, account_id, source_url, picture, checked_at)
    select workspace_id, id, ${avatar_url}, ${picture}, clock_timestamp() from social_accounts
    where workspace_id = ${workspace_id} and id = ${account_id} and disconnected_at is null for share
    on conflict (workspace_id, account_id) do update set source_url = excluded.source_url,
      picture = coalesce(excluded.picture, v.picture), checked_at = excluded.checked_at
    returning picture`)
  return kept?.picture ?? null
}
