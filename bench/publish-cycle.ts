import { type Database, sql } from '../server/src/db/database.ts'
import type { Figure, Measuring } from './figure.ts'
import { runPgbench } from './pgbench.ts'
import { openPublishingPlace, type PublishingPlace, untilAllSettled } from './publishing-place.ts'
import { seedTargets } from './seed.ts'
import { describeComparison, judgeAdmissions } from './statistics.ts'

const accounts = 1_000
const clients = 32
const warmUp = 300
/** About what two cores publish today, so that a round lasts about as long as it was asked to. */
const perSecond = 1_500

/** P3: from due to settled, at a network that takes no time. */
export const publishCycle: Figure = {
  name: 'P3',
  what: `claim, commit record, HTTP call at 0 ms and settling over ${accounts.toLocaleString('en')} accounts; against pgbench running the same three statements`,
  goal: '≥ 1.0 ×, and ≥ 1,500 a second on two cores',
  measure,
}

async function measure({ seconds, rounds, profileDir, say }: Measuring): Promise<void> {
  const place = await openPublishingPlace({ accounts, answerAfterMs: 0 })
  const count = seconds * perSecond
  const found = await judgeAdmissions(
    rounds,
    () => publish(place, count, profileDir),
    () => runStatements(place, count),
  )
  say(describeComparison(found, 'published/s'))
}

/** Published a second, from when all are due until the last is. The worker has published some before. */
async function publish(place: PublishingPlace, count: number, profileDir: string | null): Promise<number> {
  const { db, owner } = place
  await seed(place, warmUp)
  const worker = await place.startWorker(profileDir)
  await untilAllSettled(db, 60_000)
  await place.arrivals()
  await seed(place, count)
  const start = await db.row<{ at: number }>(
    sql`select extract(epoch from clock_timestamp())::float8 as at, pg_notify('crier_due', '0')`,
  )
  await untilAllSettled(db, 180_000)
  await worker.stop()
  await refuseOtherThanOnce(place, count)
  const end = await lastPublished(db, owner.workspaceId)
  return count / (end - (start?.at ?? 0))
}

async function lastPublished(db: Database, workspaceId: string): Promise<number> {
  const row = await db.row<{ at: number; wrong: number }>(sql`
    select extract(epoch from max(published_at))::float8 as at, count(*) filter (where state <> 'published') as wrong
    from targets where workspace_id = ${workspaceId}`)
  if (!row || row.wrong > 0) throw new Error(`${row?.wrong} targets were not published.`)
  return row.at
}

async function refuseOtherThanOnce(place: PublishingPlace, count: number): Promise<void> {
  const arrivals = await place.arrivals()
  const different = new Set(arrivals.map(([text]) => text)).size
  if (different !== count || arrivals.length !== count)
    throw new Error(`${arrivals.length} posts of ${different} arrived, not ${count}.`)
}

async function runStatements(place: PublishingPlace, count: number): Promise<number> {
  const runs = Math.ceil(count / clients) * clients
  await seed(place, runs)
  const { connection, folder, owner } = place
  const speed = await runPgbench({ connection, folder, script: threeStatements, clients, during: { runs } })
  await lastPublished(place.db, owner.workspaceId)
  return speed
}

// Due since a moment ago, each a little later than the one before, so that every account has its turn.
function seed({ db, owner }: PublishingPlace, count: number): Promise<void> {
  return seedTargets(db, owner, { count, firstAt: Date.now() - count, everyMs: 1 })
}

/**
 * The rows of one publish cycle in three statements, each a transaction of its own as the crash between them demands:
 * claim one; write the commit and move the target; settle. With the events that people are told, as ours has them.
 */
const threeStatements = `
  with due as (
    select workspace_id, id from targets
    where next_action_at <= clock_timestamp()
      and state not in ('published', 'failed', 'canceled', 'needs_review', 'held')
    order by next_action_at limit 1 for update skip locked
  )
  update targets t set fence = t.fence + 1, updated_at = clock_timestamp(), state = 'preparing', lease_owner = 'pgbench',
    lease_until = clock_timestamp() + interval '60 s', next_action_at = clock_timestamp() + interval '60 s'
  from due where t.workspace_id = due.workspace_id and t.id = due.id
  returning t.workspace_id as ws, t.id as target, t.post_id as post, t.account_id as account, t.fence as fence,
    uuidv7() as commit \\gset
  with record as (
    insert into commits (workspace_id, id, target_id, fence, idempotency_key, request, request_sha256, send_deadline,
      look_after)
    values (:ws::uuid, :commit::uuid, :target::uuid, :fence::bigint, md5(:target::text),
      convert_to(repeat('request ', 25), 'UTF8'), sha256(convert_to(:target::text, 'UTF8')),
      clock_timestamp() + interval '5 s', clock_timestamp() + interval '65 s')
  ), event as (
    insert into events (workspace_id, id, mode, type, subject_id, version, data)
    values (:ws::uuid, uuidv7(), 'live', 'post.processing', :post::uuid,
      (extract(epoch from clock_timestamp()) * 1000000)::bigint,
      jsonb_build_object('id', :post::uuid, 'status', 'processing', 'previous_status', 'scheduled'))
  )
  update targets set state = 'committing', updated_at = clock_timestamp(), next_action_at = lease_until
  where workspace_id = :ws::uuid and id = :target::uuid and fence = :fence::bigint;
  with record as (
    update commits set outcome = 'ok', ref = '1', settled_at = clock_timestamp()
    where workspace_id = :ws::uuid and id = :commit::uuid
  ), event as (
    insert into events (workspace_id, id, mode, type, subject_id, version, data)
    select :ws::uuid, uuidv7(), 'live', news.type, news.subject,
      (extract(epoch from clock_timestamp()) * 1000000)::bigint, news.data
    from (values ('post_result.published', :target::uuid, jsonb_build_object('id', :target::uuid, 'post_id', :post::uuid,
        'social_account_id', :account::uuid, 'platform', 'null', 'status', 'published', 'success', true,
        'url', 'http://127.0.0.1/posts/1', 'error', null)),
      ('post.posted', :post::uuid, jsonb_build_object('id', :post::uuid, 'status', 'posted', 'previous_status',
        'processing'))) news(type, subject, data)
  )
  update targets set state = 'published', updated_at = clock_timestamp(), next_action_at = null, lease_owner = null,
    lease_until = null, remote_id = '1', remote_url = 'http://127.0.0.1/posts/1', published_at = clock_timestamp()
  where workspace_id = :ws::uuid and id = :target::uuid and fence = :fence::bigint;
`
