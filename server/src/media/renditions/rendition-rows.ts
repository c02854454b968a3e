import type { DraftMedia, FitPlan, MediaKind, VideoFacts } from '../../connectors/connector.ts'
import { type Queryable, raw, type Sql, sql } from '../../db/database.ts'
import { newStorageKey } from '../stored-files.ts'

/** A rendition as the database knows it. */
export interface RenditionRow {
  readonly workspace_id: string
  readonly id: string
  readonly plan: FitPlan
  readonly state: 'waiting' | 'making' | 'ready' | 'failed'
  readonly progress: number | null
  readonly why: string | null
  readonly kind: MediaKind | null
  readonly mime_type: string | null
  readonly bytes: number | null
  readonly width: number | null
  readonly height: number | null
  readonly duration_ms: number | null
  readonly video: VideoFacts | null
  /** Milliseconds since it was first requested. */
  readonly age_ms: number
}

export const renditionColumns = raw(`
  media_renditions.workspace_id, media_renditions.id, plan, state, progress, why, kind, mime_type, bytes, width, height, duration_ms, video,
  (extract(epoch from clock_timestamp() - created_at) * 1000)::float8 as age_ms`)

/** A process that makes one renews its lease three times in this. */
export const leaseMs = 30_000
/** A file that ends the program which converts it this often is given up. */
export const mostTries = 3

/**
 * Posts that wait for a rendition ask for it several times in this time, and scheduled ones are asked for each minute. One
 * that no post asks for is not made.
 */
const unwantedMs = 3 * 60_000
const isWanted = sql`used_at > clock_timestamp() - ${unwantedMs} * interval '1 millisecond'`

export async function findRendition(
  db: Queryable,
  workspaceId: string,
  id: string,
): Promise<RenditionRow | null> {
  return db.row<RenditionRow>(sql`
    select ${renditionColumns} from media_renditions where workspace_id = ${workspaceId} and id = ${id}`)
}

/** The right to make a rendition, until its lease ends. A later claim has another key. */
export interface RenditionClaim {
  readonly workspaceId: string
  readonly id: string
  readonly plan: FitPlan
  readonly storageKey: string
}

/**
 * Claims a rendition that waits, or whose maker died. Null when another has it, it is finished, or nobody wants it any more.
 * One that was begun too often is given up instead.
 */
export function claimRendition(
  db: Queryable,
  workspaceId: string,
  id: string,
): Promise<RenditionClaim | null> {
  return claim(db, sql`workspace_id = ${workspaceId} and id = ${id}`)
}

/** Claims the one that is needed first among those that jobs make, as `claimRendition` does. */
export function claimFirstDue(db: Queryable): Promise<RenditionClaim | null> {
  return claim(db, sql`due_at is not null`)
}

async function claim(db: Queryable, which: Sql): Promise<RenditionClaim | null> {
  const storageKey = newStorageKey()
  const row = await db.row<{ workspace_id: string; id: string; plan: FitPlan; state: string }>(sql`
    with free as (
      select workspace_id, id, storage_key, tries >= ${mostTries} as is_given_up from media_renditions
      where ${which} and state in ('waiting', 'making')
        and (state = 'waiting' or lease_until < clock_timestamp()) and ${isWanted}
      order by due_at limit 1 for update skip locked
    ), left_over as (
      insert into discarded_files (workspace_id, storage_key)
      select workspace_id, storage_key from free where storage_key is not null
      on conflict do nothing
    )
    update media_renditions r set
      state = case when is_given_up then 'failed' else 'making' end,
      why = case when is_given_up then ${givenUp} end,
      tries = tries + 1, progress = null,
      storage_key = case when not is_given_up then ${storageKey} end,
      lease_until = case when not is_given_up then clock_timestamp() + ${leaseMs} * interval '1 millisecond' end,
      updated_at = clock_timestamp()
    from free where r.workspace_id = free.workspace_id and r.id = free.id
    returning r.workspace_id, r.id, r.plan, r.state`)
  if (row?.state !== 'making') return null
  return { workspaceId: row.workspace_id, id: row.id, plan: row.plan, storageKey }
}

const givenUp = `The program that converts the file ended ${mostTries} times before it was done.`

/** Renews a lease; false when the claim was lost, or nobody wants the rendition any more. */
export async function keepRendition(
  db: Queryable,
  { workspaceId, id, storageKey }: RenditionClaim,
  progress: number | null,
): Promise<boolean> {
  const renewed = await db.run(sql`
    update media_renditions set progress = ${progress}, updated_at = clock_timestamp(),
      lease_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
    where workspace_id = ${workspaceId} and id = ${id} and state = 'making' and storage_key = ${storageKey}
      and ${isWanted}`)
  return renewed === 1
}

/** The facts of a file that was made. */
export type MadeFile = Pick<
  DraftMedia,
  'kind' | 'mimeType' | 'bytes' | 'width' | 'height' | 'durationMs' | 'video'
>

/** Notes that it is there; false when the claim was lost, or the last medium that used it was deleted. */
export async function finishRendition(
  db: Queryable,
  { workspaceId, id, storageKey }: RenditionClaim,
  file: MadeFile,
): Promise<boolean> {
  const finished = await db.run(sql`
    update media_renditions set state = 'ready', lease_until = null, progress = null, kind = ${file.kind},
      mime_type = ${file.mimeType}, bytes = ${file.bytes}, width = ${file.width}, height = ${file.height},
      duration_ms = ${file.durationMs}, video = ${file.video && JSON.stringify(file.video)}::jsonb,
      updated_at = clock_timestamp()
    where workspace_id = ${workspaceId} and id = ${id} and state = 'making' and storage_key = ${storageKey}`)
  return finished === 1
}

/** Notes that it cannot be made. */
export function failRendition(db: Queryable, claim: RenditionClaim, why: string): Promise<void> {
  return endClaim(db, claim, sql`state = 'failed', why = ${why}`)
}

/** Gives a claim back, for another try. One that was no fault of the file does not count. */
export function releaseRendition(
  db: Queryable,
  claim: RenditionClaim,
  { counts }: { counts: boolean },
): Promise<void> {
  return endClaim(db, claim, sql`state = 'waiting', tries = tries - ${counts ? 0 : 1}`)
}

/** Discards the key with its claim: an object storage whose answer was lost may have kept the file, or keep it later. */
async function endClaim(
  db: Queryable,
  { workspaceId, id, storageKey }: RenditionClaim,
  change: Sql,
): Promise<void> {
  await db.run(sql`
    with ended as (
      update media_renditions set ${change}, storage_key = null, lease_until = null, progress = null,
        updated_at = clock_timestamp()
      where workspace_id = ${workspaceId} and id = ${id} and state = 'making' and storage_key = ${storageKey}
      returning workspace_id
    )
    insert into discarded_files (workspace_id, storage_key)
    select workspace_id, ${storageKey} from ended
    on conflict do nothing`)
}

/** Forgets up to so many renditions that are not there yet and that nobody wants any more. */
export async function forgetUnwanted(db: Queryable, most: number): Promise<void> {
  await db.run(sql`
    delete from media_renditions where (workspace_id, id) in (
      select workspace_id, id from media_renditions
      where state in ('waiting', 'making') and not ${isWanted}
        and (lease_until is null or lease_until < clock_timestamp())
      limit ${most} for update skip locked)`)
}

/** Forgets a rendition whose bytes are gone, so that it is made again when it is next asked for. */
export async function forgetRendition(db: Queryable, workspaceId: string, id: string): Promise<void> {
  await db.run(sql`
    delete from media_renditions where workspace_id = ${workspaceId} and id = ${id} and state = 'ready'`)
}
