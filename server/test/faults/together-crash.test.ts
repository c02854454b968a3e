import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { type ProxiedHouse, startProxiedHouse } from '../proxied-house.ts'
import { startSecondProcess } from '../second-process.ts'

let house: ProxiedHouse['house']
let proxy: ProxiedHouse['proxy']
let accountId: string
let stop: ProxiedHouse['stop']
beforeAll(async () => {
  ;({ house, proxy, accountId, stop } = await startProxiedHouse())
})
afterAll(() => stop())

const atOnce = 24
const scheduledAt = new Date(Date.now() + 24 * 3_600_000).toISOString()
const bodyOf = (caption: string) => ({ caption, social_accounts: [accountId], scheduled_at: scheduledAt })
const names = (round: string) => Array.from({ length: atOnce }, (_, index) => `${round}-${index}`)
const create = (name: string, headers: Record<string, string> = {}) =>
  house.request('POST', '/v1/posts', { body: bodyOf(name), headers })
const again = (name: string) => create(name, { 'idempotency-key': name })

/** How many posts of a round are stored, by their captions; each is whole. */
async function counted(round: string): Promise<Map<string, number>> {
  const rows = await house.db.rows<{ caption: string; posts: number; targets: number }>(sql`
    select p.caption, count(*) as posts, count(t.id) as targets
    from posts p left join targets t on t.workspace_id = p.workspace_id and t.post_id = p.id
    where p.caption like ${`${round}-%`} group by p.caption`)
  for (const { posts, targets } of rows) expect(targets).toBe(posts)
  return new Map(rows.map(({ caption, posts }) => [caption, posts]))
}

it('makes one post of each request when the answer to the statement they share is lost, and asks none again itself', async () => {
  let lost = 0
  for (let number = 0; number < 10; number += 1) {
    const round = `commit-${number}`
    await house.request('GET', '/v1/me')
    proxy.loseAnswerTo(`${round}-`)
    const first = await Promise.all(
      names(round).map((name) => create(name, number % 2 ? { 'idempotency-key': name } : {})),
    )
    for (const { status } of first) expect([200, 503]).toContain(status)
    lost += first.filter(({ status }) => status === 503).length
    // Whether it was answered or not, nothing is there twice.
    for (const [index, name] of names(round).entries()) {
      const posts = (await counted(round)).get(name) ?? 0
      expect(posts).toBeLessThanOrEqual(1)
      if (first[index]?.status === 200) expect(posts).toBe(1)
    }
    if (number % 2 === 0) continue
    const second = await Promise.all(names(round).map(again))
    expect(second.map(({ status }) => status)).toEqual(Array(atOnce).fill(200))
    expect([...(await counted(round)).values()]).toEqual(Array(atOnce).fill(1))
  }
  // More than one of ten rounds: several requests shared the statement whose answer was lost.
  expect(lost).toBeGreaterThan(10)
})

it('makes one post of each request when the server is killed while it stores many at once', async () => {
  let answered = 0
  for (let round = 0; round < 4; round += 1) {
    const server = await startSecondProcess(house)
    await fetch(`${server.url}/v1/me`, { headers: { authorization: `Bearer ${house.liveKey}` } })
    const sent = names(`kill-${round}`).map(async (name): Promise<string> => {
      const answer = await fetch(`${server.url}/v1/posts`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${house.liveKey}`,
          'content-type': 'application/json',
          'idempotency-key': name,
        },
        body: JSON.stringify(bodyOf(name)),
      })
      return ((await answer.json()) as { id: string }).id
    })
    const settled = Promise.allSettled(sent)
    await new Promise((resolve) => setTimeout(resolve, 10 + round * 25))
    await server.kill()
    const first = await settled
    const second = await Promise.all(names(`kill-${round}`).map(again))
    expect(second.map(({ status }) => status)).toEqual(Array(atOnce).fill(200))
    for (const [index, outcome] of first.entries()) {
      if (outcome.status === 'rejected') continue
      answered += 1
      expect(second[index]?.json.id).toBe(outcome.value)
    }
    expect([...(await counted(`kill-${round}`)).values()]).toEqual(Array(atOnce).fill(1))
  }
  process.stdout.write(`4 kills: ${answered} of ${4 * atOnce} had been answered before\n`)
}, 120_000)
