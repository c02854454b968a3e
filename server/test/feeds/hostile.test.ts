import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FeedHouse, startFeedHouse } from './feed-house.ts'

let at: FeedHouse
beforeAll(async () => {
  at = await startFeedHouse()
})
afterAll(() => at.stop())

const mb = 1024 ** 2
const fill = (piece: string, bytes = 4 * mb - 1_000) => piece.repeat(Math.floor(bytes / piece.length))
const inFeed = (body: string) => `<rss><channel><title>T</title>${body}</channel></rss>`

/** The longest time that a monitor waits while something goes on. */
async function slowestWhile(work: Promise<unknown>): Promise<number> {
  let [isOver, slowest] = [false, 0]
  void work.finally(() => {
    isOver = true
  })
  while (!isOver) {
    const begun = performance.now()
    await at.house.request('GET', '/healthz', { key: null })
    slowest = Math.max(slowest, performance.now() - begun)
  }
  return slowest
}

test('feeds of 4 MB that are made to be slow keep nobody waiting', async () => {
  const documents = [
    inFeed(fill('<a>')),
    inFeed(fill('<item><guid/>', mb)),
    inFeed(`<item>${fill('<category>a</category>')}</item>`),
    `<html>${fill('<link rel=alternate type=application/rss+xml href=/a>')}`,
    inFeed(`<item><description>${fill('&amp;lt;&')}</description></item>`),
    `{"version":"https://jsonfeed.org/version/1","items":${fill('[')}`,
  ]
  const paths = documents.map((body, index) => {
    at.site.put(`/${index}`, { body, type: 'application/xml' })
    return `${at.site.url}/${index}`
  })
  // The first feed starts the process that reads it.
  await at.house.request('POST', '/v1/feeds/check', { body: { url: paths[1] } })
  for (const url of paths) {
    const checking = at.house.request('POST', '/v1/feeds/check', { body: { url } })
    expect(await slowestWhile(checking)).toBeLessThan(300)
    expect([200, 422]).toContain((await checking).status)
  }
}, 60_000)
