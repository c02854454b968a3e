import { startChild } from './child.ts'
import type { LoadOrders, LoadResult } from './load-process.ts'

export type { LoadOrders } from './load-process.ts'

/** Asks as fast as answers come, over so many connections, and answers what came. @throws Error when anything failed */
export async function load(orders: LoadOrders): Promise<LoadResult> {
  const child = startChild('bench/load-process.ts', [], { orders })
  const result = JSON.parse(await child.line((line) => line.startsWith('{'))) as LoadResult
  await child.stop()
  const failures = Object.entries(result.failures).map(([what, count]) => `${count} × ${what}`)
  if (failures.length > 0)
    throw new Error(`Not every request to ${orders.url} was answered: ${failures.join(', ')}.`)
  return result
}
