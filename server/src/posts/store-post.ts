import { actorOf } from '../callers/actor-of.ts'
import type { CallContext } from '../context.ts'
import { empty, isDatabaseError, isRefusedByDatabase, type Queryable, sql, sqlState } from '../db/database.ts'
import { AnswerNotKept, claimed } from '../idempotency/kept-answers.ts'
import { runSingly } from '../lib/concurrency/batch.ts'
import { pipelinedBatchPer } from '../lib/concurrency/pipelined-batch.ts'
import { newId } from '../lib/id.ts'
import { JsonText } from '../lib/json/json-text.ts'
import { mediaBaseOf } from '../media/public-url.ts'
import { type Acceptance, acceptance, acceptedInMs } from '../publishing/person/accept-targets.ts'
import { wakeAfterCommit } from '../publishing/timing.ts'
import { insertEvents } from '../webhooks/record-event.ts'
import { type ApprovalRow, noApproval } from './approval/approval.ts'
import { columnsOf, refuseVanished } from './plan-columns.ts'
import { newPostEtag, postDocument } from './post-document.ts'
import { showPost } from './post-row.ts'
import type { Post, PostStatus } from './post-schema.ts'
import type { Plan } from './request/plan-post.ts'
import { estimatePostBytes } from './request/post-size.ts'
import { forgetAccounts } from './request/remembered-accounts.ts'
import { mustAskApproval } from './require-publish.ts'

/** A post that is to be stored as it was planned. */
export interface NewPost {
  readonly call: CallContext
  readonly plan: Plan
  readonly id: string
  /** The digest of the request of a client that named the id itself; null for an id of our own making. */
  readonly ownIdDigest: Buffer | null
  /** The recurrence that makes it; left out for every other post. */
  readonly recurrenceId?: string
}

/** A post as it was stored; written by the database where that is the answer that is kept. */
export interface StoredPost {
  readonly post: Post | JsonText
  readonly etag: string
}

/**
 * Stores a post with its links to media, its event, its targets and the answer to its request. Answers null, and stores
 * nothing, when its id is taken or one of its accounts is not the version it was planned by: it is to be planned again.
 * @throws AnswerNotKept, and stores nothing, when the name of the request is used or another request holds it
 */
export async function storePost(post: NewPost): Promise<StoredPost | null> {
  const { call } = post
  const columns = columnsOf(post.plan)
  const draft = { ...post, columns }
  const inserted = await (isLarge(draft) ? insertAlone(draft) : insertInBatch(call.db, draft))
  if (inserted === null) {
    const accounts = post.plan.accounts.map(({ source }) => source)
    forgetAccounts(call.context, call, accounts)
    return null
  }
  wakeAfterCommit(call, [inserted])
  const { document, etag, status, at } = inserted
  if (document !== null && etag !== null) return { post: new JsonText(document), etag }
  const { id } = post
  const approval = awaitsApproval(post) ? askedBy(call, at) : noApproval
  const row = {
    ...columns,
    ...approval,
    recurrence_id: post.recurrenceId ?? null,
    id,
    status,
    created_at: at,
    updated_at: at,
    version: 1,
    at: '',
  }
  return showPost(row, mediaBaseOf(call.context.config))
}

/** Whether what would publish waits for approval: PostgreSQL stores it as held then. */
function awaitsApproval({ call, plan }: NewPost): boolean {
  return !plan.request.isDraft && mustAskApproval(call.caller)
}

function askedBy({ caller }: CallContext, at: Date): ApprovalRow {
  return {
    approval_state: 'waiting',
    approval_by: caller.userId,
    approval_at: at,
    approval_comment: null,
    approval_version: 1,
    approval_client: null,
  }
}

interface Draft extends NewPost {
  readonly columns: ReturnType<typeof columnsOf>
}

interface InsertedPost {
  /** The answer that is kept for a repeated request; null where no request of the batch has an `Idempotency-Key`. */
  readonly document: string | null
  /** The ETag of `document`. */
  readonly etag: string | null
  readonly status: PostStatus
  /** When it was created, which counts as its last change too. */
  readonly at: Date
  readonly in_ms: number | null
}

// A larger post would keep the others of its batch waiting.
const mostAccounts = 16
const mostBytes = 16 * 1024

function isLarge({ plan: { accounts, request } }: Draft): boolean {
  return accounts.length > mostAccounts || estimatePostBytes(request) > mostBytes
}

async function insertAlone(post: Draft): Promise<InsertedPost | null> {
  const [inserted] = await insertSingly(post.call.db, [post])
  if (inserted instanceof Error) throw inserted
  return inserted ?? null
}

/** Posts that are created at once share a statement, each in its own workspace and mode. Larger batches gain no more. */
const insertInBatch = pipelinedBatchPer<Queryable, Draft, InsertedPost | null>(
  { most: 64, lanes: 4 },
  insertTogether,
)

