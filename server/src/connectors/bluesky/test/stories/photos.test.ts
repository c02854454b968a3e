import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { slownessByTheClock } from '../../../../../test/hostile/yardstick.ts'
import { noisyPhoto } from '../../../../../test/plain-pictures.ts'
import { type Newsroom, openNewsroom } from '../../../../../test/stories/newsroom.ts'
import { until } from '../../../../../test/stories/until.ts'
import { uploadFile } from '../../../../../test/stories/upload-file.ts'
import { defaultTimings } from '../../../../timings.ts'
import { type FakeBluesky, startFakeBluesky } from '../fake.ts'

// Photos of 4.9 MB take about 3 s of a processor each: `npm run photos` publishes those. Here they have a quarter of the pixels.
const isWhole = inject('isThorough')
const photo = isWhole
  ? { width: 4624, height: 3468, leadMs: 30_000 }
  : { width: 2312, height: 1734, leadMs: 12_000 }
const photographers = 6
const textEveryMs = 400

let fake: FakeBluesky
let room: Newsroom
beforeAll(async () => {
  // Images of at most 1 MB.
  fake = await startFakeBluesky({ isOld: true })
  room = await openNewsroom({ timings: defaultTimings })
})
afterAll(async () => {
  await room.stop()
  await fake.close()
})

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()

async function joinPhotographers(): Promise<string[]> {
  const accounts: string[] = []
  for (let number = 0; number < photographers; number += 1) {
    const { handle, appPassword } = fake.createAccount(`photographer-${number}.test`)
    const form = { service: fake.url, directory: fake.url, handle, app_password: appPassword }
    accounts.push(await room.connect('bluesky', form))
  }
  return accounts
}

/** Creates posts of text for the next while; their largest delay when they were published, in milliseconds. */
async function publishTexts(
  name: string,
  forMs: number,
): Promise<{ latestMs: number; slowestCreateMs: number }> {
  const account = await room.account(name)
  const due = new Map<string, number>()
  let slowestCreateMs = 0
  for (let at = 1_000; at < forMs; at += textEveryMs) {
    const scheduledAt = inMs(1_000)
    const caption = `${name} ${at}`
    due.set(caption, Date.parse(scheduledAt))
    const startedAt = performance.now()
    await room.post({ caption, social_accounts: [account], scheduled_at: scheduledAt })
    slowestCreateMs = Math.max(slowestCreateMs, performance.now() - startedAt)
    await pause(textEveryMs)
  }
  const { arrivals } = await until(
    () => room.truth(account),
    (truth) => truth.arrivals.length >= due.size,
    30_000,
  )
  expect(arrivals.map(({ text }) => text)).toEqual([...due.keys()])
  const delays = arrivals.map(({ at, text }) => at.getTime() - (due.get(text) ?? 0))
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(0)
  return { latestMs: Math.max(...delays), slowestCreateMs }
}

/** Asks for /healthz and opens a connection to the database until `done`; the longest waits in milliseconds. */
async function watch(done: Promise<unknown>): Promise<{ healthMs: number; connectMs: number }> {
  let isDone = false
  const end = () => {
    isDone = true
  }
  done.then(end, end)
  const longest = { healthMs: 0, connectMs: 0 }
  const timed = async (work: () => Promise<void>) => {
    const startedAt = performance.now()
    await work()
    return performance.now() - startedAt
  }
  while (!isDone) {
    const healthMs = await timed(async () => {
      expect((await room.request('GET', '/healthz', { key: null })).status).toBe(200)
    })
    const connectMs = await timed(async () => (await room.context.db.connect(3_000)).end())
    longest.healthMs = Math.max(longest.healthMs, healthMs)
    longest.connectMs = Math.max(longest.connectMs, connectMs)
    await pause(20)
  }
  return longest
}

it('publishes six photos that must all be made smaller on time, and keeps nobody else waiting', {
  timeout: 180_000,
}, async () => {
  const bytes = await noisyPhoto(photo.width, photo.height, 1)
  expect(bytes.length).toBeGreaterThan(isWhole ? 4_500_000 : 1_050_000)
  const accounts = await joinPhotographers()
  const slow = slownessByTheClock()
  const quiet = await publishTexts('Quiet', 4_000)

  const dueAt = inMs(photo.leadMs)
  const posts: string[] = []
  for (const [number, account] of accounts.entries()) {
    const media = [{ media_id: await uploadFile(room, `photo ${number}.jpg`, bytes, 'image/jpeg') }]
    posts.push(
      (await room.post({ caption: 'Evening', social_accounts: [account], media, scheduled_at: dueAt })).id,
    )
  }
  const texts = publishTexts('Beside photos', Date.parse(dueAt) - Date.now() + 1_000)
  const [beside, waits] = await Promise.all([texts, watch(texts)])
  for (const id of posts) expect(await room.settled(id, ['posted', 'failed'])).toBe('posted')

  const rows = await room.db.rows<{ late: number }>(room.sql`
    select (extract(epoch from published_at - scheduled_at) * 1000)::int as late from targets
    where post_id = any(${posts})`)
  const photosMs = rows.map(({ late }) => late)
  const figures = { photosMs, quiet, beside, waits, slow: Math.max(slow, slownessByTheClock()) }
  process.stdout.write(`${JSON.stringify(figures)}\n`)
  expect(Math.max(...photosMs)).toBeLessThan(3_000 * figures.slow)
  expect(beside.latestMs).toBeLessThan(quiet.latestMs + 300 * figures.slow)
  expect(beside.slowestCreateMs).toBeLessThan(500 * figures.slow)
  expect(waits.healthMs).toBeLessThan(300 * figures.slow)
  expect(waits.connectMs).toBeLessThan(500 * figures.slow)
  const sent = fake.calls.filter(({ method }) => method.endsWith('uploadBlob')).map(({ body }) => body.length)
  expect(sent.length).toBe(photographers)
  expect(Math.max(...sent)).toBeLessThanOrEqual(1_000_000)
})
