import { expect, vi } from 'vitest'
import { countOldResults } from '../../server/src/analytics/counting/count-old-results.ts'
import { sql } from '../../server/src/db/database.ts'
import { isDatabaseBusy } from '../../server/src/db/sql-state.ts'
import { storeOwner } from '../../server/src/people/create-owner.ts'
import { newPerson, type Person } from '../../server/test/app/person.ts'
import { colleague } from '../../server/test/approving.ts'
import { plainFeed } from '../../server/test/feeds/feed-files.ts'
import type { HouseAccount, HouseNetwork } from '../../server/test/house-network.ts'
import { startWebSite, type WebSite } from '../../server/test/servers/web-site.ts'
import { type Newsroom, openNewsroom } from '../../server/test/stories/newsroom.ts'
import { uploadFile } from '../../server/test/uploads.ts'
import { makeEndpoint, storeDelivery } from '../../server/test/webhooks/make-endpoint.ts'
import { bakeryPicture } from './bakery-picture.ts'
import { startHouseNetworks } from './house-networks.ts'

/** A bakery that has used Crier for a while, with something of everything that a page can show. */
export interface FullHouse extends Newsroom {
  /** The person who looks at the pages. */
  readonly owner: Person
  /** Paths that lead to one thing, by the page that shows it. */
  readonly paths: {
    readonly lost: string
    readonly partial: string
    readonly edit: string
    readonly account: string
    readonly feed: string
    readonly medium: string
    readonly endpoint: string
    readonly delivery: string
    readonly blog: string
  }
}

const words = [
  'Autumn bread list: rye on Mondays, spelt on Wednesdays, and the dark one with walnuts on Fridays.',
  'The oven is warm again. First rolls at half past six.',
  'We are looking for somebody who likes early mornings.',
  'Pumpkin seed loaves are back. They go fast.',
  'What happens to the bread of yesterday? Croutons, mostly.',
  'Closed on Monday: the harbour festival needs us more.',
  'Behind the counter today: Mia, with the good coffee.',
  'Sourdough number 4,000. It has a name: Gerda.',
  'Cinnamon knots from ten o’clock, until they are gone.',
  'New on the shelf: a rye with caraway, baked in a tin.',
  'Two hundred rolls for the rowing club. Good luck tomorrow.',
  'Flour day: three tons, one lift, no lunch break.',
  'Lena explains why the crust sings when it cools.',
  'Tuesday is soup day. Bread comes with it.',
  'The first plum cake of the year is in the window.',
  'A class for beginners, six places, one of them still free.',
  'Our oven is older than all of us together.',
  'Pretzels with seeds, because you asked.',
  'The baker’s cat has been told not to sit on the bags.',
  'Spelt from Marten’s field, four kilometres away.',
  'Half past five, and the lights are on.',
  'Thank you for a long Saturday.',
]

/** Opens it. Always `stop()` it. */
export async function openFullHouse(): Promise<FullHouse> {
  const networks = await startHouseNetworks()
  // Dozens of posts go out at once here, which takes longer than a story's single one.
  const timings = { sendWindowMs: 8_000, requestTimeoutMs: 3_000, leaseMs: 20_000, leaseRenewMs: 5_000 }
  const room = await openNewsroom({ hasUsualUrl: true, timings, ...networks.options })
  await room.db.run(sql`
    update workspaces set name = 'Harbour Bakery', timezone = 'Europe/Berlin' where id = ${room.workspaceId}`)
  const owner = await newPerson(room, 'owner')
  // Nobody else reads the page of networks.
  await storeOwner(room.db, owner.id)
  const accounts = await connectAccounts(room, networks)
  const media = await uploadPictures(room)
  const [medium = { id: '', media_id: '' }] = media
  const [special] = await Promise.all([publishWithTrouble(room, accounts), fillMonths(room, accounts, media)])
  await countAnew(room)
  const draft = await room.post({
    caption: words[2] ?? '',
    social_accounts: accounts.usual.slice(1, 2),
    is_draft: true,
    media: [medium.media_id],
  })
  await room.post({ caption: words[6] ?? '', social_accounts: accounts.usual.slice(1), is_draft: true })
  const author = await colleague(room, 'author')
  await nameThem(room, { 'Ida Halvorsen': room.userId, 'Lena Brandt': author.userId, 'Mia Sand': owner.id })
  await room.db.run(sql`
    update api_keys set name = case name when 'live' then 'Shop server' when 'test' then 'Trying things' else 'Lena’s script' end`)
  await author.request('POST', '/v1/posts', {
    body: { caption: words[3], social_accounts: accounts.usual.slice(0, 2), scheduled_at: inDays(2) },
  })
  const endpoint = await makeEndpoint(room)
  const delivery = await storeDelivery(room, endpoint.id)
  await fillQueue(room, accounts)
  await letRepeat(room, accounts)
  await saveTexts(room)
  const blog = await startWebSite()
  const feedId = await followBlog(room, blog, accounts)
  return {
    ...room,
    owner,
    paths: {
      ...special,
      edit: `/posts/${draft.id}/edit`,
      account: `/accounts/${accounts.usual[0]}`,
      feed: `/build/sandbox/${accounts.daily}`,
      medium: `/library/${medium.id}`,
      endpoint: `/build/webhooks/${endpoint.id}`,
      delivery: `/build/webhooks/${endpoint.id}/deliveries/${delivery}`,
      blog: `/feeds/${feedId}`,
    },
    stop: async () => {
      await room.stop()
      await networks.close()
      await blog.stop()
    },
  }
}