type Insertion = InsertedPost | null | Error

async function insertTogether(db: Queryable, posts: readonly Draft[]): Promise<Insertion[]> {
  if (posts.length === 1) return insertSingly(db, posts)
  const firsts = new Map<string, Draft>()
  for (const post of posts) if (!firsts.has(keyOf(post))) firsts.set(keyOf(post), post)
  const distinct = [...firsts.values()]
  const insertions = await insertOrSingly(db, distinct)
  const byPost = new Map(distinct.map((post, index) => [post, insertions[index] ?? null]))
  return posts.map((post) => {
    const insertion = byPost.get(post)
    return insertion === undefined ? insteadOf(post) : insertion
  })
}

/** The name of its request, or its id: an id of our making is never repeated, and posts of named requests have one. */
function keyOf(post: Draft): string {
  const { workspaceId, request } = post.call
  return request ? `request ${workspaceId} ${request.key}` : `id ${postKey(post)}`
}

function postKey({ call: { workspaceId }, id }: Draft): string {
  return `${workspaceId} ${id}`
}

/**
 * Inserts posts in one statement. When the database refuses it, nothing was stored and each post is inserted by itself,
 * so that no post is harmed by another. After any other error the statement may have been committed: it is not repeated.
 */
async function insertOrSingly(db: Queryable, posts: readonly Draft[]): Promise<Insertion[]> {
  return insertPosts(db, posts).catch((error: unknown) => {
    if (!isRefusedByDatabase(error)) throw error
    posts[0]?.call.context.log.warn(
      { err: error, posts: posts.length },
      'posts of one batch are stored one by one',
    )
    return insertSingly(db, posts)
  })
}

async function insertSingly(db: Queryable, posts: readonly Draft[]): Promise<Insertion[]> {
  return runSingly(posts, async (one) => {
    const isNamed = one.some(({ call }) => call.request)
    return insertPosts(db, one).catch((error: unknown) => {
      if (isNamed && isDatabaseError(error, sqlState.lockNotAvailable)) throw new AnswerNotKept()
      return refuseVanished(error)
    })
  })
}

interface InsertedRow extends InsertedPost {
  readonly workspace_id: string
  readonly id: string
  readonly is_stored: boolean
}

// A statement that waits for one request's `Idempotency-Key` would make all other posts of its batch wait too.
const briefLocks = sql`cross join (select set_config('lock_timeout', '100ms', true)) brief_locks`

/**
 * One statement for all of these posts, with different ids and names. Posts are inserted in the order of their ids: one
 * statement takes a then b, another waits for a before it takes b, so neither ever waits for the other. Claiming names and
 * writing answers costs a tenth of the statement, so it stands there only where a request has a name.
 */
