// @module-tag slow
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { continueExports } from '../../src/moving-out/export/export-task.ts'
import { type House, startHouse } from '../house.ts'
import { filesIn } from '../media-state.ts'
import { startWorker } from '../processes/start-worker.ts'
import { seedMedia } from '../seed-media.ts'
import { until } from '../stories/until.ts'
import { signedIn } from './person.ts'
import { readZip } from './read-zip.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const megabyte = 1024 * 1024
const [files, megabytes] = [5, 40]

it('is made anew when its maker is killed in the middle, with memory that does not grow with it', async () => {
  for (let index = 0; index < files; index += 1) await fill((await seedMedia(house)).id, index)
  const owner = await signedIn(house)
  const at = `/app/workspaces/${house.workspaceId}/exports`
  const { id } = (await owner.request('POST', at)).json

  const first = await startWorker(house)
  const before = memoryOf(first.child.pid)
  const staged = () => filesIn(house, 'staged').reduce((sum, name) => sum + sizeOf(name), 0)
  await until(
    async () => staged(),
    (bytes) => bytes > 20 * megabyte,
    60_000,
  )
  await first.kill()
  expect(staged()).toBeLessThan(files * megabytes * megabyte)
  const row = () => house.db.row<{ state: string }>(sql`select state from workspace_exports where id = ${id}`)
  expect((await row())?.state).toBe('making')

  // Its lease ends a minute later; then the chore asks again.
  await house.db.run(sql`update workspace_exports set next_at = clock_timestamp()`)
  const second = await startWorker(house)
  let most = 0
  await until(
    async () => {
      most = Math.max(most, memoryOf(second.child.pid))
      await continueExports(house.context)
      return (await row())?.state
    },
    (state) => state === 'ready',
    60_000,
  )
  await second.kill()
  process.stdout.write(
    `The export took ${Math.round((most - before) / megabyte)} MB for ${files * megabytes} MB\n`,
  )
  expect(most - before).toBeLessThan(120 * megabyte)

  const { url } = (await owner.request('POST', `${at}/${id}/url`)).json
  const archive = readZip(Buffer.from(await (await fetch(url)).arrayBuffer()))
  const media = [...archive].filter(([name]) => name.startsWith('media/'))
  expect(media.map(([, bytes]) => [bytes.length, bytes[0], bytes.at(-1)])).toEqual(
    Array.from({ length: files }, (_, index) => [megabytes * megabyte, index, index]),
  )
  await house.context.storage.reapStaged(0)
  expect(filesIn(house, 'staged')).toEqual([])
}, 180_000)

/** Gives a seeded medium its bytes. */
async function fill(id: string, byte: number): Promise<void> {
  async function* chunks() {
    for (let each = 0; each < megabytes; each += 1) yield Buffer.alloc(megabyte, byte)
  }
  const row = await house.db.row<{ storage_key: string }>(sql`select storage_key from media where id = ${id}`)
  const staged = await house.context.storage.stage(chunks(), { bytes: megabytes * megabyte, owner: 'a test' })
  await staged.keep(row?.storage_key ?? '')
}

function sizeOf(name: string): number {
  return (
    statSync(join(house.context.config.dataDir, 'media', 'staged', name), { throwIfNoEntry: false })?.size ??
    0
  )
}

function memoryOf(pid: number | undefined): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) * 1_024
}
