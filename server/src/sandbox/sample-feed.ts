import type { JsonObject } from '../lib/json/json.ts'

/** The address of the sample feed, inside this server: feeds of test data read it and no other. */
export const sampleFeedUrl = 'http://sandbox.internal/feed.json'

const everyMs = 10 * 60_000
const shown = 8

const stories = [
  {
    title: 'Rye is out of the oven',
    summary: 'Forty loaves today. They keep until Friday, if you let them.',
    tags: ['bread'],
  },
  {
    title: 'The quay is closed tomorrow',
    summary: 'The harbour paints its bollards. Come in by the back door, past the nets.',
    tags: ['harbour', 'opening hours'],
  },
  {
    title: 'A recipe for fish soup',
    summary: 'Anna’s grandmother never wrote it down. Anna did, on Sunday, between two ferries.',
    tags: ['recipes', 'fish soup'],
  },
  {
    title: 'We look for a baker',
    summary: 'You like mornings. We begin at three. Coffee is free, and so are the gulls.',
    tags: ['jobs'],
  },
] as const

/** The news of a bakery that is not there: a new item every ten minutes, as a JSON Feed. */
export function sampleFeed(now: Date): JsonObject {
  const newest = Math.floor(now.getTime() / everyMs)
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Harbour Bakery',
    home_page_url: 'https://bakery.example/',
    feed_url: sampleFeedUrl,
    items: Array.from({ length: shown }, (_each, age) => itemOf(newest - age)),
  }
}

function itemOf(number: number): JsonObject {
  const story = stories[number % stories.length] ?? stories[0]
  return {
    id: `bakery-${number}`,
    url: `https://bakery.example/news/${number}`,
    title: story.title,
    summary: story.summary,
    tags: [...story.tags],
    image: `http://sandbox.internal/avatars/00000000-0000-4000-8000-${String(number).padStart(12, '0')}.png`,
    authors: [{ name: 'Anna Petersen' }],
    date_published: new Date(number * everyMs).toISOString(),
  }
}
