import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { checkWorkers } from '../../src/operator/doctor/check-workers.ts'
import { defaultTimings } from '../../src/timings.ts'
import { startWorker } from '../processes/start-worker.ts'
import { startTransactionPooler, type TransactionPooler } from '../transaction-pooler.ts'
import { type Newsroom, openNewsroom } from './newsroom.ts'
import { until } from './until.ts'

it('behind a pooler that keeps no sessions nothing is taken over early', async () => {
  const { room, pooler } = await openPooled()
  const account = await room.account('Harbour', { network_class: 'key' })
  const pooled = { ...room, connection: pooler.connection }
  const sleeper = await startWorker(pooled, { failpoint: 'after_prepare_call', visit: 1, signal: 'SIGSTOP' })
  onTestFinished(() => sleeper.kill())
  const { id } = await room.post({ caption: 'In hand', social_accounts: [account] })
  await until(
    () => targetOf(room, id),
    (target) => target?.state === 'preparing',
    10_000,
  )
  const other = await startWorker(room)
  onTestFinished(() => other.kill())
  const before = await targetOf(room, id)
  // Locks that it held would be gone with the pooler's connections.
  await pooler.close()
  await pause(14_000)
  expect(await targetOf(room, id)).toEqual(before)
})

it('the doctor names a pooler that keeps no sessions while its workers run', async () => {
  const { room, pooler } = await openPooled()
  const worker = await startWorker({ ...room, connection: pooler.connection })
  onTestFinished(() => worker.kill())
  const finding = await until(
    () => checkWorkers(room.db),
    ({ ok }) => !ok,
    10_000,
  )
  expect(finding.found).toBe(
    'No worker is running, so there is no session to check. 1 more is connected through a pooler that does not keep sessions.',
  )
  expect(finding.advice).toContain('wait until its lease ends')
  // The worker works all the same.
  const account = await room.account('Harbour')
  const { id } = await room.post({ caption: 'Pooled', social_accounts: [account] })
  await room.settled(id, ['posted'])
})

async function openPooled(): Promise<{ room: Newsroom; pooler: TransactionPooler }> {
  const room = await openNewsroom({ timings: defaultTimings, worker: false })
  onTestFinished(() => room.stop())
  const pooler = await startTransactionPooler(room.connection)
  onTestFinished(() => pooler.close().catch(() => undefined))
  return { room, pooler }
}

function targetOf({ db }: Newsroom, postId: string) {
  return db.row<{ state: string; fence: number }>(sql`
    select state, fence, lease_owner from targets where post_id = ${postId}`)
}
