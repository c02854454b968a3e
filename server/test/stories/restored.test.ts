import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { createEmptyDatabase } from '../database.ts'
import { crier, type Settings } from '../operator/crier-process.ts'
import { repeats } from '../thoroughness.ts'
import {
  arrivals,
  bootstrap,
  copyOf,
  inSeconds,
  newPlace,
  open,
  type Place,
  tally,
} from './guarded-server.ts'
import { until } from './until.ts'

const posts = 50
const statuses = async (server: Awaited<ReturnType<typeof open>>) =>
  tally((await server.results()).map(({ status }) => status))

/** Posts that are due in an hour, and one that is due tomorrow. */
async function schedule(server: Awaited<ReturnType<typeof open>>, account: string) {
  const due = inSeconds(3_600)
  for (let number = 0; number < posts; number += 1) {
    await server.post({ caption: `Number ${number}`, social_accounts: [account], scheduled_at: due })
  }
  await server.post({ caption: 'Tomorrow', social_accounts: [account], scheduled_at: inSeconds(86_400) })
}

/** Moves the posts of that hour to now. */
async function makeDue({ database: { db } }: Place): Promise<void> {
  await db.run(sql`
    update targets set scheduled_at = scheduled_at - interval '1 hour', next_action_at = clock_timestamp()
    where scheduled_at < clock_timestamp() + interval '2 hours'`)
  await db.run(sql`select pg_notify('crier_due', '0')`)
}