async function saveTexts(room: Newsroom): Promise<void> {
  const texts = [
    { name: 'Hashtags', text: '#bread #harbour #sourdough #bakery', platforms: [] },
    { name: 'Opening hours', text: 'Monday to Saturday\n6:30 to 18:00, at the harbour', platforms: [] },
    {
      name: 'Bread of the week',
      text: 'Bread of the week: \n\nOnly until Saturday.',
      platforms: ['sandbox'],
    },
  ]
  for (const body of texts) await room.request('POST', '/v1/saved-texts', { body })
}

interface Accounts {
  /** The accounts of an ordinary post. */
  readonly usual: readonly string[]
  /** An account whose network will end the access of Crier. */
  readonly lost: HouseAccount | undefined
  /** Practice accounts, of which one says nothing after a post and one takes none. */
  readonly daily: string
  readonly deaf: string
  readonly strict: string
}

async function connectAccounts(room: Newsroom, networks: HouseNetwork): Promise<Accounts> {
  const joined = await networks.join(room)
  const daily = await room.account('Bread of the day')
  const deaf = await room.account('Old quay', { behavior: 'drop_answer', network_class: 'blind', times: 1 })
  const strict = await room.account('Strict market', { behavior: 'refuse' })
  const usual = joined.filter(({ signOut }) => signOut === undefined).map(({ id }) => id)
  const lost = joined.find(({ signOut }) => signOut !== undefined)
  return { daily, deaf, strict, lost, usual: [...usual, daily] }
}

interface Picture {
  readonly id: string
  readonly media_id: string
}

const pictureNames = [
  'Rye, cut open',
  'Morning at the counter',
  'Gerda',
  'Rolls at six',
  'Coffee',
  'Walnut loaf',
]

async function uploadPictures(room: Newsroom): Promise<Picture[]> {
  return Promise.all(
    pictureNames.map(async (name, index) => {
      const medium = await uploadFile(room, await bakeryPicture(index), 'image/png', { name: `${name}.png` })
      if (index > 3) return medium
      const body = { alt_text: `${name}, on a wooden board.` }
      await room.request('PATCH', `/v1/media/${medium.id}`, { body })
      return medium
    }),
  )
}

/** Posts that need somebody, or needed somebody. Answers the paths of those that pages are about. */
async function publishWithTrouble(room: Newsroom, { deaf, strict, lost, usual }: Accounts) {
  const unknown = await room.post({ caption: words[0] ?? '', social_accounts: [deaf, ...usual.slice(0, 2)] })
  const partial = await room.post({ caption: words[5] ?? '', social_accounts: [strict, ...usual] })
  const failed = await room.post({ caption: words[7] ?? '', social_accounts: [strict] })
  lost?.signOut?.()
  const held = lost && (await room.post({ caption: words[4] ?? '', social_accounts: [lost.id] }))
  const canceled = await room.post({
    caption: words[1] ?? '',
    social_accounts: usual.slice(0, 1),
    scheduled_at: inDays(1, 15),
  })
  await room.request('POST', `/v1/posts/${canceled.id}/cancel`)
  await room.settled(unknown.id, ['needs_review'], patienceMs)
  await room.settled(partial.id, ['partial'], patienceMs)
  await room.settled(failed.id, ['failed'], patienceMs)
  if (held) await room.settled(held.id, ['held'], patienceMs)
  await shift(room, failed.id, inDays(-1, 9))
  return { lost: `/posts/${unknown.id}`, partial: `/posts/${partial.id}` }
}

/** Gives people names, and addresses made of them. */
async function nameThem(room: Newsroom, people: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, id] of Object.entries(people)) {
    const email = `${name.split(' ')[0]?.toLowerCase()}@harbour-bakery.example`
    await room.db.run(sql`update users set name = ${name}, email = ${email} where id = ${id}`)
  }
}

/** The networks of a busy machine are slow. */
const patienceMs = 60_000

const daysBack = 24
const daysAhead = 34

