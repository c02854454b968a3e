import { sql } from '../../src/db/database.ts'
import type { JsonObject } from '../../src/lib/json/json.ts'
import { changeSubscription } from '../../src/publishing/person/change-subscription.ts'
import { type House, type HouseOptions, startHouse } from '../house.ts'
import { quickTimings } from './quick-timings.ts'
import { until } from './until.ts'

/** The network's own record of one account: the truth that Crier's answers are compared with. */
export interface Truth {
  /** Commits that arrived, in order. */
  arrivals: { at: Date; text: string }[]
  /** Texts that are public, in order. */
  posts: string[]
}

/** A house with the verbs of the stories. */
export interface Newsroom extends House {
  sql: typeof sql
  setSubscription(subscription: 'active' | 'inactive'): Promise<void>
  /** Connects a sandbox account that behaves as told; answers its id. */
  account(name: string, behavior?: JsonObject): Promise<string>
  /** Creates a post; fails the story when it is refused. */
  post(body: JsonObject): Promise<{ id: string; status: string }>
  status(postId: string): Promise<string>
  /** The results of a post, as the API shows them. */
  results(postId: string): Promise<ResultShown[]>
  /** Waits until the post has one of these statuses. */
  settled(postId: string, wanted: readonly string[], withinMs?: number): Promise<string>
  truth(accountId: string): Promise<Truth>
  /** The events of a kind of thing, oldest first: their types. */
  events(subjectId: string): Promise<string[]>
}

export interface ResultShown {
  id: string
  status: string
  success: boolean
  social_account_id: string
  platform_data: { id: string; url: string } | null
  error: { code: string; category: string; message: string; retryable: boolean } | null
  held_reason: string | null
  review: {
    reason: string
    sent_at: string | null
    look_at: string | null
    look_for: string | null
    found: { id: string; url: string | null }[]
  } | null
  maybe_at_work_since: string | null
  waits_for: { reason: string; post_result_id: string; until: string | null } | null
  unpublish: { status: string; error: { code: string; message: string } | null } | null
  attempts: { outcome: string }[]
  parts: { status: string }[]
}

export async function openNewsroom(options: HouseOptions = {}): Promise<Newsroom> {
  const house = await startHouse({ ...options, timings: { ...quickTimings, ...options.timings } })
  const read = async (path: string) => {
    const answer = await house.request('GET', path)
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
    return answer.json
  }
  const status = async (postId: string): Promise<string> => (await read(`/v1/posts/${postId}`)).status
  return {
    ...house,
    sql,
    setSubscription: (subscription) =>
      changeSubscription(house.db, house.workspaceId, subscription, 0).then(() => house.context.wake(0)),
    status,
    account: (name, behavior = {}) => house.connect('sandbox', { name, ...behavior }),
    post: async (body) => {
      const answer = await house.request('POST', '/v1/posts', { body })
      if (answer.status !== 200) throw new Error(`The post was refused: ${answer.text}`)
      return answer.json
    },
    results: async (postId) => (await read(`/v1/post-results?status=any&post_id=${postId}&limit=100`)).data,
    settled: (postId, wanted, withinMs = 60_000) =>
      until(
        () => status(postId),
        (found) => wanted.includes(found),
        withinMs,
      ),
    truth: (accountId) => truth(house, accountId),
    events: async (subjectId) => {
      const rows = await house.db.rows<{ type: string }>(
        sql`select type from events where subject_id = ${subjectId} order by version`,
      )
      return rows.map((row) => row.type)
    },
  }
}

async function truth(house: House, accountId: string): Promise<Truth> {
  const profile = sql`(select external_id::uuid from social_accounts where id = ${accountId})`
  const arrivals = await house.db.rows<{ at: Date; text: string }>(
    sql`select arrived_at as at, text from sandbox_arrivals where profile_id = ${profile} order by id`,
  )
  const posts = await house.db.rows<{ text: string }>(
    sql`select text from sandbox_posts where profile_id = ${profile}
      and visible_at <= clock_timestamp() and deleted_at is null order by created_at`,
  )
  return { arrivals, posts: posts.map((post) => post.text) }
}
