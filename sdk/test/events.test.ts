import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, startHouse } from '../../server/test/house.ts'
import { type CrierClient, createClient, type StreamedEvent } from '../src/index.ts'
import { type LosingProxy, startLosingProxy } from './losing-proxy.ts'

let house: House
let proxy: LosingProxy
let client: CrierClient
let accountId: string

beforeAll(async () => {
  house = await startHouse({ worker: false })
  proxy = await startLosingProxy(house.url)
  client = createClient({ baseUrl: proxy.url, apiKey: house.testKey })
  accountId = await house.connect('sandbox', { name: 'Harbour' }, 'test')
})
afterAll(async () => {
  await proxy.close()
  await house.stop()
})

const draft = async () => (await client.posts.create({ social_accounts: [accountId], is_draft: true })).id

async function created(): Promise<string[]> {
  const listed = await client.events.list({ type: ['post.created'] }).toArray()
  return listed.map(({ data }) => data.id)
}

test('a program follows what happens, and goes on behind the last event after a restart', async () => {
  const before = await draft()
  // An event can be read once every transaction that began before it has ended.
  while ((await created()).length === 0) await pause(10)
  const { meta } = await client.events.list({ cursor: 'now' }).page()
  const [first, second] = [await draft(), await draft()]
  const seen: StreamedEvent[] = []
  for await (const event of client.events.stream({ lastEventId: meta.cursor, type: ['post.created'] }))
    if (seen.push(event) === 1) break
  proxy.fail('GET', '/v1/events', 'request lost')
  for await (const event of client.events.stream({ lastEventId: seen[0]?.cursor, type: ['post.created'] }))
    if (seen.push(event) === 2) break
  expect(seen.map(({ data }) => data.id)).toEqual([first, second])
  expect(await created()).toEqual([before, first, second])
})
