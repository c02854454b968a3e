// @module-tag slow
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type House, startHouse } from '../../server/test/house.ts'
import { quickTimings } from '../../server/test/stories/quick-timings.ts'
import { buildProgram, type Program } from './program.ts'

let house: House
let crier: Program
beforeAll(async () => {
  house = await startHouse({ timings: quickTimings })
  await house.connect('sandbox', { name: 'Harbour' }, 'test')
  crier = await buildProgram(house.url, house.testKey)
})
afterAll(async () => {
  crier.remove()
  await house.stop()
})

const sample = 'http://sandbox.internal/feed.json'

test('without a feed, the list says how to add one', async () => {
  expect(await crier.ok(['feeds'])).toBe('There are no feeds. crier feeds add adds one.\n')
})

test('a feed is looked at, added, followed and removed', async () => {
  const seen = await crier.ok(['feeds', 'check', sample, '--to', '@harbour', '--caption', 'News: {title}'])
  expect(seen).toMatch(/Harbour Bakery.*Items +8.*sandbox:@Harbour\nNews: /is)
  const added = await crier.json([
    ...['feeds', 'add', sample, '--to', '@harbour', '--action', 'publish', '--newest', '1'],
    ...['--caption', '{title}', '--max-per-day', '3', '--no-picture', '--tag', 'bakery'],
  ])
  expect(added).toMatchObject({ action: 'publish', max_per_day: 3, with_picture: false, tags: ['bakery'] })
  const { id } = added
  expect(await crier.ok(['feeds'])).toContain(id)
  expect(await crier.ok(['feeds', 'show', id])).toMatch(/Status +active/)
  await vi.waitFor(async () => {
    const { data } = await crier.json(['feeds', 'items', id, '--outcome', 'posted'])
    expect(data).toHaveLength(1)
  }, 60_000)
  const { data } = await crier.json(['feeds', 'items', id, '--outcome', 'seen', '--limit', '1'])
  expect(await crier.ok(['feeds', 'post', id, data[0].id])).toBe('Decided about 1; 0 wait.\n')
  expect(await crier.ok(['feeds', 'skip', id])).toBe('Decided about 0; 0 wait.\n')
  expect(await crier.ok(['feeds', 'pause', id])).toMatch(/Status +paused/)
  expect(await crier.ok(['feeds', 'resume', id])).toMatch(/Status +active/)
  const events = await crier.ok(['events', '--type', 'feed.created,feed.paused', '--limit', '50'])
  expect(events).toMatch(/feed\.created \S{36} Harbour Bakery\n.*feed\.paused \S{36} Harbour Bakery$/m)
  expect(await crier.ok(['feeds', 'remove', id])).toBe(`The feed ${id} is removed.\n`)
})

test('another action, and an address without a feed, are refused', async () => {
  const wrong = await crier.run(['feeds', 'add', sample, '--to', '@harbour', '--action', 'shout'])
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('draft, queue')])
  const elsewhere = await crier.run(['feeds', 'check', 'https://blog.example.org'])
  expect([elsewhere.code === 0, elsewhere.stderr]).toEqual([
    false,
    expect.stringContaining('Test data read no feeds'),
  ])
})
