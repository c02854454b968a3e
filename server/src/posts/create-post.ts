import type { CallContext } from '../context.ts'
import { isDatabaseAway, isRefusedByDatabase, sql } from '../db/database.ts'
import { type BatchOutcome, resultOf, retrySingly } from '../lib/batch-outcome.ts'
import { isIdVersion7, newId } from '../lib/id.ts'
import { invalid } from '../lib/problem.ts'
import { type Acceptance, acceptance, acceptedInMs } from '../publishing/person/accept-targets.ts'
import { wakeAfterCommit } from '../publishing/timing.ts'
import type { NewPostBody } from './post-body.ts'
import { loadPost, type PostRow, type ShownPost, showPost } from './post-row.ts'
import { type Plan, planPosts, planRemembered, refuseFaults } from './request/plan-post.ts'
import { forgetSources } from './request/remembered-sources.ts'
import { requirePublish } from './require-publish.ts'
import { columnsOf, refuseVanished } from './store-plan.ts'

/**
 * Stores a draft, a scheduled or an immediate post with its targets and its event. A post that names its own id is made
 * once: the same id again answers the post that is there, as it is.
 * @throws Problem 422 with everything that is wrong, before anything is stored
 */
export async function createPost(call: CallContext, body: NewPostBody): Promise<ShownPost> {
  const { publicUrl } = call.context.config
  const own = body.id?.toLowerCase()
  const before = own === undefined ? null : await findOwn(call, own)
  if (before) return showPost(before, publicUrl)
  const asked = [{ call, body }]
  const [outcome = retrySingly] = await storePosts(asked, await planPosts(asked, () => true))
  // Another request made it between the look and the insert.
  return resultOf(outcome, async () => showPost((await findOwn(call, own ?? '')) ?? neverMind(), publicUrl))
}

/** A request for a post; the scopes of those that are made together share one transaction. */
export interface NewPost {
  readonly call: CallContext
  readonly body: NewPostBody
}

// Whatever is larger would keep the others waiting.
const mostAccounts = 16

/**
 * The same for many in one transaction, each in its own workspace and mode: in as many statements as for one. A post
 * whose id may be there already is left to be made alone.
 */
export async function createPosts(posts: readonly NewPost[]): Promise<BatchOutcome<ShownPost>[]> {
  const ids = new Set<string>()
  const fits = posts.map(({ call, body }) => {
    const own = body.id?.toLowerCase()
    const name = `${call.workspaceId} ${own}`
    const isFit = body.social_accounts.length <= mostAccounts && !ids.has(name) && (!own || isIdVersion7(own))
    if (own) ids.add(name)
    return isFit
  })
  const outcomes = (await storeTogether(posts.filter((_, index) => fits[index]))).values()
  return posts.map(({ body }, index) => {
    const outcome = (fits[index] ? outcomes.next().value : null) ?? retrySingly
    return outcome.kind === 'refused' && body.id !== undefined ? retrySingly : outcome
  })
}

async function storeTogether(posts: readonly NewPost[]): Promise<BatchOutcome<ShownPost>[]> {
  const planned = await planTogether(posts)
  return planned ? storePosts(posts, planned.plans, planned.isRemembered) : posts.map(() => retrySingly)
}

interface Planned {
  readonly plans: readonly Plan[]
  /** By what was known of their accounts a moment ago. */
  readonly isRemembered: boolean
}

// Nothing is stored while they are planned: what one of them breaks there, the others need not suffer.
async function planTogether(posts: readonly NewPost[]): Promise<Planned | null> {
  try {
    const remembered = planRemembered(posts)
    if (remembered) return { plans: remembered, isRemembered: true }
    return { plans: await planPosts(posts, () => true), isRemembered: false }
  } catch (error) {
    if (isDatabaseAway(error) || isRefusedByDatabase(error)) throw error
    return null
  }
}

/** The post that already has this id; null when the id is free. */
async function findOwn(call: CallContext, id: string): Promise<PostRow | null> {
  if (!isIdVersion7(id)) {
    throw invalid([
      { pointer: '/id', code: 'invalid_id', detail: 'The id of a post must be a UUID of version 7.' },
    ])
  }
  const found = await call.db.row<{ usable: boolean }>(sql`
    select mode = ${call.mode} and deleted_at is null as usable from posts
    where workspace_id = ${call.workspaceId} and id = ${id}`)
  if (!found) return null
  if (found.usable) return loadPost(call, id)
  throw invalid([
    { pointer: '/id', code: 'id_in_use', detail: 'This id was used before. Generate another one.' },
  ])
}

function neverMind(): never {
  throw new Error('A post that could not be inserted was not there either.')
}

/** Stores each post that may be stored. Alone is one whose id is taken, or whose accounts are not what was remembered. */
async function storePosts(
  posts: readonly NewPost[],
  plans: readonly Plan[],
  isRemembered = false,
): Promise<BatchOutcome<ShownPost>[]> {
  const drafts = posts.flatMap(({ call, body }, index) => {
    const plan = plans[index]
    return plan ? [{ call, plan, id: body.id?.toLowerCase() ?? newId(), refusal: refusalOf(call, plan) }] : []
  })
  const stored = drafts.filter(({ refusal }) => refusal === null)
  const rows = await insertPosts(stored, isRemembered ? versionsOf(stored) : [])
  return drafts.map(({ call, plan, id, refusal }) => {
    if (refusal !== null) return { kind: 'refused', error: refusal }
    const row = rows.get(nameOf(call, id))
    if (row) return { kind: 'done', result: showPost(row, call.context.config.publicUrl) }
    forgetSources(call.context, { ...call, accountIds: plan.request.accountIds })
    return retrySingly
  })
}