/** Posts on most days of two months, at the times of a bakery: those of the past went out, the next goes out soon. */
async function fillMonths(room: Newsroom, { usual }: Accounts, media: readonly Picture[]): Promise<void> {
  const post = (day: number, index: number, at: string | null) =>
    room.post({
      caption: words[(Math.abs(day * 3) + index * 7) % words.length] ?? '',
      social_accounts: usual.slice(0, 1 + ((Math.abs(day) + index) % usual.length)),
      ...(at === null ? {} : { scheduled_at: at }),
      ...((day + index) % 3 === 0 ? { media: [media[Math.abs(day) % media.length]?.media_id ?? ''] } : {}),
    })
  const days = Array.from({ length: daysBack }, (_, index) => -1 - index).filter((day) => day % 5 !== 0)
  const gone = await Promise.all(days.map(async (day) => ({ day, id: (await post(day, 0, null)).id })))
  await post(0, 1, new Date(Date.now() + 20 * 60_000).toISOString())
  for (let day = 1; day < daysAhead; day += 1)
    await Promise.all(
      Array.from({ length: (day * 7) % 4 }, (_, index) =>
        post(day, index, inDays(day, 6 + index * 4, (day * 15) % 60)),
      ),
    )
  for (const { day, id } of gone) {
    await room.settled(id, ['posted'], patienceMs)
    await shift(room, id, inDays(day, 7 + (Math.abs(day) % 9), (Math.abs(day) * 15) % 60))
  }
}

/** Counts all results at the times to which they were put. The sandbox tells what people made of its posts in three days. */
async function countAnew(room: Newsroom): Promise<void> {
  await forgetCounts(room)
  await room.db.run(sql`update sandbox_posts set aged = interval '3 days'`)
  await countOldResults(room.db, new AbortController().signal)
}

/** The worker counts as well, and holds one table while it waits for another. */
async function forgetCounts(room: Newsroom): Promise<void> {
  try {
    await room.db.run(sql`truncate outcome_counts, figure_sums, result_figures, result_days, counted_results`)
  } catch (error) {
    if (!isDatabaseBusy(error)) throw error
    await forgetCounts(room)
  }
}

/** Puts a post that is over where the server would not: at a time that has passed. */
async function shift(room: Newsroom, id: string, at: string): Promise<void> {
  await room.db.run(sql`
    update posts set scheduled_at = ${at}::timestamptz, created_at = ${at}::timestamptz - interval '2 days' where id = ${id}`)
  await room.db.run(sql`
    update targets set scheduled_at = ${at}::timestamptz,
      published_at = case when published_at is null then null else ${at}::timestamptz + interval '2 seconds' end
    where post_id = ${id}`)
  await room.db.run(sql`
    update commits set first_sent_at = ${at}::timestamptz + interval '1 second' * (0.2 + abs(hashtext(target_id::text) % 20) / 10.0)
    where target_id in (select id from targets where post_id = ${id})`)
}

/** Three slots a week, of which posts have the next ones. */
async function fillQueue(room: Newsroom, { usual }: Accounts): Promise<void> {
  for (const [weekday, at] of [
    ['mon', '09:00'],
    ['wed', '09:00'],
    ['fri', '16:30'],
  ] as const)
    await room.request('POST', '/v1/queue-slots', { body: { weekdays: [weekday], time: at } })
  for (const caption of words.slice(0, 3))
    await room.post({ caption, social_accounts: usual.slice(0, 2), use_queue: true })
}

/** The words of a closing hour, of which two take turns. */
async function letRepeat(room: Newsroom, { usual }: Accounts): Promise<void> {
  const body = {
    social_accounts: usual.slice(0, 2),
    variations: [{ caption: words[19] }, { caption: words[20] }],
    rule: { unit: 'week', weekdays: ['tue', 'fri'], times: ['17:30'] },
  }
  expect((await room.request('POST', '/v1/recurrences', { body })).status).toBe(200)
}

/** Follows the blog of the bakery, of which the newest item is in the queue. Answers the id of the feed. */
async function followBlog(room: Newsroom, blog: WebSite, { usual }: Accounts): Promise<string> {
  const items = words.slice(8, 14).map((title, index) => ({
    title,
    link: `https://harbour-bakery.example/${index}`,
    at: new Date(inDays(-3 * index - 1)),
  }))
  blog.put('/blog.xml', { body: plainFeed(items, 'The bakery blog'), type: 'application/rss+xml' })
  const body = {
    url: `${blog.url}/blog.xml`,
    social_accounts: usual.slice(0, 2),
    action: 'queue',
    newest: 1,
  }
  const added = await room.request('POST', '/v1/feeds', { body })
  expect(added.status, added.text).toBe(200)
  const { id } = added.json
  const isPosted = async () => {
    const { data } = (await room.request('GET', `/v1/feeds/${id}/items`)).json
    return data.some(({ outcome }: { outcome: string }) => outcome === 'posted')
  }
  await vi.waitUntil(isPosted, { timeout: patienceMs, interval: 200 })
  return id
}

function inDays(days: number, hour = 9, minute = 0): string {
  const at = new Date(Date.now() + days * 86_400_000)
  at.setUTCHours(hour, minute, 0, 0)
  return at.toISOString()
}
