import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import type { ChildLost } from '../../src/lib/child-pool/child-errors.ts'
import { type ChildPool, createChildPool, type PoolOptions } from '../../src/lib/child-pool/child-pool.ts'
import { QueueClosed } from '../../src/lib/child-pool/fair-queue.ts'
import type { PoolOrder } from '../processes/pool-child.ts'

const lost: ChildLost[] = []
const pools: ChildPool<PoolOrder, unknown>[] = []
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close(0)))
  lost.length = 0
})

const roomy = { memoryBytes: 1024 ** 3, processorMs: 30_000, clockMs: 60_000 }

function openPool(
  limits: Partial<PoolOptions['limits']> = {},
  more: Partial<PoolOptions> = {},
): ChildPool<PoolOrder, unknown> {
  const pool = createChildPool<PoolOrder, unknown>({
    entry: new URL('../processes/pool-child.ts', import.meta.url),
    nodeOptions: [],
    limits: { ...roomy, ...limits },
    queue: { atOnce: 2, atOncePerKey: 1, waiting: 9, waitingPerKey: 9, waitMs: 60_000 },
    idleMs: 60_000,
    onLost: (error) => lost.push(error),
    ...more,
  })
  pools.push(pool)
  return pool
}

const isRunning = (pid: unknown) => existsSync(`/proc/${pid}/status`)

async function isGone(pid: unknown): Promise<void> {
  while (isRunning(pid)) await pause(20)
}

async function pidOf(pool: ChildPool<PoolOrder, unknown>, key = 'a'): Promise<number> {
  const pid = await pool.run(key, 'pid')
  if (typeof pid !== 'number') throw new Error('A child has a number.')
  return pid
}

describe('a child process', () => {
  it('is used again, with nothing of our environment, behind the server and before it for the kernel', async () => {
    const pool = openPool({}, { nodeOptions: ['--permission', '--allow-fs-read=*'] })
    const pid = await pidOf(pool)
    expect(await pidOf(pool, 'b')).toBe(pid)
    const names = await pool.run('a', 'environment')
    expect(names).not.toContain('HOME')
    expect(await pool.run('a', 'read-only')).toEqual([true, false, false])
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ')
    expect(Number(fields?.[16])).toBeGreaterThanOrEqual(5)
    expect(readFileSync(`/proc/${pid}/oom_score_adj`, 'latin1').trim()).toBe('1000')
  })

  it('ends when it has had no work for a while, and another one takes its place', async () => {
    const pool = openPool({}, { idleMs: 1 })
    const pid = await pidOf(pool)
    await isGone(pid)
    expect(await pidOf(pool)).not.toBe(pid)
  })

  it('is killed when it takes too much processor time, and the next order finds another one', async () => {
    const pool = openPool({ processorMs: 300 })
    const pid = await pidOf(pool)
    await expect(pool.run('a', 'spin')).rejects.toMatchObject({ name: 'ChildLost', reason: 'time' })
    await isGone(pid)
    expect(await pidOf(pool)).not.toBe(pid)
  })

  it('is killed when it takes long on the clock without any work', async () => {
    await expect(openPool({ clockMs: 200 }).run('a', 'hang')).rejects.toMatchObject({ reason: 'stalled' })
  })

  it('is killed when it takes too much memory, of any kind', async () => {
    const pool = openPool({ memoryBytes: 200_000_000 })
    await expect(pool.run('a', 'buffers')).rejects.toMatchObject({ reason: 'memory' })
    expect(await pidOf(pool)).toBeGreaterThan(0)
  })

  it('gets no more memory from the kernel than its limit, even before anybody watches', async () => {
    await expect(openPool().run('a', 'reserve')).rejects.toThrow('Array buffer allocation failed')
  })

  it('that ends by itself is replaced once for its order', async () => {
    const pool = openPool()
    await expect(pool.run('a', 'abort')).rejects.toMatchObject({ reason: 'crashed' })
    expect(lost.map(({ reason }) => reason)).toEqual(['crashed', 'crashed'])
    expect(await pidOf(pool)).toBeGreaterThan(0)
  })

  it('that somebody kills is replaced, and its order is done', async () => {
    const pool = openPool()
    const pid = await pidOf(pool)
    const slow = pool.run('a', 'hang').catch((error: unknown) => error)
    process.kill(pid, 'SIGKILL')
    await isGone(pid)
    expect(await pidOf(pool, 'b')).not.toBe(pid)
    await pool.close(0)
    expect(await slow).toBeInstanceOf(QueueClosed)
    expect(lost.map(({ reason }) => reason)).toEqual(['killed'])
  })

  it('passes on an error that nobody foresaw, and goes on', async () => {
    const pool = openPool()
    const pid = await pidOf(pool)
    await expect(pool.run('a', 'fail')).rejects.toMatchObject({
      name: 'ChildFault',
      message: 'Nobody foresaw this.',
    })
    expect(await pidOf(pool)).toBe(pid)
  })

  it('that cannot start says why', async () => {
    const pool = openPool({}, { entry: new URL('../processes/no-such-child.ts', import.meta.url) })
    await expect(pool.run('a', 'pid')).rejects.toThrow(/did not start.*Cannot find module/s)
  })
})

describe('a pool of child processes', () => {
  it('serves one key while the orders of another take all the time they are given', async () => {
    const pool = openPool()
    const hostile = ['spin', 'spin', 'spin'].map(() => pool.run('hostile', 'spin').catch(() => undefined))
    expect(await pidOf(pool, 'a')).toBeGreaterThan(0)
    expect(await pidOf(pool, 'b')).toBeGreaterThan(0)
    await pool.close(0)
    await Promise.all(hostile)
  })

  it('closes within its time, with busy children and waiting orders, and leaves no process', async () => {
    const pool = openPool()
    const pid = await pidOf(pool)
    const all = (['spin', 'pid'] as const).map((order) =>
      pool.run('a', order).catch((error: unknown) => error),
    )
    const before = performance.now()
    await pool.close(100)
    expect(performance.now() - before).toBeLessThan(5_000)
    for (const error of await Promise.all(all)) expect(error).toBeInstanceOf(QueueClosed)
    expect(isRunning(pid)).toBe(false)
    await expect(pool.run('a', 'pid')).rejects.toThrow(QueueClosed)
  })

  it('ends with its process, also when that is killed', async () => {
    const parent = spawn(process.execPath, [new URL('../processes/pool-parent.ts', import.meta.url).pathname])
    const [line] = await once(parent.stdout.setEncoding('utf8'), 'data')
    const pids: number[] = JSON.parse(String(line))
    expect(pids.map(isRunning)).toEqual([true, true])
    parent.kill('SIGKILL')
    await Promise.all(pids.map(isGone))
  })
})