describe('#20 a database that went back in time', () => {
  it(`by our own backup: of ${posts} posts that went out since, none goes out again, and each asks`, async () => {
    const place = await newPlace()
    const { test_key: key, test_account_id: account } = await bootstrap(place.settings)
    const first = await open(place.settings, key)
    await schedule(first, account)
    const folder = mkdtempSync(join(tmpdir(), 'crier-backup-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'crier.tar')
    expect(await crier(place.settings, ['backup', '--to', file])).toMatchObject({ code: 0, stderr: '' })
    expect(await arrivals(place)).toEqual([])
    await makeDue(place)
    await until(
      () => statuses(first),
      ({ published }) => published === posts,
      60_000,
    )
    await first.stop()

    // Even on another machine, where no file remembers the epoch.
    const empty = await createEmptyDatabase()
    const restored = await newPlace(empty)
    const done = await crier(restored.settings, ['restore', '--from', file, '--json'])
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(done.stdout)).toMatchObject({ guarded: true, migrations_run: [] })
    await makeDue(restored)

    const second = await open(restored.settings, key)
    expect(second.page).toContain('NOTHING IS PUBLISHED')
    expect(second.page).toContain('guard lift')
    expect(await statuses(second)).toEqual({ needs_review: posts, pending: 1 })
    expect(tally((await second.results()).map(({ review }) => review?.reason ?? 'none'))).toEqual({
      restored: posts,
      none: 1,
    })
    await second.post({ caption: 'Meanwhile', social_accounts: [account] })
    await until(
      () => statuses(second),
      ({ held }) => held === 1,
    )
    expect((await second.results()).find(({ status }) => status === 'held')).toMatchObject({
      held_reason: 'guard',
    })
    await pause(2_000)
    expect(await arrivals(restored)).toEqual([])

    const doctor = await crier(restored.settings, ['doctor'])
    expect(doctor.code).toBe(1)
    expect(doctor.stdout).toMatch(/WRONG {2}guards: .*restored to an older state/)
    const lifted = await crier(restored.settings, ['guard', 'lift', '--json'])
    expect(JSON.parse(lifted.stdout)).toEqual({
      lifted: ['restored'],
      freed_post_results: 1,
      post_results_to_review: posts,
    })
    await until(
      () => statuses(second),
      ({ published }) => published === 1,
    )
    expect(await statuses(second)).toEqual({ needs_review: posts, pending: 1, published: 1 })

    const asking = (await second.results()).filter(({ status }) => status === 'needs_review')
    const answer = (index: number, body: object) =>
      second.ask('POST', `/v1/post-results/${asking[index]?.id}/resolve`, body)
    expect((await answer(0, { outcome: 'published', url: 'https://example.org/1' })).json).toMatchObject({
      status: 'published',
    })
    expect((await answer(1, { outcome: 'not_published' })).status).toBe(200)
    expect((await answer(2, { outcome: 'discard' })).json).toMatchObject({ status: 'failed' })
    await until(
      () => statuses(second),
      ({ published }) => published === 3,
    )
    expect((await arrivals(restored)).filter((text) => text !== 'Meanwhile')).toHaveLength(1)
    // The command had another name before.
    expect(await crier(restored.settings, ['guard', 'confirm'])).toMatchObject({
      code: 0,
      stdout: 'There is no guard to lift. Publishing was not stopped.\n',
    })
  }, 180_000)

  it('by any other means: the data directory remembers that it was further', async () => {
    const place = await newPlace()
    const { test_key: key, test_account_id: account } = await bootstrap(place.settings)
    const first = await open(place.settings, key)
    await schedule(first, account)
    await first.stop()
    const old = await copyOf(place, place.settings.DATA_DIR)
    for (const each of [place, old]) await makeDue(each)
    const again = await open(place.settings, key)
    expect(again.page).not.toContain('NOTHING IS PUBLISHED')
    await until(
      () => statuses(again),
      ({ published }) => published === posts,
      60_000,
    )
    await again.stop()

    const third = await open(old.settings, key)
    expect(third.page).toContain('NOTHING IS PUBLISHED')
    expect(await statuses(third)).toEqual({ needs_review: posts, pending: 1 })
    await pause(2_000)
    expect(await arrivals(old)).toEqual([])
    await third.stop()
    const fourth = await open(old.settings, key)
    expect(fourth.page).toContain('restored to an older state')
    expect(await arrivals(old)).toEqual([])
  }, 180_000)

  it('and was stopped before its backup, as for a new PostgreSQL, goes on where it was', async () => {
    const place = await newPlace()
    const { test_key: key, test_account_id: account } = await bootstrap(place.settings)
    const first = await open(place.settings, key)
    await first.post({ caption: 'Soon', social_accounts: [account], scheduled_at: inSeconds(3_600) })
    await first.stop()
    const folder = mkdtempSync(join(tmpdir(), 'crier-backup-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'crier.tar')
    await crier(place.settings, ['backup', '--to', file])
    const moved = await newPlace(await createEmptyDatabase())
    expect(await crier(moved.settings, ['restore', '--from', file, '--unchanged'])).toMatchObject({ code: 0 })
    await makeDue(moved)
    const second = await open(moved.settings, key)
    expect(second.page).not.toContain('NOTHING IS PUBLISHED')
    await until(
      () => statuses(second),
      ({ published }) => published === 1,
      30_000,
    )
    expect(await arrivals(moved)).toEqual(['Soon'])

    // The promise was wrong, and the old data directory knows: it went on after the backup.
    await (await open(place.settings, key)).stop()
    const wrong = await newPlace(await createEmptyDatabase(), place.settings.DATA_DIR)
    await crier(wrong.settings, ['restore', '--from', file, '--unchanged'])
    expect((await open(wrong.settings, key)).page).toContain('NOTHING IS PUBLISHED')
  }, 120_000)
})

describe('a server that is killed', () => {
  it('again and again, at any moment, raises no guard', async () => {
    const place = await newPlace()
    const { test_key: key, test_account_id: account } = await bootstrap(place.settings)
    const rounds = repeats(3, 8)
    for (let round = 0; round < rounds; round += 1) {
      const server = await open(place.settings, key)
      expect(server.page).not.toContain('NOTHING IS PUBLISHED')
      await server.post({ caption: `Round ${round}`, social_accounts: [account] })
      await pause((round * 41) % 300)
      server.process.kill('SIGKILL')
      await server.ended
    }
    expect(epochOf(place.settings)).toBe(rounds)
    const doctor = await crier(place.settings, ['doctor'])
    expect(doctor.stdout).toContain('ok     guards: No guard stops publishing.')
  }, 240_000)
})

function epochOf({ DATA_DIR: folder = '' }: Settings): number | undefined {
  const path = join(folder, 'publish-epoch')
  return existsSync(path) ? Number(Object.values(JSON.parse(readFileSync(path, 'utf8')))[0]) : undefined
}
