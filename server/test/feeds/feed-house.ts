import { expect } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { lookAtFeeds } from '../../src/feeds/looking/look-at-feeds.ts'
import { type Answer, type House, type HouseOptions, startHouse } from '../house.ts'
import { startWebSite, type WebSite } from '../servers/web-site.ts'
import { type PlainItem, plainFeed } from './feed-files.ts'

/** A house, a site with feeds on this machine, and accounts on which posts of feeds go out. */
export interface FeedHouse {
  readonly house: House
  readonly site: WebSite
  readonly harbour: string
  readonly quay: string
  /** Puts a plain feed of these items at a path, and answers its address. */
  publish(path: string, items: readonly PlainItem[]): string
  add(body: object, key?: string): Promise<Answer>
  /** Makes all feeds due and looks at them, as the background does. */
  look(): Promise<void>
  feed(id: string): Promise<Answer['json']>
  /** The items of a feed, by title and outcome, those that were found last first. */
  outcomes(id: string): Promise<[title: string, outcome: string][]>
  items(id: string): Promise<Answer['json'][]>
  posts(): Promise<Answer['json'][]>
  stop(): Promise<void>
}

export async function startFeedHouse(options: HouseOptions = { worker: false }): Promise<FeedHouse> {
  const site = await startWebSite()
  const house = await startHouse(options)
  const harbour = await house.connect('sandbox', { name: 'harbour' })
  const quay = await house.connect('sandbox', { name: 'quay' })
  const items = async (id: string) =>
    (await house.request('GET', `/v1/feeds/${id}/items?limit=200`)).json.data
  return {
    house,
    site,
    harbour,
    quay,
    publish: (path, given) => {
      site.put(path, { body: plainFeed(given), type: 'application/rss+xml' })
      return site.url + path
    },
    add: (body, key = house.liveKey) =>
      house.request('POST', '/v1/feeds', {
        key,
        body: { social_accounts: [harbour], action: 'draft', ...body },
      }),
    look: async () => {
      await house.db.run(sql`
        update feeds set next_look_at = clock_timestamp(), looked_at = looked_at - interval '1 minute'
        where next_look_at is not null`)
      await lookAtFeeds(house.context, new AbortController().signal)
    },
    feed: async (id) => (await house.request('GET', `/v1/feeds/${id}`)).json,
    items,
    outcomes: async (id) =>
      (await items(id)).map(({ title, outcome }: { title: string; outcome: string }) => [title, outcome]),
    posts: async () => (await house.request('GET', '/v1/posts?limit=200')).json.data,
    stop: async () => {
      await house.stop()
      await site.stop()
    },
  }
}

/** Items with numbers, the newest first: of the days from `first` to `last`, as `Item 3`. */
export function numbered(last: number, first = 1): PlainItem[] {
  const now = Date.now()
  return Array.from({ length: last - first + 1 }, (_each, index) => {
    const number = last - index
    return {
      id: `item-${number}`,
      title: `Item ${number}`,
      link: `https://harbour.example/${number}`,
      // The last item came a minute ago.
      at: new Date(now - (last - number + 1) * 60_000),
    }
  })
}

export async function expectAdded(answer: Promise<Answer>): Promise<string> {
  const { status, json } = await answer
  expect(json, JSON.stringify(json)).toMatchObject({ id: expect.any(String) })
  expect(status).toBe(200)
  return json.id
}
