import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connector, type DeletePower, Failure } from '../../src/connectors/connector.ts'
import { sandbox } from '../../src/connectors/sandbox/connector.ts'
import { sql } from '../../src/db/database.ts'
import { claimUnpublication, noteDeleted } from '../../src/posts/unpublish/unpublication.ts'
import { continueUnpublishing, unpublishTask } from '../../src/posts/unpublish/unpublish-task.ts'
import { type House, startHouse } from '../house.ts'

const deleted: string[] = []
let failure: Failure | null = null
const deletePosts: DeletePower = {
  power: 'delete',
  refusal: () => null,
  delete: async ({ remoteId }) => {
    if (failure) throw failure
    deleted.push(remoteId)
  },
}
const connector: Connector = { ...sandbox, powers: [deletePosts] }

let house: House
let account: string
beforeAll(async () => {
  house = await startHouse({ worker: false, connectors: [connector] })
  account = await house.connect('sandbox', { name: 'harbour' })
})
afterAll(() => house.stop())

/** A public thread of three that is to be deleted: the key of its unpublication. */
async function askForDeletion(): Promise<{ workspaceId: string; id: string; postId: string }> {
  const thread = { sandbox: { thread: [{ caption: 'b' }, { caption: 'c' }] } }
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  const body = {
    caption: 'a',
    social_accounts: [account],
    scheduled_at: tomorrow,
    platform_configurations: thread,
  }
  const postId = (await house.request('POST', '/v1/posts', { body })).json.id
  await house.db.run(sql`
    update targets set state = 'published', hold_reason = null, next_action_at = null, remote_id = 'part ' || position,
      remote_url = 'https://n.example/', remote_reference = 'null', published_at = clock_timestamp()
    where post_id = ${postId}`)
  expect((await house.request('DELETE', `/v1/posts/${postId}?unpublish=true`)).json.deleted).toBe(false)
  const row = await house.db.row<{ id: string }>(
    sql`select target_id as id from unpublications where post_id = ${postId}`,
  )
  deleted.length = 0
  failure = null
  return { workspaceId: house.workspaceId, id: row?.id ?? '', postId }
}

const work = (key: { workspaceId: string; id: string }, signal = new AbortController().signal) =>
  unpublishTask.run(house.context, { payload: { workspace_id: key.workspaceId, id: key.id }, signal })
const readRow = (key: { id: string }) =>
  house.db.row<{ status: string; tries: number; waits_ms: number }>(sql`
    select status, tries, (extract(epoch from next_at - clock_timestamp()) * 1000)::float8 as waits_ms
    from unpublications where target_id = ${key.id}`)

test('a worker that takes over from a dead one deletes what is left, and the dead one changes nothing any more', async () => {
  const key = await askForDeletion()
  const dead = await claimUnpublication(house.db, key)
  if (!dead) throw new Error('It was not claimed.')
  expect(await noteDeleted(house.db, dead, 2)).toBe(true)
  await work(key)
  expect(deleted, 'while the lease of the first stands').toEqual([])
  await house.db.run(sql`
    update unpublications set next_at = clock_timestamp() - interval '1 second' where target_id = ${key.id}`)
  expect(await continueUnpublishing(house.context)).toBe(1)
  const job = await house.db.row(sql`select key from crier_jobs.jobs where key = ${`unpublish ${key.id}`}`)
  expect(job).not.toBeNull()
  const next = await claimUnpublication(house.db, key)
  expect(next).not.toBeNull()
  expect(await noteDeleted(house.db, dead, 1), 'by the claim that was lost').toBe(false)
  await house.db.run(sql`
    update unpublications set next_at = clock_timestamp() - interval '1 second' where target_id = ${key.id}`)
  await work(key)
  expect(deleted).toEqual(['part 1', 'part 0'])
  expect((await house.request('GET', `/v1/posts/${key.postId}`)).status).toBe(404)
})

test('two workers at once delete each part once', async () => {
  const key = await askForDeletion()
  await Promise.all([work(key), work(key), work(key)])
  expect(deleted).toEqual(['part 2', 'part 1', 'part 0'])
})

test('a worker that stops counts no try, and the next goes on at once', async () => {
  const key = await askForDeletion()
  failure = new Failure('unavailable', 'The process stops.')
  await work(key, AbortSignal.abort())
  expect(await readRow(key)).toMatchObject({ status: 'pending', tries: 0 })
  expect((await readRow(key))?.waits_ms).toBeLessThanOrEqual(0)
})

test('it is given up after as many tries as take a day', async () => {
  const key = await askForDeletion()
  failure = new Failure('unavailable', 'It is away.')
  await house.db.run(sql`update unpublications set tries = 28 where target_id = ${key.id}`)
  await work(key)
  const row = await readRow(key)
  expect(row).toMatchObject({ status: 'pending', tries: 29 })
  expect(row?.waits_ms).toBeGreaterThan(3_500_000)
  await house.db.run(sql`update unpublications set next_at = clock_timestamp() where target_id = ${key.id}`)
  await work(key)
  expect(await readRow(key)).toMatchObject({ status: 'failed' })
})

test('nothing is deleted while a guard is up: the database may be a copy', async () => {
  const key = await askForDeletion()
  await house.db.run(sql`insert into guards (kind) values ('restored')`)
  await work(key)
  expect(await continueUnpublishing(house.context)).toBe(0)
  await house.db.run(sql`delete from guards`)
  expect(deleted).toEqual([])
  await work(key)
  expect(deleted).toHaveLength(3)
})
