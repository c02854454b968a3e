import { type Queryable, sql } from '../db/database.ts'
import { isId } from '../lib/id.ts'
import type { Behavior, NetworkClass } from './profile.ts'
import { isPublic } from './stored-posts.ts'

export interface FeedProfile {
  readonly id: string
  readonly name: string
  readonly network_class: NetworkClass
  /** The current behaviour; `succeed` once its times are spent. */
  readonly behavior: Behavior
}

export interface FeedMedium {
  readonly id: string
  readonly kind: 'image' | 'gif' | 'video'
  readonly alt_text: string
}

export interface FeedPost {
  readonly id: string
  readonly root_id: string
  readonly text: string
  readonly media: readonly FeedMedium[]
  readonly options: {
    readonly poll: {
      readonly options: readonly string[]
      readonly duration_minutes: number
      readonly multiple: boolean
    } | null
    readonly sensitive: boolean | null
    readonly language: string | null
    /** The id of a channel; old posts have none. */
    readonly channel?: string | null
    /** The id of a picture; old posts have none. */
    readonly cover?: string | null
    /** The sender's name for the post; old posts have none. */
    readonly reference?: string | null
  }
  readonly created_at: Date
  /** When its text was changed last; null if it never was. */
  readonly edited_at: Date | null
}

/** The first post of a thread, then its replies in order. */
export type FeedThread = readonly FeedPost[]

/** A commit as it reached the network. */
export interface FeedArrival {
  readonly arrived_at: Date
  readonly text: string
  readonly reference: string | null
  /** The status of the answer, or the way it was withheld: `201`, `422 refused`, `dropped`, `hung`. */
  readonly answer: string
  /** The post that it made or found, even if it is not public yet. */
  readonly post_id: string | null
  readonly is_visible: boolean
  /** The post existed before and was found by its key or container. */
  readonly is_repeat: boolean
}

export interface Feed {
  readonly profile: FeedProfile
  readonly threads: readonly FeedThread[]
  /** The post where the page of older posts begins, or null. */
  readonly olderThan: string | null
  /** The newest first; empty on pages of older posts and of a single post. */
  readonly arrivals: readonly FeedArrival[]
}

const arrivalsOnAPage = 20
const threadsOnAPage = 30
const repliesOnAPage = 1_000

/** Reads the newest threads of a profile, or those before a post. Null if there is no such profile. */
export async function readFeed(
  db: Queryable,
  profileId: string,
  before: string | null,
): Promise<Feed | null> {
  const profile = await readProfile(db, profileId)
  if (!profile) return null
  const found = await findRoots(db, profileId, before !== null && isId(before) ? before : null)
  const roots = found.slice(0, threadsOnAPage)
  const olderThan = found.length > roots.length ? (roots.at(-1)?.id ?? null) : null
  return {
    profile,
    threads: await readThreads(
      db,
      profileId,
      roots.map(({ id }) => id),
    ),
    olderThan,
    arrivals: before === null ? await readArrivals(db, profileId) : [],
  }
}

/** Reads the thread of a post, with its profile. Null if there is no such post. */
export async function readThread(db: Queryable, profileId: string, postId: string): Promise<Feed | null> {
  const profile = await readProfile(db, profileId)
  if (!profile || !isId(postId)) return null
  const post = await db.row<{ root_id: string }>(sql`
    select root_id from sandbox_posts
    where profile_id = ${profileId} and id = ${postId} and ${isPublic}`)
  if (!post) return null
  return { profile, threads: await readThreads(db, profileId, [post.root_id]), olderThan: null, arrivals: [] }
}

export interface FeedMediumBytes {
  readonly mime_type: string
  readonly size: number
  readonly bytes: Buffer
}

/**
 * Reads the bytes of a medium from `start` to `end` (exclusive; null for the rest). Null if there is no such medium.
 */
export async function readFeedMedium(
  db: Queryable,
  profileId: string,
  mediumId: string,
  range: { start: number; end: number | null },
): Promise<FeedMediumBytes | null> {
  if (!isId(profileId) || !isId(mediumId)) return null
  return db.row<FeedMediumBytes>(sql`
    select mime_type, octet_length(bytes) as size,
      substring(bytes from ${range.start + 1}::int
        for greatest(0, coalesce(${range.end}::int, octet_length(bytes)) - ${range.start}::int)) as bytes
    from sandbox_media where profile_id = ${profileId} and id = ${mediumId}`)
}

const profileColumns = sql`id, name, network_class,
  case when coalesce(behavior_left, 1) > 0 then behavior else 'succeed' end as behavior`

async function readProfile(db: Queryable, id: string): Promise<FeedProfile | null> {
  if (!isId(id)) return null
  return db.row<FeedProfile>(sql`select ${profileColumns} from sandbox_profiles where id = ${id}`)
}

function findRoots(db: Queryable, profileId: string, before: string | null): Promise<{ id: string }[]> {
  return db.rows<{ id: string }>(sql`
    select id from sandbox_posts
    where profile_id = ${profileId} and reply_to is null and ${isPublic}
      and (${before}::uuid is null or (created_at, id) <
        (select created_at, id from sandbox_posts where profile_id = ${profileId} and id = ${before}))
    order by created_at desc, id desc limit ${threadsOnAPage + 1}`)
}

function readArrivals(db: Queryable, profileId: string): Promise<FeedArrival[]> {
  return db.rows<FeedArrival>(sql`
    select a.arrived_at, a.text, a.reference, a.answer, a.post_id,
      coalesce(${isPublic}, false) as is_visible,
      coalesce(p.created_at < a.arrived_at, false) as is_repeat
    from sandbox_arrivals a left join sandbox_posts p on p.profile_id = a.profile_id and p.id = a.post_id
    where a.profile_id = ${profileId} order by a.id desc limit ${arrivalsOnAPage}`)
}

async function readThreads(
  db: Queryable,
  profileId: string,
  roots: readonly string[],
): Promise<FeedThread[]> {
  if (roots.length === 0) return []
  const posts = await db.rows<FeedPost>(sql`
    select p.id, p.root_id, p.text, p.options, p.created_at, p.edited_at, coalesce((
      select jsonb_agg(jsonb_build_object('id', m.id, 'kind', m.kind, 'alt_text', shown.value ->> 'alt_text')
        order by shown.ordinality)
      from jsonb_array_elements(p.media) with ordinality as shown
      join sandbox_media m on m.profile_id = p.profile_id and m.id = (shown.value ->> 'id')::uuid), '[]') as media
    from sandbox_posts p
    where p.profile_id = ${profileId} and p.root_id = any(${roots}::uuid[]) and ${isPublic}
    order by p.created_at, p.id limit ${threadsOnAPage + repliesOnAPage}`)
  return roots.map((root) => posts.filter((post) => post.root_id === root))
}
