import type { Mode } from '../../src/context.ts'
import { raw, sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { startBrowser } from '../browser.ts'
import { connectOne } from '../connect-one.ts'
import type { House, Tenant } from '../house.ts'
import { seedMedia } from '../seed-media.ts'
import { beginSignIn, signIn } from '../sign-in.ts'
import type { DescribedOperation } from './described-api.ts'

/** One thing of each kind that an id can name, by the room its path stands under; and a storage path. */
export interface Belongings {
  posts: string
  'post-results': string
  'social-accounts': string
  'connect-attempts': string
  'connect-links': string
  /** The id on the network of a profile that this sign-in can choose. */
  candidate: string
  'queue-slots': string
  recurrences: string
  'saved-texts': string
  media: string
  mediaPath: string
  mediaUrl: string
  'webhook-endpoints': string
  feeds: string
  'feed-items': string
  'review-links': string
}

export type Room =
  | 'posts'
  | 'post-results'
  | 'social-accounts'
  | 'connect-attempts'
  | 'connect-links'
  | 'queue-slots'
  | 'recurrences'
  | 'saved-texts'
  | 'media'
  | 'webhook-endpoints'
  | 'feeds'
  | 'review-links'

/** Fills a workspace with one scheduled post, a note on it, its result, its account, a sign-in under way, a connect link, a picture and a feed. */
export async function giveBelongings(house: House, tenant: Tenant, mode: Mode): Promise<Belongings> {
  const account = await connectOne(house.context, {
    workspaceId: tenant.workspaceId,
    mode,
    platform: 'sandbox',
    // Accounts with one name would be one profile.
    input: { name: `Harbour ${newId()}` },
  })
  const key = mode === 'live' ? tenant.liveKey : tenant.testKey
  const body = { caption: 'Later', social_accounts: [account], scheduled_at: inAnHour() }
  const post = await house.request('POST', '/v1/posts', { key, body })
  const note = await house.request('POST', `/v1/posts/${post.json.id}/notes`, { key, body: { text: 'Hm' } })
  noteOf.set(post.json.id, note.json.id)
  const results = await house.request('GET', `/v1/post-results?status=any&post_id=${post.json.id}`, { key })
  const attempt = await giveChoice(house, key)
  const slot = await house.request('POST', '/v1/queue-slots', {
    key,
    body: { weekdays: ['mon'], time: '09:00' },
  })
  const recurrence = await house.request('POST', '/v1/recurrences', {
    key,
    body: {
      caption: 'Again',
      social_accounts: [account],
      rule: { unit: 'month', days: [1], times: ['09:00'] },
    },
  })
  const text = await giveSavedTexts(house, key)
  const link = await house.request('POST', '/v1/social-accounts/connect-links', { key, body: {} })
  const review = await house.request('POST', '/v1/review-links', {
    key,
    body: { recipient: 'Client', posts: [post.json.id] },
  })
  const medium = await seedMedia(house, { tenant, mode })
  const url = 'https://hooks.example.org/crier'
  const endpoint = await house.request('POST', '/v1/webhook-endpoints', { key, body: { url } })
  const delivery = await house.request('POST', `/v1/webhook-endpoints/${endpoint.json.id}/test`, { key })
  deliveryOf.set(endpoint.json.id, delivery.json.id)
  // A list of one row has no second page.
  await house.request('POST', '/v1/webhook-endpoints', { key, body: { url } })
  return {
    posts: post.json.id,
    'post-results': results.json.data[0].id,
    'social-accounts': account,
    'connect-attempts': attempt.id,
    'connect-links': link.json.id,
    'review-links': review.json.id,
    candidate: attempt.candidate,
    'queue-slots': slot.json.id,
    recurrences: recurrence.json.id,
    'saved-texts': text,
    media: medium.id,
    mediaPath: medium.path,
    mediaUrl: medium.url,
    'webhook-endpoints': endpoint.json.id,
    ...(await giveFeed(house, { tenant, mode, account })),
  }
}

/** Two saved texts, because a list of one row has no second page. Answers the first. */
async function giveSavedTexts(house: House, key: string): Promise<string> {
  const made = []
  for (const text of ['#bread', '#rye'])
    made.push(
      await house.request('POST', '/v1/saved-texts', { key, body: { name: `Hashtags ${newId()}`, text } }),
    )
  return made[0]?.json.id
}

/** Two feeds that nobody looks at, the first with an item that waits. */
async function giveFeed(
  { db }: House,
  { tenant, mode, account }: { tenant: Tenant; mode: Mode; account: string },
): Promise<Pick<Belongings, 'feeds' | 'feed-items'>> {
  const { workspaceId, userId } = tenant
  const [first, second, item] = [newId(), newId(), newId()]
  for (const id of [first, second])
    await db.run(sql`
      insert into feeds (workspace_id, id, mode, user_id, url, title, account_ids, action, caption, with_picture,
        most_per_day, status, era)
      values (${workspaceId}, ${id}, ${mode}, ${userId}, 'https://blog.example/feed', 'Blog', ${[account]}::uuid[],
        'draft', '{title}', false, 10, 'paused', 0)`)
  await db.run(sql`
    insert into feed_items (workspace_id, feed_id, id, identity, title, outcome)
    values (${workspaceId}, ${first}, ${item}, ${Buffer.from(item)}, 'News', 'waiting')`)
  return { feeds: first, 'feed-items': item }
}

/** A sign-in that has come as far as the choice. */
async function giveChoice(house: House, key: string): Promise<{ id: string; candidate: string }> {
  const { id, url } = await beginSignIn(house, undefined, { key })
  await signIn(startBrowser(), url, { names: [`East ${newId()}`, `West ${newId()}`] })
  const { json } = await house.request('GET', `/v1/social-accounts/connect/${id}`, { key })
  return { id, candidate: json.candidates[0].external_id }
}

/** Fills the house's own workspace likewise, and deletes everything there that can be deleted. */
export async function giveDeletedBelongings(house: House, mode: Mode = 'live'): Promise<Belongings> {
  const given = await giveBelongings(house, house, mode)
  const folders = {
    posts: 'posts',
    'queue-slots': 'queue-slots',
    recurrences: 'recurrences',
    'saved-texts': 'saved-texts',
    media: 'media',
    'social-accounts': 'social-accounts',
    'connect-attempts': 'social-accounts/connect',
    'connect-links': 'social-accounts/connect-links',
    'webhook-endpoints': 'webhook-endpoints',
    feeds: 'feeds',
  } as const
  for (const [room, folder] of Object.entries(folders) as [keyof typeof folders, string][]) {
    const answer = await house.request('DELETE', `/v1/${folder}/${given[room]}`)
    if (answer.status !== 200) throw new Error(`${room} could not be deleted: ${answer.text}`)
  }
  // A link that was revoked stays in its list.
  await house.db.run(sql`delete from review_links where id = ${given['review-links']}`)
  return given
}

/** A delivery of each endpoint that was given. */
const deliveryOf = new Map<string, string>()

/** A note on each post that was given. */
const noteOf = new Map<string, string>()

/** The path of an operation on the thing with this id; an option is one whose choices the sandbox has. */
export function pathWith({ path }: Pick<DescribedOperation, 'path'>, id: string): string {
  return path
    .replace('{id}', id)
    .replace('{delivery_id}', deliveryOf.get(id) ?? id)
    .replace('{note_id}', noteOf.get(id) ?? id)
    .replace('{version}', '1')
    .replace('{option}', 'channel')
}

/** The room whose things the `{id}` of a path names. @throws for a room that has none here, so that it is not forgotten. */
export function roomOf({ path }: Pick<DescribedOperation, 'path'>): Room {
  if (path.startsWith('/v1/social-accounts/connect/')) return 'connect-attempts'
  if (path.startsWith('/v1/social-accounts/connect-links/')) return 'connect-links'
  // The figures of a result go by its id.
  if (path.startsWith('/v1/analytics/')) return 'post-results'
  const room = path.split('/')[2]
  const rooms = [
    'posts',
    'post-results',
    'social-accounts',
    'media',
    'webhook-endpoints',
    'queue-slots',
    'feeds',
    'recurrences',
    'review-links',
    'saved-texts',
  ] as const
  const found = rooms.find((each) => each === room)
  if (found) return found
  throw new Error(`There is nothing to attack ${path} with: say in belongings.ts what its id names.`)
}

/** A body that the operation would take: its example, with an account and a time that are there. */
export function goodBody({ bodyExample }: Pick<DescribedOperation, 'bodyExample'>, own: Belongings) {
  return typeof bodyExample === 'object' && bodyExample !== null
    ? withOwn(bodyExample as Record<string, unknown>, own)
    : undefined
}

function withOwn(example: Record<string, unknown>, own: Belongings): Record<string, unknown> {
  const { media: _noMedia, ...body } = example
  const { 'social-accounts': account, candidate } = own
  const posts = body.posts as (Record<string, unknown> | string)[] | undefined
  return {
    ...body,
    ...(posts
      ? { posts: posts.map((post) => (typeof post === 'string' ? own.posts : withOwn(post, own))) }
      : {}),
    ...('social_accounts' in body ? { social_accounts: [account] } : {}),
    ...('social_account_id' in body ? { social_account_id: account } : {}),
    ...('platform' in body ? { platform: 'sandbox', way: 'name', fields: { name: 'Harbour' } } : {}),
    ...('platforms' in body ? { platforms: ['sandbox'] } : {}),
    ...('external_ids' in body ? { external_ids: [candidate] } : {}),
    ...('scheduled_at' in body ? { scheduled_at: inAnHour() } : {}),
  }
}

function inAnHour(): string {
  return new Date(Date.now() + 3_600_000).toISOString()
}

const tables = [
  'posts',
  'post_media',
  'post_notes',
  'targets',
  'commits',
  'media',
  'social_accounts',
  'connections',
  'connect_attempts',
  'connect_links',
  'webhook_endpoints',
  'webhook_deliveries',
  'webhook_attempts',
  'events',
  'api_keys',
  'queue_slots',
  'queue_pauses',
  'feeds',
  'feed_items',
  'recurrences',
  'recurrence_occurrences',
  'saved_texts',
  'calendar_addresses',
  'workspaces',
]

/** Everything the database holds, to be compared before and after what must change nothing. */
export async function allRows({ db }: House): Promise<string[]> {
  const found = await Promise.all(
    tables.map((table) =>
      // When a key was last used is not what an attack is after.
      db.rows<{ row: string }>(
        sql`select (to_jsonb(t) - 'last_used_at' - 'last_used_ip' - 'last_read_at')::text as row from ${raw(table)} t`,
      ),
    ),
  )
  return found
    .flat()
    .map(({ row }) => row)
    .sort()
}