/** What stands in the way of storing this plan; null for nothing. */
function refusalOf(call: CallContext, plan: Plan): unknown {
  try {
    if (!plan.request.isDraft) requirePublish(call)
    refuseFaults(plan)
    return null
  } catch (error) {
    return error
  }
}

interface Draft {
  readonly call: CallContext
  readonly plan: Plan
  readonly id: string
}

/** An account as it was when its post was planned. */
interface Version {
  readonly workspace_id: string
  readonly id: string
  readonly version: string
}

function versionsOf(drafts: readonly Draft[]): Version[] {
  const all = drafts.flatMap(({ call: { workspaceId }, plan }) =>
    plan.accounts.map(({ source: { id, version } }) => ({ workspace_id: workspaceId, id, version })),
  )
  return [...new Map(all.map((one) => [one.id, one])).values()]
}

function nameOf({ workspaceId }: CallContext, id: string): string {
  return `${workspaceId} ${id}`
}

function acceptanceOf({ call, plan, id }: Draft): Acceptance[] {
  return plan.request.isDraft
    ? []
    : [{ call, postId: id, targets: plan.accounts.map(({ target }) => target) }]
}

interface Inserted extends Pick<PostRow, 'id' | 'created_at' | 'updated_at' | 'status'> {
  workspace_id: string
  in_ms: number | null
}

/**
 * The posts, their links to media, their events and their targets in one statement. Answers the rows by workspace and id;
 * one whose id is taken is not among them, and nothing of it is stored; nor is one with an account that is not as it was
 * in `versions` any more. Ids are inserted in their order, so that two of these never wait for each other.
 */
async function insertPosts(
  drafts: readonly Draft[],
  versions: readonly Version[],
): Promise<Map<string, PostRow>> {
  const [first] = drafts
  if (!first) return new Map()
  const values = new Map(drafts.map(({ call, plan, id }) => [nameOf(call, id), columnsOf(plan)]))
  const sent = drafts.map(({ call, plan, id }) => ({
    ...values.get(nameOf(call, id)),
    workspace_id: call.workspaceId,
    id,
    mode: call.mode,
    author_id: call.actor.id,
    media_ids: plan.mediaIds,
    event_id: newId(),
  }))
  const inserted = await first.call.db
    .rows<Inserted>(sql`
      with sent as materialized (
        select * from json_to_recordset(${JSON.stringify(sent)}::json) as s(workspace_id uuid, id uuid, mode text,
          author_id uuid, caption text, media jsonb, account_ids uuid[], is_draft boolean, scheduled_at timestamptz,
          late_policy text, platform_configurations json, account_configurations json, external_id text, metadata jsonb,
          tags text[], warnings jsonb, media_ids uuid[], event_id uuid)
      ), changed as materialized (
        select v.workspace_id, v.id
        from json_to_recordset(${JSON.stringify(versions)}::json) as v(workspace_id uuid, id uuid, version text)
        where not exists (select from social_accounts a
          where a.workspace_id = v.workspace_id and a.id = v.id and a.xmin::text = v.version)
      ), post as (
        insert into posts (workspace_id, id, mode, author_id, caption, media, account_ids, is_draft, scheduled_at,
          late_policy, platform_configurations, account_configurations, external_id, metadata, tags, warnings)
        select workspace_id, id, mode, author_id, caption, media, account_ids, is_draft, scheduled_at,
          late_policy, platform_configurations, account_configurations, external_id, metadata, tags, warnings
        from sent s
        where not exists (select from changed c where c.workspace_id = s.workspace_id and c.id = any(s.account_ids))
        order by workspace_id, id
        on conflict (workspace_id, id) do nothing
        returning workspace_id, id, mode, external_id, created_at, updated_at,
          post_status(is_draft, scheduled_at is null, '{scheduled}') as status
      ), links as (
        insert into post_media (workspace_id, post_id, media_id)
        select workspace_id, id, medium from post join sent using (workspace_id, id) cross join unnest(media_ids) medium
        order by workspace_id, medium
      ), event as (
        insert into events (workspace_id, id, mode, type, subject_id, version, data)
        select workspace_id, s.event_id, p.mode, 'post.created', id, 1,
          jsonb_build_object('id', id, 'status', p.status, 'external_id', p.external_id)
        from post p join sent s using (workspace_id, id)
      ), ${acceptance(drafts.flatMap(acceptanceOf), sql`join post on post.workspace_id = x.workspace_id and post.id = x.post_id`)}
      select workspace_id, id, created_at, updated_at, status, ${acceptedInMs} as in_ms from post`)
    .catch(refuseVanished)
  wakeAfterCommit(first.call, inserted)
  return new Map(
    inserted.flatMap(({ workspace_id, in_ms: _, ...row }) => {
      const name = `${workspace_id} ${row.id}`
      const stored = values.get(name)
      return stored ? [[name, { ...stored, ...row, version: 1, at: '' }] as const] : []
    }),
  )
}
