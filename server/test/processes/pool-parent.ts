// A process with one idle and one busy child, which it names on stdout.
import { createChildPool } from '../../src/lib/child-pool/child-pool.ts'
import type { PoolOrder } from './pool-child.ts'

const pool = createChildPool<PoolOrder, number>({
  entry: new URL('./pool-child.ts', import.meta.url),
  nodeOptions: [],
  limits: { memoryBytes: 1024 ** 3, processorMs: 60_000, clockMs: 60_000 },
  queue: { atOnce: 2, atOncePerKey: 2, waiting: 9, waitingPerKey: 9, waitMs: 60_000 },
  idleMs: 60_000,
  onLost: () => undefined,
})
const pids = await Promise.all([pool.run('a', 'pid'), pool.run('a', 'pid')])
process.stdout.write(`${JSON.stringify(pids)}\n`)
await pool.run('a', 'hang')
