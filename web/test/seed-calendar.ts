import { expect } from 'vitest'
import { sql } from '../../server/src/db/database.ts'
import type { House } from '../../server/test/house.ts'

/** A post of the test data of a house, as a person would plan it. */
export interface Planned {
  readonly caption: string
  /** In ISO 8601; any year, also one that has passed. */
  readonly at: string
  readonly accounts: readonly string[]
  readonly more?: object
}

/** Plans a post, and puts it where the server would not: at a time that has passed, or far ahead. Answers its id. */
export async function plan(house: House, { caption, at, accounts, more = {} }: Planned): Promise<string> {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  const { status, json } = await house.request('POST', '/v1/posts', {
    key: house.testKey,
    body: { caption, social_accounts: accounts, scheduled_at: tomorrow, ...more },
  })
  expect([status, json.detail]).toEqual([200, undefined])
  await house.db.run(sql`update posts set scheduled_at = ${at}::timestamptz where id = ${json.id}`)
  await house.db.run(sql`update targets set scheduled_at = ${at}::timestamptz where post_id = ${json.id}`)
  return json.id
}

/** Gives the workspace of a house a time zone. */
export async function setZone(house: House, zone: string): Promise<void> {
  await house.db.run(sql`update workspaces set timezone = ${zone} where id = ${house.workspaceId}`)
}

/** The time of a post as the server has it. */
export async function timeOf(house: House, id: string): Promise<string> {
  return (await house.request('GET', `/v1/posts/${id}`, { key: house.testKey })).json.scheduled_at
}

/** A day of the month after the next, so that everything in it can be planned whenever the tests run. */
export function dayAhead(weekday: number, week: number): string {
  const now = new Date()
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 1))
  const until = (weekday - first.getUTCDay() + 7) % 7
  return new Date(first.getTime() + (until + week * 7) * 86_400_000).toISOString().slice(0, 10)
}

interface Many {
  readonly account: string
  readonly platform: string
  /** Moments in ISO 8601; the text of each post is its number. */
  readonly times: readonly string[]
}

/** Stores planned posts as requests would have stored them, as many as one likes. */
export async function planMany(house: House, { account, platform, times }: Many): Promise<void> {
  await house.db.run(sql`
    with x as materialized (
      select uuidv7() as post_id, uuidv7() as id, n, at::timestamptz as at
      from unnest(${[...times]}::text[]) with ordinality t(at, n)
    ), made as (
      insert into posts (workspace_id, id, mode, author_id, caption, account_ids, is_draft, scheduled_at, late_policy)
      select ${house.workspaceId}, post_id, 'test', ${house.userId}, 'Post ' || n, array[${account}::uuid], false, at,
        'publish_24h' from x
    )
    insert into targets (workspace_id, id, mode, post_id, account_id, platform, root_id, scheduled_at, late_policy, state,
      content, next_action_at)
    select ${house.workspaceId}, id, 'test', post_id, ${account}, ${platform}, id, at, 'publish_24h', 'scheduled',
      jsonb_build_object('text', 'Post ' || n, 'media', '[]'::jsonb, 'options', '{}'::jsonb),
      clock_timestamp() + interval '1 year'
    from x`)
  await house.db.run(sql`analyze posts, targets`)
}

/** The next day on which the clocks of Berlin go forward. */
export function nextSpring(): string {
  const year = new Date().getUTCFullYear()
  const sundays = [year, year + 1].map((each) => {
    const last = new Date(Date.UTC(each, 2, 31))
    return new Date(last.getTime() - last.getUTCDay() * 86_400_000).toISOString().slice(0, 10)
  })
  const soon = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  return sundays.find((day) => day > soon) ?? ''
}

/** The next day on which the clocks of New York go back. */
export function nextAutumn(): string {
  const year = new Date().getUTCFullYear()
  const sundays = [year, year + 1].map((each) => {
    const first = new Date(Date.UTC(each, 10, 1))
    return new Date(first.getTime() + ((7 - first.getUTCDay()) % 7) * 86_400_000).toISOString().slice(0, 10)
  })
  const soon = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  return sundays.find((day) => day > soon) ?? ''
}

/** The day so many days later. */
export function daysAfter(day: string, count: number): string {
  return new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10)
}
