import { sql } from '../server/src/db/database.ts'
import type { Burst, Figure, Measuring } from './figure.ts'
import { load } from './load.ts'
import { runPgbench } from './pgbench.ts'
import { openPlace, type Place } from './place.ts'
import { createMeter } from './processor-time.ts'
import { describeComparison, describeSpread, judgeAdmissions } from './statistics.ts'

const connections = 32
const caption = 'The harbour lights come on at six, and the last ferry leaves at ten.'
const days = 30

/** P1: durable before the answer, as the yardstick is. */
export const createPosts: Figure = {
  name: 'P1',
  what: `POST /v1/posts, one account, scheduled in ${days} days, ${connections} connections; against pgbench inserting the same rows`,
  goal: '≥ 1.0 ×',
  measure,
  prepareBurst,
}

async function measure({ seconds, rounds, say, ...how }: Measuring): Promise<void> {
  const place = await openPlace(how)
  const latencies = { p50: [] as number[], p99: [] as number[] }
  const ours = async (during: number) => {
    const result = await load({ ...request(place), seconds: during })
    latencies.p50.push(result.p50Ms)
    latencies.p99.push(result.p99Ms)
    return result.perSecond
  }
  const { connection, folder } = place
  const script = sameRows(place)
  const yardstick = (during: number) =>
    runPgbench({ connection, folder, script, clients: connections, during: { seconds: during } })
  // Neither side is measured cold.
  await ours(2)
  await yardstick(2)
  await refuseUnequal(place)
  latencies.p50.length = 0
  latencies.p99.length = 0
  const [meter, yardMeter] = [createMeter(place.pid), createMeter(place.pid)]
  const found = await judgeAdmissions(
    rounds,
    () => meter.run(seconds, () => ours(seconds)),
    () => yardMeter.run(seconds, () => yardstick(seconds)),
  )
  say(describeComparison(found, 'posts/s'))
  say(`processor time of one: ${meter.describe()}; of the yardstick: ${yardMeter.describe()}`)
  say(
    `our answers after ${describeSpread(latencies.p50)} ms in the middle, p99 ${describeSpread(latencies.p99)} ms`,
  )
}

async function prepareBurst(place: Place): Promise<Burst> {
  const asked = request(place)
  return async (seconds) => (await load({ ...asked, seconds })).perSecond
}

function request({ url, key, accountId }: Place): Omit<Parameters<typeof load>[0], 'seconds'> {
  const scheduledAt = new Date(Date.now() + days * 24 * 3_600_000).toISOString()
  return {
    url,
    method: 'POST',
    paths: ['/v1/posts'],
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ caption, social_accounts: [accountId], scheduled_at: scheduledAt }),
    connections,
  }
}

/**
 * The rows of one request (a post, its target, its event) in the one statement that is the least a database can be asked
 * for: with ids that grow, as ours do, and with nothing looked up.
 */
function sameRows({ workspaceId, accountId }: Place): string {
  return `
    with post as (
      insert into posts (workspace_id, id, mode, author_id, caption, account_ids, is_draft, scheduled_at, late_policy)
      values ('${workspaceId}', uuidv7(), 'live', '${workspaceId}', '${caption}', array['${accountId}'::uuid], false,
        clock_timestamp() + interval '${days} days', 'publish_24h')
      returning workspace_id, id, scheduled_at
    ), event as (
      insert into events (workspace_id, id, mode, type, subject_id, version, data)
      select workspace_id, uuidv7(), 'live', 'post.created', id, 1,
        jsonb_build_object('id', id, 'status', 'scheduled', 'external_id', null) from post
    ), target as (
      select uuidv7() as id
    )
    insert into targets (workspace_id, id, mode, post_id, account_id, platform, root_id, scheduled_at, late_policy, state,
      content, next_action_at)
    select post.workspace_id, target.id, 'live', post.id, '${accountId}', 'sandbox', target.id, post.scheduled_at,
      'publish_24h', 'scheduled', '{"text": "${caption}", "media": [], "options": {}}',
      post.scheduled_at - interval '5 seconds'
    from post, target;\n`
}

interface Widths {
  ours: number
  yardstick: number
}

/** A yardstick that stores less than we do is none. Its posts have the workspace for an author. */
async function refuseUnequal({ db, workspaceId }: Place): Promise<void> {
  const found = await db.row<Widths>(sql`
    select avg(bytes) filter (where author_id <> workspace_id)::float8 as ours,
      avg(bytes) filter (where author_id = workspace_id)::float8 as yardstick
    from (
      select p.workspace_id, p.author_id, pg_column_size(p.*) + pg_column_size(t.*) + pg_column_size(e.*) as bytes
      from posts p join targets t on t.workspace_id = p.workspace_id and t.post_id = p.id
        join events e on e.workspace_id = p.workspace_id and e.subject_id = p.id and e.type = 'post.created'
      where p.workspace_id = ${workspaceId}
    ) stored`)
  if (found !== null && Math.abs(found.ours - found.yardstick) < 16) return
  throw new Error(`The rows of the two sides differ: ${found?.ours} and ${found?.yardstick} bytes.`)
}
