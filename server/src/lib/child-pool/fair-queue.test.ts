import { describe, expect, it } from 'vitest'
import { createFairQueue, QueueClosed, QueueFull, type QueueLimits } from './fair-queue.ts'

const limits: QueueLimits = { atOnce: 2, atOncePerKey: 1, waiting: 5, waitingPerKey: 3, waitMs: 60_000 }

/** Takes places for keys, and notes in which order they were served. */
function watchQueue(given: Partial<QueueLimits> = {}) {
  const queue = createFairQueue({ ...limits, ...given })
  const served: string[] = []
  const releases = new Map<string, () => void>()
  const take = async (name: string) => {
    releases.set(name, await queue.take(name.charAt(0)))
    served.push(name)
  }
  const release = async (name: string) => {
    releases.get(name)?.()
    await new Promise(setImmediate)
  }
  return { queue, served, take, release }
}

describe('a fair queue', () => {
  it('serves the keys in turns, however many of one key came first', async () => {
    const { served, take, release } = watchQueue({ atOnce: 1 })
    const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map(take)
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) {
      await new Promise(setImmediate)
      await release(name)
    }
    await Promise.all(all)
    expect(served).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
  })

  it('keeps places free that one key may not have', async () => {
    const { served, take, release } = watchQueue()
    const [, second, other] = [take('a1'), take('a2'), take('b1')]
    await other
    expect(served).toEqual(['a1', 'b1'])
    await release('a1')
    await second
    expect(served).toEqual(['a1', 'b1', 'a2'])
  })

  it('refuses a key that waits too often, and everybody when all places are taken', async () => {
    const { queue } = watchQueue()
    const hold = () => void queue.take('a').catch(() => undefined)
    for (let number = 0; number < 4; number += 1) hold()
    await expect(queue.take('a')).rejects.toMatchObject({ name: 'QueueFull', isOwn: true })
    await queue.take('b')
    for (const key of ['c', 'd']) void queue.take(key).catch(() => undefined)
    await expect(queue.take('e')).rejects.toMatchObject({ name: 'QueueFull', isOwn: false })
    queue.close()
  })

  it('sends away who waits too long, and gives the place to the next', async () => {
    const { queue } = watchQueue({ atOnce: 1, waitMs: 20 })
    const release = await queue.take('a')
    await expect(queue.take('b')).rejects.toThrow(QueueFull)
    const next = queue.take('c')
    release()
    release()
    const leaveNext = await next
    await expect(queue.take('d')).rejects.toThrow(QueueFull)
    leaveNext()
    await queue.take('e')
  })

  it('lets one go that was called off, and keeps the places of the others', async () => {
    const { queue } = watchQueue({ atOnce: 1 })
    const release = await queue.take('a')
    const stop = new AbortController()
    const offs = ['b', 'c'].map((key) => queue.take(key, stop.signal))
    const next = queue.take('d')
    stop.abort(new Error('Called off.'))
    for (const off of offs) await expect(off).rejects.toThrow('Called off.')
    await expect(queue.take('e', stop.signal)).rejects.toThrow('Called off.')
    release()
    const leaveNext = await next
    // One that is called off at the moment of its turn has it, and gives it back as all do.
    const late = new AbortController()
    const served = queue.take('f', late.signal)
    leaveNext()
    late.abort()
    const leaveServed = await served
    leaveServed()
    await queue.take('g')
  })

  it('sends everyone away when it closes', async () => {
    const { queue } = watchQueue({ atOnce: 1 })
    await queue.take('a')
    const waiting = queue.take('b')
    queue.close()
    await expect(waiting).rejects.toThrow(QueueClosed)
    await expect(queue.take('c')).rejects.toThrow(QueueClosed)
  })
})
