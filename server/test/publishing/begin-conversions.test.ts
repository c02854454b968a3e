// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { claimFirstDue } from '../../src/media/renditions/rendition-rows.ts'
import { beginConversions, dueTargets } from '../../src/publishing/worker/preparing/begin-conversions.ts'
import { type House, startHouse, type Tenant } from '../house.ts'
import { seedMedia } from '../seed-media.ts'

let house: House
let stranger: Tenant
beforeAll(async () => {
  house = await startHouse({ worker: false })
  stranger = await house.other()
})
beforeEach(() => house.db.run(sql`truncate targets, posts, media_renditions, media cascade`))
afterAll(() => house.stop())

/** A calendar of posts of one workspace, one after the other, each with another part of one video. */
async function schedule(tenant: Tenant, count: number, firstInMs: number, everyMs = 60_000): Promise<void> {
  const account = await house.connectIn(tenant, 'sandbox', { name: newId() }, 'live')
  const { id } = await seedMedia(house, { tenant, kind: 'video' })
  await house.db.run(sql`update media set width = 4000, height = 3000 where id = ${id}`)
  // The statements stay short, as a server asks for.
  for (let from = 1; from <= count; from += 5_000)
    await house.db.run(sql`
    with x as materialized (
      select ${tenant.workspaceId}::uuid as workspace_id, uuidv7() as post_id, uuidv7() as id,
        clock_timestamp() + (${firstInMs}::float8 + i * ${everyMs}::float8) * interval '1 millisecond' as at,
        jsonb_build_object('text', i::text, 'options', '{}'::jsonb, 'media', jsonb_build_array(jsonb_build_object(
          'id', ${id}::text, 'alt_text', '', 'focus', null,
          'crop', jsonb_build_object('x', 0, 'y', 0, 'width', 1 - i / 1000.0, 'height', 1)))) as content
      from generate_series(${from}::int, ${Math.min(count, from + 4_999)}::int) i
    ), made as (
      insert into posts (workspace_id, id, mode, author_id, caption, account_ids, is_draft, scheduled_at, late_policy)
      select workspace_id, post_id, 'live', workspace_id, '', array[${account}::uuid], false, at, 'publish_24h' from x
    )
    insert into targets (workspace_id, id, mode, post_id, account_id, platform, root_id, scheduled_at, late_policy, state,
      content, next_action_at)
    select workspace_id, id, 'live', post_id, ${account}, 'sandbox', id, at, 'publish_24h', 'scheduled', content, at from x`)
}

/** The parts of a video that wait to be converted, as the number of their post. */
async function waiting({ workspaceId }: Tenant): Promise<number[]> {
  const rows = await house.db.rows<{ post: number }>(sql`
    select round((1 - (plan -> 'crop' ->> 'width')::numeric) * 1000)::int as post from media_renditions
    where workspace_id = ${workspaceId} and state = 'waiting' order by due_at`)
  return rows.map(({ post }) => post)
}

const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)
const give = (tenant: Tenant, state: string) =>
  house.db.run(sql`
    update media_renditions set state = ${state}, kind = 'video', mime_type = 'video/mp4', bytes = 1, storage_key = ${newId()}
    where workspace_id = ${tenant.workspaceId}`)

describe('the videos of a full calendar', () => {
  it('are begun in the order in which their posts are due, and those of one workspace leave places to others', async () => {
    await schedule(house, 260, 3_600_000)
    await schedule(stranger, 3, 9 * 3_600_000)
    await beginConversions(house.context)
    expect(await waiting(house)).toEqual(upTo(20))
    expect(await waiting(stranger)).toEqual(upTo(3))
  })

  it('are begun as those before them are done, long before these are published', async () => {
    await schedule(house, 260, 3_600_000)
    for (let turn = 0; turn < 13; turn += 1) {
      await beginConversions(house.context)
      expect(await waiting(house)).toEqual(upTo(20 * turn + 20, 20 * turn + 1))
      await give(house, turn % 2 === 0 ? 'ready' : 'failed')
    }
    await beginConversions(house.context)
    expect(await waiting(house)).toEqual([])
  })

  it('are looked at again when their post was changed', async () => {
    await schedule(house, 1, 3_600_000)
    await beginConversions(house.context)
    await give(house, 'ready')
    await beginConversions(house.context)
    await house.db.run(sql`
      update targets set content_version = content_version + 1,
        content = jsonb_set(content, '{media,0,crop,width}', '0.5')`)
    await beginConversions(house.context)
    expect(await waiting(house)).toEqual([500])
  })

  it('are converted for the post that is due next, also where that came last', async () => {
    await schedule(house, 3, 8 * 3_600_000)
    await beginConversions(house.context)
    await schedule(stranger, 1, 600_000)
    await beginConversions(house.context)
    const claims = [await claimFirstDue(house.db), await claimFirstDue(house.db)]
    expect(claims.map((claim) => claim?.workspaceId)).toEqual([stranger.workspaceId, house.workspaceId])
    expect(claims.map((claim) => claim?.plan.crop?.width)).toEqual([0.999, 0.999])
  })

  it('are found by an index, in a bounded part of a calendar of 100,000 posts', async () => {
    await schedule(house, 100_000, 1_000, 400)
    await house.db.run(sql`analyze targets`)
    const [row] = await house.db.rows<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      sql`explain (analyze, format json) ${dueTargets()}`,
    )
    const nodes = row ? flat(row['QUERY PLAN'][0].Plan) : []
    const reads = nodes.filter((node) => node['Relation Name'] === 'targets')
    expect(reads).toMatchObject([{ 'Node Type': 'Index Scan', 'Index Name': 'targets_with_media' }])
    expect(reads[0]?.['Actual Rows']).toBe(5_000)
    expect(reads[0]?.['Rows Removed by Filter'] ?? 0).toBe(0)
  })
})

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

function flat(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flat)]
}