async function insertPosts(db: Queryable, posts: readonly Draft[]): Promise<Insertion[]> {
  const mediaBase = posts[0] ? mediaBaseOf(posts[0].call.context.config) : ''
  const isNamed = posts.some(({ call }) => call.request)
  const areWaiting = posts.some(awaitsApproval)
  const rows = await db.rows<InsertedRow>(sql`
    with sent as materialized (
      select s.*, clock.at as created_at, clock.at as updated_at,
        case when asker is not null then 'waiting' end as approval_state, asker as approval_by,
        case when asker is not null then clock.at end as approval_at, null::text as approval_comment,
        case when asker is not null then 1 end as approval_version, null::json as approval_client
      from json_to_recordset(${JSON.stringify(posts.map(rowOf))}::json) as s(workspace_id uuid, id uuid, mode text,
          author_id uuid, origin_ip text, caption text, media jsonb, account_ids uuid[], is_draft boolean, scheduled_at timestamptz,
          late_policy text, processing_enabled boolean, platform_configurations json, account_configurations json, external_id text, metadata jsonb,
          tags text[], queue_slot_id uuid, queue_slot_at timestamptz, recurrence_id uuid, warnings jsonb, media_ids uuid[], own_id_digest bytea, event_id uuid, request_key text, fingerprint bytea, asker uuid,
          asked_event_id uuid)
        cross join (select clock_timestamp() as at) clock ${isNamed ? briefLocks : empty}
    ), changed as materialized (
      select v.workspace_id, v.id
      from json_to_recordset(${JSON.stringify(versionsOf(posts))}::json) as v(workspace_id uuid, id uuid, version text)
      where not exists (select from social_accounts a
        where a.workspace_id = v.workspace_id and a.id = v.id and a.xmin::text = v.version)
    ), unchanged as materialized (
      select p.*, s.status, ${isNamed ? postDocument(mediaBase) : sql`null::text`} as document,
        ${isNamed ? newPostEtag : sql`null::text`} as etag
      from sent p cross join lateral (
        select post_status(p.is_draft, p.scheduled_at is null, case when p.asker is null then '{scheduled}' else '{held}'::text[] end) as status offset 0) s
      where not exists (select from changed c where c.workspace_id = p.workspace_id and c.id = any(p.account_ids))
    ), ${isNamed ? sql`${claimed(sql`unchanged`)}, ` : empty} post as (
      insert into posts (workspace_id, id, mode, author_id, origin_ip, caption, media, account_ids, is_draft, scheduled_at,
        late_policy, processing_enabled, platform_configurations, account_configurations, external_id, metadata, tags, queue_slot_id,
        queue_slot_at, recurrence_id, warnings, created_at, updated_at, approval_state, approval_by, approval_at, approval_version, own_id_digest)
      select workspace_id, id, mode, author_id, origin_ip, caption, media, account_ids, is_draft, scheduled_at,
        late_policy, processing_enabled, platform_configurations, account_configurations, external_id, metadata, tags, queue_slot_id,
        queue_slot_at, recurrence_id, warnings, created_at, updated_at, approval_state, approval_by, approval_at, approval_version, own_id_digest
      from unchanged u ${isNamed ? ofClaimed : empty}
      order by workspace_id, id
      on conflict (workspace_id, id) do nothing
      returning workspace_id, id
    ), links as (
      insert into post_media (workspace_id, post_id, media_id)
      select workspace_id, id, medium from post join sent using (workspace_id, id) cross join unnest(media_ids) medium
      order by workspace_id, medium
    ), event as (
      ${insertEvents(sql`
        select workspace_id, event_id as id, mode, 'post.created' as type, id as subject_id, 1 as version,
          jsonb_build_object('id', id, 'status', status, 'external_id', external_id) as data
        from post join unchanged using (workspace_id, id) ${areWaiting ? submitted : empty}`)}
    ), ${acceptance(posts.flatMap(acceptanceOf), sql`join post on post.workspace_id = x.workspace_id and post.id = x.post_id`)}
    select workspace_id, id, document, etag, status, created_at as at, post.id is not null as is_stored, ${acceptedInMs} as in_ms
    from unchanged left join post using (workspace_id, id)`)
  const found = new Map(rows.map((row) => [`${row.workspace_id} ${row.id}`, row]))
  return posts.map((post) => insertionOf(post, found.get(postKey(post))))
}

// This clause is part of the statement only where a post waits for approval.
const submitted = sql`
        union all
        select workspace_id, asked_event_id, mode, 'post.submitted', id, 1,
          jsonb_build_object('id', id, 'status', status, 'previous_status', null, 'by', asker, 'comment', null, 'version', 1)
        from post join unchanged using (workspace_id, id) where asker is not null`

const ofClaimed = sql`where request_key is null
  or exists (select from claimed c where c.workspace_id = u.workspace_id and c.key = u.request_key)`

function rowOf(draft: Draft) {
  const { call, plan, id, ownIdDigest, columns } = draft
  return {
    ...columns,
    workspace_id: call.workspaceId,
    id,
    mode: call.mode,
    author_id: actorOf(call.caller).id,
    origin_ip: call.from.ip,
    recurrence_id: draft.recurrenceId ?? null,
    media_ids: plan.mediaIds,
    ...(ownIdDigest ? { own_id_digest: `\\x${ownIdDigest.toString('hex')}` } : {}),
    event_id: newId(),
    request_key: call.request?.key ?? null,
    fingerprint: call.request ? `\\x${call.request.fingerprint.toString('hex')}` : null,
    ...(awaitsApproval(draft) ? { asker: call.caller.userId, asked_event_id: newId() } : {}),
  }
}

/**
 * Each version of an account that a post was planned by. When two posts know two versions of one account, one version has
 * changed and both posts are planned again.
 */
function versionsOf(posts: readonly Draft[]) {
  const versions = posts.flatMap(({ call: { workspaceId }, plan }) =>
    plan.accounts.map(({ source: { id, version } }) => ({ workspace_id: workspaceId, id, version })),
  )
  return [...new Map(versions.map((one) => [`${one.id} ${one.version}`, one])).values()]
}

function acceptanceOf(draft: Draft): Acceptance[] {
  const { call, plan, id } = draft
  if (plan.request.isDraft) return []
  const targets = plan.accounts.map(({ target }) => target)
  return [{ call, postId: id, targets, awaitsApproval: awaitsApproval(draft) }]
}

function insertionOf(post: Draft, row: InsertedRow | undefined): Insertion {
  if (row === undefined) return null
  return row.is_stored ? row : insteadOf(post)
}

/** Answers a post whose place was taken: its name was used if it has one, else its id is taken. */
function insteadOf({ call }: Draft): Insertion {
  return call.request ? new AnswerNotKept() : null
}
